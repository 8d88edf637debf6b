import { readState } from "../control/state.ts";
import type { Emulation } from "../control/emulation.ts";
import { ControlError } from "../control/problem.ts";
import { parseDuration } from "../world/duration.ts";
import { matchesGlob } from "../world/glob.ts";
import type { Entry } from "../world/journal.ts";
import { kindOf } from "./check.ts";
import type { Amount, Expectation, Which } from "./shape.ts";
import type { Result } from "./verdict.ts";

/** All that an expectation may be about. */
export interface Seen {
  readonly emulation: Emulation;
  /** Every exchange since the scenario began, in the order in which they came. */
  readonly entries: readonly Entry[];
  /** How many exchanges met the faults of its steps, by their names. */
  readonly hits: ReadonlyMap<string, number>;
  readonly exitCode: number | undefined;
}

/** What was found: fine, or what is wrong with it. */
interface Finding {
  readonly passed: boolean;
  readonly message: string;
  readonly evidence?: readonly Entry[];
}

/** How many exchanges are shown as evidence. */
const evidenceMax = 10;

/** Whether an exchange is among those that are meant. */
export function isMeant(entry: Entry, which: Which): boolean {
  const { operation, status, answered, method, path, key, app, account, testId, stage } = which;
  // A browser's own question is no request of the client's, unless it is asked for.
  if (entry.stage === "preflight" && stage !== "preflight") return false;
  return (
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (answered === undefined || (entry.status !== null) === answered) &&
    (method === undefined || entry.method === method) &&
    (path === undefined || matchesGlob(path, entry.target.split("?", 1)[0] ?? "")) &&
    (key === undefined || entry.key === key) &&
    (app === undefined || entry.app === app) &&
    (account === undefined || entry.account === account) &&
    (testId === undefined || entry.testId === testId) &&
    (stage === undefined || entry.stage === stage)
  );
}

/** Judges one expectation. */
export function judged(expectation: Expectation, seen: Seen): Result {
  const kind = kindOf(expectation) ?? "requests";
  const { passed, message, evidence = [] } = judges[kind](expectation, seen);
  const start = seen.entries[0]?.arrivedReal ?? 0;
  return {
    name: expectation.name ?? nameOf(expectation),
    passed,
    message,
    evidence: evidence
      .slice(0, evidenceMax)
      .map((entry) => ({ exchange: entry.id, text: lineOf(entry, start) })),
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
function lineOf(entry: Entry, start: number): string {
  const { arrivedReal, method, target, status, retryAfter, injected, repeats, written } = entry;
  const at = ((arrivedReal - start) / 1000).toFixed(2);
  const created = written.filter(({ change }) => change === "created").length;
  return [
    `+${at} s ${method} ${target} ${status ?? "no answer"}`,
    ...(retryAfter === null ? [] : [`Retry-After ${retryAfter}`]),
    ...(injected.length === 0 ? [] : [`fault ${injected.join(" ")}`]),
    ...(repeats === null ? [] : [`repeats a lost one and creates ${created}`]),
  ].join(", ");
}

type Judge = (expectation: Expectation, seen: Seen) => Finding;

const judges: Record<NonNullable<ReturnType<typeof kindOf>>, Judge> = {
  requests: ({ requests = {} }, { entries }) => {
    const found = entries.filter((entry) => isMeant(entry, requests));
    const nearMisses = entries.filter(({ operation }) => operation === requests.operation);
    const finding = amount("requests", found.length, requests);
    return { ...finding, evidence: found.length > 0 ? found : nearMisses };
  },
  order: ({ order = [] }, { entries }) => {
    let next = 0;
    for (const entry of entries) {
      const which = order[next];
      if (which !== undefined && isMeant(entry, which)) next += 1;
    }
    const passed = next === order.length;
    const message = passed
      ? "they came in this order"
      : `nothing like ${JSON.stringify(order[next])} came after the ${next} before it`;
    return { passed, message, evidence: entries.slice(-evidenceMax) };
  },
  state: ({ state }, { emulation }) => {
    const { collection = "", account, filter } = state ?? {};
    const query = { ...(account && { account }), ...(filter && { filter }), limit: 100_000 };
    try {
      const { records } = readState(emulation, collection, query);
      return amount(collection, records.length, state ?? {});
    } catch (error) {
      // What was right on an empty stage need not be here: no such account.
      if (!(error instanceof ControlError)) throw error;
      return { passed: false, message: error.message };
    }
  },
  waits: ({ waits = {} }, { entries }) => waited(entries, waits, waits.tolerance),
  gap: ({ gap = {} }, { entries }) => gaps(entries, gap, gap.min, gap.max),
  pace: ({ pace }, { entries }) => paced(entries, pace ?? {}, pace?.max ?? 1, pace?.in),
  within: ({ within }, { entries }) => {
    const start = entries[0]?.arrivedReal ?? 0;
    const end = Math.max(start, ...entries.map(endOf));
    if (entries.length === 0) return { passed: false, message: "there was no request" };
    const passed = end - start <= msOf(within);
    return { passed, message: `it took ${seconds(end - start)}, expected at most ${within}` };
  },
  doubled: ({ doubled = 0 }, { entries }) => {
    const again = entries.filter(({ repeats }) => repeats !== null);
    const count = again
      .flatMap(({ written }) => written)
      .filter(({ change }) => change === "created").length;
    const message = `${count} records were written once more, expected ${doubled}`;
    return { passed: count === doubled, message, evidence: again };
  },
  hits: ({ hits: expected }, { hits }) =>
    amount("requests met it", hits.get(expected?.step ?? "") ?? 0, expected ?? {}),
  exit: ({ exit }, { exitCode }) => ({
    passed: exitCode === exit,
    message: `the command ended with ${exitCode ?? "nothing, since there was none"}, expected ${exit}`,
  }),
};

/** Whether a number is as expected; without any bound at least one is. */
export function amount(what: string, found: number, { count, min, max }: Amount): Finding {
  const least = count ?? min ?? (max === undefined ? 1 : 0);
  const most = count ?? max ?? Number.POSITIVE_INFINITY;
  const expected =
    count !== undefined
      ? String(count)
      : [
          ...(least > 0 ? [`at least ${least}`] : []),
          ...(Number.isFinite(most) ? [`at most ${most}`] : []),
        ].join(" and ");
  const passed = found >= least && found <= most;
  return { passed, message: `${what}: ${found}, expected ${expected}` };
}

const msOf = (value: string | number | undefined): number => parseDuration(value ?? 0) ?? 0;
const endOf = ({ arrivedReal, durationMs }: Entry): number => arrivedReal + (durationMs ?? 0);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/**
 * After each promise, the same caller's next request to the same operation came no sooner. What it
 * had sent before it was answered does not count.
 */
function waited(
  entries: readonly Entry[],
  which: Which,
  tolerance: string | number | undefined,
): Finding {
  let promises = 0;
  let waits = 0;
  for (const [index, entry] of entries.entries()) {
    const waitMs = promisedMs(entry);
    if (waitMs === undefined || !isMeant(entry, which)) continue;
    promises += 1;
    const told = endOf(entry);
    const again = entries.find(
      (later, at) => at > index && later.arrivedReal >= told && isSameCaller(later, entry),
    );
    if (again === undefined) continue;
    waits += 1;
    const waitedMs = again.arrivedReal - told;
    if (waitedMs >= waitMs - msOf(tolerance)) continue;
    const message = `${seconds(waitedMs)} after an answer that said ${seconds(waitMs)}`;
    return { passed: false, message: `it came back ${message}`, evidence: [entry, again] };
  }
  // Nobody was told to wait: that proves nothing.
  if (promises === 0) return { passed: false, message: "no answer had a Retry-After to wait for" };
  if (waits === 0) return { passed: true, message: "it did not come back at all" };
  return { passed: true, message: `it waited as ${waits} answers told it to` };
}

function promisedMs({ retryAfter, arrivedReal, durationMs }: Entry): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, date - arrivedReal - (durationMs ?? 0));
}

