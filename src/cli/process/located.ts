import { lstatSync, readdirSync, rmSync } from "node:fs";
import { hostname, networkInterfaces, tmpdir, userInfo } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { trustProblem, ownUid, readTrusted } from "../../durable/trusted-file.ts";
import { holds, orElse, pidSpace, send, startOf } from "../../durable/process-state.ts";
import { reasonOf, remedyOf } from "../../emulation/problem.ts";
import type { readyEvent } from "./ready.ts";
import type { Trust } from "./child-environment.ts";

/** A running emulator of this user's, as it told where it is. */
export interface Located extends Omit<ReturnType<typeof readyEvent>, "event"> {
  /** When its process began, and where its number is valid. */
  readonly started: string;
  readonly boot: string;
  readonly namespace: string;
  readonly folder: string;
  readonly authScheme: string;
  readonly controlToken?: string;
  readonly trust?: Trust;
  readonly proxy?: string;
  readonly log?: string;
}

/** The folder of this user's locators and logs: they hold keys, so nobody else may read them. */
export const locatorFolder = (): string =>
  join(tmpdir(), `service-emulator-${ownUid() ?? userInfo().username}`);

export const locatorFile = (folder: string, pid: number): string => join(folder, `${pid}.json`);

const bytesMax = 10_000_000;

/** Why what lies in the folder cannot be this user's alone; undefined: it is, or there is none. */
export function folderProblem(folder = locatorFolder()): string | undefined {
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    const problem = stat && trustProblem(stat, { is: "folder" });
    return problem && `${folder} ${problem}: remove it, or set TMPDIR to a folder of your own`;
  } catch (error) {
    return unusable(`read ${folder}`, error);
  }
}

export const unusable = (what: string, error: unknown): string =>
  `cannot ${what}: ${reasonOf(error)}: ${remedyOf(error, "set TMPDIR to another folder")}`;

/** This user's that run; what a killed one left goes. What no emulator wrote for itself is not believed, nor touched. */
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
    // What this user may not end is another's.
    if (startOf(pid) === started) return send(pid, 0) && read.isHeld ? [read.located] : [];
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

const pidsIn = (folder: string): number[] =>
  orElse([], () => readdirSync(folder))
    .flatMap((name) => /^([1-9]\d{0,9})\.json$/.exec(name)?.[1] ?? [])
    .map(Number);

/** Undefined for what is not a file of this user's own, or not what an emulator of that number writes. */
function readLocated(file: string, pid: number): { located: Located; isHeld: boolean } | undefined {
  return orElse(undefined, () => {
    const { bytes, stat } = readTrusted(file, { is: "file", bytesMax });
    const located = JSON.parse(bytes.toString()) as Located;
    if (!isSound(located, pid, dirname(file))) return undefined;
    // Where it cannot be seen what a process holds, the file's owner has to do.
    return { located, isHeld: holds(pid, stat) ?? true };
  });
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);
const isWord = (value: unknown): boolean =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
const isPath = (value: unknown): boolean => isText(value) && isAbsolute(value);

/** Whether nothing in it leads out of the folder, or to another process. */
function isSound(located: Located, pid: number, folder: string): boolean {
  const { url, started, boot, namespace, authScheme, controlToken, accounts, log } = located;
  const { caFile, trust, proxy } = located;
  return (
    located.pid === pid &&
    typeof url === "string" &&
    /^https?:\/\/[^/?#@\s]+$/.test(url) &&
    URL.canParse(url) &&
    [started, boot, namespace].every(isText) &&
    isPath(located.folder) &&
    isWord(authScheme) &&
    (controlToken === undefined || isWord(controlToken)) &&
    (caFile === undefined || isPath(caFile)) &&
    (trust === undefined || Object.values(trust).every(isPath)) &&
    (proxy === undefined || /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(String(proxy))) &&
    (log === undefined || (isText(log) && dirname(log) === folder && isLogName(basename(log)))) &&
    Array.isArray(accounts) &&
    accounts.every(
      ({ companyId, keys }) =>
        isWord(companyId) && keys.every(({ name, key }) => isText(name) && isWord(key)),
    )
  );
}

/** Logs lie beside the locators, named by a number. */
export const isLogName = (name: string): boolean => /^\d+\.log$/.test(name);

function isReached(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const addresses = Object.values(networkInterfaces()).flat();
  return (
    /^(?:127\.[\d.]+|::1|0\.0\.0\.0|::|(?:.+\.)?localhost)$/.test(host) ||
    host === hostname().toLowerCase() ||
    addresses.some((each) => each?.address === host)
  );
}
