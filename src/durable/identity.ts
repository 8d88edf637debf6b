import { isDeepStrictEqual } from "node:util";
import type { ReadState } from "../emulation/import.ts";
import { type Manifest, NewerVersionError, readManifest } from "../emulation/manifest.ts";
import { folderFileName, baseName, basePath, logName, logPath, type FolderFile } from "./layout.ts";
import type { Layout } from "./layout.ts";
import type { Ended, Opening } from "./log.ts";
import { type LogFound, readLog, StrayLog } from "./read-log.ts";

type BaseFound = ReadState["base"];

const elsewhere = "is of another data folder";

/** What a base is, if it is not the folder's own: words that go on behind its path. */
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

/** What of the base before, and of its logs, is not the folder's own, and where. */
export async function strayBefore(folder: string, { earlier }: Layout, id: string | undefined) {
  if (earlier === undefined || id === undefined) return undefined;
  if ((idOfBase(folder, earlier.base) ?? id) !== id)
    return `${basePath(folder, earlier.base)} ${elsewhere}`;
  for (const log of earlier.logs)
    if (((await idOfLog(folder, log)) ?? id) !== id) return `${logPath(folder, log)} ${elsewhere}`;
  return undefined;
}

const idOfBase = (folder: string, base: number): string | undefined =>
  manifestOf(basePath(folder, base))?.base?.folder;

async function idOfLog(folder: string, log: number): Promise<string | undefined> {
  const apply = () => {
    throw new Error("enough");
  };
  return (await readLog(logPath(folder, log), log, { ...unread, apply })).opening?.folder;
}

/** The manifest of a base; one that is damaged is of no moment as long as nothing newer is. */
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
  const bases = [base, earlier?.base].filter((each) => each !== undefined);
  const ids = [file?.id, ...bases.map((each) => idOfBase(folder, each))];
  for (const log of [...(earlier?.logs ?? []), ...logs]) ids.push(await idOfLog(folder, log));
  const named = ids.filter((id) => id !== undefined);
  const count = (id: string) => named.filter((each) => each === id).length;
  return named.toSorted((a, b) => count(b) - count(a))[0];
}

export class Belonging {
  readonly #base: BaseFound;
  readonly #file: FolderFile | undefined;
  /** The folder's, as far as anything says it. */
  id: string | undefined;
  /** What the log before the next has; undefined: nobody knows. */
  last: Ended | null | undefined;

  /** @param file undefined: nothing names the newest log */
  constructor(base: BaseFound, file: FolderFile | undefined) {
    this.#base = base;
    this.#file = file;
    this.id = base?.folder;
    this.last = base?.after;
  }

  /** @throws StrayLog for the first line of one that is not the next */
  require(number: number, { log, before, folder, base, mark }: Opening): void {
    this.id ??= folder;
    if (folder !== this.id) throw new StrayLog(elsewhere);
    if (log !== number) throw new StrayLog(`is ${logName(log)} under another name`);
    if (this.last !== undefined) requireFollowing(number, before, this.last);
    const isOther = base?.number === this.#base?.number && base?.checksum !== this.#base?.checksum;
    const isLate = base !== undefined && base.number > (this.#base?.number ?? base.number);
    if (isOther || isLate) throw new StrayLog("was begun behind another base");
    if (number === this.#file?.log && mark !== this.#file.mark)
      throw new StrayLog(`is of another copy of the folder than ${folderFileName}`);
  }

  /** @returns why a log that was read to its end is not as it should be, if it is not */
  read({ total, closed }: LogFound): string | undefined {
    this.last = { ...total, closed };
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
