import { readdirSync, readFileSync } from "node:fs";
import { statOf } from "../../durable/process-state.ts";
import type { Answer } from "../../preload/messages.ts";
import type { Participant } from "./skip-channel.ts";

/** For how long it is believed what the system has said of processes, in milliseconds. */
const believedMs = 50;

const now = () => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * Finds what of a command does not take part and may be at work: a process that is no Node, or a thread that was not
 * reached. What has started one that takes part waits for it: a shell, say.
 */
export class Outsiders {
  /** The process of the command, once it has started. */
  command: number | undefined;
  /** When there was none, and of whom. */
  #none: { readonly of: string; readonly at: number } | undefined;

  /** @returns the first, for people */
  among(
    participants: ReadonlySet<Participant>,
    answers: ReadonlyMap<Participant, Answer>,
  ): string | undefined {
    const all = [...participants].map(({ hello }) => hello);
    for (const [{ hello }, { workers }] of answers) {
      const isThere = (thread: number) =>
        all.some((each) => each.pid === hello.pid && each.thread === thread);
      // A thread may be there before the one that starts it: a loader's, while that waits for it.
      if (!isThere(0)) return `${hello.name} (process ${hello.pid}) does not take part`;
      if (!workers.every(isThere))
        return `a worker thread of ${hello.name} (process ${hello.pid}) does not take part`;
    }
    const children = [...answers.values()].flatMap((answer) => answer.children);
    const of = [...all.map(({ pid }) => pid), ...children].join(" ");
    if (this.#none?.of === of && now() - this.#none.at <= believedMs) return undefined;
    const taking = new Set(all.map(({ pid }) => pid));
    const known = new Set(all.flatMap(({ pid, parent }) => [pid, ...ancestorsOf(parent)]));
    const found = this.#look(taking, known, children);
    this.#none = found === undefined ? { of, at: now() } : undefined;
    return found;
  }

  #look(
    taking: ReadonlySet<number>,
    known: ReadonlySet<number>,
    children: readonly number[],
  ): string | undefined {
    // One that has ended is among them until whoever started it has noticed.
    const others = this.command === undefined ? [] : startedBy(this.command);
    const isWaiting = (pid: number) => known.has(pid) && (taking.has(pid) || !isRunning(pid));
    const other = [...children, ...others].find((pid) => !isWaiting(pid));
    if (other === undefined) return undefined;
    return `${commandOf(other)} (process ${other}) does not take part`;
  }
}

/** A process, and those that it was started by, as far as the system says. */
function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  for (let next: number | undefined = pid; next !== undefined && next > 1; next = parentOf(next))
    found.push(next);
  return found;
}

function parentOf(pid: number): number | undefined {
  try {
    return statOf(pid).parent;
  } catch {
    return undefined;
  }
}

/** A process and all that it has started, and they, as far as the system says. */
function startedBy(pid: number): number[] {
  if (process.platform !== "linux") return [];
  const found: number[] = [];
  for (const waiting = [pid]; waiting.length > 0;) {
    const next = waiting.pop() as number;
    found.push(next);
    waiting.push(...childrenOf(next));
  }
  return found;
}

/** What the threads of a process have started. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1")
        .split(" ")
        .flatMap((text) => Number(text) || []),
    );
  } catch {
    // It has ended, or the system does not say.
    return [];
  }
}

/** Whether it computes just now, where the system says so: a shell between two of its commands. */
function isRunning(pid: number): boolean {
  try {
    return process.platform === "linux" && statOf(pid).state === "R";
  } catch {
    return false;
  }
}

/** Whether any thread of a process has, or wants, a processor just now, where the system says so. */
export function hasRunningThread(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.some((thread) => statOf(`${pid}/task/${thread}`).state === "R");
  } catch {
    // It has ended, which its connection says, too.
    return false;
  }
}

/** What it runs. */
function commandOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    return words.join(" ").slice(0, 60) || "a process";
  } catch {
    return "a process";
  }
}
