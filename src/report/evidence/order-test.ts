import type { Series } from "./e-value.ts";
import { sum } from "../slices.ts";
import { errorFunction } from "simple-statistics";

/**
 * How likely it is that waits which are drawn alike are so well in order or better by chance: a permutation test on
 * the number of pairs in order (Kendall's S; with groups, Jonckheere's).
 * @param sequences the sizes of the groups of each, as they should come; within a group any order is good
 * @param inversions pairs of different groups out of order, in all of them together; a tie is half a one
 */
export function chanceOfOrder(sequences: Series, inversions: number): number {
  const pairs = pairsOf(sequences);
  if (pairs > exactMax) return byNormal(sequences, pairs, inversions);
  let chances: Float64Array = Float64Array.of(1);
  for (const sizes of sequences) {
    // Of n values the last one stands before 0 to n - 1 others, each as likely.
    for (let n = 2; n <= sum(sizes); n += 1) chances = spread(chances, n);
    for (const size of sizes) {
      for (let n = 2; n <= size; n += 1) chances = gathered(chances, n);
    }
  }
  return chances.slice(0, Math.ceil(inversions) + 1).reduce((total, chance) => total + chance, 0);
}

export const pairsOf = (sequences: Series): number =>
  sum(sequences.map((sizes) => (sum(sizes) ** 2 - sum(sizes.map((size) => size ** 2))) / 2));

/** From so many pairs on the sum is normal for all that matters here. */
const exactMax = 400;

function spread(chances: Float64Array, n: number): Float64Array {
  const next = new Float64Array(chances.length + n - 1);
  let total = 0;
  for (let at = 0; at < next.length; at += 1) {
    total += (chances[at] ?? 0) - (chances[at - n] ?? 0);
    next[at] = total / n;
  }
  return next;
}

/** What `spread` made of it: the order within a group tells nothing. */
function gathered(chances: Float64Array, n: number): Float64Array {
  const before = new Float64Array(chances.length - n + 1);
  for (let at = 0; at < before.length; at += 1) {
    const step = (chances[at] ?? 0) - (chances[at - 1] ?? 0);
    before[at] = Math.max(0, step * n + (before[at - n] ?? 0));
  }
  return before;
}

function byNormal(sequences: Series, pairs: number, inversions: number): number {
  const part = (n: number) => n ** 2 * (2 * n + 3);
  const variance = sum(sequences.map((sizes) => (part(sum(sizes)) - sum(sizes.map(part))) / 72));
  const z = (inversions + 0.5 - pairs / 2) / Math.sqrt(variance);
  return (1 + errorFunction(z / Math.SQRT2)) / 2;
}
