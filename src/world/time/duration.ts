import ms from "ms";
import { described, named, type Shape, string } from "../../contract/shape.ts";

/** What a duration is in a document: a text with its unit. */
const duration = named("Duration", string({ minLength: 1 }));

/** A duration that says what it is for. */
export const durationShape = (description?: string): Shape<string> =>
  description === undefined ? duration : described(duration, description);

export const isDurationShape = ({ name }: Shape): boolean => name === duration.name;

/** Milliseconds of a text such as `250ms`, `1h30m`, `-3d`; undefined: it is none, like any bare number but 0. */
export function parseDuration(value: unknown): number | undefined {
  if (value === 0 || (typeof value === "string" && /^[+-]?0+$/.test(value))) return 0;
  if (typeof value !== "string" || !/^[+-]?(?:\d*\.?\d+\s*[a-z]+\s*)+$/i.test(value))
    return undefined;
  const parts = value.match(/[\d.]+\s*[a-z]+/gi) ?? [];
  const found = parts.reduce((sum, part) => sum + ms(part as ms.StringValue), 0);
  if (!Number.isFinite(found)) return undefined;
  return value.startsWith("-") ? -found : found;
}

/** Why a value is no duration: of a bare number, both things that it may mean. @param usual what is expected else */
export const notDuration = (value: unknown, usual: string): string =>
  typeof value === "number" || (typeof value === "string" && /^[+-]?\d*\.?\d+$/.test(value))
    ? `expected a duration with its unit: "${value}s" or "${value}ms"`
    : usual;

/** `2 minutes`, `3 days`: the largest unit, rounded. */
export const formatDuration = (durationMs: number): string => ms(durationMs, { long: true });
