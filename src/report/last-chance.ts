import type { Attempt } from "./calls/attempt.ts";

/** How long after a failure its retry may come, in milliseconds, unless the answer said longer. */
const retryWithinMs = 60_000;

export const lastChance = ({ end, retryAfterMs = 0 }: Attempt): number =>
  end + Math.max(retryWithinMs, 3 * retryAfterMs);
