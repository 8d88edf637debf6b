import { type Filter, none, one } from "./filter.ts";
import { escaped, numberOf, plain, Safe, textOf, type Value } from "./values.ts";

/** Of a text; anything else as an output writes it. */
const ofText =
  (act: (text: string, argument: string) => Value): Filter["act"] =>
  (value, [argument = ""]) =>
    act(textOf(value), textOf(argument));

/** Of a text and a number; without one it stays as it is. */
const upTo =
  (act: (text: string, most: number) => string): Filter["act"] =>
  (value, [most]) => {
    const number = numberOf(most);
    return number === undefined ? value : act(textOf(value), Math.trunc(number));
  };

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const titled = (text: string): string =>
  text.replace(/[\p{L}\p{N}'’]+/gu, (word) => capitalized(word.toLowerCase()));

function fewWords(text: string, most: number): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length <= most) return words.join(" ");
  return most <= 0 ? "" : `${words.slice(0, most).join(" ")} …`;
}

function fewCharacters(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return most <= 0 ? "" : `${characters.slice(0, most - 1).join("")}…`;
}

/** Without what stands between `<` and `>`. */
function withoutTags(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const open = text.indexOf("<", from);
    const close = open < 0 ? -1 : text.indexOf(">", open);
    if (close < 0) return kept + text.slice(from);
    kept += text.slice(from, open);
    from = close + 1;
  }
}

/** @guess: its two arguments are what is looked for and what takes its place */
const replace: Filter["act"] = (value, [from, to = ""], { allow }) => {
  const [text, old, fresh] = [textOf(value), textOf(from), textOf(to)];
  if (old === "") return text;
  const parts = text.split(old);
  allow(text.length + (parts.length - 1) * fresh.length);
  return parts.join(fresh);
};

const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const escape: Filter["act"] = (value) =>
  value instanceof Safe ? value : new Safe(escaped(textOf(value)));

export const textFilters: Readonly<Record<string, Filter>> = {
  title: { act: ofText(titled), args: none, keepsSafe: true },
  capitalize: { act: ofText(capitalized), args: none, keepsSafe: true },
  upper: { act: ofText((text) => text.toUpperCase()), args: none },
  lower: { act: ofText((text) => text.toLowerCase()), args: none, keepsSafe: true },
  truncatewords: { act: upTo(fewWords), args: one, keepsSafe: true },
  truncatechars: { act: upTo(fewCharacters), args: one, keepsSafe: true },
  replace: { act: replace, args: [1, 2] },
  split: {
    act: ofText((text, by) => (by === "" ? [text] : text.split(by))),
    args: one,
  },
  striptags: { act: ofText(withoutTags), args: none, keepsSafe: true },
  urlencode: { act: ofText(encoded), args: none },
  safe: { act: (value) => new Safe(textOf(plain(value))), args: none },
  escape: { act: escape, args: none, marked: true },
  append: { act: ofText((text, more) => text + more), args: one },
  prepend: { act: ofText((text, more) => more + text), args: one },
  base64_encode: { act: ofText((text) => Buffer.from(text).toString("base64")), args: none },
  base64_decode: { act: ofText((text) => Buffer.from(text, "base64").toString()), args: none },
};
