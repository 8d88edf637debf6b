// The machine's time, not the world's: what ends a process must not wait for a frozen clock.
import { setTimeout as elapsed } from "node:timers/promises";

/** Node takes no longer wait, and would end one at once. */
const waitMsMax = 2 ** 31 - 1;

/** Waits for this, but no longer than so many milliseconds. @returns whether it was done in time */
export function within(ms: number, done: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = elapsed(Math.min(ms, waitMsMax), false, { signal: timer.signal });
  // A timer that goes on would keep the process alive.
  return Promise.race([done.then(() => true), late]).finally(() => timer.abort());
}

/** Waits before another attempt. */
export const pause = (ms: number): Promise<void> => elapsed(ms);
