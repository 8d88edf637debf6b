import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scheduler } from "node:timers/promises";
import { DataFolderError } from "./data-folder-error.ts";
import { LockSocket } from "./lock-socket.ts";
import { type PidSpace, pidSpace, startOf } from "./process-state.ts";
import { readTrusted, UntrustedError } from "./trusted-file.ts";

export const lockName = "lock";

export interface LockOptions {
  /** A lock whose owner cannot be known to run is taken over. Default: it is refused. */
  readonly stealLock?: boolean;
}

/** Who has a folder: a process, and when it began, since its number is given to another one day. */
interface Holder extends Partial<PidSpace> {
  readonly pid: number;
  readonly started: string;
  /** Whether it has a socket in the folder, too. */
  readonly socket?: boolean;
}

/** Who stands in the way, as far as that is known. */
interface Blocker {
  readonly pid: number | undefined;
  /** `there`: in another container; `unknown`: nothing here shows whether it runs. */
  readonly runs: "here" | "there" | "unknown";
}

/** A process that is about to end is given this long. */
const [tries, betweenMs] = [40, 50];

/** Makes a folder this process's own, until it is given free. @throws DataFolderError if another has it for 2 s */
export async function lock(folder: string, { stealLock = false }: LockOptions = {}) {
  const space = pidSpace();
  const socket = LockSocket.in(folder, space);
  const path = join(folder, lockName);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const living = await socket?.take();
      let blocker: Blocker | undefined;
      if (living !== undefined) {
        const runs = living.namespace === space.namespace ? "here" : "there";
        blocker = { pid: living.pid, runs };
      } else {
        const started = startOf(process.pid) ?? "";
        const own = { pid: process.pid, started, ...space, socket: socket?.isThere ?? false };
        blocker = takeFile(path, own, stealLock);
        if (blocker === undefined) return freeing(path, own, socket);
      }
      if (attempt >= tries) throw new DataFolderError(`${folder} ${whyNot(blocker)}`);
      await scheduler.wait(betweenMs);
    }
  } catch (error) {
    socket?.free();
    throw error;
  }
}

/** Whoever is closed twice gives nothing free that is another's by then. */
function freeing(path: string, own: Holder, socket: LockSocket | undefined): () => void {
  let isFree = false;
  return () => {
    if (isFree) return;
    isFree = true;
    try {
      if (textOf(path) === JSON.stringify(own)) rmSync(path, { force: true });
    } catch {
      // Something else has been put in its place.
    }
    socket?.free();
  };
}

function whyNot({ pid, runs }: Blocker): string {
  const number = pid === undefined ? "" : ` (process ${pid} there)`;
  if (runs === "unknown") {
    return (
      `is locked by an emulator in another container or on another machine${number}, and nothing here ` +
      `shows whether it still runs: stop it; if it is gone, --steal-lock takes the folder over`
    );
  }
  const other = "stop that, or give another folder";
  if (runs === "there") return `is used by an emulator in another container${number}: ${other}`;
  return `is used by ${pid === undefined ? "another process" : `process ${pid}`}: ${other}`;
}

/** Tries to take the file. @param steal what cannot be known to run is taken for gone @throws DataFolderError */
function takeFile(path: string, own: Holder, steal: boolean): Blocker | undefined {
  if (isTaken(path, own)) return undefined;
  const text = textOf(path);
  if (text === undefined) return { pid: undefined, runs: "here" };
  const holder = holderOf(text);
  const state = stateOf(holder, own);
  if (state === "gone" || (state === "unknown" && steal)) {
    setAside(path, text, own);
    if (isTaken(path, own)) return undefined;
  }
  if (holder === undefined) return { pid: undefined, runs: "here" };
  return { pid: holder.pid, runs: state === "gone" ? "there" : state };
}

function stateOf(holder: Holder | undefined, own: Holder): "here" | "gone" | "unknown" {
  // What no process of ours wrote holds nothing.
  if (holder === undefined) return "gone";
  const { boot, namespace, socket = false, pid, started } = holder;
  // Its socket was looked for before, and nobody answered there.
  if (socket && own.socket) return "gone";
  const isHere = boot === own.boot && namespace === own.namespace;
  // Earlier versions said nothing of where the number is valid.
  if (boot !== undefined && !isHere) return "unknown";
  return startOf(pid) === started ? "here" : "gone";
}

const suffixOf = ({ boot, namespace, pid }: Holder): string => `${boot}-${namespace}-${pid}`;

/** The lock appears with all that it says, since a link to a file is made in one go. */
function isTaken(path: string, own: Holder): boolean {
  const draft = `${path}.${suffixOf(own)}`;
  try {
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    // An owner clears drafts away.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EEXIST", "ENOENT"].includes(code)) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes away the lock of a process that is gone, and only that: another may have been quicker. */
function setAside(path: string, stale: string, own: Holder): void {
  const aside = `${path}.stale.${suffixOf(own)}`;
  try {
    renameSync(path, aside);
    if (textOf(aside) !== stale) linkSync(aside, path);
  } catch {
    // Another has done it.
  }
  rmSync(aside, { force: true });
}

/** The largest lock that is read, in bytes. */
const bytesMax = 10_000;

/** @returns undefined for one that was given free meanwhile */
function textOf(path: string): string | undefined {
  try {
    return readTrusted(path, { is: "file", by: "anybody", bytesMax }).bytes.toString();
  } catch (error) {
    if (!(error instanceof UntrustedError)) return undefined;
    throw new DataFolderError(`${path} ${error.message}: remove it, or give another folder`);
  }
}

/** @returns undefined for what no process of ours wrote */
function holderOf(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    const { pid, started, boot = "", namespace = "" } = holder;
    const areTexts = [started, boot, namespace].every((each) => typeof each === "string");
    return typeof pid === "number" && areTexts ? holder : undefined;
  } catch {
    return undefined;
  }
}
