import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Operation } from "../../src/contract/compile.ts";
import { createApi } from "../../src/areas/index.ts";
import { createEmulator, type Emulator } from "../../src/index.ts";
import { Dice } from "../../src/world/dice.ts";
import { boot, empty } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";
import { api } from "../support/described.ts";
import { idsOf, type Request, requestsOf, writes } from "../support/drive.ts";
import { filling } from "../support/successes.ts";

/** `npm run test:crash` for a hundred of them. */
const rounds = Number(process.env["CRASH_ROUNDS"] ?? 3);
const seed = Number(process.env["CRASH_SEED"] ?? 1);
const workers = 6;
const options = { rateLimits: "off", frozenAt: "2026-07-20T12:00:00Z", onNote: () => {} } as const;

/** A worker has an account of its own: what it writes is in the order in which it writes it. */
interface Worker {
  readonly companyId: string;
  readonly key: string;
  readonly dice: Dice;
  deck: Operation[];
  count: number;
}

const newWorker = (at: number): Worker => ({
  companyId: `Crash${at}`,
  key: `pk_crash${String(at).padStart(29, "0")}`,
  dice: Dice.from(seed, `worker ${at}`),
  deck: [],
  count: 0,
});

/** What the accounts begin with. */
function fixtureOf(all: readonly Worker[]): string {
  const accounts = all.map(({ companyId, key }) => ({
    company_id: companyId,
    sms: true,
    keys: [{ name: "full", scopes: "full", key }],
    lists: [{ name: "Newsletter" }, { name: "Customers" }],
    segments: [{ name: "Some" }],
    metrics: [{ name: "Placed Order" }],
    profiles: ["ada.byron", "b", "c", "d"].map((name, at) => ({
      email: `${name}@example.com`,
      phone_number: `+1415555010${at}`,
      lists: ["Newsletter"],
      consent: { sms: "SUBSCRIBED" },
    })),
  }));
  const path = join(newFolder(), "accounts.json");
  writeFileSync(path, JSON.stringify({ accounts }));
  return path;
}

const shuffled = <T>(dice: Dice, items: readonly T[]): T[] => {
  const left = [...items];
  return items.map(() => left.splice(dice.integer(0, left.length - 1), 1)[0] as T);
};

const makers = filling.map((id) => api.operations.get(id) as Operation);

/** What a web feed fetches comes when it comes, and takes its place in the order of all records then. */
const isInTurn = ({ id }: Operation): boolean => !id.includes("web_feed");

/** The next requests of a worker: of every operation that writes once, in an order of its own, then anew. */
function nextOf(worker: Worker, oracle: Emulator): readonly Request[] {
  const { dice, companyId } = worker;
  if (worker.deck.length === 0)
    worker.deck = shuffled(dice, [...writes, ...makers].filter(isInTurn));
  worker.count += 1;
  const fresh = `fresh_${worker.count}`;
  // A fixture that is added is a whole state that is written anew.
  if (worker.count % 40 === 0) return [seeding(companyId, fresh)];
  const row = worker.deck.pop() as Operation;
  return requestsOf(worker, row, idsOf(oracle, companyId), fresh);
}

const seeding = (companyId: string, name: string): Request => ({
  operation: "POST /_emulator/seed",
  path: "/_emulator/seed",
  init: { method: "POST", body: JSON.stringify({ company_id: companyId, lists: [{ name }] }) },
});

/** What was answered, by operation: those that were successful. */
type Tally = Map<string, number>;

/**
 * Writes until nobody answers any more. Whatever is answered is done by another emulator, too, which is never
 * killed.
 *
 * @returns the request that was on its way
 */
async function work(
  worker: Worker,
  oracle: Emulator,
  url: string,
  answered: (request: Request, ok: boolean) => void,
): Promise<Request> {
  for (;;) {
    for (const request of nextOf(worker, oracle)) {
      const { path, init } = request;
      let status: number;
      try {
        const response = await fetch(url + path, init);
        await response.arrayBuffer();
        status = response.status;
      } catch {
        return request;
      }
      const { status: expected, ok } = await oracle.fetch(path, init);
      expect([request, status]).toEqual([request, expected]);
      answered(request, ok);
    }
  }
}

/** All records of an account, as text. */
const stateOf = ({ state }: Emulator, account: string): string =>
  [...createApi({ trusted: true }).collections.keys()]
    .map((name) => {
      const { records } = state.get(name, { account, limit: 100_000 });
      return `${name} ${JSON.stringify([...records].sort((a, b) => Number(a["seq"]) - Number(b["seq"])))}`;
    })
    .join("\n");

/** One process, killed once it has answered so many writes. @returns what was on its way, by worker */
async function lifeUntil(
  answers: number,
  args: readonly string[],
  { all, oracle, tally }: { all: readonly Worker[]; oracle: Emulator; tally: Tally },
): Promise<readonly Request[]> {
  const { child, ready, exit } = await boot(args);
  let left = answers;
  const answered = ({ operation }: Request, ok: boolean) => {
    if (ok) tally.set(operation, (tally.get(operation) ?? 0) + 1);
    left -= 1;
    if (left === 0) child.kill("SIGKILL");
  };
  const lost = await Promise.all(all.map((each) => work(each, oracle, ready.url, answered)));
  await exit;
  return lost;
}

it(
  `every write that was answered is there after kill -9 under load, and none is half there, ${rounds} times`,
  async () => {
    const dataDir = newFolder();
    const dice = Dice.from(seed, "crashes");
    const all = Array.from({ length: workers }, (_, at) => newWorker(at));
    const fixtures = [empty, fixtureOf(all)];
    await using oracle = await createEmulator({ ...options, fixtures });
    const tally: Tally = new Map();
    let done = 0;
    const args = ["--rate-limits", "off", "--frozen-at", options.frozenAt, "--data-dir", dataDir];
    for (let round = 1; round <= rounds; round += 1) {
      const more = ["--fixtures", fixtures[1] ?? ""];
      const lost = await lifeUntil(dice.integer(1, 300), [...more, ...args], {
        all,
        oracle,
        tally,
      });
      await using found = await createEmulator({ ...options, fixtures: [], dataDir });
      for (const [at, { companyId }] of all.entries()) {
        const state = stateOf(found, companyId);
        if (state === stateOf(oracle, companyId)) continue;
        // It was done, and killed before it was answered: all of it is there.
        const { path, init } = lost[at] as Request;
        await oracle.fetch(path, init);
        done += 1;
        expect([round, companyId, state]).toEqual([round, companyId, stateOf(oracle, companyId)]);
      }
    }
    const answered = [...tally.values()].reduce((sum, count) => sum + count, 0);
    const unused = writes.filter(({ id }) => !tally.has(id)).map(({ id }) => id);
    if (rounds >= 20) {
      expect(unused).toEqual([]);
      console.log(
        `${rounds} × kill -9: ${answered} successful writes were answered, none is lost.`,
      );
      console.log(`${done} writes that were on their way were there. By operation:`);
      console.log(
        [...tally].map(([name, count]) => `${String(count).padStart(6)} ${name}`).join("\n"),
      );
    }
    expect(answered).toBeGreaterThan(rounds * 10);
    expect(unused.length).toBeLessThan(writes.length / 2);
  },
  rounds * 60_000,
);
