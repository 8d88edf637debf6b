/** Why a data folder cannot be used, in one line: what, where, and what to do. */
export class DataFolderError extends Error {}

const why: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "this user's part of the disk is full",
  EACCES: "it is not allowed to this user",
  EPERM: "it is not allowed to this user",
  EROFS: "it cannot be written to",
  ENOTDIR: "it lies within a file",
  EEXIST: "it is a file",
  EMFILE: "too many files are open",
};

/** What the system said, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return why[code ?? ""] ?? message;
}
