import { hash } from "node:crypto";
import { expect, it } from "vitest";
import type { Entry, EntryView, Raw } from "../../src/world/journal/entry.ts";
import { Journal } from "../../src/world/journal/journal.ts";
import type { Received } from "../../src/world/journal/received.ts";
import { entry, raw } from "../support/exchanges.ts";

/** What the journal was told of an exchange: nobody but the test changes it. */
interface Known {
  readonly entry: Entry;
  readonly raw: Raw;
  /** The texts of both bodies. */
  readonly asked: string;
  readonly answered: string;
}

/** A journal, and what it should have. */
interface Pair {
  readonly journal: Journal;
  known: Known[];
}

/** What somebody has asked for and still looks at, and what it should say. */
interface Lent {
  readonly received: readonly Received[];
  readonly known: readonly Known[];
}

type Roll = (sides: number) => number;

const dice = (seed: number): Roll => {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
};

/** Most texts are short; some are longer than a block of memory, and some bodies than what is shown. */
function drawn(roll: Roll, id: string): Known {
  const isLarge = roll(25) === 0;
  const text = "b".repeat(roll(isLarge ? 12_000 : 300));
  const asked = roll(4) === 0 ? "" : JSON.stringify({ id, text });
  const named = roll(3) === 0 ? { "x-own": id } : { accept: "*/*", "x-id": id };
  const told = entry(id, {
    target: `/é?${id}${"t".repeat(roll(isLarge ? 40_000 : 80))}`,
    account: roll(8) === 0 ? "kept" : "A",
    status: 200 + roll(3),
    written: roll(3) === 0 ? [{ collection: "tag", id, change: "created" }] : [],
    ...(roll(6) === 0 && { durationMs: null, endedWorld: null }),
  });
  const sent = raw({
    headers: roll(2) === 0 ? { host: "h" } : named,
    body: Buffer.from(asked),
    answered: { vary: "Accept", ...(roll(2) === 0 && { "x-id": id }) },
    profiles: { ids: roll(3) === 0 ? [id] : [], emails: roll(3) === 0 ? [`${id}@é`] : [] },
  });
  return { entry: told, raw: sent, asked, answered: roll(3) === 0 ? "" : JSON.stringify({ id }) };
}

const shownMax = 10_000;
const valueOf = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

/** What is shown of one. */
const detailOf = ({ entry: told, raw: { headers, answered, profiles }, ...bodies }: Known) => {
  const truncated = bodies.asked.length > shownMax;
  const body = truncated ? bodies.asked.slice(0, shownMax) : valueOf(bodies.asked);
  const response = { headers: answered, body: valueOf(bodies.answered), truncated: false };
  return { ...told, request: { headers, body, truncated }, response, profiles };
};

const headerNames = ["host", "accept", "x-id", "x-own"];

/** What one that was lent says, and what it should say. */
const saidBy = (received: Received) => ({
  entry: received.shown(),
  headers: headerNames.map((name) => received.header(name)),
  answered: received.answered("x-id"),
  body: received.body(),
  digest: received.bodyDigest(),
  profiles: { ids: received.profileIds(), emails: received.emails() },
});
const saidOf = ({ entry: told, raw: sent, asked }: Known): ReturnType<typeof saidBy> => ({
  entry: told,
  headers: headerNames.map((name) => sent.headers[name] as string),
  answered: sent.answered["x-id"],
  body: asked.length > shownMax ? undefined : valueOf(asked),
  digest: asked.length > shownMax ? hash("sha256", asked, "base64url") : asked,
  profiles: sent.profiles,
});

const isKept = ({ account }: EntryView): boolean => account === "kept";

it("has what a list of plain objects would have, whatever is done with it", () => {
  const roll = dice(2);
  const bounds = { entriesMax: 40, bytesMax: 200_000 };
  // Exchanges that are under way at a reset still come to the journal of before.
  let before: Pair = { journal: new Journal(bounds), known: [] };
  let now: Pair = { journal: before.journal.emptied(), known: [] };
  const going: Known[] = [];
  const lent: Lent[] = [];

  const write = (pair: Pair, id: string) => {
    const known = drawn(roll, id);
    pair.journal.write(known.entry, { ...known.raw }, known.answered);
    if (known.entry.durationMs === null) going.push(known);
    const { size } = pair.journal;
    expect(size > 0 && size <= bounds.entriesMax).toBe(true);
    pair.known = [...pair.known, known].slice(-size);
  };
  const end = ({ journal }: Pair) => {
    const [known] = going.splice(roll(going.length), 1);
    if (known === undefined) return;
    const ended = { durationMs: roll(9), endedWorld: roll(9), left: true };
    journal.end(Object.assign(known.entry, ended));
  };
  const lend = ({ journal, known }: Pair) => {
    const filter = roll(2) === 0 ? {} : { status: 200 };
    const passing = known.filter(
      (each) => each.entry.status === (filter.status ?? each.entry.status),
    );
    lent.push({ received: journal.received(filter), known: passing });
  };
  const giveBack = () => {
    const { received, known } = lent.shift() ?? { received: [], known: [] };
    expect(received.map(saidBy)).toStrictEqual(known.map(saidOf));
  };
  const clear = () => {
    const keeps = roll(2) === 0 ? isKept : () => false;
    now.journal.clear(keeps);
    now.known = now.known.filter((each) => keeps(each.entry));
  };
  const reset = () => {
    before = { journal: now.journal, known: [] };
    const known = now.known.filter((each) => isKept(each.entry));
    now = { journal: now.journal.emptied(isKept), known };
  };
  const check = ({ journal, known }: Pair) => {
    const told = known.map((each) => each.entry);
    expect(journal.ids()).toEqual(told.map(({ id }) => id));
    const passing = told.filter(({ status }) => status === 201);
    expect(journal.list({ status: 201 })).toStrictEqual(passing);
  };

  for (let step = 0; step < 2000; step += 1) {
    const chance = roll(1000);
    // Seldom enough that places are written over in between.
    if (chance < 10) lend(now);
    else if (chance < 13) lend(before);
    else if (chance < 25) giveBack();
    else if (chance < 30) clear();
    else if (chance < 35) reset();
    else if (chance < 160) end(roll(2) === 0 ? now : before);
    else write(roll(12) === 0 ? before : now, `n${step}`);

    if (step % 5 > 0) continue;
    check(now);
    check(before);
    // A reset forgets the answers of the journal of before.
    const one = now.known[roll(bounds.entriesMax)];
    if (one !== undefined) expect(now.journal.get(one.entry.id)).toEqual(detailOf(one));
  }
  while (lent.length > 0) giveBack();
});
