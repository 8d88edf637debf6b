import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Infer, integer, object, string } from "../contract/shape.ts";
import { requireReadable } from "../emulation/manifest.ts";
import { isSealed, sealed } from "../emulation/line-file.ts";
import { newSecretKey } from "../world/chance.ts";
import { shapeProblem } from "../world/read-shape.ts";
import { jsonIn } from "../jsonapi/json.ts";

/** The file by which a data folder is known, and what is in it; folders of before there was one lack it. */
export const folderFileName = "folder.json";

/** 1 had neither this file nor checksums, 2 no ids. */
const folderFormat = 3;

const folderShape = object({
  format: integer({ min: 1 }),
  /** Of the emulator that wrote it. */
  version: string(),
  /** The folder's own, which all files in it bear; it comes with the first base that has one. */
  "id?": string(),
  /** The number of the base. */
  base: integer({ min: 0 }),
  /** What it has in it. */
  "checksum?": string(),
  /** The number of the newest log, which is written before this says so; 0 if there was none. */
  log: integer({ min: 0 }),
  /** What tells that log from one of a copy of the folder. */
  "mark?": string(),
  /** What that log had when it was closed. */
  "ended?": object({ lines: integer({ min: 0 }), checksum: string() }),
  "sum?": string(),
});

export type FolderFile = Infer<typeof folderShape>;

/** What nothing else is marked with, here or elsewhere. */
export const newMark = (): string => Buffer.from(newSecretKey()).toString("hex", 0, 16);

/**
 * @returns undefined if there is none, `damaged` if it cannot be understood
 * @throws ControlError for one of a later version
 */
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
export async function writeFolderFile(
  folder: string,
  about: Omit<FolderFile, "format" | "sum">,
): Promise<void> {
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
