import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scheduler } from "node:timers/promises";
import { DataFolderError } from "./data-folder-error.ts";
import { startOf } from "./process-state.ts";

/** Who has a folder: a process, and when it began, since its number is given to another one day. */
interface Holder {
  readonly pid: number;
  readonly started: string;
}

export const lockName = "lock";

/** A process that is about to end is given this long. */
const tries = 40;
const betweenMs = 50;

/**
 * Makes a folder this process's own.
 *
 * @returns gives it free again
 * @throws DataFolderError if another process has it and goes on having it for two seconds
 */
export async function lock(folder: string): Promise<() => void> {
  const path = join(folder, lockName);
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? "" });
  for (let attempt = 1; ; attempt += 1) {
    if (taken(path, own)) return () => rmSync(path, { force: true });
    const text = textOf(path);
    const holder = holderOf(text);
    if (text !== undefined && attempt < tries && !isAlive(holder)) setAside(path, text);
    else if (attempt < tries) await scheduler.wait(betweenMs);
    else {
      const who = holder === undefined ? "another process" : `process ${holder.pid}`;
      throw new DataFolderError(`${folder} is used by ${who}: stop that, or give another folder`);
    }
  }
}

/** The lock appears with all that it says, since a link to a file is made in one go. */
function taken(path: string, own: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It was given free meanwhile.
    return undefined;
  }
}

/** @returns undefined for what no process of ours wrote */
function holderOf(text: string | undefined): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(text ?? "") as Partial<Holder>;
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

const isAlive = (holder: Holder | undefined): boolean =>
  holder !== undefined && startOf(holder.pid) === holder.started;

/** Takes away the lock of a process that is gone, and only that: another may have been quicker. */
function setAside(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== stale) linkSync(aside, path);
  } catch {
    // Another has done it.
  }
  rmSync(aside, { force: true });
}
