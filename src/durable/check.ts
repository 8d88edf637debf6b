import { existsSync } from "node:fs";
import { join } from "node:path";
import { readState } from "../emulation/import.ts";
import { manifestName } from "../emulation/manifest.ts";
import { ControlError } from "../emulation/problem.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Api } from "../verbs/invocation.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { unread } from "./identity.ts";
import { baseName, basePath, logName, logPath, unusable, folderFileName } from "./layout.ts";
import { newMark, writeFolderFile, damagedName, layoutOf, removeLeft } from "./layout.ts";
import { look, type Survey } from "./look.ts";
import type { Lost } from "./lost.ts";
import { readLog } from "./read-log.ts";
import { type Salvaged, salvage } from "./salvage.ts";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { writeState } from "../emulation/export.ts";
import { lock } from "./lock.ts";

interface FileCheck {
  readonly name: string;
  /** How many records it has, or lines of what was written; undefined: it was not read. */
  readonly records?: number;
  readonly lines?: number;
  readonly state: "whole" | "not closed" | "broken off" | "damaged";
}

export interface FolderCheck {
  readonly folder: string;
  readonly kind: "data folder" | "export" | "empty";
  /** Whether an emulator begins with it as it is. */
  readonly sound: boolean;
  readonly files: readonly FileCheck[];
  /** The first thing that is wrong, with file and line. */
  readonly problem: string | null;
  /** Whether what is there is whole, and does not belong together: a file is another folder's, or an older copy. */
  readonly mixed: boolean;
  /** What `--recover` keeps; null: nothing, or nothing is wrong. */
  readonly keeps: {
    readonly records: number;
    readonly lines: number;
    /** World time of the last thing that is kept, ISO 8601. */
    readonly until: string;
  } | null;
  /** The files of what it cannot keep. */
  readonly loses: readonly string[];
  /** The same by kind and id, as far as that can be read. */
  readonly lost: readonly Lost[];
  /** Where earlier recoveries put what was damaged. */
  readonly aside: readonly string[];
}

/** Looks at a data folder or an exported state without changing it. @throws DataFolderError for what is neither */
export async function checkFolder(api: Api, folder: string): Promise<FolderCheck> {
  try {
    if (existsSync(join(folder, manifestName))) return await checkExport(api, folder);
    return (await checked(api, folder)).check;
  } catch (error) {
    throw unusable(folder, error);
  }
}

async function checkExport(api: Api, folder: string): Promise<FolderCheck> {
  const none = { mixed: false, keeps: null, loses: [], lost: [], aside: [], problem: null };
  const about = { folder, kind: "export", sound: true, files: [], ...none } as const;
  try {
    const { records } = await readState(api, folder);
    return { ...about, files: [{ name: manifestName, records, state: "whole" }] };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { ...about, sound: false, problem: error.reason };
  }
}

async function checked(api: Api, folder: string) {
  const survey = await look(api, folder);
  const { layout, damage } = survey;
  const salvaged = damage && (await salvage(api, folder, survey));
  const { state, lost = [] } = salvaged ?? {};
  const isEmpty = layout.base === undefined && damage === undefined;
  const loses = [...new Set(lost.map(({ file }) => file.replace(/\/.*/, "")))];
  const check: FolderCheck = {
    folder,
    kind: isEmpty ? "empty" : "data folder",
    sound: damage === undefined,
    mixed: damage?.isMixed ?? false,
    files: [...(await filesBefore(api, folder, survey)), ...filesOf(survey, loses)],
    problem: damage?.message ?? null,
    keeps: state
      ? { records: state.records, lines: state.lines, until: formatDatetime(state.at) }
      : null,
    loses,
    lost,
    aside: layout.damaged,
  };
  return { survey, salvaged, check };
}

