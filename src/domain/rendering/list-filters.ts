import { type Filter, none, one } from "./filter.ts";
import { escaped, isObject, member, ordered, plain, Safe, textOf, type Value } from "./values.ts";

type Act = Filter["act"];

const lengthOf: Act = (value) => {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
};

/** `"1:3"`, where a number below 0 counts from the end. */
const slice: Act = (value, [range]) => {
  if (typeof value !== "string" && !Array.isArray(value)) return value;
  const found = /^(-?\d{1,9})?(:(-?\d{1,9})?)?$/.exec(textOf(range));
  if (found === null) return value;
  const [, from, colon, to] = found;
  if (colon === undefined) return from === undefined ? value : value.slice(0, Number(from));
  return value.slice(Number(from ?? 0), to === undefined ? undefined : Number(to));
};

const at =
  (index: number): Act =>
  (value) =>
    typeof value === "string" || Array.isArray(value) ? (value.at(index) ?? "") : "";

/** By what a dotted name leads to in each item. What has no order gives nothing. */
const sortedBy: Act = (value, [by]) => {
  if (!Array.isArray(value)) return "";
  const path = textOf(by).split(".");
  const keyed = value.map((each: Value) => ({ each, key: path.reduce<Value>(member, each) }));
  const [first] = keyed;
  if (keyed.some(({ key }) => ordered(key, first?.key) === undefined)) return "";
  return keyed.sort((a, b) => ordered(a.key, b.key) ?? 0).map(({ each }) => each);
};

const join: Act = (given, [between], { escapes, allow }) => {
  const value = plain(given);
  if (!Array.isArray(value)) return given;
  const write = (each: Value) =>
    each instanceof Safe || !escapes ? textOf(each) : escaped(textOf(each));
  const texts = value.map(write);
  const separator = write(between);
  allow(texts.reduce((all, { length }) => all + length + separator.length, 0));
  return new Safe(texts.join(separator));
};

export const listFilters: Readonly<Record<string, Filter>> = {
  length: { act: lengthOf, args: none },
  first: { act: at(0), args: none },
  last: { act: at(-1), args: none },
  slice: { act: slice, args: one, keepsSafe: true },
  // @guess: the item at a place, counted from 0
  index: { act: (value, [place]) => member(value, textOf(place)), args: one },
  join: { act: join, args: one, marked: true },
  dictsort: { act: sortedBy, args: one },
};
