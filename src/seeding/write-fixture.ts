import { readFileSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { FixtureDocument } from "./document.ts";
import { FixtureError } from "./fixture-error.ts";
import { makeFolders } from "./make-folders.ts";
import { overwriteProblem, writtenHere } from "./output-file.ts";

/** What a folder holds that was written here. */
const names = { head: "fixture.yaml", profiles: "profiles.jsonl", events: "events.jsonl" } as const;

/** How much is written at once, in characters. */
const chunkMax = 1_000_000;

/**
 * Writes a fixture: as one file if the name ends in .yaml, .yml or .json, and else as a folder with
 * people and events as JSON lines. Each file is whole before it takes its place.
 *
 * @param force whether a file is overwritten that did not come from here
 * @returns the file that `--fixtures` takes
 * @throws FixtureError for a place where it cannot be
 */
export async function writeFixture(
  document: FixtureDocument,
  output: string,
  force = false,
): Promise<string> {
  const ending = extname(output);
  try {
    if (ending !== "") return await writeOne(document, output, ending, force);
    return await writeFolder(document, output, force);
  } catch (error) {
    if (error instanceof FixtureError) throw error;
    throw new FixtureError(output, undefined, `cannot be written: ${reasonOf(error)}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: "it is no folder, or lies within a file",
  EEXIST: "it is no folder",
  EISDIR: "it is a folder; a file was asked for",
  ENOENT: "no folder can be made there",
  EACCES: "it is not allowed to this user",
  EPERM: "it is not allowed to this user",
  EROFS: "nothing can be written there",
  ENOSPC: "the disk is full",
};

function reasonOf(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

async function writeOne(
  { head, profiles, events }: FixtureDocument,
  output: string,
  ending: string,
  force: boolean,
): Promise<string> {
  if (![".yaml", ".yml", ".json"].includes(ending)) {
    throw new FixtureError(output, undefined, "expected a folder, or a .yaml or .json file");
  }
  const whole = { ...head, profiles: [...profiles], events: [...events] };
  makeFolders(dirname(output));
  const text = await fixtureText(whole, ending);
  // JSON has no room for a word about where it came from: the same again is no loss.
  if (!force) requireOurs(output, () => readFileSync(output, "utf8") === text);
  await writeWhole(output, [text]);
  return output;
}

/** @throws FixtureError for a file that did not come from here */
function requireOurs(file: string, isSame: () => boolean): void {
  const isOurs = (head: string) => head.startsWith(writtenHere) || isSame();
  const problem = overwriteProblem(file, isOurs);
  if (problem !== undefined) throw new FixtureError(file, undefined, problem);
}

async function writeFolder(
  document: FixtureDocument,
  folder: string,
  force: boolean,
): Promise<string> {
  makeFolders(folder);
  const known: readonly string[] = Object.values(names);
  const other = (await readdir(folder)).find((name) => !known.includes(name));
  if (other !== undefined) {
    const what = `holds something else (${other}): give a new folder`;
    throw new FixtureError(folder, undefined, what);
  }
  const file = join(folder, names.head);
  if (!force) requireOurs(file, () => false);
  await writeWhole(join(folder, names.profiles), linesOf(document.profiles));
  await writeWhole(join(folder, names.events), linesOf(document.events));
  const head = {
    ...document.head,
    profiles_from: names.profiles,
    events_from: names.events,
  };
  await writeWhole(file, [await fixtureText(head, ".yaml")]);
  return file;
}

const fixtureText = async (value: object, ending: string): Promise<string> =>
  (ending === ".json" ? "" : writtenHere) + (await textOf(value, ending));

/** The text of a document, as its file's name asks for it: `.json`, else YAML. */
export async function textOf(value: object, ending: string): Promise<string> {
  if (ending === ".json") return `${JSON.stringify(value, null, 2)}\n`;
  const { stringify } = await import("yaml");
  return stringify(value, { aliasDuplicateObjects: false });
}

function* linesOf(items: Iterable<object>): Generator<string> {
  for (const item of items) yield `${JSON.stringify(item)}\n`;
}

/** Beside its place first. */
async function writeWhole(path: string, texts: Iterable<string>): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  try {
    const file = await open(draft, "w");
    try {
      let chunk = "";
      for (const text of texts) {
        chunk += text;
        if (chunk.length < chunkMax) continue;
        await file.write(chunk);
        chunk = "";
      }
      await file.write(chunk);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
