import type { Account } from "../world/account.ts";
import { accounts } from "./resources/account.ts";

export const zoneOfAccount = (account: Account): TimeZone =>
  zoneNamed(account.table(accounts).get(account.id)?.timezone ?? "UTC");

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const offsetsMax = 10_000;

/** `11/14/2023, 17:13:20` */
const wallText = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

/**
 * A time zone of the IANA database. A *wall* time is what a clock on the wall shows there, as the milliseconds since
 * 1970 of a clock that shows the same in UTC.
 */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;
  /** Its offset from UTC, by hours since 1970; null: it changes within the hour. */
  readonly #offsets = new Map<number, number | null>();

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  /** Undefined: there is no zone of this name. */
  static named(name: string): TimeZone | undefined {
    // Offsets such as `+01:00` are no names, though some versions of Node take them.
    if (!/^[A-Za-z]/.test(name)) return undefined;
    try {
      const date = { year: "numeric", month: "numeric", day: "numeric" } as const;
      const time = { hour: "numeric", minute: "numeric", second: "numeric" } as const;
      const options = { timeZone: name, hourCycle: "h23", ...date, ...time } as const;
      return new TimeZone(new Intl.DateTimeFormat("en-US", options));
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  wallOf(at: number): number {
    return Math.floor(at / 1000) * 1000 + this.#offsetAt(at);
  }

  /** An offset is looked up once in an hour: a flow asks of the same few for everybody (`bench --only flows`). */
  #offsetAt(at: number): number {
    const hour = Math.floor(at / hourMs);
    let known = this.#offsets.get(hour);
    if (known === undefined) {
      const [first, last] = [hour * hourMs, (hour + 1) * hourMs - 1000].map(this.#shownOffsetAt);
      known = first === last ? (first as number) : null;
      if (this.#offsets.size >= offsetsMax) this.#offsets.clear();
      this.#offsets.set(hour, known);
    }
    return known ?? this.#shownOffsetAt(at);
  }

  readonly #shownOffsetAt = (at: number): number =>
    this.#shownAt(at) - Math.floor(at / 1000) * 1000;

  #shownAt(at: number): number {
    const found = wallText.exec(this.#format.format(at));
    if (found === null) throw new Error(`no wall time of ${at}`);
    const [month = 0, day, year = 0, hour, minute, second] = found.slice(1).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }

  /** The first instant at which the wall shows this; of a time that was skipped, as if the clock had not been put forward. */
  instantOf = (wall: number): number => {
    const earlier = wall - this.#offsetAt(wall - dayMs);
    const later = wall - this.#offsetAt(wall + dayMs);
    const second = Math.floor(wall / 1000) * 1000;
    const shows = (at: number) => this.wallOf(at) === second;
    const found = [Math.min(earlier, later), Math.max(earlier, later)].find(shows);
    return found ?? earlier;
  };
}

const zones = new Map<string, TimeZone>();

/** The zone of an account; of a name that is none's, UTC. Each is made once: that takes a while. */
export function zoneNamed(name: string): TimeZone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const made = TimeZone.named(name) ?? (TimeZone.named("UTC") as TimeZone);
  zones.set(name, made);
  return made;
}

const perhaps = new Map<string, TimeZone | undefined>();

/** A zone by a name that may be none's, or missing; each is made once. */
export function zoneOr(name: string | null | undefined, otherwise: TimeZone): TimeZone {
  if (name == null) return otherwise;
  if (!perhaps.has(name)) perhaps.set(name, TimeZone.named(name));
  return perhaps.get(name) ?? otherwise;
}

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

/**
 * Where the hours, days, weeks or months of a zone begin that a span of time touches, the first at `from` or before it.
 * Weeks of reports begin on Monday (reporting.md). @guess query_metric_aggregates: A week begins on Monday, as in reports.
 */
export function startsOf(interval: Interval, zone: TimeZone, from: number, to: number): number[] {
  return interval === "hour" ? hours(zone, from, to) : dates(interval, zone, from, to);
}

/** Hours pass in time: there are two of one name where the clock is put back. */
function hours(zone: TimeZone, from: number, to: number): number[] {
  const found: number[] = [];
  // Where the clock is put on by half an hour, one lasts longer.
  const whole = (at: number) => (hourMs - modulo(zone.wallOf(at), hourMs)) % hourMs;
  let start = from - modulo(zone.wallOf(from), hourMs) - modulo(from, 1000);
  while (start < to) {
    found.push(start);
    start += hourMs;
    start += whole(start);
  }
  return found;
}

function dates(interval: Interval, zone: TimeZone, from: number, to: number): number[] {
  const found: number[] = [];
  let wall = firstDay(interval, zone.wallOf(from));
  for (let start = zone.instantOf(wall); start < to; start = zone.instantOf(wall)) {
    // A day that was skipped, where the date line was moved, begins with the next.
    if (start !== found.at(-1)) found.push(start);
    wall = nextDay(interval, wall);
  }
  return found;
}

/** The midnight, as a wall time, with which the interval began that this wall time is in. */
function firstDay(interval: Interval, wall: number): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (interval === "month") return Date.UTC(year, month, 1);
  return Date.UTC(year, month, day - (interval === "week" ? (date.getUTCDay() + 6) % 7 : 0));
}

function nextDay(interval: Interval, wall: number): number {
  if (interval !== "month") return wall + (interval === "week" ? 7 : 1) * dayMs;
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
