import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { readFileSync, realpathSync, type Stats } from "node:fs";

/** What is asked of a file or a folder that was found, not named, before it is believed. */
export interface TrustRule {
  readonly is: "file" | "folder";
  /** Who has made it. Default: this user. Root may change anything anyway. */
  readonly by?: "user" | "user or root" | "anybody";
  /**
   * What others may not do with it. Default: neither read it nor write to it. Where the group of a file is the user's
   * own, as it is where each user has one, `strangers` are those outside of it.
   */
  readonly closedTo?: "readers" | "writers" | "strangers";
  readonly bytesMax?: number;
  /** Whether a link is followed that a user made who could have made the file. */
  readonly followsLinks?: boolean;
}

/** Why something that was found is not believed: the rest of a sentence that begins with its name. */
export class UntrustedError extends Error {}

/** This user's number, which may have no name, as in a container; undefined on Windows, which has none. */
export const ownUid = (): number | undefined => process.getuid?.();

const closed = { readers: 0o077, writers: 0o022, strangers: 0o002 } as const;

/** @returns why it is not believed; undefined: it is */
export function trustProblem(stat: Stats, asked: TrustRule): string | undefined {
  const { is, by = "user", closedTo = "readers", bytesMax = Number.POSITIVE_INFINITY } = asked;
  if (stat.isSymbolicLink()) return "is a link";
  if (is === "folder" ? !stat.isDirectory() : !stat.isFile()) return `is no ${is}`;
  if (stat.size > bytesMax) return `has ${stat.size} bytes; expected at most ${bytesMax}`;
  if (by === "anybody") return undefined;
  if (!isBy(stat, by)) return "belongs to another user";
  const uid = ownUid();
  // Windows has no such bits.
  if (uid === undefined) return undefined;
  const isShared = closedTo === "strangers" && stat.gid !== uid && (stat.mode & 0o020) !== 0;
  if (isShared || (stat.mode & closed[closedTo]) !== 0) return "is open to other users";
  if (is === "file" && closedTo === "readers" && stat.nlink !== 1) return "has another name, too";
  return undefined;
}

const isBy = ({ uid }: Stats, by: TrustRule["by"]): boolean =>
  [undefined, uid].includes(ownUid()) || (by === "user or root" && uid === 0);

/** Makes a folder that is this user's alone, in one that is there. @returns why it is not, where it is not */
export function ownFolder(folder: string, closedTo?: "writers"): string | undefined {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It is there, or cannot be made: what is found there says so.
  }
  try {
    return trustProblem(lstatSync(folder), { is: "folder", ...(closedTo && { closedTo }) });
  } catch (error) {
    return (error as Error).message;
  }
}

/** Reads a file that was found, judged once it is open: another may take its place. @throws UntrustedError */
export function readTrusted(file: string, asked: TrustRule): { bytes: Buffer; stat: Stats } {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const link = lstatSync(file);
  const isFollowed = asked.followsLinks && link.isSymbolicLink() && isBy(link, asked.by);
  requireSound(isFollowed ? undefined : link, asked);
  const path = isFollowed ? realpathSync(file) : file;
  const handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fstatSync(handle);
    requireSound(stat, asked);
    return { bytes: readFileSync(handle), stat };
  } finally {
    closeSync(handle);
  }
}

function requireSound(stat: Stats | undefined, asked: TrustRule): void {
  const problem = stat && trustProblem(stat, asked);
  if (problem !== undefined) throw new UntrustedError(problem);
}
