import { type TimeZone, type Interval, startsOf, zoneOfAccount } from "../../domain/time-zone.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import { parseDatetime, wholeSecond } from "../../jsonapi/time.ts";
import type { Invocation } from "../../verbs/invocation.ts";

const dayMs = 86_400_000;

/** From an instant on, up to another, which is not in it: whole seconds, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** How many days it lasts by the clocks there. What ends now is as long as it was when this day began. */
  readonly days: number;
}

export type Timeframe =
  | { readonly key: TimeframeKey }
  | { readonly start: string; readonly end: string };

export const within = ({ from, to }: Span) => ({
  low: { value: from, inclusive: true },
  high: { value: to, inclusive: false },
});

/** The midnights, as wall times, of a name; without a second one, until now (recorded of `last_7_days`, which has eight days). */
export const timeframeKeys = {
  last_12_months: (today) => [monthsBefore(today, 12)],
  last_30_days: (today) => [today - 30 * dayMs],
  last_365_days: (today) => [today - 365 * dayMs],
  last_3_months: (today) => [monthsBefore(today, 3)],
  last_7_days: (today) => [today - 7 * dayMs],
  last_90_days: (today) => [today - 90 * dayMs],
  last_month: (today) => [month(today, -1), month(today, 0)],
  last_week: (today) => [monday(today) - 7 * dayMs, monday(today)],
  last_year: (today) => [year(today, -1), year(today, 0)],
  this_month: (today) => [month(today, 0)],
  this_week: (today) => [monday(today)],
  this_year: (today) => [year(today, 0)],
  today: (today) => [today],
  yesterday: (today) => [today - dayMs, today],
} as const satisfies Readonly<Record<string, (today: number) => readonly [number, number?]>>;

type TimeframeKey = keyof typeof timeframeKeys;

const at = "/data/attributes/timeframe";

/** What a timeframe means in a zone: the offsets of its own are not looked at. */
function spanOf(asked: Timeframe, zone: TimeZone, now: number, earliest?: number): Span | Problem {
  const span = "key" in asked ? spanOfKey(asked.key, zone, now) : spanBetween(asked, zone);
  if ("pointer" in span || earliest === undefined) return span;
  if (span.from >= zone.instantOf(earliest)) return span;
  const day = new Date(earliest).toISOString().slice(0, 10);
  return invalidProblem(at, `The timeframe begins before ${day}, from when on there are numbers.`);
}

function spanOfKey(key: TimeframeKey, zone: TimeZone, now: number): Span {
  const wall = zone.wallOf(now);
  const today = wall - modulo(wall, dayMs);
  const [from, to]: readonly [number, number?] = timeframeKeys[key](today);
  const end = to === undefined ? wholeSecond(now) + 1000 : zone.instantOf(to);
  return { from: zone.instantOf(from), to: end, days: ((to ?? today) - from) / dayMs };
}

function spanBetween(asked: { start: string; end: string }, zone: TimeZone): Span | Problem {
  const [from, to] = [wallTime(asked.start), wallTime(asked.end)];
  if (from === undefined || to === undefined) {
    const place = `${at}/${from === undefined ? "start" : "end"}`;
    return invalidProblem(place, "Expected an ISO 8601 datetime.");
  }
  if (to <= from) return invalidProblem(`${at}/end`, "The timeframe ends before it begins.");
  if (to > yearAfter(from)) return invalidProblem(at, "The timeframe is longer than one year.");
  return { from: zone.instantOf(from), to: zone.instantOf(to), days: (to - from) / dayMs };
}

/** The wall time that a datetime writes, whichever offset it names. */
function wallTime(text: string): number | undefined {
  const wall = parseDatetime(text.replace(/^(.{10}[T ].*?)(Z|z|[+\- ]\d\d:?\d\d)$/, "$1"));
  return wall === undefined ? undefined : wholeSecond(wall);
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

const monday = (today: number): number => today - modulo(today / dayMs + 3, 7) * dayMs;

function month(today: number, away: number): number {
  const date = new Date(today);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + away, 1);
}

const year = (today: number, away: number): number =>
  Date.UTC(new Date(today).getUTCFullYear() + away, 0, 1);

/** @guess reporting: A timeframe of months begins on the same day of the earlier month, or on its last day. */
function monthsBefore(today: number, months: number): number {
  const days = new Date(month(today, 1 - months) - dayMs).getUTCDate();
  const day = Math.min(new Date(today).getUTCDate(), days);
  return month(today, -months) + (day - 1) * dayMs;
}

function yearAfter(wall: number): number {
  const date = new Date(wall);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}

/** What a series counts by, and how many days it lasts at most. */
// @guess query_flow_series, query_form_series, query_segment_series: Weekly and monthly series may span a year: 52 weeks would leave out `last_365_days`.
export const reportIntervals = {
  daily: { by: "day", days: 60 },
  hourly: { by: "hour", days: 7 },
  monthly: { by: "month" },
  weekly: { by: "week" },
} as const satisfies Readonly<Record<string, { readonly by: Interval; readonly days?: number }>>;

export type ReportInterval = keyof typeof reportIntervals;

export interface Frame {
  readonly span: Span;
  /** Where its parts begin: one for each number of a series, and one for all values. The first may begin before it. */
  readonly starts: readonly number[];
}

/** @param earliest before when nothing is known, as a wall time */
export function frameOf(
  { account, now }: Invocation,
  asked: { readonly timeframe: Timeframe; readonly interval?: ReportInterval },
  earliest?: number,
): Frame | Problem {
  const { timeframe, interval } = asked;
  const zone = zoneOfAccount(account);
  const span = spanOf(timeframe, zone, now, earliest);
  if (isProblem(span)) return span;
  if (interval === undefined) return { span, starts: [span.from] };
  const { by, days = Infinity }: { by: Interval; days?: number } = reportIntervals[interval];
  if (span.days <= days) return { span, starts: startsOf(by, zone, span.from, span.to) };
  const detail = `The series is ${interval}, and longer than ${days} days.`;
  return invalidProblem("/data/attributes/interval", detail);
}

export const isProblem = (found: object): found is Problem => "pointer" in found;
