import { join } from "node:path";
import { scheduler } from "node:timers/promises";
import { DataFolderError } from "./data-folder-error.ts";
import { LockFile, type State } from "./lock-file.ts";
import { LockSocket } from "./lock-socket.ts";
import { pidSpace, startOf } from "./process-state.ts";

/** The file in a folder that says who has it. */
export const lockName = "lock";

/** How a folder is taken. */
export interface LockOptions {
  /** A lock whose owner cannot be known to run is taken over. Default: it is refused. */
  readonly stealLock?: boolean;
}

/** A process that is about to end is given this long. */
const tries = 40;
const betweenMs = 50;

/** Who stands in the way, as far as that is known. */
interface Blocker {
  readonly pid?: number | undefined;
  /** Whether its number means that process here, too. */
  readonly isHere: boolean;
  readonly state: State;
}

/**
 * Makes a folder this process's own: by a socket in it where there can be one, and by a file.
 *
 * @returns gives it free again
 * @throws DataFolderError if another process has it and goes on having it for two seconds, and if that cannot
 *   be known
 */
export async function lock(
  folder: string,
  { stealLock = false }: LockOptions = {},
): Promise<() => void> {
  const space = pidSpace();
  const socket = LockSocket.in(folder, space);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const living = await socket?.take();
      if (living !== undefined) {
        const isHere = living.namespace === space.namespace;
        refuseAfter(attempt, folder, { pid: living.pid, isHere, state: "runs" });
      } else {
        const started = startOf(process.pid) ?? "";
        const own = { pid: process.pid, started, ...space, socket: socket?.isThere ?? false };
        const file = new LockFile(join(folder, lockName), own);
        const found = file.take(stealLock);
        if (found === undefined) return freeing(file, socket);
        const { holder, state } = found;
        refuseAfter(attempt, folder, { pid: holder?.pid, isHere: state === "runs", state });
      }
      await scheduler.wait(betweenMs);
    }
  } catch (error) {
    socket?.free();
    throw error;
  }
}

/** Whoever is closed twice gives nothing free that is another's by then. */
function freeing(file: LockFile, socket: LockSocket | undefined): () => void {
  let isFree = false;
  return () => {
    if (isFree) return;
    isFree = true;
    file.free();
    socket?.free();
  };
}

/** @throws DataFolderError once it was tried often enough */
function refuseAfter(attempt: number, folder: string, blocker: Blocker): void {
  if (attempt >= tries) throw new DataFolderError(`${folder} ${whyNot(blocker)}`);
}

function whyNot({ pid, isHere, state }: Blocker): string {
  const number = pid === undefined ? "" : ` (process ${pid} there)`;
  if (state === "unknown") {
    return (
      `is locked by an emulator in another container or on another machine${number}, and nothing here ` +
      `shows whether it still runs: stop it; if it is gone, --steal-lock takes the folder over`
    );
  }
  const other = "stop that, or give another folder";
  if (!isHere) return `is used by an emulator in another container${number}: ${other}`;
  return `is used by ${pid === undefined ? "another process" : `process ${pid}`}: ${other}`;
}
