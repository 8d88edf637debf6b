import { endOfPart } from "./wrapped.ts";

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * What a client sent, safe for a terminal: nothing in it moves the cursor, sets a colour or turns
 * the direction of the text.
 */
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
