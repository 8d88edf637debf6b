import { parseDatetime } from "../jsonapi/time.ts";
import { parseDuration } from "../world/duration.ts";
import type { PlanTime } from "./plan.ts";

/** How far back a relative time may reach, in milliseconds: twenty years. */
const pastMsMax = 20 * 366 * 86_400_000;

/** What a time in a fixture must look like, for people. */
export const timeExpected = "expected a time such as -3d, -90m or 2026-01-31T12:00:00Z";

/**
 * Reads a time of a fixture: a duration with its unit, counted from the moment of planting, or an
 * ISO 8601 datetime.
 *
 * @returns undefined if it is neither, or lies out of reach
 */
export function readTime(text: string): PlanTime | undefined {
  const instant = parseDatetime(text);
  if (instant !== undefined) return text;
  // A bare number would be milliseconds, which nobody means who leaves the unit away.
  const relative = /[a-z]$/i.test(text) ? parseDuration(text) : undefined;
  if (relative === undefined || relative < -pastMsMax) return undefined;
  return Math.round(relative);
}

/** The instant of a time, in milliseconds since 1970. */
export const instantOf = (time: PlanTime, planted: number): number =>
  typeof time === "number" ? planted + time : (parseDatetime(time) ?? planted);

/**
 * Stands for the moment of planting where times must be compared before it is known. Only where one
 * fixture mixes relative and absolute times can the order so found differ from the planted one.
 */
const nominal = Date.UTC(2026, 6, 1);

export const nominalInstant = (time: PlanTime): number => instantOf(time, nominal);
