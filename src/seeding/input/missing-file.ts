import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nearest } from "../../world/name-match.ts";

/**
 * What to say of a file that is not there: which one may be meant, of those that are shipped and those that lie
 * beside it, else the names of the shipped ones.
 *
 * @param file where it was looked for
 * @param given how its user wrote it
 * @param kind what the shipped ones are, such as fixtures
 */
export function missingText(
  file: string,
  given: string,
  kind: string,
  shipped: readonly string[],
): string {
  const beside = filesBeside(file).map((name): [string, string] => [
    stem(name),
    join(dirname(given), name),
  ]);
  const byStem = new Map([...beside, ...shipped.map((name): [string, string] => [name, name])]);
  const meant = nearest(stem(given), byStem.keys());
  return meant === undefined
    ? ` (shipped ${kind}: ${shipped.join(", ")})`
    : `: did you mean ${byStem.get(meant)}?`;
}

const extension = /\.(?:ya?ml|json)$/;

/** Extensions are no likeness. */
const stem = (file: string): string => basename(file).replace(extension, "");

function filesBeside(file: string): string[] {
  try {
    return readdirSync(dirname(file)).filter((name) => extension.test(name));
  } catch {
    return [];
  }
}
