import { isDeepStrictEqual } from "node:util";
import { amountFinding } from "../control/matchers.ts";
import { messagesLike } from "../control/messages/outbox-expect.ts";
import { comeInOrder } from "../control/requests/expect.ts";
import { readState } from "../control/state/state.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { ControlError } from "../emulation/problem.ts";
import { counted } from "../world/name-match.ts";
import { duplicatesIn, fixOf } from "../world/journal/named-calls.ts";
import { wasKilled } from "../report/killed.ts";
import { atOnce } from "../world/time/slices.ts";
import type { EntryView } from "../world/journal/entry.ts";
import { matcherOf, nearMissesOf } from "../world/faults/request-matcher.ts";
import type { Which } from "../world/faults/types.ts";
import { kindOf } from "./check.ts";
import { isLine } from "./printed.ts";
import { bare, type Finding, type Seen } from "./finding.ts";
import { relative } from "./relative.ts";
import type { Expectation } from "./types.ts";
import { endOf, gaps, msOf, paced, seconds, waited } from "./timing.ts";
import type { Result } from "./verdict.ts";
import type { Duplicates } from "../world/journal/twins.ts";
import { createdByRequest } from "../world/store/record-change.ts";

/** How many exchanges are shown as evidence. */
const evidenceMax = 10;

/** Which exchanges an expectation is about, if it says so. */
export const whichesOf = ({ requests, order = [], waits, gap, pace }: Expectation): Which[] =>
  [requests, ...order, waits, gap, pace].filter((which) => which !== undefined).map(bare);

/** Judges one expectation. */
export function judged(expectation: Expectation, seen: Seen): Result {
  const kind = kindOf(expectation) ?? "requests";
  const entries = seen.received.map(({ entry }) => entry);
  const finding = judges[kind](expectation, { ...seen, entries });
  const { passed, unmet, message, evidence = [], misses = [], found } = finding;
  const start = entries[0]?.arrivedReal ?? 0;
  const shown = [
    ...evidence.map((entry) => ({ entry, but: twiceIn(entry, found?.get(entry.id)) })),
    ...misses.map(({ received: { entry }, but }) => ({ entry, but: `, but ${but}` })),
  ];
  return {
    name: expectation.name ?? nameOf(expectation),
    passed,
    ...(unmet && { unmet }),
    message,
    evidence: shown
      .slice(0, evidenceMax)
      .map(({ entry, but }) => ({ exchange: entry.id, text: lineOf(entry, start) + but })),
  };
}

/** `requests create_event 202`: an expectation without a name, by what it says. */
function nameOf(expectation: Expectation): string {
  const kind = kindOf(expectation) ?? "";
  const value = expectation[kind as keyof Expectation];
  const words = typeof value === "object" ? Object.values(value) : [value];
  return [
    kind,
    ...words.map((word) => (typeof word === "object" ? JSON.stringify(word) : word)),
  ].join(" ");
}

/** One exchange as evidence: `+1.25 s POST /api/events 429, Retry-After 2`. */
function lineOf(entry: EntryView, start: number): string {
  const { arrivedReal, method, target, status, retryAfter, injected, repeats } = entry;
  const at = ((arrivedReal - start) / 1000).toFixed(2);
  return [
    `+${at} s ${method} ${target} ${status ?? "no response"}`,
    ...(retryAfter === null ? [] : [`Retry-After ${retryAfter}`]),
    ...(injected.length === 0 ? [] : [`fault ${injected.join(" ")}`]),
    ...(repeats === null ? [] : ["repeats a lost request"]),
  ].join(", ");
}

/** What a request wrote twice, as the end of its line. */
function twiceIn({ repeats, written }: EntryView, found: Duplicates | undefined): string {
  if (repeats !== null) return `, ${duplicates(createdByRequest(written).length)}`;
  return found === undefined ? "" : `, ${duplicates(found.records)} of a lost request`;
}

type State = NonNullable<Expectation["state"]>;

