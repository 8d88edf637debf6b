/** What the system says of a disk, in words, and what can be done about it. */
const known: Readonly<Record<string, readonly [reason: string, remedy?: string]>> = {
  ENOSPC: ["the disk is full", "make room on it"],
  EDQUOT: ["this user's part of the disk is full", "make room on it"],
  EROFS: ["the disk is mounted read-only", "mount it writable"],
  EIO: ["the disk failed", "check the disk"],
  EACCES: ["it is not allowed to this user", "allow it"],
  EPERM: ["it is not allowed to this user", "allow it"],
  ENOTDIR: ["it lies within a file"],
  EEXIST: ["it is a file"],
  ENOENT: ["it is not there"],
  ENAMETOOLONG: ["its name is too long"],
  EMFILE: ["too many files are open"],
};

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return known[code ?? ""]?.[0] ?? message;
}

/** What to do about it: what is known to help, or else something other. */
export function remedyOf(error: unknown, otherwise: string): string {
  const remedy = known[(error as NodeJS.ErrnoException).code ?? ""]?.[1];
  return remedy === undefined ? otherwise : `${remedy}, or ${otherwise}`;
}
