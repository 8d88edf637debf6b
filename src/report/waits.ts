import { waitedMs } from "./attempt.ts";
import { isRetriable, type Run, stepsOf } from "./call.ts";
import type { Call } from "./call.ts";
import type { Thresholds } from "./thresholds.ts";

/** What a client waited of its own accord in one call, step by step: nothing had told it how long. */
export interface OwnWaits {
  readonly call: Call;
  /** The client's milliseconds. */
  readonly waits: readonly number[];
}

/** Those of all calls whose attempts are known to be their own. */
export function ownWaits(run: Run, thresholds: Thresholds): OwnWaits[] {
  return run.calls.flatMap((call) => {
    if (!call.sure) return [];
    const waits: number[] = [];
    for (const [from, to] of stepsOf(call)) {
      // Which step comes after one that it was told, is the client's secret.
      if (from.retryAfterMs !== undefined || !isRetriable(from, thresholds)) break;
      waits.push(Math.max(0, waitedMs(from, to)));
    }
    return waits.length === 0 ? [] : [{ call, waits }];
  });
}

/** What the clocks and timers of a busy machine add to a wait, in milliseconds. @guess */
export const noiseMs = 15;
