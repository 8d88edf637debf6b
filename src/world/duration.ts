import ms from "ms";

/**
 * Reads a duration: a number of milliseconds, or text such as `250ms`, `2s`, `10m`, `-3d`.
 *
 * @returns milliseconds, or undefined if it is no duration
 */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || !/^[+-]?\d*\.?\d+\s*[a-z]*$/i.test(value)) return undefined;
  const found = ms(value.replace(/^\+/, "") as ms.StringValue);
  return Number.isFinite(found) ? found : undefined;
}

/** `2 minutes`, `3 days`: the largest unit, rounded. */
export const formatDuration = (durationMs: number): string => ms(durationMs, { long: true });
