import { none, one, perhaps, wholeOf, keeping } from "./filter.ts";
import type { Act, Filters, Filter } from "./filter.ts";
import { textOf, float, isFloat, numberOf, type Value, isTrue, member } from "./values.ts";
import { encodingFilters } from "./encoding-filters.ts";
import { htmlFilters } from "./html-filters.ts";
import { listFilters } from "./list-filters.ts";
import { Moment, momentIn, timeBetween } from "./moment.ts";
import { textFilters } from "./text-filters.ts";

/** Whether a number, in JSON or in a text, has a point. */
const kindOf = (value: Value): boolean =>
  isFloat(value) || (typeof value === "string" && value.includes("."));

const ofKind = (found: number, points: boolean): Value => (points ? float(found) : found);

/** Of one number, which keeps its kind; what is none stays as it is. */
const ofNumber =
  (act: (value: number) => number): Act =>
  (value) => {
    const number = numberOf(value);
    return number === undefined ? value : ofKind(act(number) + 0, kindOf(value));
  };

const ofTwo =
  (act: (left: number, right: number, value: Value, by: Value) => Value): Act =>
  (value, [by]) => {
    const [left, right] = [numberOf(value), numberOf(by)];
    return left === undefined || right === undefined ? value : act(left, right, value, by);
  };

/** Of two numbers: it has a point where one of them has. */
const ofNumbers = (act: (value: number, by: number) => number): Act =>
  ofTwo((left, right, value, by) => ofKind(act(left, right), kindOf(value) || kindOf(by)));

/** The one of two numbers that is chosen, of its own kind. */
const either = (isFirst: (value: number, by: number) => boolean): Act =>
  ofTwo((left, right, value, by) =>
    isFirst(left, right) ? ofKind(left, kindOf(value)) : ofKind(right, kindOf(by)),
  );

/** Rounded to so many places. @guess render_template: The rounding filters have no places by default. */
const rounding =
  (act: (value: number) => number): Act =>
  (value, [given = 0]) => {
    const [number, places] = [numberOf(value), wholeOf(given)];
    if (number === undefined || places === undefined || Math.abs(places) > 100) return value;
    return ofKind(shift(act(shift(number, places)), -places), kindOf(value));
  };

const shift = (value: number, places: number): number => {
  const [digits, exponent = 0] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
};

/** Half up, away from 0. */
const nearestWhole = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** Numbers without their fractions; texts and lists one behind the other. */
const sum: Act = (value, [more], { allow }) => {
  const [left, right] = [wholeOf(value), wholeOf(more)];
  if (left !== undefined && right !== undefined) return left + right;
  if (typeof value === "string" && typeof more === "string") return value + more;
  if (Array.isArray(value) && Array.isArray(more)) {
    allow(value.length + more.length);
    return [...value, ...more] as Value;
  }
  const [first, second] = [numberOf(value), numberOf(more)];
  const areNumbers = typeof value !== "string" && typeof more !== "string";
  if (!areNumbers || first === undefined || second === undefined) return "";
  return ofKind(first + second, isFloat(value) || isFloat(more));
};

/** `2`: two digits; `-2`: two, unless it is whole; `g` behind it: thousands apart. */
const floatformat: Act = (value, [wish = -1]) => {
  const number = numberOf(value);
  if (number === undefined) return "";
  const found = /^(-?\d{1,9})?(g?)$/.exec(textOf(wish));
  if (found === null || !Number.isFinite(number)) return textOf(value);
  const digits = Number(found[1] ?? -1);
  const isWhole = digits < 0 && Number.isInteger(number);
  const text = rounded(number, isWhole ? 0 : Math.abs(digits));
  return found[2] === "g" ? text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",") : text;
};

