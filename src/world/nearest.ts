import { distance } from "fastest-levenshtein";

/** Comparing takes time in the product of both lengths. */
const lengthMax = 100;

/**
 * The known word most like the given one, if any is like it at all.
 *
 * @param within how many letters may differ, at most; default: half of them
 */
export function nearest(
  word: string,
  known: Iterable<string>,
  within = Math.max(2, Math.ceil(word.length / 2) - 1),
): string | undefined {
  if (word.length > lengthMax) return undefined;
  let found: string | undefined;
  let least = within + 1;
  for (const candidate of known) {
    const steps = distance(word, candidate);
    if (steps < least) [found, least] = [candidate, steps];
  }
  return found;
}
