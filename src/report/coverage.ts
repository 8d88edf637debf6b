import { atOnce } from "../world/time/slices.ts";
import { type Attempt, endsBefore, isNamed } from "./calls/attempt.ts";
import { doubledIn, sparedIn } from "./calls/doubled.ts";
import { isFinal, last, outcomeOf, stepsOf, isRepeatable } from "./calls/logical-call.ts";
import type { LogicalCall, Run } from "./calls/logical-call.ts";
import type { Coverage } from "./card-shape.ts";
import { basicFaults, faultKindsOf, meets, corruptedResponse } from "./fault-kinds.ts";
import { forEach, filtered, grouped, type Slices } from "./slices.ts";
import type { Thresholds } from "./thresholds.ts";

export interface Planned {
  /** Those that no request met. */
  readonly neverMet: readonly string[];
  /** All of them. Default: none. */
  readonly planned?: readonly string[];
}

type Pair = Coverage["pairs"][number];

const none = { met: 0, survived: 0, undecided: 0 };

/**
 * Which faults the client has met, operation by operation, and which of them it has survived.
 *
 * A fault is survived if its call came to a good end: it succeeded, or was refused for good and stopped there. A 401
 * for a token is no good end, since another could have been had; nor is a call that was given up, is open or may go on
 * in another request (`perhapsNext`), also not a lost write that was rightly not sent again. What was created anew
 * after a loss is not survived, whatever the end, nor what luck alone kept from that. Of an attempt whose call is not
 * known only a good answer counts; an untrue one (`noticed`) only if the client noticed it.
 *
 * Requests that there is no row for are left out: their paths differ from run to run.
 */
export function* coverageInSlices(run: Run, thresholds: Thresholds, plans: Planned) {
  const judge = judgeOf(run, thresholds, yield* noticed(run));
  const pairs = new Map<string, { -readonly [K in keyof Pair]: Pair[K] }>();
  const faults = new Set(plans.planned);
  yield* forEach(run.calls, (call) => {
    const isSurvived = judge(call);
    for (const attempt of call.attempts) {
      const { operation, hasRow, status } = attempt;
      for (const id of attempt.faults) faults.add(id);
      if (!hasRow) continue;
      const kinds = faultKindsOf(attempt);
      if (kinds.length === 0) continue;
      const survived = isSurvived(attempt);
      for (const fault of kinds) {
        const name = `${operation} ${fault} ${status}`;
        const pair = pairs.get(name) ?? { operation, fault, status, ...none };
        pair.met += 1;
        if (survived === undefined) pair.undecided += 1;
        else if (survived) pair.survived += 1;
        pairs.set(name, pair);
      }
    }
  });
  const all = [...pairs.values()].toSorted(comparePairs);
  const share = yield* shareOf(run, all);
  return { pairs: all, ...share, neverMet: [...plans.neverMet], planned: faults.size };
}

export const coverageOf = (...asked: Parameters<typeof coverageInSlices>): Coverage =>
  atOnce(coverageInSlices(...asked));

/** By operation, then kind, then status; no status first. */
export function comparePairs(a: PairName, b: PairName): number {
  return (
    compareTexts(a.operation, b.operation) ||
    compareTexts(a.fault, b.fault) ||
    (a.status ?? 0) - (b.status ?? 0)
  );
}

