import type { Account } from "../../../world/account.ts";
import { latestMs } from "../../../world/time/clock-value.ts";
import type { Profile } from "../../resources/profile.ts";
import { type TimeZone, zoneOfAccount, zoneOr } from "../../time-zone.ts";
import type { ActionOf } from "../../grammar/flow-actions.ts";
import type { Weekdays } from "../../grammar/flow-triggers.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** What a delay waits for behind its time: an hour by the clocks on the wall, and certain days. */
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

/** The zone that a flow's times are of: the person's own, which may be none, or one by its name; else the account's. */
export function zoneFor(
  account: Account,
  { location }: Profile,
  name: string | null | undefined,
): TimeZone {
  const own = name == null || name === "profile" ? (location?.timezone as string | null) : name;
  return zoneOr(own, zoneOfAccount(account));
}

/** An instant that a calendar has: however many days there are to wait. */
const within = (at: number): number => Math.min(latestMs, Math.max(0, at || 0));

/** When a delay that begins now is over. */
export function delayedUntil(
  { unit = "days", value, secondary_value, ...until }: ActionOf<"time-delay">["data"],
  zone: TimeZone,
  now: number,
): number {
  const { ms, secondary } = units[unit];
  return nextAt(until, zone, within(now + value * ms + (secondary_value ?? 0) * secondary));
}

/** The first time of the week that is meant, now or later; without a day and a time, that is now. */
export const targetAfter = (
  { target_days, target_time }: ActionOf<"target-date">["data"],
  zone: TimeZone,
  now: number,
): number =>
  nextAt({ delay_until_time: target_time, delay_until_weekdays: target_days }, zone, now);

/**
 * When the countdown to a date is over, which may be past.
 *
 * @param date the wall time of its midnight
 */
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
export function monthsLater(wall: number, months: number): number {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
}

/**
 * The first instant from one on at which the wall shows a time, on one of certain days. @guess *ate_flow*: A delay
 * until certain weekdays without a time ends at the same hour.
 */
function nextAt(until: Until, zone: TimeZone, from: number): number {
  const { delay_until_time: time = null, delay_until_weekdays: days } = until;
  const isAnyDay = days == null || days.length === 0;
  if (time === null && isAnyDay) return from;
  const wall = zone.wallOf(from);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const after = time === null ? wall - midnight : msOf(time);
  for (let day = midnight; day <= midnight + 8 * dayMs; day += dayMs) {
    if (!isAnyDay && !isOn(days, day)) continue;
    if (time === null && day === midnight) return from;
    const at = zone.instantOf(day + after);
    if (at >= from) return at;
  }
  return from;
}

const weekdays = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const satisfies Weekdays;

/** Whether the day of a wall time is one of some days of the week. */
export const isOn = (days: readonly string[], wall: number): boolean =>
  days.includes(weekdays[new Date(wall).getUTCDay()] ?? "");

/** `09:30` or `09:30:15`, in milliseconds since midnight. */
export function msOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return hours * hourMs + minutes * minuteMs + seconds * 1000;
}

/** @guess *ate_flow*: Quiet hours of text messages are from 21:00 to 8:00 of the profile's own time. */
const quiet = { from: 21 * hourMs, to: 8 * hourMs } as const;

/** When the quiet hours end that it is in now; undefined: it is in none. */
export function quietUntil(zone: TimeZone, now: number): number | undefined {
  const wall = zone.wallOf(now);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const time = wall - midnight;
  if (time >= quiet.to && time < quiet.from) return undefined;
  return zone.instantOf(midnight + quiet.to + (time < quiet.to ? 0 : dayMs));
}