const isSameCaller = (a: Entry, b: Entry): boolean =>
  a.operation === b.operation && a.key === b.key && a.account === b.account;

function gaps(
  entries: readonly Entry[],
  which: Which,
  min: string | number | undefined,
  max: string | number | undefined,
): Finding {
  const found = entries.filter((entry) => isMeant(entry, which));
  for (const [index, entry] of found.entries()) {
    const before = found[index - 1];
    if (before === undefined) continue;
    const gap = Math.max(0, entry.arrivedReal - endOf(before));
    const tooShort = min !== undefined && gap < msOf(min);
    if (!tooShort && (max === undefined || gap <= msOf(max))) continue;
    const expected = tooShort ? `at least ${min}` : `at most ${max}`;
    const message = `${seconds(gap)} lay between two requests, expected ${expected}`;
    return { passed: false, message, evidence: [before, entry] };
  }
  if (found.length < 2) return { passed: false, message: "there were no two such requests" };
  return { passed: true, message: `${found.length} requests kept their distance` };
}

function paced(
  entries: readonly Entry[],
  which: Which,
  max: number,
  span: string | number | undefined,
): Finding {
  const found = entries.filter((entry) => isMeant(entry, which));
  for (let last = max; last < found.length; last += 1) {
    const crowd = found.slice(last - max, last + 1);
    const [first, end] = [crowd[0] as Entry, crowd.at(-1) as Entry];
    const took = end.arrivedReal - first.arrivedReal;
    if (took >= msOf(span)) continue;
    const message = `${max + 1} requests came within ${seconds(took)}, expected at most ${max} in ${span}`;
    return { passed: false, message, evidence: crowd };
  }
  // Nobody can crowd who is alone: that proves nothing.
  if (found.length === 0) return { passed: false, message: "there was no such request" };
  return { passed: true, message: `never more than ${max} requests in ${span}` };
}
