import type { StdioOptions } from "node:child_process";
import type { Readable } from "node:stream";
import { within, withinOn } from "../../world/time/deadline.ts";
import { tell } from "../terminal/terminal.ts";
import { timedOut as late } from "../../report/killed.ts";
import { endWhatIsLeft, graceMs, send } from "./left-behind.ts";
import { type MarkedChild, requireNamed, startMarked, windows } from "./marked-child.ts";
import type { SkipWaits } from "./skip-waits.ts";

/** How long a command may take: in milliseconds, and as its user wrote it. */
export interface Timeout {
  readonly ms: number;
  readonly text: string;
}

/** Where what a command prints goes: a function is given its stdout, in place of where that goes. */
export type Output = "shown" | "aside" | "none" | ((stdout: Readable) => Promise<void>);

/** What is passed on. A terminal's own signals reach a command in the foreground by themselves. */
const passedOn = ["SIGTERM", "SIGHUP", "SIGUSR2", "SIGCONT"] as const;
const ofTerminals = ["SIGINT", "SIGQUIT", "SIGWINCH"] as const;

/**
 * Runs a command with its terminal, and passes signals on to it. When the command has ended, or this
 * process is killed, nothing that it started is left: on Linux whatever group it moved to, elsewhere
 * within its own. A second signal that asks it to end ends it.
 *
 * @param output `aside`: its stdout goes to stderr, since ours is for data. `none`: nobody sees what it prints
 * @param timeout after which it is ended. Default: it may take its time
 * @param skip has its waits take no time; the time-out is in its time then
 * @returns its exit code, or 128 and the signal that ended it, or 124 after the timeout
 */
export async function childEnd(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  output: Output,
  timeout?: Timeout,
  skip?: SkipWaits,
  cwd?: string,
): Promise<number> {
  requireNamed(command);
  // In the foreground of a terminal it stays in our group, so that Ctrl-C and Ctrl-Z are its own.
  const grouped = !windows && !process.stdin.isTTY;
  // Before it starts: it may be heard, and whoever hears it may signal, before the next line runs.
  let run: MarkedChild | undefined;
  const stop = passSignals(() => run?.child.pid, grouped);
  run = startMarked(command, env, { stdio: stdioOf(output), grouped, cwd });
  const { child, mark, watchdog, exit } = run;
  const read = child.stdout !== null && typeof output === "function" && output(child.stdout);
  skip?.watch(child.pid);
  const inTime = (ms: number) =>
    skip === undefined ? within(ms, exit) : withinOn(skip.clock, ms, exit);
  let isLate = false;
  try {
    isLate = timeout !== undefined && !(await inTime(timeout.ms));
    if (!isLate) return await exit;
    tell(
      `--timeout ${timeout?.text}: the command was still running. Ending it, exit code ${late}.`,
    );
    if (child.pid !== undefined) send(grouped ? -child.pid : child.pid, "SIGTERM");
    return late;
  } finally {
    const group = grouped ? child.pid : undefined;
    await endWhatIsLeft({ mark, group }, () => {
      if (!isLate) tell("the command left something running: ending it");
    });
    // Where processes cannot be asked, only the command itself is known.
    if (isLate && !(await within(graceMs, exit))) child.kill("SIGKILL");
    await read;
    stop();
    watchdog?.dismiss();
  }
}

const stdioOf = (output: Output): StdioOptions => {
  if (output === "none") return ["inherit", "ignore", "ignore"];
  if (typeof output === "function") return ["inherit", "pipe", "inherit"];
  return ["inherit", output === "aside" ? 2 : "inherit", "inherit"];
};

/** Signals that come sooner after one another are one: npm passes on what the terminal has sent to us, too. */
const oneSignalNs = 500_000_000n;

function passSignals(pidOf: () => number | undefined, grouped: boolean): () => void {
  let first: bigint | undefined;
  const pass = (signal: NodeJS.Signals) => {
    const pid = pidOf();
    if (pid !== undefined) send(grouped ? -pid : pid, signal);
  };
  /** Whether the command was asked to end before, and goes on. */
  const isSecond = (signal: NodeJS.Signals): boolean => {
    if (signal !== "SIGINT" && signal !== "SIGTERM") return false;
    const now = process.hrtime.bigint();
    first ??= now;
    return now - first > oneSignalNs;
  };
  const forward = (signal: NodeJS.Signals) => pass(isSecond(signal) ? "SIGKILL" : signal);
  // Ours only not to end us: the terminal has told the command, too.
  const heard = grouped
    ? forward
    : (signal: NodeJS.Signals) => {
        if (isSecond(signal)) pass("SIGKILL");
      };
  for (const signal of passedOn) process.on(signal, forward);
  for (const signal of ofTerminals) process.on(signal, heard);
  return () => {
    for (const signal of passedOn) process.off(signal, forward);
    for (const signal of ofTerminals) process.off(signal, heard);
  };
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
