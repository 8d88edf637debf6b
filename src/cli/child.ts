import { spawn } from "node:child_process";
import { constants } from "node:os";
import { Failure, tell } from "./failure.ts";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command with its terminal, and passes signals on to it.
 *
 * @param quiet its stdout goes to stderr, since ours is for data
 * @returns its exit code, or 128 and the signal that ended it
 */
export function childEnd(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  quiet: boolean,
): Promise<number> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    stdio: ["inherit", quiet ? 2 : "inherit", "inherit"],
    env: { ...process.env, ...env },
    // npm and its like are scripts there, which only a shell finds.
    shell: process.platform === "win32",
  });
  const forward = (signal: NodeJS.Signals) => {
    // Ctrl-C in a terminal has reached it already, and some take a second one for a kill.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, forward);
  return new Promise<number>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "there is no such command" : error.message;
      reject(new Failure(`${file} cannot start: ${why}`, 3));
    });
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  }).finally(() => {
    for (const signal of passedOn) process.off(signal, forward);
  });
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
