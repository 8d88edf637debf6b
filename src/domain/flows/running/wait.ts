import type { Account } from "../../../world/account.ts";
import { latestMs } from "../../../world/time/clock-value.ts";
import type { Profile } from "../../resources/profile.ts";
import { type TimeZone, zoneOfAccount, zoneOr } from "../../time-zone.ts";
import type { ActionOf } from "../../grammar/flow-actions.ts";
import type { TriggerOf } from "../../grammar/flow-triggers.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

interface Until {
  readonly delay_until_time?: string | null | undefined;
  readonly delay_until_weekdays?: readonly string[] | null | undefined;
}

/** How long a unit is. @guess *ate_flow*: The secondary value of a delay is in the next smaller unit. */
const units = {
  days: { ms: dayMs, secondary: hourMs },
  hours: { ms: hourMs, secondary: minuteMs },
  minutes: { ms: minuteMs, secondary: 1000 },
} as const;

/** The zone of a flow's times: the person's own, or one by its name; else the account's. */
export function zoneFor(account: Account, { location }: Profile, name: string | null | undefined) {
  const own = name == null || name === "profile" ? (location?.timezone as string | null) : name;
  return zoneOr(own, zoneOfAccount(account));
}

const within = (at: number): number => Math.min(latestMs, Math.max(0, at || 0));

export function delayedUntil(
  { unit = "days", value, secondary_value, ...until }: ActionOf<"time-delay">["data"],
  zone: TimeZone,
  now: number,
): number {
  const { ms, secondary } = units[unit];
  return nextAt(until, zone, within(now + value * ms + (secondary_value ?? 0) * secondary));
}

export const targetAfter = (
  { target_days, target_time }: ActionOf<"target-date">["data"],
  zone: TimeZone,
  now: number,
): number =>
  nextAt({ delay_until_time: target_time, delay_until_weekdays: target_days }, zone, now);

/** When the countdown to a date, the wall time of its midnight, is over, which may be past. */
export function countedDownTo(
  { unit = "days", value = 0, ...until }: ActionOf<"countdown-delay">["data"],
  date: number,
  zone: TimeZone,
): number {
  const wall = { days: 1, weeks: 7 } as const;
  const day = unit === "months" ? monthsLater(date, -value) : date - value * wall[unit] * dayMs;
  return nextAt(until, zone, zone.instantOf(within(day)));
}

/** @guess *ate_flow*: A month later is the same day, or the last day of a shorter month. */
function monthsLater(wall: number, months: number): number {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
}

/** The first instant from one on at which the wall shows a time, on one of certain days. */
// @guess *ate_flow*: A delay until certain weekdays without a time ends at the same hour.
function nextAt(until: Until, zone: TimeZone, from: number): number {
  const { delay_until_time: time = null, delay_until_weekdays: days } = until;
  const isAnyDay = days == null || days.length === 0;
  if (time === null && isAnyDay) return from;
  const wall = zone.wallOf(from);
  const midnight = midnightOf(wall);
  const after = time === null ? wall - midnight : msOf(time);
  for (let day = midnight; day <= midnight + 8 * dayMs; day += dayMs) {
    if (!isAnyDay && !isOn(days, day)) continue;
    if (time === null && day === midnight) return from;
    const at = zone.instantOf(day + after);
    if (at >= from) return at;
  }
  return from;
}

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const isOn = (days: readonly string[], wall: number): boolean =>
  days.includes(weekdays[new Date(wall).getUTCDay()] ?? "");

/** `09:30` or `09:30:15`, in milliseconds since midnight. */
function msOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return hours * hourMs + minutes * minuteMs + seconds * 1000;
}

/** @guess *ate_flow*: Quiet hours of text messages are from 21:00 to 8:00 of the profile's own time. */
const quiet = { from: 21 * hourMs, to: 8 * hourMs } as const;

/** When the quiet hours end; undefined: there are none now. */
export function quietUntil(zone: TimeZone, now: number): number | undefined {
  const wall = zone.wallOf(now);
  const midnight = midnightOf(wall);
  const time = wall - midnight;
  if (time >= quiet.to && time < quiet.from) return undefined;
  return zone.instantOf(midnight + quiet.to + (time < quiet.to ? 0 : dayMs));
}

type DateTrigger = TriggerOf<"date">;

/** When a date lets somebody enter, and the wall time of midnight on the day that comes round. */
type Occasion = { readonly at: number; readonly date: number };

const weekDays = 7;

/** The occasions of a date, of which `date` is the wall time of its midnight, in a span without its end. */
export function occasionsIn(
  trigger: DateTrigger,
  date: number,
  zone: TimeZone,
  { from, to }: { readonly from: number; readonly to: number },
): Occasion[] {
  const { trigger_days: days, trigger_time } = trigger;
  const shifts = days != null && days.length > 0;
  const first = midnightOf(zone.wallOf(from)) - (shifts ? weekDays - 1 : 0) * dayMs;
  const last = midnightOf(zone.wallOf(to));
  const found: Occasion[] = [];
  for (let day = first; day <= last; day += dayMs) {
    const due = comesRound(trigger, date, day);
    if (due === undefined) continue;
    const at = zone.instantOf((shifts ? nextOn(days, day) : day) + msOf(trigger_time));
    if (at >= from && at < to) found.push({ at, date: due });
  }
  return found;
}

export const midnightOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/** The first of some days of the week from a day on. @guess *ate_flow: A date flow that starts on certain weekdays waits for the next of them. */
function nextOn(days: readonly string[], day: number): number {
  for (let at = day; at < day + weekDays * dayMs; at += dayMs) if (isOn(days, at)) return at;
  return day;
}

/** The day that comes round when the trigger comes that long before it. */
function comesRound(trigger: DateTrigger, date: number, day: number): number | undefined {
  const { timedelta_unit_before_date: unit = "weeks", timedelta_value_before_date: ahead } =
    trigger;
  if (unit !== "months") {
    const due = day + ahead * (unit === "weeks" ? weekDays : 1) * dayMs;
    return recurs(trigger, date, due) ? due : undefined;
  }
  // Of the last days of a long month, the last of a short one comes some months before all.
  const earliest = monthsLater(day, ahead);
  for (let due = earliest; due <= earliest + 3 * dayMs; due += dayMs) {
    if (monthsLater(due, -ahead) === day && recurs(trigger, date, due)) return due;
  }
  return undefined;
}

/** Whether a day is a date, or one of its returns. @guess *ate_flow: A yearly flow for the 29th of February runs on the last day of the month. */
function recurs(
  { recurrence_frequency: frequency = "monthly" }: DateTrigger,
  date: number,
  day: number,
): boolean {
  if (day <= date || frequency === "never") return day === date;
  if (frequency === "weekly") return (day - date) % (weekDays * dayMs) === 0;
  const [of, at] = [new Date(date), new Date(day)];
  const months =
    (at.getUTCFullYear() - of.getUTCFullYear()) * 12 + at.getUTCMonth() - of.getUTCMonth();
  if (frequency === "annually" && months % 12 !== 0) return false;
  return monthsLater(date, months) === day;
}
