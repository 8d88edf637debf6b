import { type Act, type Filters, none, one, shown, wholeOf, perhaps } from "./filter.ts";
import { depthMax, textOf, isObject, isTrue, member, ordered, plain, Safe } from "./values.ts";
import type { Value } from "./values.ts";

const lengthOf = (value: Value): number | undefined =>
  itemsOf(value)?.length ?? (isObject(value) ? Object.keys(value).length : undefined);

/** `"1:3"`; a number below 0 counts from the end, a third is the width of a step. */
const slice: Act = (value, [range]) => {
  if (typeof value !== "string" && !Array.isArray(value)) return value;
  const parts = textOf(range).split(":");
  const numbers = parts.map((part) => (part === "" ? undefined : wholeOf(part)));
  if (parts.length > 3 || parts.some((part, at) => part !== "" && numbers[at] === undefined)) {
    return value;
  }
  const items = [...(value as Iterable<Value>)];
  const [from, to, step = 1] = parts.length === 1 ? [undefined, numbers[0]] : numbers;
  if (step === 0) return value;
  const found = stepped(items, from, to, step);
  return typeof value === "string" ? found.join("") : found;
};

function stepped(
  items: readonly Value[],
  from: number | undefined,
  to: number | undefined,
  step: number,
) {
  const { length } = items;
  const [least, most] = step > 0 ? [0, length] : [-1, length - 1];
  const place = (at: number | undefined, missing: number) =>
    at === undefined ? missing : Math.min(most, Math.max(least, at < 0 ? at + length : at));
  const [start, end] = [place(from, step > 0 ? 0 : length - 1), place(to, step > 0 ? length : -1)];
  const found: Value[] = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) found.push(items[at]);
  return found;
}

const at =
  (index: number): Act =>
  (value) =>
    typeof value === "string" || Array.isArray(value) ? (value.at(index) ?? "") : "";

/** By what a name, or a place, leads to in each item, or by the items. What has no order gives nothing. */
const sorted =
  (descends: boolean): Act =>
  (value, [by]) => {
    const items = itemsOf(value);
    if (items === undefined) return "";
    const path = by === undefined ? [] : textOf(by).split(".");
    const keyed = items.map((each) => ({ each, key: path.reduce<Value>(member, each) }));
    const [first] = keyed;
    if (keyed.some(({ key }) => ordered(key, first?.key) === undefined)) return "";
    const way = descends ? -1 : 1;
    return keyed.sort((a, b) => way * (ordered(a.key, b.key) ?? 0)).map(({ each }) => each);
  };

const join: Act = (given, [between], { escapes, allow }) => {
  const value = plain(given);
  if (!Array.isArray(value) && typeof value !== "string") return given;
  const texts = [...(value as Iterable<Value>)].map((each) => shown(each, escapes));
  const separator = shown(between, escapes);
  allow(texts.reduce((all, { length }) => all + length + separator.length, 0));
  return new Safe(texts.join(separator));
};

const random: Act = (value, _, { draw }) =>
  Array.isArray(value) || typeof value === "string" ? (value[draw(value.length)] ?? "") : "";

const each =
  (act: (item: Value) => Value): Act =>
  (value) =>
    itemsOf(value)?.map(act) ?? value;

/** Items, or characters; undefined: it has none. */
const itemsOf = (value: Value): readonly Value[] | undefined =>
  typeof value === "string" ? [...value] : Array.isArray(value) ? (value as Value[]) : undefined;

function unordered(items: readonly Value[], escapes: boolean, depth: number): string {
  const indent = "\t".repeat(depth);
  const rows: string[] = [];
  for (let place = 0; place < items.length; place += 1) {
    const next = items[place + 1];
    const inner =
      Array.isArray(next) && depth <= depthMax ? unordered(next, escapes, depth + 1) : undefined;
    const within =
      inner === undefined ? "" : `\n${indent}<ul>\n${inner}\n${indent}</ul>\n${indent}`;
    rows.push(`${indent}<li>${shown(items[place], escapes)}${within}</li>`);
    if (inner !== undefined) place += 1;
  }
  return rows.join("\n");
}

/** @guess render_template: The filter `uniq` keeps the first of equal items. */
const unique: Act = (value) => {
  if (!Array.isArray(value)) return value;
  const seen = new Set<string>();
  return value.filter((item: Value) => {
    const key = textOf([item]);
    return seen.has(key) ? false : seen.add(key);
  });
};

const isLength: Act = (value, [wanted]) => {
  const [length, number] = [lengthOf(value), wholeOf(wanted)];
  return number === undefined || length === undefined ? "" : length === number;
};

export const listFilters: Filters = {
  length: { act: (value) => lengthOf(value) ?? 0, args: none },
  length_is: { act: isLength, args: one },
  first: { act: at(0), args: none },
  last: { act: at(-1), args: none },
  random: { act: random, args: none },
  slice: { act: slice, args: one, keepsSafe: true },
  // @guess render_template: The filter `index` gives the item at a place, counted from 0.
  index: { act: (value, [place]) => member(value, textOf(place)), args: one },
  join: { act: join, args: one, marked: true },
  dictsort: { act: sorted(false), args: one },
  dictsortreversed: { act: sorted(true), args: one },
  sort: { act: sorted(false), args: perhaps },
  // @guess render_template: The filter `compact` removes null, too.
  compact: {
    act: (value) => (Array.isArray(value) ? value.filter((item) => item != null) : value),
    args: none,
  },
  uniq: { act: unique, args: none },
  safeseq: { act: each((item) => new Safe(textOf(item))), args: none },
  unordered_list: {
    act: (value, _, { escapes }) => new Safe(unordered(itemsOf(value) ?? [], escapes, 1)),
    args: none,
  },
  yesno: {
    act: (value, [given = "yes,no,maybe"]) => {
      const words = textOf(given).split(",");
      if (words.length < 2) return value;
      const [yes, no, maybe = no] = words;
      return value === null ? maybe : isTrue(value) ? yes : no;
    },
    args: perhaps,
  },
};
