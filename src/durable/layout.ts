import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf, remedyOf } from "../emulation/disk-error.ts";
import { makeFolders } from "../seeding/output-file.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { folderFileName } from "./folder-file.ts";
import { lockName } from "./lock.ts";

/**
 * What lies in a data folder: `folder.json`, which says what is in it; `base-N`, a whole state, and `log-N.db`,
 * what was written since; then `log-N+1.db` and so on. Of several bases the newest counts. The one before it is
 * kept, with its logs, for the day on which the newest is damaged.
 */
export interface Layout {
  /** The number of the base, if there is one. */
  readonly base: number | undefined;
  /** The numbers of the logs from the base on, in order. */
  readonly logs: readonly number[];
  /** The base before, if there is one, and the logs from there to the base. */
  readonly earlier: { readonly base: number; readonly logs: readonly number[] } | undefined;
  /** Names of what an older state is made of, or one that was never finished. */
  readonly left: readonly string[];
  /** Names of files that were about to take the place of others: only a process that runs needs them. */
  readonly drafts: readonly string[];
  /** Names of folders into which damaged files were put. */
  readonly damaged: readonly string[];
}

const digits = 6;
const numbered = (number: number) => String(number).padStart(digits, "0");

export const baseName = (number: number): string => `base-${numbered(number)}`;
export const logName = (number: number): string => `log-${numbered(number)}.db`;
/** Where what was damaged is put, by the number of the base that takes its place. */
export const damagedName = (number: number): string => `damaged-${numbered(number)}`;

export const basePath = (folder: string, number: number): string => join(folder, baseName(number));
export const logPath = (folder: string, number: number): string => join(folder, logName(number));

/** Makes the folder if it is not there. @throws DataFolderError */
export async function makeFolder(folder: string): Promise<void> {
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** A folder of which the system says that it cannot be used. */
export function unusable(folder: string, error: unknown): DataFolderError {
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
  const drafts = names.filter((name) => /^\.folder\.json\.|^log-\d+\.db~$/.test(name));
  return {
    base,
    logs: logs.filter((log) => log >= (base ?? 0)),
    earlier: isKept
      ? { base: before, logs: logs.filter((log) => log >= before && log < (base ?? 0)) }
      : undefined,
    left: names.filter((name) => isLeft(name, first)),
    drafts,
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
  if (name.startsWith(`${lockName}.`) && !name.endsWith(".sock")) return true;
  const [, number] = /^(?:base-(\d+)|log-(\d+)\.db)$/.exec(name)?.filter(Boolean) ?? [];
  return number !== undefined && Number(number) < first;
}

/**
 * Removes what an older state is made of. If the base was recovered, that is what was damaged: it is put aside,
 * unless the recovery had time to do so.
 */
export async function removeLeft(
  folder: string,
  { base = 0, left, damaged }: Layout,
): Promise<void> {
  const aside = damagedName(base);
  const isKept = (name: string) => damaged.includes(aside) && /^(base|log)-\d/.test(name);
  for (const name of left.filter(isKept))
    await rename(join(folder, name), join(folder, aside, name));
  await removeAll(
    folder,
    left.filter((name) => !isKept(name)),
  );
}

export async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
