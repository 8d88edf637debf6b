import { errorFunction } from "simple-statistics";

/**
 * How likely it is that waits which are drawn alike, step for step, are so well in order or better by
 * chance alone: a permutation test within each sequence on the number of pairs in order (Kendall's S).
 *
 * @param lengths of the sequences
 * @param inversions pairs out of order in all of them together; a tie is half a one
 */
export function chanceOfOrder(lengths: readonly number[], inversions: number): number {
  const pairs = pairsOf(lengths);
  if (pairs > exactMax) return byNormal(lengths, pairs, inversions);
  let chances: Float64Array = Float64Array.of(1);
  for (const length of lengths) {
    // Of n values the last one stands before 0 to n - 1 others, each as likely.
    for (let n = 2; n <= length; n += 1) chances = spread(chances, n);
  }
  return chances.slice(0, Math.ceil(inversions) + 1).reduce((sum, chance) => sum + chance, 0);
}

/** How many pairs there are within sequences of these lengths. */
export const pairsOf = (lengths: readonly number[]): number =>
  lengths.reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);

/** From so many pairs on the sum is normal for all that matters here. */
const exactMax = 400;

function spread(chances: Float64Array, n: number): Float64Array {
  const next = new Float64Array(chances.length + n - 1);
  // The sum of the last n of them, as it moves on.
  let sum = 0;
  for (let at = 0; at < next.length; at += 1) {
    sum += (chances[at] ?? 0) - (chances[at - n] ?? 0);
    next[at] = sum / n;
  }
  return next;
}

function byNormal(lengths: readonly number[], pairs: number, inversions: number): number {
  const variance = lengths.reduce((sum, n) => sum + (n * (n - 1) * (2 * n + 5)) / 72, 0);
  const z = (inversions + 0.5 - pairs / 2) / Math.sqrt(variance);
  return (1 + errorFunction(z / Math.SQRT2)) / 2;
}