/** Whether a record has these members. */
const saysAll = (
  record: Readonly<Record<string, unknown>>,
  where: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(where).every(([name, value]) => isDeepStrictEqual(record[name], value));

type Judge = (
  expectation: Expectation,
  seen: Seen & { readonly entries: readonly EntryView[] },
) => Finding;

const judges: Record<NonNullable<ReturnType<typeof kindOf>>, Judge> = {
  requests: ({ requests = {} }, { received }) => {
    const which = bare(requests);
    const found = received.filter(matcherOf(which)).map(({ entry }) => entry);
    const finding = amountFinding("requests", found.length, requests);
    if (found.length > 0) return { ...finding, evidence: found };
    const misses = finding.passed ? [] : nearMissesOf(received, which);
    const like = received.filter(({ operation }) => operation === which.operation);
    return misses.length > 0
      ? { ...finding, misses }
      : { ...finding, evidence: like.map(({ entry }) => entry) };
  },
  order: ({ order = [] }, { received, entries }) => {
    const next = comeInOrder(received, order);
    if (next === order.length) return { passed: true, message: "the requests came in this order" };
    const before = next === 0 ? "" : ` after the first ${next}`;
    const message = `no request matching ${JSON.stringify(order[next])} came${before}`;
    return { passed: false, message, evidence: entries.slice(-evidenceMax) };
  },
  state: ({ state }, { emulation, of }) => {
    const { collection = "", account = of, filter, where = {} }: Partial<State> = state ?? {};
    const query = { ...(account && { account }), ...(filter && { filter }), limit: 100_000 };
    return found(() => {
      const { records } = readState(emulation, collection, query);
      const meant = records.filter((record) => saysAll(record, where));
      return amountFinding(collection, meant.length, state ?? {});
    });
  },
  outbox: ({ outbox = {} }, { emulation, of }) => sent(emulation, outbox, of),
  waits: ({ waits = {} }, { received }) => waited(received, waits, waits.tolerance),
  gap: ({ gap = {} }, { received }) => gaps(received, gap, gap.min, gap.max),
  pace: ({ pace }, { received }) => paced(received, pace ?? {}, pace?.max ?? 1, pace?.in),
  within: ({ within }, { entries }) => {
    const start = entries[0]?.arrivedReal ?? 0;
    const end = Math.max(start, ...entries.map(endOf));
    if (entries.length === 0) return { passed: false, message: "no request came" };
    const passed = end - start <= msOf(within);
    return { passed, message: `the run took ${seconds(end - start)}, expected at most ${within}` };
  },
  doubled: ({ doubled = 0 }, { received, entries }) => {
    const found = atOnce(duplicatesIn(received));
    const count = [...found.values()].reduce((sum, { records }) => sum + records, 0);
    const renamed = [...found.values()].find((each) => each.renamed !== null)?.renamed ?? null;
    const fix = count > doubled && renamed !== null ? `: ${fixOf(renamed)}` : "";
    const message = `${duplicates(count)}, expected ${doubled}${fix}`;
    const evidence = entries.filter(({ id, repeats }) => repeats !== null || found.has(id));
    return { passed: count === doubled, message, evidence, found };
  },
  hits: ({ hits: expected }, { hits }) =>
    amountFinding("requests met it", hits.get(expected?.step ?? "") ?? 0, expected ?? {}),
  rules: ({ rules = [] }, { card, entries }) => {
    if (card === undefined) return { passed: false, message: "the requests were not graded" };
    const asked = card.rules.filter(({ rule }) => rules.includes(rule));
    const broken = asked.filter(({ verdict }) => verdict !== "pass");
    const said = broken.map(
      ({ rule, verdict, wouldDecide, message }) => `${rule}: ${verdict}: ${wouldDecide ?? message}`,
    );
    const shown = new Set(broken.flatMap(({ evidence }) => evidence[0]?.exchanges ?? []));
    return {
      passed: broken.length === 0,
      message: broken.length === 0 ? `passed: ${rules.join(", ")}` : said.join("; "),
      evidence: entries.filter(({ id }) => shown.has(id)),
    };
  },
  prints: ({ prints }, { output }) => {
    if (output === undefined) {
      const message = "what the command printed was not seen: run it with scenario run";
      return { passed: false, message };
    }
    const { line = "", ...amount }: Partial<NonNullable<Expectation["prints"]>> = prints ?? {};
    const found = output.filter((each) => isLine(line, each));
    return amountFinding("lines", found.length, amount);
  },
  exit: ({ exit }, { exitCode }) => {
    const ended = `the command ended with ${exitCode ?? "nothing, since there was none"}`;
    if (exit !== "any") return { passed: exitCode === exit, message: `${ended}, expected ${exit}` };
    return wasKilled(exitCode ?? 0)
      ? { passed: false, message: `${ended}: it was stopped` }
      : { passed: true, message: ended };
  },
  ...relative,
};

/** How many messages were sent, and what came nearest. */
function sent(
  emulation: Emulation,
  asked: NonNullable<Expectation["outbox"]>,
  of: string | undefined,
): Finding {
  const { count: _count, min: _min, max: _max, ...which } = asked;
  return found(() => {
    const { found: those, near } = messagesLike(emulation, {
      ...which,
      ...(of && { account: of }),
    });
    const { passed, message } = amountFinding("messages", those.length, asked);
    const missed = passed || near.length === 0 ? "" : `; all but one condition: ${near.join("; ")}`;
    return { passed, message: message + missed };
  });
}

/** What was right on an empty stage need not be here: no such account. */
function found(look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { passed: false, message: error.reason };
  }
}

const duplicates = (count: number): string => counted(count, "duplicate record");
