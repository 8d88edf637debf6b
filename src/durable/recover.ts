import { existsSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { writeState } from "../emulation/export.ts";
import { ControlError } from "../emulation/problem.ts";
import type { Api } from "../verbs/invocation.ts";
import { checked, type FolderCheck } from "./check.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { folderFileName, newMark, writeFolderFile } from "./folder-file.ts";
import { basePath, damagedName, layoutOf, removeLeft, unusable } from "./layout.ts";
import { lock } from "./lock.ts";
import { look, type Survey } from "./look.ts";
import type { Salvaged } from "./replay.ts";
import { salvage } from "./salvage.ts";

/** What was found, and where all of it is now. */
export interface Recovered extends FolderCheck {
  /** The folder into which everything was put as it was; null: nothing was wrong, and nothing was changed. */
  readonly movedTo: string | null;
}

/**
 * Keeps all that is as it was written and does not lead to what is lost: it becomes the folder's new base, and everything
 * that was there is put aside as it was.
 *
 * @param folder an absolute path
 * @throws DataFolderError for a folder that another process has, or of which nothing can be kept
 */
export async function recoverFolder(api: Api, folder: string, version: string): Promise<Recovered> {
  let free = () => {};
  try {
    // A folder that holds something else gets no lock either.
    await look(api, folder);
    free = await lock(folder);
    const survey = await look(api, folder);
    const salvaged = survey.damage && (await salvage(api, folder, survey));
    const check = await checked(api, folder, survey, salvaged);
    if (survey.damage === undefined) return { ...check, movedTo: null };
    return { ...check, movedTo: await rebuild(folder, survey, { salvaged, version }) };
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    if (error instanceof ControlError) throw new DataFolderError(error.reason);
    throw unusable(folder, error);
  } finally {
    free();
  }
}

/**
 * Whenever it is broken off, nothing is gone: the folder is as it was, or whole, and then what is older than its
 * base is put aside by the next that takes the folder.
 */
async function rebuild(
  folder: string,
  { damage, layout: { base: last = 0, logs }, file: about, id: found }: Survey,
  { salvaged, version }: { salvaged: Salvaged | undefined; version: string },
): Promise<string> {
  if (salvaged === undefined) {
    throw new DataFolderError(
      `${damage?.message}; nothing can be kept without a base, and nothing was changed: put a copy in its place`,
    );
  }
  const { snapshot, at, around, courses, sandboxes } = salvaged.state;
  const number = Math.max(last, logs.at(-1) ?? 0, about?.log ?? 0) + 1;
  const aside = join(folder, damagedName(number));
  const made = join(folder, ".base-recovered");
  const id = about?.id ?? found ?? newMark();
  const base = {
    of: { folder: id, number, after: null, mark: newMark() },
    around,
    courses,
    sandboxes,
  };
  const { checksum } = await writeState({ snapshot, exported: at, version, base }, made);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const file = join(folder, folderFileName);
  if (existsSync(file)) await copyFile(file, join(aside, folderFileName));
  await rename(made, basePath(folder, number));
  await writeFolderFile(folder, { version, id, checksum, base: number, log: number - 1 });
  await removeLeft(folder, await layoutOf(folder));
  return aside;
}
