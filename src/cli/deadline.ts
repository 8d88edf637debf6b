// The machine's time, not the world's: what ends a process must not wait for a frozen clock.
import { setTimeout as elapsed } from "node:timers/promises";

/** Waits for this, but no longer than so many milliseconds. @returns whether it was done in time */
export const within = (ms: number, done: Promise<unknown>): Promise<boolean> =>
  Promise.race([done.then(() => true), elapsed(ms, false)]);

/** Waits before another attempt. */
export const pause = (ms: number): Promise<void> => elapsed(ms);
