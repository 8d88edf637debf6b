import { parseDatetime } from "../../jsonapi/time.ts";
import type { AlltimeFilter, DateFilter } from "../grammar/filters.ts";
import type { TimeZone } from "../time-zone.ts";

export type AnyDateFilter = DateFilter | AlltimeFilter;

/** Whether something holds now, and the next instant at which time alone may change that. */
export interface Holding {
  readonly holds: boolean;
  /** World time, later than now; Infinity: never. */
  readonly next: number;
}

/** What holds, or does not, whatever the time is. */
export const always = (holds: boolean): Holding => ({ holds, next: Infinity });

/** When a definition is looked at, and where its months and days begin. */
export interface Moment {
  readonly now: number;
  /** @guess *ate_segment: A condition on dates is in the account's time zone. */
  readonly zone: () => TimeZone;
}

export interface When {
  readonly at: number;
  /** Of a day alone: its midnight, wherever that is. */
  readonly day?: number;
}

/** The instants that a filter asks for now: after `low`, up to and with `high`. */
type Bounds = { readonly low: number; readonly high: number };

// No definition may be sent with a minute any more, but folders of earlier versions have it.
const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
const dayMs = unitMs.day;

export function whenOf(value: unknown): When | undefined {
  if (typeof value !== "string") return undefined;
  const at = parseDatetime(value);
  if (at === undefined) return undefined;
  return value.length === "2026-07-15".length ? { at, day: at } : { at };
}

/** How long ago a date lies, at least and less than; ahead of now it is less than 0. */
function ageOf(filter: AnyDateFilter) {
  switch (filter.operator) {
    case "at-least":
      return { least: filter.quantity * unitMs[filter.unit], below: Infinity };
    case "in-the-last":
      return { least: 0, below: filter.quantity * unitMs[filter.unit] };
    case "in-the-next":
      // What is now is no longer to come.
      return { least: -filter.quantity * unitMs[filter.unit], below: 0 };
    case "between": {
      // @guess *ate_segment: The two ends of a relative date range may come in either order.
      const ends = [filter.start, filter.end].map((each) => each * unitMs[filter.unit]);
      return { least: Math.min(...ends), below: Math.max(...ends) + 1 };
    }
    default:
      return undefined;
  }
}

function fixedBounds(filter: AnyDateFilter): Bounds | undefined {
  const at = (text: string) => parseDatetime(text) ?? 0;
  switch (filter.operator) {
    case "alltime":
      return { low: -Infinity, high: Infinity };
    case "after":
      return { low: at(filter.date), high: Infinity };
    case "before":
      return { low: -Infinity, high: at(filter.date) - 1 };
    case "between-static":
      return { low: at(filter.start) - 1, high: at(filter.end) };
    default:
      return undefined;
  }
}

/** Whether a filter asks for all that happens between two instants: not by the day of the year. */
export const isSpan = (filter: AnyDateFilter): boolean =>
  ageOf(filter) !== undefined || fixedBounds(filter) !== undefined;

/** Where to look for what happens as a filter asks; what it may ask for later lies behind `ahead`. */
export function boundsOf(filter: AnyDateFilter, now: number): Bounds & { readonly ahead: number } {
  const age = ageOf(filter);
  if (age !== undefined) {
    const high = now - age.least;
    return { low: now - age.below, high, ahead: high };
  }
  // Anniversaries may be those of anything that has happened.
  const { low, high } = fixedBounds(filter) ?? { low: -Infinity, high: Infinity };
  return { low, high: Math.min(high, now), ahead: now };
}

export function meetsDate(filter: AnyDateFilter, when: When, moment: Moment): Holding {
  const { now } = moment;
  const age = ageOf(filter);
  if (age !== undefined) return during(when.at + age.least, when.at + age.below, now);
  const bounds = fixedBounds(filter);
  if (bounds !== undefined) return always(when.at > bounds.low && when.at <= bounds.high);
  return meetsCalendar(filter, when, moment);
}

/** The same of something that happens: before it has, it is as only `in-the-next` asks. */
export function happensAs(filter: AnyDateFilter, at: number, moment: Moment): Holding {
  if (at > moment.now && filter.operator !== "in-the-next") return { holds: false, next: at };
  return meetsDate(filter, { at }, moment);
}

function during(from: number, until: number, now: number): Holding {
  if (now < from) return { holds: false, next: from };
  return now < until ? { holds: true, next: until } : always(false);
}

/** @guess *ate_segment: An anniversary goes by month and day, and also counts in the years before the date. */
function meetsCalendar(filter: AnyDateFilter, { at, day }: When, moment: Moment): Holding {
  const zone = moment.zone();
  const date = new Date(day ?? zone.wallOf(at));
  const [month, dayOfMonth] = [date.getUTCMonth(), date.getUTCDate()];
  const today = new Date(zone.wallOf(moment.now));
  const year = today.getUTCFullYear();
  // @guess *ate_segment: An anniversary of the 29th of February is the 1st of March in other years.
  const dayIn = (offset: number) => zone.instantOf(Date.UTC(year + offset, month, dayOfMonth));
  switch (filter.operator) {
    case "calendar-month":
      return always(month + 1 === filter.value);
    case "anniversary": {
      const ends = zone.instantOf(Date.UTC(year, month, dayOfMonth) + dayMs);
      return recurring([dayIn(-1), dayIn(0), dayIn(1)], ends - dayIn(0), moment.now);
    }
    case "anniversary-month": {
      const starts = [0, 1].map((offset) => zone.instantOf(Date.UTC(year + offset, month)));
      const next = starts.find((each) => each > moment.now) ?? Infinity;
      if (today.getUTCMonth() !== month) return { holds: false, next };
      return { holds: true, next: zone.instantOf(Date.UTC(year, month + 1)) };
    }
    case "anniversary-last":
    case "anniversary-next": {
      const ms = filter.quantity * unitMs[filter.unit];
      const isNext = filter.operator === "anniversary-next";
      const starts = isNext
        ? [dayIn(0) - ms, dayIn(1) - ms, dayIn(2) - ms]
        : [dayIn(-1), dayIn(0), dayIn(1)];
      return recurring(starts, ms, moment.now);
    }
    default:
      return always(false);
  }
}

/** Something that begins at each of some instants, of which the last lies ahead, and lasts a while. */
function recurring(starts: readonly number[], ms: number, now: number): Holding {
  const next = starts.find((each) => each > now) ?? Infinity;
  const last = starts.findLast((each) => each <= now) ?? -Infinity;
  if (now >= last + ms) return { holds: false, next };
  return { holds: true, next: Math.min(next, last + ms) };
}