const digitsMax = 100;
/** With so many digits, of which the last is rounded as people do it: 0.125 is 0.13. */
function rounded(number: number, digits: number): string {
  const kept = Math.min(digits, digitsMax);
  const shifted = Math.round(shift(Math.abs(number), kept));
  const exact = Number.isSafeInteger(shifted) ? shift(shifted, -kept) : Math.abs(number);
  const text = exact.toFixed(kept);
  return number < 0 && Number(text) !== 0 ? `-${text}` : text;
}

const fileSize: Act = (value) => {
  const bytes = wholeOf(value) ?? 0;
  const size = Math.abs(bytes);
  const sign = bytes < 0 ? "-" : "";
  if (size < 1024) return `${sign}${size}\u00a0byte${size === 1 ? "" : "s"}`;
  const unit = Math.min(5, Math.floor(Math.log(size) / Math.log(1024) + 1e-12));
  return `${sign}${(size / 1024 ** unit).toFixed(1)}\u00a0${["", "KB", "MB", "GB", "TB", "PB"][unit]}`;
};

const divisible: Act = (value, [by]) => {
  const [number, of] = [wholeOf(value), wholeOf(by)];
  return number === undefined || !of ? "" : number % of === 0;
};

// @guess render_template: The filter `divide` gives nothing for a division by 0.
const divide: Act = (value, [by], tools) =>
  numberOf(by) === 0 ? "" : ofNumbers((left, right) => left / right)(value, [by], tools);

const numberFilters: Filters = {
  add: { act: sum, args: one },
  floatadd: { act: ofNumbers((value, by) => value + by), args: one },
  subtract: { act: ofNumbers((value, by) => value - by), args: one },
  times: { act: ofNumbers((value, by) => value * by), args: one },
  multiply: { act: ofNumbers((value, by) => value * by), args: one },
  divide: { act: divide, args: one },
  abs: { act: ofNumber(Math.abs), args: none },
  ceil: { act: ofNumber(Math.ceil), args: none },
  floor: { act: ofNumber(Math.floor), args: none },
  round: { act: rounding(nearestWhole), args: perhaps },
  round_up: { act: rounding(Math.ceil), args: perhaps },
  round_down: { act: rounding(Math.floor), args: perhaps },
  at_least: { act: either((value, by) => value >= by), args: one },
  at_most: { act: either((value, by) => value <= by), args: one },
  floatformat: { act: floatformat, args: perhaps, keepsSafe: true },
  filesizeformat: { ...keeping, act: fileSize },
  divisibleby: { act: divisible, args: one },
};

const written =
  (usual: string, needsTime: boolean): Act =>
  (value, [form = usual]) =>
    value instanceof Moment && (value.hasTime || !needsTime) ? value.written(textOf(form)) : "";

const since =
  (isUntil: boolean): Act =>
  (value, [other], { now }) => {
    if (!(value instanceof Moment)) return "";
    const to = other instanceof Moment ? other.wall : now;
    return isUntil ? timeBetween(to, value.wall) : timeBetween(value.wall, to);
  };

const orElse =
  (isMissing: (value: Value) => boolean): Act =>
  (value, [other]) =>
    isMissing(value) ? other : value;

const valueFilters: Filters = {
  default: { act: orElse((value) => !isTrue(value)), args: one, marked: true },
  default_if_none: { act: orElse((value) => value === null), args: one, marked: true },
  lookup: { act: (value, [name]) => member(value, textOf(name)), args: one },
  date: { act: written("N j, Y", false), args: perhaps },
  time: { act: written("P", true), args: perhaps },
  timesince: { act: since(false), args: perhaps },
  timeuntil: { act: since(true), args: perhaps },
  // @guess render_template: The filter `format_date_string` makes nothing of a text without a date.
  format_date_string: { act: (value) => momentIn(textOf(value)) ?? "", args: none },
};

export const filters: ReadonlyMap<string, Filter> = new Map(
  [valueFilters, textFilters, encodingFilters, htmlFilters, listFilters, numberFilters].flatMap(
    Object.entries<Filter>,
  ),
);
