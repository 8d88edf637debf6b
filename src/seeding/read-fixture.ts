import { readFile, stat } from "node:fs/promises";
import type { Shape } from "../contract/shape.ts";
import { shapeProblem } from "../world/read-shape.ts";
import { FixtureError } from "./fixture-error.ts";
import { accountShape, accountsShape, type FixtureAccount } from "./fixture-shape.ts";
import { Place } from "./place.ts";
import { Source } from "./source.ts";

/** The largest fixture file, in bytes. */
const fileBytesMax = 50_000_000;

/** One account as a file writes it: in form, but not yet known to make sense. */
export interface WrittenAccount {
  readonly place: Place;
  readonly written: FixtureAccount;
}

/**
 * Reads one fixture file.
 *
 * @param file where it is
 * @param shown how errors name it
 * @throws FixtureError for a file that cannot be read, or is out of form
 */
export async function readFixture(file: string, shown = file): Promise<WrittenAccount[]> {
  const fail = (what: string) => new FixtureError(shown, undefined, what);
  let bytes: Uint8Array;
  try {
    const about = await stat(file);
    if (about.isDirectory()) throw fail("is a directory; expected a YAML or JSON file");
    if (about.size > fileBytesMax) {
      throw fail(`has ${about.size} bytes; expected at most ${fileBytesMax}`);
    }
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof FixtureError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw fail(fileProblems[code ?? ""] ?? `cannot be read: ${message}`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw fail("is not UTF-8 text; expected a YAML or JSON file");
  }
  return readFixtureText(text, shown);
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file (shipped fixtures: demo, small, empty)",
  ENOTDIR: "there is no such file (shipped fixtures: demo, small, empty)",
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: permission denied",
};

/** The same from a text; `file` is only its name. */
export async function readFixtureText(text: string, file: string): Promise<WrittenAccount[]> {
  const source = await Source.parse(text, file, "an account (company_id, …)");
  const { value } = source;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw source.error([], "expected a mapping: an account's members, or accounts: [...]");
  }
  if (!Object.hasOwn(value as object, "accounts")) {
    requireShape(source, accountShape);
    return [{ place: new Place(source, []), written: value as FixtureAccount }];
  }
  requireShape(source, accountsShape);
  const { accounts } = value as { accounts: FixtureAccount[] };
  return accounts.map((written, index) => ({
    place: new Place(source, ["accounts", index]),
    written,
  }));
}

function requireShape(source: Source, shape: Shape): void {
  const problem = shapeProblem(shape, source.value);
  if (problem === undefined) return;
  const { path, message, nearest } = problem;
  throw source.error(
    path,
    nearest === undefined ? message : `${message} (did you mean ${nearest}?)`,
  );
}
