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
 * An attempt has survived its fault if its call came to a good end: the call succeeded; or it was refused for
 * good and the client stopped there (no attempt of it came after a refusal for good). A 401 for a token is no
 * good end, since another token could have been had. A call that was given up or is open is none either: also
 * not that of a write whose answer was lost and that was rightly not sent again, as nobody knows whether it
 * was done. Where an answer failed the client although something was created, and the call created it anew,
 * that fault is not survived, whatever the end; nor if luck alone kept it from that.
 *
 * If it is not known whose an attempt is, only a good answer of its own is survived; all else is undecided. A call
 * that may go on in another request (`perhapsNext`) has not ended well.
 *
 * An answer that looks good and is untrue (`noticed`) is survived only by who noticed it.
 *
 * Requests that there is no row for are left out: their paths differ from run to run.
 *
 * @param neverMet ids of planned faults that no request met
 * @param planned ids of all planned faults
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

/** The same without a pause. */
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

/** What makes a pair. */
export type PairName = Pick<Pair, "operation" | "fault" | "status">;

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Of the basic faults of each operation that was called, which were survived. Of nothing the share is 0: an
 * empty run has survived nothing. An operation whose good answers have no body is not asked for a spoilt one.
 */
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

/** Operations that have nothing to spoil: all their good answers were 204. */
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
