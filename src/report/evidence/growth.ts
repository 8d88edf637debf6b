import { likelihoodOf, meanOf, type Series } from "./e-value.ts";

export interface Grown {
  /** A wait has grown if it is more than so many times the one before. */
  readonly growthMin: number;
  /** What clocks, timers and a busy machine add to a wait, in milliseconds. */
  readonly noiseMs: number;
}

/**
 * E-values, as logarithms. That waits grow is held against every client whose waits are drawn alike at each step:
 * each order within a call is as likely then. That they stay is held against fixed, linear and exponential steps with any jitter and any cap, if
 * the third wait (or the second) is drawn from half as much again as the first: it is longer in most calls then.
 * @param calls the waits of each, two or more, in milliseconds
 */
export const growthOf = (calls: Series, grown: Grown) => ({
  grows: meanOf(
    horizons.flatMap((steps) => {
      const begun = calls.map((waits) => waits.slice(0, steps));
      return strengths.map((strength) => orderOf(begun, grown, strength));
    }),
  ),
  stays: stayOf(calls, grown),
});

/** How strictly waits may be in order if they grow: hardly more than by chance, up to always. */
const strengths = [0.4, 1, 2, 5] as const;
/** The first waits of each call that are looked at: later ones may have reached a cap. */
const horizons = [2, 3, 10] as const;

/** Mallows' model of orders, against the uniform one. A pair that has not grown at all counts as out of order. */
function orderOf(calls: Series, grown: Grown, strength: number): number {
  let logarithm = 0;
  for (const waits of calls) {
    const pairs = (waits.length * (waits.length - 1)) / 2;
    logarithm -= strength * (pairs - risingIn(waits, hardly(grown)));
    for (let n = 2; n <= waits.length; n += 1) {
      logarithm += Math.log((n * (1 - Math.exp(-strength))) / (1 - Math.exp(-n * strength)));
    }
  }
  return logarithm;
}

/** Jitter hides much of the growth of one pair: any of it counts towards the order of many. */
const hardly = ({ growthMin, noiseMs }: Grown): Grown => ({
  growthMin: growthMin ** 0.25,
  noiseMs,
});

const hasGrown = (earlier: number, later: number, { growthMin, noiseMs }: Grown): boolean =>
  later > earlier * growthMin + noiseMs;

export const risingIn = (waits: readonly number[], grown: Grown): number =>
  waits.reduce(
    (count, later, index) =>
      count + waits.slice(0, index).filter((earlier) => hasGrown(earlier, later, grown)).length,
    0,
  );

/** How often the third wait of a client whose waits grow is longer than its first, at least. */
const risesMin = 0.6;
/** How likely it is of such a client that both are equal, for a wait as long as the difference that counts as none. */
const equalShare = 6;

/** What clients do whose waits do not grow: how often the third wait is equal to the first, and how often longer. */
const flat = [
  { equal: 0.94, longer: 0.02 },
  { equal: 0.6, longer: 0.1 },
  { equal: 0.1, longer: 0.3 },
  { equal: 0.02, longer: 0.42 },
  { equal: 0.02, longer: 0.1 },
  { equal: 0.01, longer: 0.01 },
] as const;

function stayOf(calls: Series, grown: Grown): number {
  const chances = { equal: [] as number[], longer: 0, shorter: 0 };
  for (const waits of calls) {
    const [begin = 0, end = 0] = [waits[0], waits[Math.min(2, waits.length - 1)]];
    const equalMs = Math.min(grown.noiseMs, Math.max(2, begin / 50));
    if (Math.abs(end - begin) <= equalMs) {
      chances.equal.push(Math.min(1 - risesMin, (equalShare * equalMs) / Math.max(1, begin)));
    } else if (hasGrown(begin, end, grown)) chances.longer += 1;
    else chances.shorter += 1;
  }
  const growing =
    chances.equal.reduce((sum, chance) => sum + Math.log(chance), 0) +
    likelihoodOf(chances.longer, chances.shorter, [risesMin, 1]);
  const staying = flat.map(
    ({ equal, longer }) =>
      chances.equal.length * Math.log(equal) +
      chances.longer * Math.log(longer) +
      chances.shorter * Math.log(1 - equal - longer),
  );
  return meanOf(staying) - growing;
}
