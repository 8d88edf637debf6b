/** Work that may be set down wherever it yields, and taken up again later, so that others need not wait for long. */
export type Slices<T> = Generator<undefined, T>;

export function atOnce<T>(work: Slices<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** With so few things, work never takes long. */
const few = 20;

/** Does work on a few things at once; else it is to be done in slices, and nothing of it is done yet. */
export const bySize = (count: number, work: Slices<void>): Slices<void> | void =>
  count > few ? work : atOnce(work);

/** Does something with each of some things. */
export const eachInTurns = <T>(things: readonly T[], act: (thing: T) => void) =>
  bySize(things.length, one(things, act));

function* one<T>(things: readonly T[], act: (thing: T) => void): Slices<void> {
  for (const thing of things) {
    act(thing);
    yield;
  }
}

/** Who waits for a slice of the process's one loop, in order, and whether one was done in this turn whose work goes on. */
const turns = { waiting: [] as (() => void)[], isTaken: false };

const goOn = (): void => {
  turns.waiting.shift()?.();
  if (turns.waiting.length > 0) setImmediate(goOn);
};

/** Lets everything else have its turn. Works go on one at a time, so that many of them hold up others no longer than one. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if (turns.waiting.push(resolve) === 1) setImmediate(goOn);
  });

/** Whether other work goes on: what would begin now comes behind it. */
export const othersWait = (): boolean => turns.isTaken || turns.waiting.length > 0;

/** How long others wait at most, in milliseconds. */
const sliceMs = 3;

/** Does work in slices, other work between them. @param now milliseconds @returns no promise where one slice was all */
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
 * Does one slice of work. @param take is handed what the work yields, and says whether that is enough for one slice
 * @returns the last step: the work is over, or it has yielded
 */
export function slice<Y, T>(work: Generator<Y, T>, now: () => number, take?: (of: Y) => boolean) {
  const until = now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done) return step;
    if (take?.(step.value) !== true && now() < until) continue;
    turns.isTaken = true;
    setImmediate(() => (turns.isTaken = false));
    return step;
  }
}
