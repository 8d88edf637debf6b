import { type Attempt, waitedMs } from "./attempt.ts";
import { type LogicalCall, isRetriable, type Run, stepsOf } from "./logical-call.ts";
import type { Thresholds } from "./thresholds.ts";

/**
 * What a client waited of its own accord in one call, step by step from the first: nothing had told it how
 * long. What follows a wait that it was told is left out, since whether it counts such steps nobody knows.
 */
export interface OwnWaits {
  readonly call: LogicalCall;
  /** The client's milliseconds. */
  readonly waits: readonly number[];
  /** The failure that each of them followed. */
  readonly after: readonly string[];
}

/** What a backoff does is seen in its first steps; from some step on it stays at its cap. */
const stepsMax = 10;

const isInTurn = ({ attempts }: LogicalCall, index: number, from: Attempt, to: Attempt): boolean =>
  attempts[index] === from && attempts[index + 1] === to;

const isOwn = (from: Attempt, thresholds: Thresholds): boolean =>
  from.retryAfterMs === undefined && isRetriable(from, thresholds);

export function ownWaits(run: Run, thresholds: Thresholds): OwnWaits[] {
  return run.calls.flatMap((call) => {
    const steps = stepsOf(call);
    // Where several are on their way at once, none of them was waited for alone.
    if (steps.some(([from, to], index) => !isInTurn(call, index, from, to))) return [];
    const told = steps.findIndex(([from]) => !isOwn(from, thresholds));
    const own = steps.slice(0, told < 0 ? stepsMax : Math.min(told, stepsMax));
    const waits = own.map(([from, to]) => Math.max(0, waitedMs(from, to)));
    const after = own.map(([{ outcome, status }]) => `${outcome} ${status}`);
    return waits.length === 0 ? [] : [{ call, waits, after }];
  });
}

/** What the clocks and timers of a busy machine add to a wait, in milliseconds. @guess */
export const noiseMs = 15;
