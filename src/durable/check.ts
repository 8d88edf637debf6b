import { existsSync } from "node:fs";
import { join } from "node:path";
import { readState } from "../emulation/import.ts";
import { manifestName } from "../emulation/manifest.ts";
import { ControlError } from "../emulation/problem.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Api } from "../verbs/invocation.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { unread } from "./identity.ts";
import { baseName, basePath, logName, logPath, unusable } from "./layout.ts";
import { look, type Survey } from "./look.ts";
import type { Lost } from "./lost.ts";
import { readLog } from "./read-log.ts";
import type { Salvaged } from "./replay.ts";
import { salvage } from "./salvage.ts";

/** A file of a data folder or an export, and how it is. */
interface FileCheck {
  readonly name: string;
  /** How many records it has, or how many lines of what was written; undefined: it was not read. */
  readonly records?: number;
  readonly lines?: number;
  readonly state: "whole" | "not closed" | "broken off" | "damaged";
}

/** What lies in a folder, what is missing, and what could be kept of it. */
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
  /** Files of which it cannot keep all. */
  readonly loses: readonly string[];
  /** What it cannot keep, by kind and id as far as that can be read. */
  readonly lost: readonly Lost[];
  /** Where earlier recoveries put what was damaged. */
  readonly aside: readonly string[];
}

/**
 * Looks at a data folder or an exported state, without changing anything and without taking it.
 *
 * @param folder an absolute path
 * @throws DataFolderError for what is neither, of a newer version, or cannot be read
 */
export async function checkFolder(api: Api, folder: string): Promise<FolderCheck> {
  try {
    if (existsSync(join(folder, manifestName))) return await checkExport(api, folder);
    const survey = await look(api, folder);
    const salvaged = survey.damage && (await salvage(api, folder, survey));
    return await checked(api, folder, survey, salvaged);
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    if (error instanceof ControlError) throw new DataFolderError(error.reason);
    throw unusable(folder, error);
  }
}

async function checkExport(api: Api, folder: string): Promise<FolderCheck> {
  const none = { mixed: false, keeps: null, loses: [], lost: [], aside: [] };
  const about = { folder, kind: "export", ...none } as const;
  try {
    const { records } = await readState(api, folder);
    const files = [{ name: manifestName, records, state: "whole" }] as const;
    return { ...about, sound: true, files, problem: null };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { ...about, sound: false, files: [], problem: error.reason };
  }
}

/** What was found, as it is shown. @param salvaged of a damaged folder, what can be kept */
export async function checked(
  api: Api,
  folder: string,
  survey: Survey,
  salvaged: Salvaged | undefined,
): Promise<FolderCheck> {
  const { layout, damage } = survey;
  const { state, lost = [] } = salvaged ?? {};
  const isEmpty = layout.base === undefined && damage === undefined;
  const loses = [...new Set(lost.map(({ file }) => file.replace(/\/.*/, "")))];
  return {
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
}

/** The base before the newest, and its logs. */
async function filesBefore(
  api: Api,
  folder: string,
  { layout: { earlier } }: Survey,
): Promise<FileCheck[]> {
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
  const { base } = layout;
  const bases = base === undefined ? [] : [baseName(base)];
  const isRead = (log: number) => logs.some(({ total }) => total.log === log);
  const stateOf = (name: string) => (loses.includes(name) ? "damaged" : "whole");
  const unread = layout.logs.filter((log) => !isRead(log)).map(logName);
  return [
    ...bases.map((name): FileCheck => {
      return records === undefined
        ? { name, state: "damaged" }
        : { name, records, state: stateOf(name) };
    }),
    ...logs.map((log) => fileCheckOf(log, log.total.log === layout.logs.at(-1))),
    ...unread
      .filter((name) => name !== unbegun)
      .map((name): FileCheck => ({ name, state: stateOf(name) })),
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
