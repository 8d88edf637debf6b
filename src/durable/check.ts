import { existsSync } from "node:fs";
import { join } from "node:path";
import { readState } from "../emulation/import.ts";
import { manifestName } from "../emulation/manifest.ts";
import { ControlError } from "../emulation/problem.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Api } from "../verbs/call.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { baseName, logName, unusable } from "./layout.ts";
import { look, type Survey } from "./look.ts";

/** A file of a data folder or an export, and how it is. */
interface FileCheck {
  readonly name: string;
  /** How many records it has, or how many lines of what was written; undefined: it was not read. */
  readonly records?: number;
  readonly lines?: number;
  readonly state: "whole" | "not closed" | "broken off" | "damaged" | "not kept";
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
  /** What `--recover` keeps; null: nothing, or nothing is wrong. */
  readonly keeps: {
    readonly records: number;
    readonly lines: number;
    /** World time of the last thing that is kept, ISO 8601. */
    readonly until: string;
  } | null;
  /** Files that it cannot keep, in whole or from the damage on. */
  readonly loses: readonly string[];
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
    return checked(folder, await look(api, folder));
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    if (error instanceof ControlError) throw new DataFolderError(error.reason);
    throw unusable(folder, error);
  }
}

async function checkExport(api: Api, folder: string): Promise<FolderCheck> {
  const about = { folder, kind: "export", keeps: null, loses: [], aside: [] } as const;
  try {
    const { records } = await readState(api, folder);
    const files = [{ name: manifestName, records, state: "whole" }] as const;
    return { ...about, sound: true, files, problem: null };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { ...about, sound: false, files: [], problem: error.reason };
  }
}

/** What was found, as it is shown. */
export function checked(folder: string, survey: Survey): FolderCheck {
  const { layout, logs, state, damage } = survey;
  const { base } = layout;
  const isEmpty = base === undefined && damage === undefined;
  const bases: FileCheck[] =
    base === undefined
      ? []
      : [
          state === undefined
            ? { name: baseName(base), state: "damaged" }
            : { name: baseName(base), records: state.records, state: "whole" },
        ];
  const unread = layout.logs
    .filter(
      (log) => logs.every(({ total }) => total.log !== log) && logName(log) !== survey.unbegun,
    )
    .map((log): FileCheck => ({ name: logName(log), state: "not kept" }));
  return {
    folder,
    kind: isEmpty ? "empty" : "data folder",
    sound: damage === undefined,
    files: [...bases, ...logs.map((log) => fileCheckOf(log, survey)), ...unread],
    problem: damage?.message ?? null,
    keeps:
      damage === undefined || state === undefined
        ? null
        : { records: state.records, lines: state.lines, until: formatDatetime(state.at) },
    loses: damage?.lost ?? [],
    aside: layout.damaged,
  };
}

function fileCheckOf(
  { total: { log, lines }, closed, torn, damage }: Survey["logs"][number],
  { layout, damage: first }: Survey,
): FileCheck {
  const name = logName(log);
  const isLast = log === layout.logs.at(-1);
  if (damage !== undefined || first?.lost.includes(name)) return { name, lines, state: "damaged" };
  if (torn !== undefined) return { name, lines, state: "broken off" };
  return { name, lines, state: closed || !isLast ? "whole" : "not closed" };
}
