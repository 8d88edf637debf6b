import { isDeepStrictEqual } from "node:util";
import type { ReadState } from "../emulation/import.ts";
import { type Manifest, NewerVersionError, readManifest } from "../emulation/manifest.ts";
import { type FolderFile, folderFileName } from "./folder-file.ts";
import { baseName, basePath, type Layout, logName, logPath } from "./layout.ts";
import type { Ended, Opening } from "./log-line.ts";
import { type LogFound, readLog, StrayLog } from "./read-log.ts";

/** What a base says of itself. */
type BaseFound = ReadState["base"];

/** A file that is whole, and is not this folder's, or not where it stands. */
const elsewhere = "is of another data folder";

/**
 * Whether a base is the folder's own.
 *
 * @returns what it is instead, in words that go on behind its path
 */
export async function strayBase(
  folder: string,
  number: number,
  base: BaseFound,
  file: FolderFile | undefined,
): Promise<string | undefined> {
  const isNamed = file?.base === number;
  // The folder's file does not say yet what is in a base that was written when the process was killed.
  if (file !== undefined && base?.folder !== file.id && (isNamed || file.id !== undefined))
    return `${elsewhere} than ${folderFileName}`;
  if (base === undefined) return undefined;
  if (base.number !== number) return `is ${baseName(base.number)} under another name`;
  if (isNamed) {
    const isSame = file.checksum === base.checksum;
    return isSame ? undefined : `is of another copy of the folder than ${folderFileName}`;
  }
  if (base.after === null) return undefined;
  const { log } = base.after;
  const { total, closed, damage } = await readLog(logPath(folder, log), log, unread);
  const isSame = isDeepStrictEqual({ ...total, closed }, base.after);
  // What a damaged line said is not known.
  return isSame || damage?.line !== undefined ? undefined : `does not follow ${logName(log)}`;
}

/** What is read for its checksums alone. */
export const unread = { opened: () => {}, apply: () => {} };

/** A file of the base before, and of its logs, that is not the folder's own. @returns its path and what it is */
export async function strayBefore(
  folder: string,
  { earlier }: Layout,
  id: string | undefined,
): Promise<string | undefined> {
  if (earlier === undefined || id === undefined) return undefined;
  const path = basePath(folder, earlier.base);
  const of = manifestOf(path)?.base?.folder;
  if (of !== undefined && of !== id) return `${path} ${elsewhere}`;
  for (const log of earlier.logs) {
    const { opening } = await readLog(logPath(folder, log), log, firstLine);
    if (opening?.folder !== undefined && opening.folder !== id)
      return `${logPath(folder, log)} ${elsewhere}`;
  }
  return undefined;
}

/** What is damaged there is of no moment as long as nothing newer is. */
export function manifestOf(path: string): Manifest | undefined {
  try {
    return readManifest(path);
  } catch (error) {
    if (error instanceof NewerVersionError) throw error;
    return undefined;
  }
}

/** The id that most of what lies in a folder bears. */
export async function commonId(
  folder: string,
  { base, logs, earlier }: Layout,
  file: FolderFile | undefined,
): Promise<string | undefined> {
  const ids = [file?.id];
  for (const number of [base, earlier?.base]) {
    if (number !== undefined) ids.push(manifestOf(basePath(folder, number))?.base?.folder);
  }
  for (const log of [...(earlier?.logs ?? []), ...logs]) {
    const { opening } = await readLog(logPath(folder, log), log, firstLine);
    ids.push(opening?.folder);
  }
  const named = ids.filter((id) => id !== undefined);
  const count = (id: string) => named.filter((each) => each === id).length;
  return named.toSorted((a, b) => count(b) - count(a))[0];
}

const firstLine = {
  opened: () => {},
  apply: () => {
    throw new Error("enough");
  },
};

/** Knows which logs belong behind a base, in which order. */
export class Belonging {
  readonly #base: BaseFound;
  readonly #file: FolderFile | undefined;
  #id: string | undefined;
  #last: Ended | null | undefined;

  /** @param file undefined: nothing names the newest log */
  constructor(base: BaseFound, file: FolderFile | undefined) {
    this.#base = base;
    this.#file = file;
    this.#id = base?.folder;
    this.#last = base?.after;
  }

  /** The folder's id, as far as anything says it. */
  get id(): string | undefined {
    return this.#id;
  }

  /** What the log before the next has; undefined: nobody knows. */
  get last(): Ended | null | undefined {
    return this.#last;
  }

  /** @throws StrayLog for the first line of one that is not the next */
  require(number: number, { log, before, folder, base, mark }: Opening): void {
    this.#id ??= folder;
    if (folder !== this.#id) throw new StrayLog(elsewhere);
    if (log !== number) throw new StrayLog(`is ${logName(log)} under another name`);
    if (this.#last !== undefined) requireFollowing(number, before, this.#last);
    const isOther = base?.number === this.#base?.number && base?.checksum !== this.#base?.checksum;
    const isLate = base !== undefined && base.number > (this.#base?.number ?? base.number);
    if (isOther || isLate) throw new StrayLog("was begun behind another base");
    if (number === this.#file?.log && mark !== this.#file.mark)
      throw new StrayLog(`is of another copy of the folder than ${folderFileName}`);
  }

  /** @returns why a log that was read to its end is not as it should be, if it is not */
  read({ total, closed }: LogFound): string | undefined {
    this.#last = { ...total, closed };
    const { ended, log } = this.#file ?? {};
    if (ended === undefined || log !== total.log) return undefined;
    const { lines, checksum } = ended;
    if (closed && lines === total.lines && checksum === total.checksum) return undefined;
    return `is not as it was when it was closed: it had ${lines} lines`;
  }
}

/** A log says what the one before it had. */
function requireFollowing(number: number, before: Ended | null, last: Ended | null): void {
  if (isDeepStrictEqual(before, last)) return;
  const name = last === null ? "the base" : logName(last.log);
  const why =
    last === null || before?.log !== last.log
      ? `it is not the one after ${name}`
      : before.lines === last.lines
        ? `${name} is not as it was when ${logName(number)} began`
        : `${name} has ${last.lines} lines, and had ${before.lines} when ${logName(number)} began`;
  throw new StrayLog(`does not follow the log before it (${why})`);
}
