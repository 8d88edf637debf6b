import { endOfPart } from "./wrapped.ts";

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * What a client sent, safe for a terminal: nothing in it moves the cursor, sets a colour or turns
 * the direction of the text.
 */
export const printable = (text: string): string =>
  text.replace(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

/** The text in at most so many columns, cut between words or behind a sign, with `…` if something is missing. */
export function truncated(text: string, columns: number): string {
  if (text.length <= columns) return text;
  return columns < 1 ? "" : `${text.slice(0, endOfPart(text, columns - 1))}…`;
}
