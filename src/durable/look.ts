import { readState, type ReadState } from "../emulation/import.ts";
import { NewerVersionError } from "../emulation/manifest.ts";
import { ControlError } from "../emulation/problem.ts";
import type { OnProgress } from "../seeding/progress.ts";
import type { Api } from "../verbs/invocation.ts";
import { folderFileName, readFolderFile, basePath, layoutOf, logName, logPath } from "./layout.ts";
import type { FolderFile, Layout } from "./layout.ts";
import { Belonging, strayBase, strayBefore } from "./identity.ts";
import type { Line } from "./line.ts";
import type { BaseMark, Ended } from "./log.ts";
import { type LogFound, readLog } from "./read-log.ts";
import { Rebuilding, type StateFound } from "./rebuilding.ts";

/** The first thing that is wrong in a folder, in words, with file and line. */
interface Damage {
  readonly message: string;
  /** Nothing is damaged: what is there does not belong together. */
  readonly isMixed: boolean;
}

export interface Survey {
  readonly layout: Layout;
  readonly file: FolderFile | undefined;
  /** The folder's own; undefined: it has none yet. */
  readonly id?: string | undefined;
  readonly base?: BaseMark | undefined;
  /** The logs in order, up to the first damage. */
  readonly logs: readonly LogFound[];
  /** What the last log has, also one that went with the base before; null: there was none. */
  readonly previous: Ended | null;
  /** How many records the newest base has; undefined: it is damaged. */
  readonly records?: number;
  /** Undefined: there is none, or it cannot be read to its end. */
  readonly state?: StateFound | undefined;
  /** The last line of the last log was broken off: where it begins, in bytes. */
  readonly torn?: { readonly log: number; readonly from: number } | undefined;
  /** A log of which nothing was ever answered: the process was killed while it began. */
  readonly unbegun?: string | undefined;
  readonly damage?: Damage | undefined;
}

/** Reads a data folder up to the first damage. @throws DataFolderError for another folder, NewerVersionError */
export async function look(api: Api, folder: string, onProgress?: OnProgress): Promise<Survey> {
  const layout = await layoutOf(folder);
  const read = await readFolderFile(folder);
  const file = read === "damaged" ? undefined : read;
  const nothing: Survey = { layout, file, logs: [], previous: null };
  const { base, logs, damaged } = layout;
  const broken = (message: string, isMixed = false) => ({
    ...nothing,
    damage: { message, isMixed },
  });
  if (base === undefined || base < (file?.base ?? 0)) {
    const isEmpty = read === undefined && logs.length + damaged.length === 0;
    return isEmpty ? nothing : broken(`${basePath(folder, file?.base ?? logs[0] ?? 1)} is missing`);
  }
  let state: ReadState;
  try {
    state = await readState(api, basePath(folder, base), onProgress);
  } catch (error) {
    if (!(error instanceof ControlError) || error instanceof NewerVersionError) throw error;
    return broken(error.reason);
  }
  const what = await strayBase(folder, base, state.base, file);
  const stray =
    what === undefined
      ? await strayBefore(folder, layout, state.base?.folder)
      : `${basePath(folder, base)} ${what}`;
  if (stray !== undefined) return broken(stray, true);
  const found = await readLogs(api, folder, nothing, state);
  if (read !== "damaged") return found;
  const damage = { message: `${folder}/${folderFileName} is damaged`, isMixed: false };
  return { ...found, damage, state: undefined };
}

async function readLogs(api: Api, folder: string, { layout, file }: Survey, state: ReadState) {
  const [{ base = 0 }, { base: of }] = [layout, state];
  const newest = Math.max(file?.log ?? 0, layout.logs.at(-1) ?? 0);
  const rebuilding = new Rebuilding(api, state);
  const belonging = new Belonging(of, file);
  const logs: LogFound[] = [];
  let torn: Survey["torn"];
  let unbegun: string | undefined;
  let damage: Damage | undefined;
  for (let number = base; number <= newest && damage === undefined; number += 1) {
    const found = await readLog(logPath(folder, number), number, {
      opened: (opening) => {
        belonging.require(number, opening);
        rebuilding.begin(opening.origin);
      },
      apply: (text) => rebuilding.apply(JSON.parse(text) as Line),
    });
    const isLast = number === newest;
    if (isLast && number > (file?.log ?? number) && isUnbegun(found)) {
      unbegun = logName(number);
      break;
    }
    const isOld = logs.every(({ opening }) => opening === undefined) && number !== file?.log;
    damage = wrongWith(folder, found, { isLast, isOld }, belonging);
    if (damage === undefined && found.torn !== undefined) torn = { log: number, from: found.torn };
    logs.push(found);
  }
  // Each log with checksums is written into the folder's file, but one of which nothing was answered.
  const isNamed = logs.some(({ opening, total }) => opening !== undefined && total.lines > 0);
  if (damage === undefined && file === undefined && isNamed)
    damage = { message: `${folder}/${folderFileName} is missing`, isMixed: false };
  return {
    layout,
    file,
    logs,
    torn,
    unbegun,
    damage,
    id: belonging.id,
    records: state.records,
    previous: belonging.last ?? null,
    base: of && { number: base, checksum: of.checksum },
    state: damage === undefined ? rebuilding.found() : undefined,
  };
}

/** What is wrong with a log, with its place. @param isOld whether it may be of before logs had a first line */
function wrongWith(
  folder: string,
  found: LogFound,
  { isLast, isOld }: { readonly isLast: boolean; readonly isOld: boolean },
  belonging: Belonging,
): Damage | undefined {
  const { damage, torn, opening, total } = found;
  const path = logPath(folder, total.log);
  const because = (message: string, isMixed = false) => ({ message, isMixed });
  const at = damage?.line === undefined ? path : `${path}:${damage.line}`;
  if (damage !== undefined) return because(`${at} ${damage.what}`, damage.isStray);
  if (opening === undefined && !isOld) return because(`${path}:1 is missing`);
  // It is cut before another log begins.
  if (torn !== undefined && !isLast)
    return because(`${path} is broken off, and ${logName(total.log + 1)} follows`);
  const stray = belonging.read(found);
  return stray === undefined ? undefined : because(`${path} ${stray}`, true);
}

/** Nothing was answered before the first line was there, and the folder's file said so. */
const isUnbegun = ({ total, opening, damage }: LogFound): boolean =>
  total.lines === 0 && opening === undefined && damage === undefined;
