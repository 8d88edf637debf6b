import { stripVTControlCharacters } from "node:util";

/** Colours take no room on the screen. */
export const columnsOf = (text: string): number => stripVTControlCharacters(text).length;

/** The text in lines of at most so many columns, broken between words. A word that is longer stays whole. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && columnsOf(line) + 1 + columnsOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The same for a column, out of which nothing may stand: a word that is longer is broken after its signs. */
export const wrappedWithin = (text: string, columns: number): string[] =>
  wrapped(text, columns).flatMap((line) => pieces(line, columns));

function pieces(word: string, columns: number): string[] {
  if (word.length <= columns) return [word];
  const end = endOfPart(word, columns);
  return [word.slice(0, end), ...pieces(word.slice(end), columns)];
}

/** Where a text that is longer can be parted, behind a space or a sign, so that the first part is no longer than this. */
function endOfPart(text: string, columns: number): number {
  const [part = ""] = /^.*[\s/.,:;_@&?=({-]/s.exec(text.slice(0, columns)) ?? [];
  // Far to the left it would be a waste of the line.
  return part.length > columns / 2 ? part.length : columns;
}

/** A text as a screen shows it best: longer lines are broken between words, and go on further in. Without columns: whole. */
export const fitted = (text: string, columns: number | undefined): string =>
  columns === undefined ? text : text.replace(/[^\n]+/g, (line) => fittedLine(line, columns));

function fittedLine(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  const [begin = ""] = /^ */.exec(stripVTControlCharacters(line)) ?? [];
  const further = " ".repeat(begin.length + 2);
  // Spaces that a line begins with are not between its words.
  const [first = "", ...others] = wrapped(line.slice(begin.length), columns - begin.length - 2);
  return [begin + first, ...others.map((each) => further + each)].join("\n");
}

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** What a client sent, safe for a terminal: no cursor moves, no colour is set, no direction turned. */
export const printable = (text: string): string => text.replace(unprintable, escaped);

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** What no text of several lines needs either; an emoji may have other signs without a width. */
const harmful = /[^\P{Cc}\t\r\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** The same of every text in a JSON value that people read; lines stay lines. */
export function harmless<T>(value: T): T {
  if (typeof value === "string") return value.replace(harmful, escaped) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(harmless) as T;
  const members = Object.entries(value).map(([name, each]) => [harmless(name), harmless(each)]);
  return Object.fromEntries(members) as T;
}

/** The text in at most so many columns, cut between words or behind a sign, with `…` if something is missing. */
export function truncated(text: string, columns: number): string {
  if (text.length <= columns) return text;
  return columns < 1 ? "" : `${text.slice(0, endOfPart(text, columns - 1))}…`;
}

/** A member as it is typed: `expiresIn` is `--expires-in`. */
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
