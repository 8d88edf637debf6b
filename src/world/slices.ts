import { setImmediate as turn } from "node:timers/promises";

/** Work that may be set down wherever it yields, and taken up again later, so that others need not wait for long. */
export type Slices<T> = Generator<undefined, T>;

/** Does work without a pause. */
export function atOnce<T>(work: Slices<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** How long others wait at most, in milliseconds. */
const sliceMs = 3;

/**
 * Does work in slices, with a turn for everything else between two of them.
 *
 * @param now milliseconds, from any instant on
 * @returns no promise, where the first slice is all
 */
export function inTurns<T>(work: Slices<T>, now: () => number): T | Promise<T> {
  const step = slice(work, now);
  return step.done ? step.value : theRest(work, now);
}

async function theRest<T>(work: Slices<T>, now: () => number): Promise<T> {
  for (;;) {
    await turn();
    const step = slice(work, now);
    if (step.done) return step.value;
  }
}

/**
 * Does one slice of work.
 *
 * @param now milliseconds, from any instant on
 * @param take is handed what the work yields, and says whether that is enough for one slice
 * @returns the last step: the work is over, or it has yielded
 */
export function slice<Y, T>(
  work: Generator<Y, T>,
  now: () => number,
  take: (yielded: Y) => boolean = () => false,
): IteratorResult<Y, T> {
  const until = now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done || take(step.value) || now() >= until) return step;
  }
}
