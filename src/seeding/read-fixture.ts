import { readFile, stat } from "node:fs/promises";
import type { Shape } from "../contract/shape.ts";
import { checkShape } from "../jsonapi/check.ts";
import { nearest } from "../world/nearest.ts";
import { FixtureError } from "./fixture-error.ts";
import { accountShape, accountsShape, type FixtureAccount } from "./fixture-shape.ts";
import { Place } from "./place.ts";
import { type Path, Source } from "./source.ts";

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
  const source = await Source.parse(text, file);
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
  const [problem] = checkShape(shape, source.value);
  if (problem === undefined) return;
  const path = pathOf(problem.pointer, source.value);
  throw source.error(path, inWords(problem.detail, path, shape, source.value));
}

/** A JSON pointer as a path: digits are a place only within a list. */
function pathOf(pointer: string, root: unknown): Path {
  if (pointer === "/") return [];
  const path: (string | number)[] = [];
  let value = root;
  for (const step of pointer.slice(1).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(value) ? Number(name) : name);
    value = (value as Record<string, unknown> | null | undefined)?.[name];
  }
  return path;
}

/** A problem of a shape, put as this room's other errors are. */
function inWords(detail: string, path: Path, shape: Shape, root: unknown): string {
  const name = String(path.at(-1) ?? "");
  if (detail.endsWith("is not a valid field here.")) {
    const known = namesAt(shape, path.slice(0, -1));
    const like = nearest(name, known);
    return `unknown member${like ? ` (did you mean ${like}?)` : `; expected ${known.join(", ")}`}`;
  }
  const said = `${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(/\.$/, "")}`
    .replaceAll(". Or: E", " or e")
    .replaceAll("an object", "a mapping")
    .replaceAll("an array", "a list");
  const value = path.reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown> | null | undefined)?.[step],
    root,
  );
  // YAML reads an unquoted +1212… as a number.
  return said.startsWith("expected a string") && typeof value === "number"
    ? `${said}: put it in quotes`
    : said;
}

/** The names of the members that a shape knows at a path. */
function namesAt(shape: Shape, path: Path): string[] {
  if (shape.kind === "nullable") return namesAt(shape.shape, path);
  const [step, ...rest] = path;
  if (shape.kind === "list") return namesAt(shape.of, rest);
  if (shape.kind !== "object") return [];
  if (step === undefined) return [...shape.members.keys()];
  const member = shape.members.get(String(step));
  return member === undefined ? [] : namesAt(member.shape, rest);
}
