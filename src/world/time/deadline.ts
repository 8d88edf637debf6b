// The machine's time, not the world's: what ends a process must not wait for a frozen clock.
import { setTimeout as elapsed } from "node:timers/promises";
import type { Clock } from "./clock.ts";

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
export function withinOn(clock: Pick<Clock, "after">, ms: number, done: Promise<unknown>) {
  return new Promise<boolean>((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(false));
    done.finally(cancel).then(() => resolve(true), reject);
  });
}

/** Runs something after so many quiet milliseconds. @returns `heard` begins them again, `end` forgets it */
export function afterQuiet(ms: number, run: () => void): { heard: () => void; end: () => void } {
  let waiting: AbortController | undefined;
  const end = () => waiting?.abort();
  const heard = () => {
    end();
    waiting = new AbortController();
    elapsed(ms, undefined, { signal: waiting.signal }).then(run, () => {});
  };
  return { heard, end };
}

/** Waits before another attempt. */
export const pause = (ms: number): Promise<void> => elapsed(ms);

/** For how long no request comes before it is taken that nobody waits, in milliseconds. */
const quietMs = 1000;

/** Waits until no request has come for a while. No process lives on for it. @param asked how many have come */
export async function quiet(asked: () => number, wait = aside): Promise<void> {
  for (let before = -1; before !== asked();) {
    before = asked();
    await wait(quietMs);
  }
}

/** Waits, and keeps no process alive. */
export const aside = (ms: number): Promise<void> => elapsed(ms, undefined, { ref: false });
