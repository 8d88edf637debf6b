import { type Interval, startsOf, type TimeZone } from "../../domain/time-zone.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Span } from "./timeframe.ts";

/**
 * What a series counts by, and how many days it lasts at most. @guess query_flow_series, query_form_series,
 * query_segment_series: A weekly series may span 52 weeks, as a monthly one.
 */
const intervals = {
  daily: { by: "day", days: 60 },
  hourly: { by: "hour", days: 7 },
  monthly: { by: "month" },
  weekly: { by: "week" },
} as const satisfies Readonly<Record<string, { readonly by: Interval; readonly days?: number }>>;

export type ReportInterval = keyof typeof intervals;
export const reportIntervals = Object.keys(intervals) as readonly ReportInterval[];

/** Where the parts of a series begin, of which the first may begin before its timeframe. */
export function startsIn(
  interval: ReportInterval,
  zone: TimeZone,
  { from, to, days }: Span,
): readonly number[] | Problem {
  const { by, days: most = Infinity }: { by: Interval; days?: number } = intervals[interval];
  if (days <= most) return startsOf(by, zone, from, to);
  const detail = `The series is ${interval}, and longer than ${most} days.`;
  return invalidProblem("/data/attributes/interval", detail);
}
