import { open, readFile, rename, rm, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Infer, integer, object, string } from "../contract/shape.ts";
import { requireReadable } from "../emulation/manifest.ts";
import { isSealed, sealed } from "../emulation/line-file.ts";
import { newSecretKey } from "../world/dice.ts";
import { shapeProblem } from "../world/read-shape.ts";
import { jsonIn } from "../jsonapi/json.ts";
import { existsSync } from "node:fs";
import { reasonOf, remedyOf, ControlError } from "../emulation/problem.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { lockName } from "./lock.ts";

/** The file by which a data folder is known, and what is in it; folders of before there was one lack it. */
export const folderFileName = "folder.json";

/** 1 had neither this file nor checksums, 2 no ids. */
const folderFormat = 3;

const folderShape = object({
  format: integer({ min: 1 }),
  version: string(),
  /** The folder's own, which all files in it bear; it comes with the first base that has one. */
  "id?": string(),
  base: integer({ min: 0 }),
  /** What it has in it. */
  "checksum?": string(),
  /** The number of the newest log, which is written before this says so; 0 if there was none. */
  log: integer({ min: 0 }),
  /** What tells that log from one of a copy of the folder. */
  "mark?": string(),
  "ended?": object({ lines: integer({ min: 0 }), checksum: string() }),
  "sum?": string(),
});

export type FolderFile = Infer<typeof folderShape>;

/** What nothing else is marked with, here or elsewhere. */
export const newMark = (): string => Buffer.from(newSecretKey()).toString("hex", 0, 16);

/** Undefined if there is none, `damaged` if it cannot be understood. @throws ControlError for one of a later version */
export async function readFolderFile(folder: string): Promise<FolderFile | "damaged" | undefined> {
  const path = join(folder, folderFileName);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const value = jsonIn(text) as Partial<FolderFile> | null | undefined;
  if (typeof value?.format !== "number") return "damaged";
  const { format, version } = value;
  requireReadable(format, { path, of: "a data folder", reads: folderFormat, version });
  if (format === folderFormat && !isSealed(value)) return "damaged";
  return shapeProblem(folderShape, value) === undefined ? (value as FolderFile) : "damaged";
}

/** Puts another in its place; either is there at any time. */
export async function writeFolderFile(folder: string, about: Omit<FolderFile, "format" | "sum">) {
  const path = join(folder, folderFileName);
  const draft = join(folder, `.${folderFileName}.new`);
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(sealed({ format: folderFormat, ...about }))}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Of several bases the newest counts. The one before is kept with its logs, for the day on which that is damaged. */
export interface Layout {
  readonly base: number | undefined;
  /** The numbers of the logs from the base on, in order. */
  readonly logs: readonly number[];
  /** The base before, and the logs from there to the base. */
  readonly earlier: { readonly base: number; readonly logs: readonly number[] } | undefined;
  /** What an older state is made of, or one that was never finished, by name. */
  readonly left: readonly string[];
  /** Files that were about to take the place of others: only a process that runs needs them. */
  readonly drafts: readonly string[];
  /** Folders into which damaged files were put. */
  readonly damaged: readonly string[];
}

const numbered = (number: number) => String(number).padStart(6, "0");

export const baseName = (number: number): string => `base-${numbered(number)}`;
export const logName = (number: number): string => `log-${numbered(number)}.db`;
/** Where what was damaged is put, by the number of the base that takes its place. */
export const damagedName = (number: number): string => `damaged-${numbered(number)}`;

export const basePath = (folder: string, number: number): string => join(folder, baseName(number));
export const logPath = (folder: string, number: number): string => join(folder, logName(number));

/** Why a folder cannot be used, whatever was thrown. */
export function unusable(folder: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error;
  if (error instanceof ControlError) return new DataFolderError(error.reason);
  const isNone = (error as NodeJS.ErrnoException).code === "ENOTDIR" && existsSync(folder);
  const reason = isNone ? "it is a file" : reasonOf(error);
  return new DataFolderError(
    `cannot use ${folder}: ${reason}; ${remedyOf(error, "give another folder")}`,
  );
}

/** @throws DataFolderError for a folder that holds something else */
export async function layoutOf(folder: string): Promise<Layout> {
  const names = await readdir(folder);
  const foreign = names.find(
    (name) =>
      !/^(base-\d+|log-\d+\.db~?|damaged-\d+|lock.*|\..*)$/.test(name) && name !== folderFileName,
  );
  if (foreign !== undefined) {
    throw new DataFolderError(
      `${folder} holds something else (${foreign}): give a new folder, or one of the emulator's`,
    );
  }
  const [base, before] = numbersOf(names, /^base-(\d+)$/).reverse();
  const logs = numbersOf(names, /^log-(\d+)\.db$/);
  const damaged = names.filter((name) => name.startsWith("damaged-"));
  // What is older than a base that was recovered is what was damaged.
  const isKept = before !== undefined && !damaged.includes(damagedName(base ?? 0));
  const first = (isKept ? before : base) ?? 0;
  return {
    base,
    logs: logs.filter((log) => log >= (base ?? 0)),
    earlier: isKept
      ? { base: before, logs: logs.filter((log) => log >= before && log < (base ?? 0)) }
      : undefined,
    left: names.filter((name) => isLeft(name, first)),
    drafts: names.filter((name) => /^\.folder\.json\.|^log-\d+\.db~$/.test(name)),
    damaged,
  };
}

const numbersOf = (names: readonly string[], pattern: RegExp): number[] =>
  names
    .flatMap((name) => pattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

/** @param first the number of the oldest base that is kept */
function isLeft(name: string, first: number): boolean {
  if (name.startsWith(".base-")) return true;
  if (name.startsWith(`${lockName}.`)) return !name.endsWith(".sock");
  return Number(/^(?:base|log)-(\d+)/.exec(name)?.[1] ?? first) < first;
}

/** Removes what an older state is made of. What was damaged before a recovery is put aside, if that had no time to. */
export async function removeLeft(folder: string, { base = 0, left, damaged }: Layout) {
  const aside = damagedName(base);
  const isKept = (name: string) => damaged.includes(aside) && /^(base|log)-\d/.test(name);
  for (const name of left) {
    if (isKept(name)) await rename(join(folder, name), join(folder, aside, name));
    else await removeAll(folder, [name]);
  }
}

export async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
