import type { TimeZone } from "../../time-zone.ts";
import type { TriggerOf } from "../../grammar/flow-triggers.ts";
import { dayMs, isOn, monthsLater, msOf } from "./wait.ts";

type DateTrigger = TriggerOf<"date">;

/** An instant at which a date lets somebody enter, and the day that comes round, as the wall time of its midnight. */
interface Occasion {
  readonly at: number;
  readonly date: number;
}

/** How many days a weekday may be away. */
const weekDays = 7;

/**
 * The occasions of a date within a span of time.
 *
 * @param date the wall time of its midnight
 * @param from the first instant that counts
 * @param to the first that does not
 */
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

/** The day that comes round, so long after another as the trigger comes before it; undefined: none does. */
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
