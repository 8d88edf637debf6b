import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { basename, delimiter, join } from "node:path";
import { orElse, send, statOf } from "../../durable/process-state.ts";
import { pause } from "../../world/time/deadline.ts";
import { Failure } from "../terminal/terminal.ts";
import type { Variables } from "./child-environment.ts";

/**
 * Ends a command when this process is killed: a shell that reads from a pipe, which the kernel closes then: whom to
 * signal, a process or a group as a negative number, and that all is well. What left the group is found by its mark, and so
 * is a command of which it was not said any more.
 */
const script = `
trap '' INT TERM HUP
read -r target
read -r _ && exit 0
end() {
  kill "-$1" "$target" 2>/dev/null
  for file in /proc/[0-9]*/environ; do
    pid=\${file#/proc/}
    if grep -qsz "^$0\\$" "$file"; then kill "-$1" "\${pid%/environ}" 2>/dev/null; fi
  done
}
end TERM
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sleep 0.1
  kill -0 "$target" 2>/dev/null || break
done
end KILL
`;

function watchdogOf(mark: string) {
  const shell = spawn("/bin/sh", ["-c", script, `${runVariable}=${mark}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // A machine without a shell has no watchdog, and one that has gone cannot be told anything.
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  return {
    watch: (target: number) => void shell.stdin.write(`${target}\n`),
    // Of a command that did not start, the first line is this one.
    dismiss: () => void shell.stdin.end("done\ndone\n"),
  };
}

export const windows = process.platform === "win32";

/** A command that runs, with the mark by which all that it starts is known. */
export interface MarkedChild {
  readonly child: ChildProcess;
  /** Sends it a signal, and all its group. */
  readonly signal: (name: NodeJS.Signals) => void;
  /** Ends what it has left running. @param told before there is anything to wait for */
  readonly clear: (told?: () => void) => Promise<void>;
  /** Nothing has to be ended any more where this process is killed. */
  readonly dismiss: () => void;
  /** Its exit code, or 128 and the signal that ended it. @throws Failure if it cannot start */
  readonly exit: Promise<number>;
}

/** A command, what is in its environment beside our own, and where it runs. */
export interface ToRun {
  readonly command: readonly string[];
  readonly env: Variables;
  readonly cwd?: string | undefined;
}

/** @param grouped whether it gets a process group of its own @throws Failure for a command without a name */
export function startMarked(run: ToRun, stdio: StdioOptions, grouped: boolean): MarkedChild {
  const [file = "", ...args] = run.command;
  if (file === "") throw new Failure("the command after -- has no name", 2);
  const mark = `${process.pid}.${process.hrtime.bigint()}`;
  const watchdog = windows ? undefined : watchdogOf(mark);
  const child = spawn(file, args, {
    stdio,
    env: { ...process.env, ...run.env, [runVariable]: mark },
    detached: grouped,
    cwd: run.cwd,
    // npm and its like are scripts there, which only a shell finds.
    shell: windows,
  });
  const target = grouped && child.pid !== undefined ? -child.pid : child.pid;
  if (target !== undefined) watchdog?.watch(target);
  const exit = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(cannotStart(file, error)));
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  return {
    child,
    exit,
    signal: (name) => void (target !== undefined && send(target, name)),
    clear: (told = () => {}) =>
      endWhatIsLeft({ mark, group: grouped ? child.pid : undefined }, told),
    dismiss: () => watchdog?.dismiss(),
  };
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command",
  EACCES: "it is no program that may be run",
};

function cannotStart(file: string, error: NodeJS.ErrnoException): Failure {
  const code = isNowhere(file) ? "ENOENT" : error.code;
  return new Failure(`${file} cannot start: ${problems[code ?? ""] ?? error.message}`, 3);
}

/** A folder of PATH that may not be searched makes EACCES of a command that none has. */
const isNowhere = (file: string): boolean =>
  file === basename(file) &&
  !(process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, file)));

/** The variable by which all that a command starts is known, whatever group it moves to. */
export const runVariable = "SERVICE_EMULATOR_RUN";

export const graceMs = 2000;
const stepMs = 50;

type Run = { readonly mark: string; readonly group: number | undefined };

/** Asks what is left to end, and then makes it. @param told before there is anything to wait for */
async function endWhatIsLeft(run: Run, told: () => void): Promise<void> {
  let left = leftOf(run);
  if (left.length === 0) return;
  told();
  for (const id of left) send(id, "SIGTERM");
  for (let waited = 0; waited < graceMs; waited += stepMs) {
    await pause(stepMs);
    left = leftOf(run);
    if (left.length === 0) return;
  }
  for (const id of left) send(id, "SIGKILL");
}

/** What is still there: process ids, or the group as a negative one where nothing else can be asked. */
function leftOf(run: Run): readonly number[] {
  if (process.platform === "linux") {
    const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return all.map(Number).filter((pid) => pid !== process.pid && isOf(run, pid));
  }
  return run.group !== undefined && send(-run.group, 0) ? [-run.group] : [];
}

/** By its mark, which a process inherits, or by its group. What has ended and nobody waits for is gone. */
const isOf = ({ mark, group }: Run, pid: number): boolean =>
  orElse(false, () => {
    const stat = statOf(pid);
    if (stat.state === "Z" || stat.state === "X") return false;
    if (stat.group === group) return true;
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${runVariable}=${mark}\0`);
  });
