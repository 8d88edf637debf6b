import type { Attempt } from "../../report/attempt.ts";
import type { Seen } from "../seen.ts";
import type { Oracle } from "./oracle.ts";

/** A command ends, whatever happens to it. One that is only held up for long has not been seen to hang. */
export const hang: Oracle = ({ seen }) => {
  const { isKilled, tookMs } = seen;
  if (!isKilled || heldUpMs(seen) > tookMs / 2) return undefined;
  const seconds = Math.round(tookMs / 1000);
  return {
    oracle: "hang",
    text: `the command does not end (it was stopped after ${seconds} s)`,
    signs: "",
    cause: "family",
  };
};

/** How long it waited for what was slow on purpose, or as long as it was told. */
function heldUpMs({ attempts, endedAt }: Seen): number {
  const last = Math.max(...attempts.map(({ at }) => at));
  return attempts.reduce((sum, each) => sum + delayedMs(each, last) + promisedMs(each, endedAt), 0);
}

/** A hang counts only if its client did not wait for ever: it went on with another request. */
function delayedMs({ injected, left, at, end }: Attempt, last: number): number {
  const isSlow = injected.includes("delay") || injected.includes("pace");
  const isLeft = injected.includes("hang") && left && end <= last;
  return (isSlow && Number.isFinite(end)) || isLeft ? end - at : 0;
}

const promisedMs = ({ retryAfterMs = 0, end }: Attempt, endedAt: number): number =>
  Math.max(0, Math.min(retryAfterMs, endedAt - end));
