import type { Attempt } from "./calls/attempt.ts";

/**
 * How long after a failure an attempt is still taken for its retry, in the client's milliseconds, unless
 * the answer said to wait longer.
 */
const retryWithinMs = 60_000;

/** Until when an attempt may be this one's retry. */
export const lastChance = ({ end, retryAfterMs = 0 }: Attempt): number =>
  end + Math.max(retryWithinMs, 3 * retryAfterMs);
