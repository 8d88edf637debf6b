import { distance } from "fastest-levenshtein";
import type { Choice } from "../jsonapi/refusal.ts";

/** Comparing takes time in the product of both lengths. */
const lengthMax = 100;

/** The known word most like the given one, if any is. @param within most letters that differ; default: half */
export function nearest(word: string, known: Iterable<string>, within?: number) {
  if (word.length > lengthMax) return undefined;
  let found: string | undefined;
  let least = (within ?? Math.max(2, Math.ceil(word.length / 2) - 1)) + 1;
  for (const candidate of known) {
    const steps = distance(word, candidate);
    if (steps < least) [found, least] = [candidate, steps];
  }
  return found;
}

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

/** Whether a text is what a pattern says, in which `*` stands for anything, also nothing. */
export function matchesGlob(pattern: string, text: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  let index = 0;
  while (index < text.length) {
    if (pattern[at] === "*") {
      [star, resume] = [at, index];
      at += 1;
    } else if (pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      // The last star takes one character more.
      resume += 1;
      [at, index] = [star + 1, resume];
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}

/** Whether any text is what both patterns say. */
export function globsMeet(one: string, other: string): boolean {
  // Row by row: whether the rest of `one` meets the rest of `other`.
  let below = [...other, ""].map((_, index) => isStars(other.slice(index)));
  for (let at = one.length - 1; at >= 0; at -= 1) {
    const row = Array.from({ length: other.length + 1 }, () => false);
    row[other.length] = isStars(one.slice(at));
    for (let to = other.length - 1; to >= 0; to -= 1) {
      const [next = false, right = false, both = false] = [below[to], row[to + 1], below[to + 1]];
      const hasStar = one[at] === "*" || other[to] === "*";
      row[to] = hasStar ? next || right : one[at] === other[to] && both;
    }
    below = row;
  }
  return below[0] === true;
}

const isStars = (pattern: string): boolean => /^\**$/.test(pattern);
