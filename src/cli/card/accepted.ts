import { InputError, readInputSync } from "../../seeding/input/input-file.ts";
import { replaceFile } from "./ratchet.ts";
import { Failure } from "../terminal/terminal.ts";

const bytesMax = 10_000_000;

/**
 * The differences that are not in a ratchet file. If there is none, those of the file that are gone leave it. A file that
 * is not there is written with all of them.
 *
 * @throws Failure if it cannot be read, is no ratchet, or cannot be written
 */
export function notAccepted(path: string, differences: readonly string[]): readonly string[] {
  const known = acceptedAt(path);
  const fresh = known === undefined ? [] : differences.filter((each) => !known.includes(each));
  const isOther = known === undefined || known.some((each) => !differences.includes(each));
  if (fresh.length === 0 && isOther)
    replaceFile(path, `${JSON.stringify({ differences: differences.toSorted() }, null, 2)}\n`);
  return fresh;
}

function acceptedAt(path: string): readonly string[] | undefined {
  try {
    const { differences } = JSON.parse(readInputSync(path, bytesMax).toString());
    if (Array.isArray(differences)) return differences.map(String);
  } catch (error) {
    if (error instanceof InputError) {
      if (error.code === "ENOENT") return undefined;
      throw new Failure(`--ratchet ${path}: ${error.message}`, 2);
    }
  }
  throw new Failure(`--ratchet ${path}: is no such ratchet: { "differences": [ … ] }`, 2);
}
