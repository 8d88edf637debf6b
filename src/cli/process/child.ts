import type { StdioOptions } from "node:child_process";
import type { Readable } from "node:stream";
import { within, withinOn } from "../../world/time/deadline.ts";
import { tell, Failure } from "../terminal/terminal.ts";
import { timedOut as late } from "../../report/killed.ts";
import { graceMs, type MarkedChild, startMarked, type ToRun, windows } from "./marked-child.ts";
import type { SkipWaits } from "./skip-waits.ts";
import { createInterface } from "node:readline";
import { parseDuration } from "../../world/time/duration.ts";

/** In milliseconds, and as its user wrote it. */
export type Timeout = { readonly ms: number; readonly text: string };

export interface Running extends ToRun {
  readonly timeout?: Timeout | undefined;
}

/** A function is given its stdout, in place of where that goes; `aside` is stderr, since ours is for data. */
export type Output = "shown" | "aside" | ((stdout: Readable) => Promise<void>);

/** What is passed on. A terminal's own signals reach a command in the foreground by themselves. */
const passedOn = ["SIGTERM", "SIGHUP", "SIGUSR2", "SIGCONT"] as const;
const ofTerminals = ["SIGINT", "SIGQUIT", "SIGWINCH"] as const;

/**
 * Runs a command with its terminal, and passes signals on; nothing that it started is left, on Linux whatever its group.
 * @param skip has its waits take no time @returns its exit code, or 128 and the signal, or 124 after the timeout
 */
export async function childEnd(how: Running, output: Output, skip?: SkipWaits): Promise<number> {
  const { timeout } = how;
  // In the foreground of a terminal it stays in our group, so that Ctrl-C and Ctrl-Z are its own.
  const grouped = !windows && !process.stdin.isTTY;
  // Before it starts: it may be heard, and whoever hears it may signal, before the next line runs.
  let run: MarkedChild | undefined;
  const stop = passSignals((signal) => run?.signal(signal), grouped);
  run = startMarked(how, stdioOf(output), grouped);
  const { child, exit } = run;
  const read = child.stdout !== null && typeof output === "function" && output(child.stdout);
  skip?.watch(child.pid);
  const inTime = (ms: number) =>
    skip === undefined ? within(ms, exit) : withinOn(skip.clock, ms, exit);
  let isLate = false;
  try {
    isLate = timeout !== undefined && !(await inTime(timeout.ms));
    if (!isLate) return await exit;
    const what = `--timeout ${timeout?.text}: the command was still running`;
    tell(`${what}. Ending it, exit code ${late}.`);
    run.signal("SIGTERM");
    return late;
  } finally {
    await run.clear(() => {
      if (!isLate) tell("the command left something running: ending it");
    });
    // Where processes cannot be asked, only the command itself is known.
    if (isLate && !(await within(graceMs, exit))) child.kill("SIGKILL");
    await read;
    stop();
    run.dismiss();
  }
}

const stdioOf = (output: Output): StdioOptions => {
  if (typeof output === "function") return ["inherit", "pipe", "inherit"];
  return ["inherit", output === "aside" ? 2 : "inherit", "inherit"];
};

/** Signals that come sooner after one another are one: npm passes on what the terminal has sent to us, too. */
const oneSignalNs = 500_000_000n;

function passSignals(pass: (signal: NodeJS.Signals) => void, grouped: boolean): () => void {
  let first: bigint | undefined;
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

export function interrupted(told: string): Promise<undefined> {
  return new Promise((resolve) => {
    const stop = () => resolve(undefined);
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    // Not before: who reads this may press Ctrl-C at once.
    tell(told);
  });
}

/** How much of what a command prints is kept: lines, and characters of each. */
const [linesMax, lettersMax] = [10_000, 2000];

export async function linesOf(stream: Readable): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    if (lines.length < linesMax) lines.push(line.slice(0, lettersMax));
  }
  return lines;
}

/** @throws Failure for what is no duration */
export function timeoutOf(text: string): Timeout {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return { ms, text };
  throw new Failure(`--timeout: invalid value '${text}'. Use a duration such as 2m.`, 2);
}
