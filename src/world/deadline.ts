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

/** The same by a clock: what of its time is skipped is not waited for. */
export function withinOn(
  clock: { after(ms: number, run: () => void): () => void },
  ms: number,
  done: Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(false));
    const over = (then: () => void) => () => {
      cancel();
      then();
    };
    done.then(
      over(() => resolve(true)),
      (error: Error) => over(() => reject(error))(),
    );
  });
}

/** Waits before another attempt. */
export const pause = (ms: number): Promise<void> => elapsed(ms);
