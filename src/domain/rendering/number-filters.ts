import { type Filter, none, one, perhaps } from "./filter.ts";
import { numberOf, textOf, type Value } from "./values.ts";

type Act = Filter["act"];

/** Of numbers; what is none stays as it is. */
const ofNumber =
  (act: (value: number, by: number) => Value): Act =>
  (value, [by = 0]) => {
    const [left, right] = [numberOf(value), numberOf(by)];
    return left === undefined || right === undefined ? value : act(left, right);
  };

/** Numbers without their fractions; texts and lists one behind the other. */
const sum: Act = (value, [more], { allow }) => {
  const [left, right] = [wholeOf(value), wholeOf(more)];
  if (left !== undefined && right !== undefined) return left + right;
  if (typeof value === "string" && typeof more === "string") return value + more;
  if (!Array.isArray(value) || !Array.isArray(more)) return "";
  allow(value.length + more.length);
  return [...value, ...more] as Value;
};

function wholeOf(value: Value): number | undefined {
  if (typeof value === "string" && !/^\s*[-+]?\d+\s*$/.test(value)) return undefined;
  const found = numberOf(value);
  return found === undefined ? undefined : Math.trunc(found);
}

/** `2`: two digits; `-2`: two, unless it is whole; `g` behind it: thousands apart. */
const floatformat: Act = (value, [wish = -1]) => {
  const number = numberOf(value);
  if (number === undefined || !Number.isFinite(number)) return "";
  const found = /^(-?\d{1,9})?(g?)$/.exec(textOf(wish));
  if (found === null) return textOf(value);
  const digits = Number(found[1] ?? -1);
  const isWhole = digits < 0 && Number.isInteger(number);
  const text = rounded(number, isWhole ? 0 : Math.abs(digits));
  return found[2] === "g" ? text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",") : text;
};

/** The most digits behind the point. */
const digitsMax = 100;

/** With so many digits, of which the last is rounded as people do it: 0.125 is 0.13. */
function rounded(number: number, digits: number): string {
  const kept = Math.min(digits, digitsMax);
  const shifted = Math.round(Number(`${Math.abs(number)}e${kept}`));
  const exact = Number.isSafeInteger(shifted) ? Number(`${shifted}e-${kept}`) : Math.abs(number);
  const text = exact.toFixed(kept);
  return number < 0 && Number(text) !== 0 ? `-${text}` : text;
}

export const numberFilters: Readonly<Record<string, Filter>> = {
  add: { act: sum, args: one },
  abs: { act: ofNumber((value) => Math.abs(value)), args: none },
  ceil: { act: ofNumber((value) => Math.ceil(value)), args: none },
  floor: { act: ofNumber((value) => Math.floor(value)), args: none },
  times: { act: ofNumber((value, by) => value * by), args: one },
  // @guess: what is divided by 0 is nothing
  divide: { act: ofNumber((value, by) => (by === 0 ? "" : value / by)), args: one },
  at_least: { act: ofNumber((value, by) => Math.max(value, by)), args: one },
  at_most: { act: ofNumber((value, by) => Math.min(value, by)), args: one },
  floatformat: { act: floatformat, args: perhaps, keepsSafe: true },
};
