import type { Sleep } from "../world/time/machine-time.ts";
import type { Attempt } from "./calls/attempt.ts";
import { forEach, type Slices } from "./slices.ts";

/**
 * What of its machine's sleeps no client has waited. One that counts the time awake comes back late, one that looks
 * at the date at once: a sleep counts as long as a promise goes on that it meets.
 * @returns by how many milliseconds an instant is earlier, in the client's time
 */
export function* leftOutOf(
  sleeps: readonly Sleep[],
  attempts: readonly Attempt[],
): Slices<(at: number) => number> {
  const all: { readonly from: number; readonly ms: number }[] = [];
  for (const { at, ms } of sleeps) {
    let promisedUntil = at - ms;
    yield* forEach(attempts, ({ end, retryAfterMs = 0 }) => {
      if (end < at) promisedUntil = Math.max(promisedUntil, end + retryAfterMs);
    });
    if (promisedUntil < at) all.push({ from: promisedUntil, ms: at - promisedUntil });
  }
  return (at) => all.reduce((sum, { from, ms }) => sum + Math.min(Math.max(at - from, 0), ms), 0);
}
