import { none, ofText, one, perhaps, upTo, wholeOf, keeping, keepingOne } from "./filter.ts";
import type { Act, Filters } from "./filter.ts";
import { textOf, isObject, type Value } from "./values.ts";

const capitalized = (text: string): string => text.replace(/^./su, (first) => first.toUpperCase());

/** Each word with a capital; an apostrophe behind a small letter begins no word. */
const titled = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/([a-z])['’]([A-Z])/g, (found) => found.toLowerCase())
    .replace(/\d\p{Lu}/gu, (found) => found.toLowerCase());

/** @guess render_template: The filter `replace` takes what to look for, and what to put in its place. */
const replace: Act = (value, [from, to = ""], { allow }) => {
  const [text, old, fresh] = [textOf(value), textOf(from), textOf(to)];
  if (old === "") return text;
  const parts = text.split(old);
  allow(text.length + (parts.length - 1) * fresh.length);
  return parts.join(fresh);
};

/** So wide, with blanks; `before`: how many of the missing ones stand before the text. */
const padded = (before: (missing: number, width: number) => number): Act =>
  upTo((text, width, { allow }) => {
    const missing = width - [...text].length;
    if (missing <= 0) return text;
    allow(width);
    const left = before(missing, width);
    return " ".repeat(left) + text + " ".repeat(missing - left);
  });

/** Lines of at most so many characters, broken between words. */
const wrapped = upTo((text, width) => {
  const parts = text.split(" ");
  let line = parts[0] ?? "";
  let room = line.length - line.lastIndexOf("\n") - 1;
  for (const part of parts.slice(1)) {
    const rows = part.split("\n");
    room += (rows[0] ?? "").length + 1;
    const isOver = room > width;
    line += (isOver ? "\n" : " ") + part;
    if (isOver) room = (rows[0] ?? "").length;
    if (rows.length > 1) room = (rows.at(-1) ?? "").length;
  }
  return line;
});

const pluralize: Act = (value, [given = "s"]) => {
  const endings = textOf(given).split(",");
  if (endings.length > 2) return "";
  const [single, many] = endings.length === 1 ? ["", endings[0]] : endings;
  const found = Array.isArray(value) ? value.length : Number(textOf(value).trim() || Number.NaN);
  if (Number.isNaN(found)) return isObject(value) ? many : "";
  return found === 1 ? single : many;
};

const slugOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\p{ASCII}]/gu, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/[-\s]+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "");

const keys = "abcdefghijklmnopqrstuvwxyz";
const phoneKeys = "22233344455566677778889999";
const onPhone = (text: string): string =>
  text.toLowerCase().replace(/[a-z]/g, (letter) => phoneKeys[keys.indexOf(letter)] ?? letter);

const cut: Act = ofText((text, gone) => (gone === "" ? text : text.replaceAll(gone, "")));
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
const trimmed = (text: string, by: string): Value => {
  if (by === "") return text.trim();
  let [from, to] = [0, text.length];
  while (from < to && by.includes(text.charAt(from))) from += 1;
  while (to > from && by.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const getDigit: Act = (value, [place]) => {
  const [number, at] = [wholeOf(value), wholeOf(place)];
  if (number === undefined || at === undefined || at < 1) return number ?? value;
  const digit = textOf(number).at(-at);
  return digit === undefined ? 0 : Number(digit);
};

export const textFilters: Filters = {
  title: { ...keeping, act: ofText(titled) },
  capitalize: { ...keeping, act: ofText(capitalized) },
  capfirst: { ...keeping, act: ofText(capitalized) },
  upper: { act: ofText((text) => text.toUpperCase()), args: none },
  lower: { ...keeping, act: ofText((text) => text.toLowerCase()) },
  replace: { act: replace, args: [1, 2] },
  cut: { ...keepingOne, act: cut },
  remove: { ...keepingOne, act: cut },
  split: { act: ofText((text, by) => (by === "" ? [text] : text.split(by))), args: one },
  strip: { act: ofText(trimmed), args: perhaps },
  append: { act: ofText((text, more) => text + more), args: one },
  concat: { act: ofText((text, more) => text + more), args: one },
  prepend: { act: ofText((text, more) => more + text), args: one },
  count: { act: (value) => (Array.isArray(value) ? value : [...textOf(value)]).length, args: none },
  wordcount: { act: ofText((text) => words(text).length), args: none },
  wordwrap: { ...keepingOne, act: wrapped },
  center: { ...keepingOne, act: padded((gap, width) => (gap >> 1) + (gap & width & 1)) },
  ljust: { ...keepingOne, act: padded(() => 0) },
  rjust: { ...keepingOne, act: padded((gap) => gap) },
  pluralize: { act: pluralize, args: perhaps },
  slugify: { ...keeping, act: ofText(slugOf) },
  phone2numeric: { ...keeping, act: ofText(onPhone) },
  make_list: { act: (value) => [...textOf(value)], args: none },
  get_digit: { ...keepingOne, act: getDigit },
};
