import type { Choice } from "../jsonapi/for-people.ts";
import { nearest } from "./nearest.ts";

/** How many names are listed. */
const namesMax = 12;

/** What was written, what it is not, and what to write in its place: the nearest name, or all there are. */
export function adviceOn({ what, written, known }: Choice): string {
  const wrong = `'${written}' is not ${what}`;
  if (known.length === 0) return `${wrong}: leave it out, there is none`;
  const near = nearest(written, known);
  if (near !== undefined) return `${wrong}: did you mean ${near}?`;
  return `${wrong}: use ${known.length === 1 ? "" : "one of "}${listed(known)}`;
}

/** Names in one line, of many the first. */
export const listed = (names: readonly string[]): string =>
  names.length <= namesMax
    ? names.join(", ")
    : `${names.slice(0, namesMax).join(", ")} and ${names.length - namesMax} more`;

/** `1 item`, `2 items`. */
export const counted = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? "" : "s"}`;