/** The base before the newest, and its logs. */
async function filesBefore(api: Api, folder: string, { layout: { earlier } }: Survey) {
  if (earlier === undefined) return [];
  const name = baseName(earlier.base);
  const read = readState(api, basePath(folder, earlier.base));
  const base: FileCheck = await read.then(
    ({ records }) => ({ name, records, state: "whole" }),
    () => ({ name, state: "damaged" }),
  );
  const logs = earlier.logs.map(async (log): Promise<FileCheck> => {
    const { total, damage } = await readLog(logPath(folder, log), log, unread);
    return { name: logName(log), lines: total.lines, state: damage ? "damaged" : "whole" };
  });
  return [base, ...(await Promise.all(logs))];
}

function filesOf({ layout, logs, records, unbegun }: Survey, loses: readonly string[]) {
  const stateOf = (name: string) => (loses.includes(name) ? "damaged" : "whole");
  const bases = layout.base === undefined ? [] : [baseName(layout.base)];
  const read = logs.map((log) => fileCheckOf(log, log.total.log === layout.logs.at(-1)));
  const known = [unbegun, ...read.map(({ name }) => name)];
  const unread = layout.logs.map(logName).filter((name) => !known.includes(name));
  return [
    ...bases.map((name): FileCheck => {
      return records === undefined
        ? { name, state: "damaged" }
        : { name, records, state: stateOf(name) };
    }),
    ...read,
    ...unread.map((name): FileCheck => ({ name, state: stateOf(name) })),
  ];
}

function fileCheckOf(
  { total: { log, lines }, closed, torn, damage }: Survey["logs"][number],
  isLast: boolean,
): FileCheck {
  const name = logName(log);
  if (damage !== undefined) return { name, lines, state: "damaged" };
  if (torn !== undefined) return { name, lines, state: "broken off" };
  return { name, lines, state: closed || !isLast ? "whole" : "not closed" };
}

export interface Recovered extends FolderCheck {
  /** Where everything was put as it was; null: nothing was wrong, and nothing was changed. */
  readonly movedTo: string | null;
}

/** Makes all that can be kept the folder's new base, and puts aside what was there. @throws DataFolderError */
export async function recoverFolder(api: Api, folder: string, version: string): Promise<Recovered> {
  let free = () => {};
  try {
    // A folder that holds something else gets no lock either.
    await look(api, folder);
    free = await lock(folder);
    const { survey, salvaged, check } = await checked(api, folder);
    if (survey.damage === undefined) return { ...check, movedTo: null };
    return { ...check, movedTo: await rebuild(folder, survey, { salvaged, version }) };
  } catch (error) {
    throw unusable(folder, error);
  } finally {
    free();
  }
}

/** Wherever it is broken off, the folder is as it was, or whole: then the next to take it puts aside what is older. */
async function rebuild(
  folder: string,
  { damage, layout: { base: last = 0, logs }, file: about, id: found }: Survey,
  { salvaged, version }: { salvaged: Salvaged | undefined; version: string },
): Promise<string> {
  if (salvaged === undefined) {
    const why = "nothing can be kept without a base, and nothing was changed";
    throw new DataFolderError(`${damage?.message}; ${why}: put a copy in its place`);
  }
  const { snapshot, at, around, courses, sandboxes } = salvaged.state;
  const number = Math.max(last, logs.at(-1) ?? 0, about?.log ?? 0) + 1;
  const aside = join(folder, damagedName(number));
  const made = join(folder, ".base-recovered");
  const id = about?.id ?? found ?? newMark();
  const of = { folder: id, number, after: null, mark: newMark() };
  const base = { of, around, courses, sandboxes };
  const { checksum } = await writeState({ snapshot, exported: at, version, base }, made);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const file = join(folder, folderFileName);
  if (existsSync(file)) await copyFile(file, join(aside, folderFileName));
  await rename(made, basePath(folder, number));
  await writeFolderFile(folder, { version, id, checksum, base: number, log: number - 1 });
  await removeLeft(folder, await layoutOf(folder));
  return aside;
}
