/** @param {readonly number[]} values @param {number} share between 0 and 1 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place % 1);
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * The median of the ratios of what was measured side by side. What slows the machine for a while
 * slows both halves of a pair, so it falls out; the ratio of two medians would keep it.
 *
 * @param {readonly number[]} above
 * @param {readonly number[]} below
 */
export const pairedRatio = (above, below) =>
  median(above.map((value, index) => value / (below[index] ?? Number.NaN)));
