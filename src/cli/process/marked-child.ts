import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { basename, delimiter, join } from "node:path";
import { Failure } from "../terminal/terminal.ts";
import { runVariable } from "./left-behind.ts";
import { Watchdog } from "./watchdog.ts";

export const windows = process.platform === "win32";

/** A command that runs, with the mark by which all that it starts is known. */
export interface MarkedChild {
  readonly child: ChildProcess;
  readonly mark: string;
  /** Ends it when this process is killed. */
  readonly watchdog: Watchdog | undefined;
  /** Its exit code, or 128 and the signal that ended it. @throws Failure if it cannot start */
  readonly exit: Promise<number>;
}

/** @throws Failure for a command without a name */
export function requireNamed([file]: readonly string[]): void {
  if (file === "") throw new Failure("the command after -- has no name", 2);
}

/** How a command starts. */
interface MarkedStart {
  readonly stdio: StdioOptions | readonly ("ignore" | "pipe")[];
  /** Whether in a process group of its own. */
  readonly grouped: boolean;
  /** Default: where this process is. */
  readonly cwd?: string | undefined;
}

/** Starts a command. */
export function startMarked(
  [file = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { stdio, grouped, cwd }: MarkedStart,
): MarkedChild {
  const mark = `${process.pid}.${process.hrtime.bigint()}`;
  const watchdog = windows ? undefined : new Watchdog(mark);
  const child = spawn(file, args, {
    stdio: stdio as StdioOptions,
    env: { ...process.env, ...env, [runVariable]: mark },
    detached: grouped,
    ...(cwd !== undefined && { cwd }),
    // npm and its like are scripts there, which only a shell finds.
    shell: windows,
  });
  if (child.pid !== undefined) watchdog?.watch(grouped ? -child.pid : child.pid);
  const exit = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(cannotStart(file, error)));
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  return { child, mark, watchdog, exit };
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command",
  EACCES: "it is no program that may be run",
};

/** What to tell of a command that cannot start. */
export function cannotStart(file: string, error: NodeJS.ErrnoException): Failure {
  const code = isNowhere(file) ? "ENOENT" : error.code;
  return new Failure(`${file} cannot start: ${problems[code ?? ""] ?? error.message}`, 3);
}

/** A folder of PATH that may not be searched makes EACCES of a command that none has. */
const isNowhere = (file: string): boolean =>
  file === basename(file) &&
  !(process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, file)));
