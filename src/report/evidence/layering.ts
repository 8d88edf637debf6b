import { likelihoodOf, meanOf, type Series } from "./e-value.ts";

/**
 * E-values, as logarithms. The inner of two loops starts over after each wait of the outer one, as in 0.2 0.4 | 1.0 | 0.2 0.4. That they are
 * nested is held against every single loop: there at most every second wait is longer than both beside it, and what it
 * waits first comes again in few calls. That there is one is held against every nested one whose loops wait
 * differently: where the inner one ends, few waits are followed by a longer one.
 * @param calls the waits of each, two or more, in milliseconds
 * @param attempts how many a call makes at most: the inner loop runs twice in them
 */
export function layeringOf(calls: Series, noiseMs: number, attempts: number) {
  const isLonger: Pair = (one, other) => one > other + noiseMs;
  const longest = Math.max(...calls.map(({ length }) => length));
  const steps = Array.from({ length: longest }, (_, at) => at);
  const nested = steps.flatMap((at) =>
    often.flatMap((share) => [
      evidence(peaksAt(calls, at, isLonger), share, peakMax),
      evidence(repeatsOf(calls, at + 2, noiseMs), share, againMax),
    ]),
  );
  const single = steps
    .slice(0, Math.max(1, Math.floor(attempts / 2)))
    .map((at) =>
      meanOf(often.map((share) => evidence(risesAt(calls, at, isLonger), share, riseMax))),
    );
  const pairs = calls.flatMap((waits) =>
    waits.slice(1).map((wait, index) => Math.abs(wait - (waits[index] ?? 0)) <= noiseMs),
  );
  const level = pairs.filter(Boolean).length / pairs.length;
  return { nested: meanOf(nested), single: Math.min(...single), level };
}

type Seen = readonly [hits: number, misses: number];

type Pair = (one: number, other: number) => boolean;

/** How often it may be seen of a client of which the claim is true. */
const often = [0.55, 0.75, 0.98] as const;
/** How often a wait of one loop is longer than the one before and the one after, at most. */
const peakMax = 0.5;
/** How often the first waits of one loop come again by chance, at most. */
const againMax = 1 / 8;
/** How often the wait at the end of the inner loop is followed by a longer one, if those of one loop are twice as long. */
const riseMax = 0.25;

/** Of a claim where something is seen so often, against every share up to the most of it without. */
const evidence = ([hits, misses]: Seen, share: number, most: number): number =>
  hits * Math.log(share) + misses * Math.log(1 - share) - likelihoodOf(hits, misses, [0, most]);

const seenIn = (calls: Series, is: (waits: readonly number[]) => boolean): Seen => {
  const hits = calls.filter(is).length;
  return [hits, calls.length - hits];
};

/** The last wait of a call is no evidence: a client may shorten it, so that its time is enough. */
const peaksAt = (calls: Series, at: number, isLonger: Pair): Seen =>
  seenIn(
    calls.filter(({ length }) => at > 0 && length > at + 2),
    ({ [at - 1]: before = 0, [at]: wait = 0, [at + 1]: next = 0 }) =>
      isLonger(wait, before) && isLonger(wait, next),
  );

const risesAt = (calls: Series, at: number, isLonger: Pair): Seen =>
  seenIn(
    calls.filter(({ length }) => length > at + 1),
    ({ [at]: wait = 0, [at + 1]: next = 0 }) => isLonger(next, wait),
  );

/** How often all waits after a period are what they were in it, though they differ within it. */
const repeatsOf = (calls: Series, period: number, noiseMs: number): Seen =>
  seenIn(
    calls.filter(({ length }) => length > period),
    (waits) => {
      const first = waits.slice(0, period);
      const nearMs = Math.min(noiseMs, Math.max(nearMsMin, (waits[0] ?? 0) / 20));
      return (
        Math.max(...first) - Math.min(...first) >= apart * nearMs &&
        waits
          .slice(period, 2 * period - 1)
          .every((wait, index) => Math.abs(wait - (first[index] ?? 0)) <= nearMs)
      );
    },
  );

/** Timers are no more exact than that, in milliseconds. */
const nearMsMin = 5;
/** By so many times more than they are exact waits must differ: then chance seldom makes two of them alike. */
const apart = 24;
