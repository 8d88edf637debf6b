import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "../seeding/make-folders.ts";
import { DataFolderError, reasonOf } from "./data-folder-error.ts";
import { lockName } from "./lock.ts";

/**
 * What lies in a data folder: `base-N`, a whole state, and `log-N.db`, what was written since; then
 * `log-N+1.db` and so on. Of several bases the newest counts.
 */
export interface Layout {
  /** The number of the base, if there is one. */
  readonly base: number | undefined;
  /** The numbers of the logs from the base on, in order, without a gap. */
  readonly logs: readonly number[];
  /** Names of what an older state is made of, or one that was never finished. */
  readonly left: readonly string[];
}

const digits = 6;
const numbered = (number: number) => String(number).padStart(digits, "0");

export const basePath = (folder: string, number: number): string =>
  join(folder, `base-${numbered(number)}`);

export const logPath = (folder: string, number: number): string =>
  join(folder, `log-${numbered(number)}.db`);

/** Makes the folder if it is not there. @throws DataFolderError */
export async function makeFolder(folder: string): Promise<void> {
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    throw new DataFolderError(`cannot use ${folder}: ${reasonOf(error)}; give another folder`);
  }
}

/** @throws DataFolderError for a folder that holds something else, or of which something is missing */
export async function layoutOf(folder: string): Promise<Layout> {
  const names = await readdir(folder);
  const foreign = names.find((name) => !/^(base-\d+|log-\d+\.db~?|lock.*|\..*)$/.test(name));
  if (foreign !== undefined) {
    throw new DataFolderError(
      `${folder} holds something else (${foreign}): give a new folder, or one of the emulator's`,
    );
  }
  const bases = numbersOf(names, /^base-(\d+)$/);
  // NeDB's own file of a log that it was about to put in its place.
  const logs = [...new Set(numbersOf(names, /^log-(\d+)\.db~?$/))];
  const base = bases.at(-1);
  if (base === undefined && logs.length > 0) {
    throw new DataFolderError(`${folder} has a log but no base: put a copy in its place`);
  }
  const current = logs.filter((log) => log >= (base ?? 0));
  const gap = current.findIndex((log, index) => log !== (base ?? 0) + index);
  if (gap !== -1) {
    const missing = logPath(folder, (base ?? 0) + gap);
    throw new DataFolderError(`${missing} is missing: put a copy in its place`);
  }
  return { base, logs: current, left: names.filter((name) => isLeft(name, base ?? 0)) };
}

const numbersOf = (names: readonly string[], pattern: RegExp): number[] =>
  names
    .flatMap((name) => pattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

function isLeft(name: string, base: number): boolean {
  if (name.startsWith(".base-") || name.startsWith(`${lockName}.`)) return true;
  const [, number] = /^(?:base-(\d+)|log-(\d+)\.db~?)$/.exec(name)?.filter(Boolean) ?? [];
  return number !== undefined && Number(number) < base;
}

export async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