export type PairName = Pick<Pair, "operation" | "fault" | "status">;

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Of the basic faults of each called operation; of nothing 0. Where no answer has a body none is spoilt. */
function* shareOf(run: Run, pairs: readonly Pair[]): Slices<Pick<Coverage, "share" | "missing">> {
  const survived = new Map<string, Pair[]>();
  /** Whether all good answers were 204. */
  const isBodiless = new Map<string, boolean>();
  yield* forEach(run.attempts, ({ operation, hasRow, outcome, status }) => {
    if (hasRow) survived.set(operation, []);
    if (outcome !== "answered") return;
    isBodiless.set(operation, status === 204 && isBodiless.get(operation) !== false);
  });
  for (const pair of pairs) if (pair.survived > 0) survived.get(pair.operation)?.push(pair);
  let asked = 0;
  const missing: Coverage["missing"][number][] = [];
  for (const [operation, own] of [...survived].toSorted(([a], [b]) => compareTexts(a, b))) {
    for (const [fault, isMet] of basicFaults) {
      if (fault === corruptedResponse && isBodiless.get(operation)) continue;
      asked += 1;
      if (!own.some(isMet)) missing.push({ operation, fault });
    }
  }
  return { share: asked === 0 ? 0 : (asked - missing.length) / asked, missing };
}

/** Whether an attempt of a call has survived what it met; undefined: nobody knows whose it is. */
function judgeOf(run: Run, thresholds: Thresholds, isNoticed: Noticed) {
  const inDoubt = new Set(run.doubts.flatMap(({ attempts }) => attempts));
  return (call: LogicalCall) => {
    let unsurvived: ReadonlySet<string> | undefined;
    return (attempt: Attempt): boolean | undefined => {
      const isKnown = call.knownBy !== "likeness" && !inDoubt.has(attempt);
      // It has its answer, whatever it is an attempt at; but that may be an untrue one.
      if (attempt.outcome === "answered") {
        return !meets(attempt.injected, "untrue") || isNoticed(attempt, isKnown ? call : undefined);
      }
      if (!isKnown) return undefined;
      if (!hasEndedWell(call, thresholds)) return false;
      unsurvived ??= new Set([...doubledIn(call.attempts), ...sparedIn(call.attempts)]);
      return !unsurvived.has(attempt.exchange);
    };
  };
}

function hasEndedWell(call: LogicalCall, thresholds: Thresholds): boolean {
  if (call.perhapsNext !== undefined) return false;
  const outcome = outcomeOf(call, thresholds);
  if (outcome !== "refused") return outcome === "succeeded";
  const { status, isToken } = last(call);
  if (status === 401 && isToken) return false;
  return !stepsOf(call).some(([from, to]) => isFinal(from, thresholds) || isRefusedAgain(from, to));
}

const isRefusedAgain = (from: Attempt, to: Attempt): boolean =>
  (from.status === 401 && from.credential === to.credential) ||
  (from.status === 410 && from.revision === to.revision);

type Noticed = (attempt: Attempt, call: LogicalCall | undefined) => boolean | undefined;

/**
 * Whether a client has noticed an untrue answer (`ignore`, `late`, `stale`): it sent the same again, and was answered
 * truly. What was ignored had to be written then; what was late may only come again under a name that the service
 * knows, or by a repeatable method. Undefined: a request that is alike came later, and nobody knows why.
 */
function* noticed({ attempts }: Run): Slices<Noticed> {
  const untrue = yield* filtered(attempts, ({ injected }) => meets(injected, "untrue"));
  const some = untrue.length === 0 ? [] : attempts;
  const byName = yield* grouped(some, nameOf);
  const alike = yield* grouped(some, ({ likeness }) => likeness);
  return (attempt, call) => {
    const isGood = (each: Attempt): boolean => makesGood(attempt, each);
    const named = attempt.name === undefined ? [] : (byName.get(nameOf(attempt)) ?? []);
    if (call?.attempts.some(isGood) || named.some(isGood)) return true;
    return alike.get(attempt.likeness)?.some(isGood) ? undefined : false;
  };
}

const nameOf = ({ name, account, method, path }: Attempt): string =>
  [name?.by, name?.value, account, method, path].join("\n");

function makesGood(attempt: Attempt, later: Attempt): boolean {
  const { outcome, injected, written } = later;
  if (outcome !== "answered" || meets(injected, "untrue") || !endsBefore(attempt, later))
    return false;
  if (attempt.injected.includes("ignore")) return written.length > 0;
  return !attempt.injected.includes("late") || isNamed(attempt) || isRepeatable(attempt);
}
