import { nearest } from "../world/name-match.ts";

export type ProblemKind =
  | "invalid"
  | "unknown"
  | "conflict"
  | "forbidden"
  | "wrong method"
  | "too large"
  | "too many"
  | "unavailable"
  | "mistake";

/** Why something was refused. Its `message` says it whole: the member, what is wrong with it, and the nearest name. */
export class ControlError extends Error {
  static {
    this.prototype.name = "ControlError";
  }
  readonly kind: ProblemKind;
  /** The member at fault; empty: the whole. */
  readonly path: string;
  readonly reason: string;
  readonly nearest?: string;
  constructor(
    reason: string,
    path = "",
    {
      kind = "invalid",
      nearest,
    }: { readonly kind?: ProblemKind; readonly nearest?: string | undefined } = {},
  ) {
    const near = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    // What there is none of says itself what it would be.
    const member = path === "" || kind === "unknown" ? "" : `${path}: `;
    super(`${member}${reason}${near}`);
    this.kind = kind;
    this.path = path;
    this.reason = reason;
    if (nearest !== undefined) this.nearest = nearest;
  }
}

export const conflict = (reason: string, path = "id"): ControlError =>
  new ControlError(reason, path, { kind: "conflict" });

export const forbidden = (reason: string, path = ""): ControlError =>
  new ControlError(reason, path, { kind: "forbidden" });

export const wrongFolder = (reason: string): ControlError => new ControlError(reason, "folder");

/** Names what was most likely meant, of what is known. */
export const notAmong = (
  known: Iterable<string>,
  name: string,
  reason: string,
  path: string,
  kind: ProblemKind = "invalid",
): ControlError => new ControlError(reason, path, { kind, nearest: nearest(name, known) });

const fewNames = 5;

/** There is nothing of that id: names the nearest, or all where they are few. */
export function unknownId(what: string, id: string, names?: readonly string[]): ControlError {
  const near = names && nearest(id, names);
  // Of ids that are numbered, none is meant by another number.
  const like = near !== undefined && wordsOf(near) === wordsOf(id) ? undefined : near;
  const few = names !== undefined && like === undefined && names.length <= fewNames;
  const listed = names?.length === 0 ? "there is none" : `known: ${names?.join(", ")}`;
  const reason = `no ${what} with id ${id}${few ? ` (${listed})` : ""}`;
  return new ControlError(reason, "id", { kind: "unknown", nearest: like });
}

/** The one that has an id. @throws ControlError where none has */
export function withId<T extends { readonly id: string }>(
  what: string,
  all: readonly T[],
  id: string,
) {
  const ids = all.map((each) => each.id);
  const found = all[ids.indexOf(id)];
  if (found === undefined) throw unknownId(what, id, ids);
  return found;
}

const wordsOf = (id: string): string => id.replaceAll(/\d/g, "");

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
