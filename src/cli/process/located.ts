import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from "node:fs";
import { readFileSync, rmSync, type Stats } from "node:fs";
import { hostname, networkInterfaces, tmpdir, userInfo } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { holds, pidSpace, startOf } from "../../durable/process-state.ts";
import { reasonOf, remedyOf } from "../../emulation/disk-error.ts";
import type { readyEvent } from "./ready.ts";

/** A running emulator of this user's, as it told where it is. */
export interface Located extends Omit<ReturnType<typeof readyEvent>, "event"> {
  /** When its process began, and where its number is valid. */
  readonly started: string;
  readonly boot: string;
  readonly namespace: string;
  /** The folder in which it was started. */
  readonly folder: string;
  readonly authScheme: string;
  readonly controlToken?: string;
  /** Where what it prints goes, if it was detached. */
  readonly log?: string;
}

/** This user's number, which may have no name, as in a container; undefined on Windows, which has none. */
export const ownUid = (): number | undefined => process.getuid?.();

/** The folder of this user's locators and logs: they hold keys, so nobody else may read them. */
export const locatorFolder = (): string =>
  join(tmpdir(), `service-emulator-${ownUid() ?? userInfo().username}`);

/** The file by which the emulator of a process is found. */
export const locatorFile = (folder: string, pid: number): string => join(folder, `${pid}.json`);

/** The largest locator that is read, in bytes. */
const bytesMax = 10_000_000;

/** Why what lies in the folder cannot be this user's alone; undefined: it is, or there is none. */
export function folderProblem(folder = locatorFolder()): string | undefined {
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat === undefined || (stat.isDirectory() && isPrivate(stat))) return undefined;
    return `${folder} is not this user's alone: remove it, or set TMPDIR to a folder of your own`;
  } catch (error) {
    return unusable(`read ${folder}`, error);
  }
}

/** Why this user's folder cannot be used, and what to do. */
export const unusable = (what: string, error: unknown): string =>
  `cannot ${what}: ${reasonOf(error)}: ${remedyOf(error, "set TMPDIR to another folder")}`;

/** Of this user, and neither read nor written by another; Windows has no such bits. */
function isPrivate({ uid, mode }: Stats): boolean {
  const own = ownUid();
  return own === undefined || (uid === own && (mode & 0o077) === 0);
}

/**
 * The emulators of this user's that run; what one left behind that was killed goes. A file that no emulator wrote
 * for itself is left alone: nothing of what it says is believed, and nothing that it names is touched.
 */
export function locateAll(): Located[] {
  const folder = locatorFolder();
  if (folderProblem(folder) !== undefined) return [];
  const here = pidSpace();
  return pidsIn(folder).flatMap((pid) => {
    const file = locatorFile(folder, pid);
    const read = readLocated(file, pid);
    if (read === undefined || !isReached(read.located.url)) return [];
    const { boot, namespace, started } = read.located;
    // The number is a process's of another container, or from before the machine was restarted.
    if (boot !== here.boot || namespace !== here.namespace) return [];
    if (startOf(pid) === started) return isOurs(pid) && read.isHeld ? [read.located] : [];
    rmSync(file, { force: true });
    return [];
  });
}

/** The emulator that a process of ours has become, whatever the name of its host. */
export function locateChild(pid: number | undefined): Located | undefined {
  if (pid === undefined) return undefined;
  const located = readLocated(locatorFile(locatorFolder(), pid), pid)?.located;
  return located !== undefined && startOf(pid) === located.started ? located : undefined;
}

function pidsIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => /^([1-9]\d{0,9})\.json$/.exec(name)?.[1] ?? [])
      .map(Number);
  } catch {
    return [];
  }
}

/** @returns undefined for what is not a file of this user's own, or not what an emulator of that number writes */
function readLocated(file: string, pid: number): { located: Located; isHeld: boolean } | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let handle: number | undefined;
  try {
    handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(handle);
    const isOwn = stat.isFile() && isPrivate(stat) && stat.nlink === 1 && stat.size <= bytesMax;
    if (!isOwn) return undefined;
    const located = JSON.parse(readFileSync(handle, "utf8")) as Located;
    if (!isSound(located, pid, dirname(file))) return undefined;
    // Where it cannot be seen what a process holds, the file's owner has to do.
    return { located, isHeld: holds(pid, stat) ?? true };
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);
const isWord = (value: unknown): boolean =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
const isPath = (value: unknown): boolean => isText(value) && isAbsolute(value);
const isMissingOr = (is: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || is(value);

/** Whether a locator has the form of one: nothing in it leads out of the folder, or to another process. */
function isSound(located: Located, pid: number, folder: string): boolean {
  const { url, started, boot, namespace, authScheme, controlToken, accounts, log, caFile } =
    located;
  return (
    located.pid === pid &&
    typeof url === "string" &&
    /^https?:\/\/[^/?#@\s]+$/.test(url) &&
    URL.canParse(url) &&
    [started, boot, namespace].every(isText) &&
    isPath(located.folder) &&
    isWord(authScheme) &&
    isMissingOr(isWord)(controlToken) &&
    isMissingOr(isPath)(caFile) &&
    isMissingOr((path) => isText(path) && isLogIn(folder, path))(log) &&
    Array.isArray(accounts) &&
    accounts.every(
      ({ companyId, keys }) =>
        isWord(companyId) && keys.every(({ name, key }) => isText(name) && isWord(key)),
    )
  );
}

/** Logs lie beside the locators, named by a number. */
const isLogIn = (folder: string, path: string): boolean =>
  dirname(path) === folder && isLogName(basename(path));
export const isLogName = (name: string): boolean => /^\d+\.log$/.test(name);

/** Whether a URL leads to this machine: loopback, one of its addresses, or its name. */
function isReached(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return (
    /^(?:127\.[\d.]+|::1|0\.0\.0\.0|::|(?:.+\.)?localhost)$/.test(host) ||
    host === hostname().toLowerCase() ||
    addresses.some(({ address }) => address === host)
  );
}

/** Whether this user may end it: what is another's is none of ours. */
function isOurs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
