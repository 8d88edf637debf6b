import { type Attempt, failed } from "../../report/calls/attempt.ts";
import { counted } from "../../report/figures.ts";
import type { Observation } from "../observation.ts";
import type { Oracle } from "./oracle.ts";

/** A command ends, whatever happens to it. One that is only held up for long has not been seen to hang. */
export const hang: Oracle = ({ seen, baseline, isEndless }) => {
  const { isKilled, isRunaway, isCrashed, tookMs, attempts } = seen;
  if (!isKilled || isCrashed) return undefined;
  if (isRunaway ? isFailing(attempts) : heldUpMs(seen) > tookMs / 2) return undefined;
  const when = isRunaway
    ? `${counted(attempts.length, "request")}, ${baseline.attempts.length} without faults`
    : `${Math.round(tookMs / 1000)} s`;
  const what = isRunaway || isEndless ? "does not end" : "was still running";
  return {
    oracle: "hang",
    text: `the command ${what} (it was stopped after ${when})`,
    signs: isRunaway ? "asks" : "waits",
  };
};

/** Whether what it asks fails: it may give up some time, and that it asks so often is a storm. */
const isFailing = (attempts: readonly Attempt[]): boolean => attempts.slice(-lastMax).some(failed);

const lastMax = 100;

/** How long it waited for what was slow on purpose, or as long as it was told: an error may say so by RateLimit-Reset alone. */
function heldUpMs({ attempts, endedAt }: Observation): number {
  const last = Math.max(...attempts.map(({ at }) => at));
  return attempts.reduce((sum, each) => sum + delayedMs(each, last) + promisedMs(each, endedAt), 0);
}

/** A hang counts only if its client did not wait for ever: it went on with another request. */
function delayedMs({ injected, left, at, end }: Attempt, last: number): number {
  const isSlow = injected.includes("delay") || injected.includes("pace");
  const isLeft = injected.includes("hang") && left && end <= last;
  return (isSlow && Number.isFinite(end)) || isLeft ? end - at : 0;
}

function promisedMs(attempt: Attempt, endedAt: number): number {
  const { retryAfterMs, budget, end } = attempt;
  const toldMs = retryAfterMs ?? (failed(attempt) ? budget?.resetMs : 0) ?? 0;
  return Math.max(0, Math.min(toldMs, endedAt - end));
}
