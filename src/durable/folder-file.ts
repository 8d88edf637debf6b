import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Infer, integer, object, string } from "../contract/shape.ts";
import { requireReadable } from "../emulation/manifest.ts";
import { shapeProblem } from "../world/read-shape.ts";

/** The file by which a data folder is known, and what is in it; folders of before there was one lack it. */
export const folderFileName = "folder.json";

/** 1 had neither this file nor checksums. */
const folderFormat = 2;

const folderShape = object({
  format: integer({ min: 1 }),
  /** Of the emulator that wrote it. */
  version: string(),
  /** The number of the base. */
  base: integer({ min: 0 }),
  /** The number of the newest log, which is written before this says so; 0 if there was none. */
  log: integer({ min: 0 }),
});

export type FolderFile = Infer<typeof folderShape>;

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
  const value = jsonOf(text) as Partial<FolderFile> | null | undefined;
  if (typeof value?.format !== "number") return "damaged";
  const { format, version } = value;
  requireReadable(format, { path, of: "a data folder", reads: folderFormat, version });
  return shapeProblem(folderShape, value) === undefined ? (value as FolderFile) : "damaged";
}

/** Puts another in its place; either is there at any time. */
export async function writeFolderFile(
  folder: string,
  about: Omit<FolderFile, "format">,
): Promise<void> {
  const path = join(folder, folderFileName);
  const draft = join(folder, `.${folderFileName}.new`);
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ format: folderFormat, ...about })}\n`);
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
