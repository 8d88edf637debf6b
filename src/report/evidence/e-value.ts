/**
 * An e-value says how many times likelier something is if a claim is true than in any way in which it is false.
 * Where it is false, it reaches 10,000 with a probability below 1 in 10,000 (Ville), however often one looks: runs may
 * be added until it does. They are kept as logarithms.
 */
export const isSure = (logarithm: number): boolean => logarithm >= sure;

export const sure = Math.log(10_000);

export function meanOf(logarithms: readonly number[]): number {
  const most = Math.max(...logarithms);
  if (!Number.isFinite(most)) return most;
  const sum = logarithms.reduce((total, each) => total + Math.exp(each - most), 0);
  return most + Math.log(sum / logarithms.length);
}

/** How many times as much of the same is enough; undefined: it points the other way, or hardly at all. */
export function timesEnough(logarithm: number): number | undefined {
  return logarithm < leastSaid ? undefined : Math.max(1.1, sure / logarithm);
}

/** Less than that says nothing about what more of it would say. */
const leastSaid = 0.5;

/** How likely an outcome of two is seen so often, where its probability is at most, or at least, this: the highest. */
export function likelihoodOf(hits: number, misses: number, [from, to]: readonly [number, number]) {
  const share = hits + misses === 0 ? from : hits / (hits + misses);
  const best = Math.min(to, Math.max(from, share));
  return times(hits, best) + times(misses, 1 - best);
}

const times = (count: number, probability: number): number =>
  count === 0 ? 0 : count * Math.log(probability);

export type Series = readonly (readonly number[])[];
