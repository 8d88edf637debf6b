import type { Attempt } from "./calls/attempt.ts";
import {
  type LogicalCall,
  isFinal,
  last,
  outcomeOf,
  type Run,
  stepsOf,
} from "./calls/logical-call.ts";
import type { Coverage } from "./card-shape.ts";
import { doubledIn, sparedIn } from "./calls/doubled.ts";
import { basicFaults, faultKindsOf, meets, corruptedResponse } from "./fault-kinds.ts";
import { type Noticed, noticed } from "./noticed.ts";
import { atOnce, type Slices } from "../world/time/slices.ts";
import { forEach } from "./slices.ts";
import type { Thresholds } from "./thresholds.ts";

type Pair = Coverage["pairs"][number];

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
export function* coverageInSlices(
  run: Run,
  thresholds: Thresholds,
  {
    neverMet,
    planned = [],
  }: { readonly neverMet: readonly string[]; readonly planned?: readonly string[] },
): Slices<Coverage> {
  const judge = judgeOf(run, thresholds, yield* noticed(run));
  const pairs = new Map<string, { -readonly [K in keyof Pair]: Pair[K] }>();
  const faults = new Set(planned);
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
        const pair = pairs.get(name) ?? {
          operation,
          fault,
          status,
          met: 0,
          survived: 0,
          undecided: 0,
        };
        pair.met += 1;
        if (survived === undefined) pair.undecided += 1;
        else if (survived) pair.survived += 1;
        pairs.set(name, pair);
      }
    }
  });
  const sorted = [...pairs.values()].toSorted(comparePairs);
  return {
    pairs: sorted,
    ...(yield* shareOf(run, sorted)),
    neverMet: [...neverMet],
    planned: faults.size,
  };
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
  yield* forEach(run.attempts, ({ operation, hasRow }) => {
    if (hasRow) survived.set(operation, []);
  });
  for (const pair of pairs) if (pair.survived > 0) survived.get(pair.operation)?.push(pair);
  const bodiless = yield* bodilessOf(run);
  let asked = 0;
  const missing: Coverage["missing"][number][] = [];
  for (const [operation, own] of [...survived].toSorted(([a], [b]) => compareTexts(a, b))) {
    for (const [fault, isMet] of basicFaults) {
      if (fault === corruptedResponse && bodiless.has(operation)) continue;
      asked += 1;
      if (!own.some(isMet)) missing.push({ operation, fault });
    }
  }
  return { share: asked === 0 ? 0 : (asked - missing.length) / asked, missing };
}

function* bodilessOf({ attempts }: Run): Slices<Set<string>> {
  const bodiless = new Set<string>();
  const others = new Set<string>();
  yield* forEach(attempts, ({ operation, outcome, status }) => {
    if (outcome === "answered") (status === 204 ? bodiless : others).add(operation);
  });
  for (const operation of others) bodiless.delete(operation);
  return bodiless;
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

/** Whether what was refused for its credentials, or for its revision, was sent again with the same. */
const isRefusedAgain = (from: Attempt, to: Attempt): boolean =>
  (from.status === 401 && from.credential === to.credential) ||
  (from.status === 410 && from.revision === to.revision);
