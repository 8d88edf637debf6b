import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { pause } from "./deadline.ts";
import { Failure, tell } from "./failure.ts";
import { Watchdog } from "./watchdog.ts";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGWINCH"] as const;

/** Windows has no process groups: there a command's own children are its own matter. */
const grouped = process.platform !== "win32";

/** How long what a command leaves behind has to end by itself. */
const graceMs = 2000;
const stepMs = 50;

/**
 * Runs a command with its terminal, in a process group of its own, and passes signals on to all of
 * it. When the command has ended, or this process is killed, nothing of the group is left.
 *
 * @param quiet its stdout goes to stderr, since ours is for data
 * @returns its exit code, or 128 and the signal that ended it
 */
export async function childEnd(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  quiet: boolean,
): Promise<number> {
  const [file = "", ...args] = command;
  const watchdog = grouped ? new Watchdog() : undefined;
  const child = spawn(file, args, {
    stdio: ["inherit", quiet ? 2 : "inherit", "inherit"],
    env: { ...process.env, ...env },
    detached: grouped,
    // npm and its like are scripts there, which only a shell finds.
    shell: !grouped,
  });
  if (child.pid !== undefined) watchdog?.watch(child.pid);
  const stop = passSignals(child);
  try {
    return await ended(child, file);
  } finally {
    if (grouped && child.pid !== undefined) await endGroup(child.pid);
    stop();
    watchdog?.dismiss();
  }
}

function passSignals(child: ChildProcess): () => void {
  const forward = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && grouped) signalGroup(child.pid, signal);
    else child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, forward);
  return () => {
    for (const signal of passedOn) process.off(signal, forward);
  };
}

const ended = (child: ChildProcess, file: string): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "there is no such command" : error.message;
      reject(new Failure(`${file} cannot start: ${why}`, 3));
    });
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });

/** What a command left running is asked to end, and then made to. */
async function endGroup(group: number): Promise<void> {
  if (!signalGroup(group, 0)) return;
  tell("the command left something running: ending it");
  signalGroup(group, "SIGTERM");
  for (let waited = 0; waited < graceMs; waited += stepMs) {
    await pause(stepMs);
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, "SIGKILL");
}

/** @returns whether anything is left in the group */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** Waits until the user has seen enough. */
export function interrupted(told: string): Promise<undefined> {
  return new Promise((resolve) => {
    const stop = () => resolve(undefined);
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    // Not before: who reads this may press Ctrl-C at once.
    tell(told);
  });
}
