import { parseDatetime } from "../jsonapi/time.ts";
import type { DateFilter, NumericFilter, ValueFilter } from "./segment-shape.ts";

/** Whether something holds now, and the next instant at which time alone may change that. */
export interface Holding {
  readonly holds: boolean;
  /** World time; Infinity: never. */
  readonly next: number;
}

/** Whether a definition holds of the same profiles whatever the time is: events may lie ahead. */
export const isTimeless = (definition: unknown): boolean =>
  !/"type":"(date|profile-metric)"/.test(JSON.stringify(definition));

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/** A span of time: after `low`, up to and with `high`. */
interface Span {
  readonly low: number;
  readonly high: number;
  /** How far behind now it begins, if it moves along. */
  readonly ms?: number;
}

/** The span that a filter means now; what is still to come is in none. */
export function spanOf(filter: DateFilter | null | undefined, now: number): Span {
  const at = (text: string) => parseDatetime(text) ?? 0;
  switch (filter?.operator) {
    case undefined:
    case "alltime":
      return { low: -Infinity, high: now };
    case "after":
      return { low: at(filter.date), high: now };
    case "before":
      return { low: -Infinity, high: Math.min(now, at(filter.date) - 1) };
    case "between-static":
      return { low: at(filter.start) - 1, high: Math.min(now, at(filter.end)) };
    case "in-the-last": {
      const ms = filter.quantity * unitMs[filter.unit];
      return { low: now - ms, high: now, ms };
    }
  }
}

/** Whether an instant is in a span, and when that may change. */
export function within(time: number, { low, high, ms }: Span, now: number): Holding {
  if (time > now) return { holds: false, next: time };
  const holds = time > low && time <= high;
  return { holds, next: holds && ms !== undefined ? time + ms : Infinity };
}

/** Whether a number is as a filter asks. */
export function compares({ operator, value }: NumericFilter, found: number): boolean {
  switch (operator) {
    case "equals":
      return found === value;
    case "not-equals":
      return found !== value;
    case "greater-than":
      return found > value;
    case "greater-than-or-equal":
      return found >= value;
    case "less-than":
      return found < value;
    case "less-than-or-equal":
      return found <= value;
  }
}

/** Whether a value is as a filter asks. What is not set meets none but `not-set` and the negative ones. */
export function meets(filter: ValueFilter, value: unknown, now: number): Holding {
  if (filter.type === "date") {
    const time = typeof value === "string" ? parseDatetime(value) : undefined;
    if (time === undefined) return { holds: false, next: Infinity };
    // A date that lies ahead has not happened, but it is a date.
    if (filter.operator === "in-the-last") return within(time, spanOf(filter, now), now);
    const { low, high } = spanOf(filter, Infinity);
    return { holds: time > low && time <= high, next: Infinity };
  }
  return { holds: holdsAlways(filter, value), next: Infinity };
}

function holdsAlways(filter: Exclude<ValueFilter, DateFilter>, value: unknown): boolean {
  switch (filter.type) {
    case "existence":
      return (filter.operator === "is-set") === (value !== null && value !== undefined);
    case "numeric":
      return typeof value === "number" && compares(filter, value);
    case "boolean":
      return value === filter.value;
    case "list": {
      const has = Array.isArray(value) && value.includes(filter.value);
      return has === (filter.operator === "contains");
    }
    case "string":
      return holdsText(filter, textOf(value));
  }
}

/** Objects and lists are no text, as little as what is not set. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;

function holdsText(
  { operator, value }: Extract<ValueFilter, { type: "string" }>,
  text: string | undefined,
): boolean {
  if (text === undefined) return operator.startsWith("not-");
  switch (operator) {
    case "equals":
      return text === value;
    case "not-equals":
      return text !== value;
    case "contains":
      return text.includes(value);
    case "not-contains":
      return !text.includes(value);
    case "starts-with":
      return text.startsWith(value);
    case "ends-with":
      return text.endsWith(value);
  }
}
