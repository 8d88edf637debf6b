import { readdirSync, readFileSync } from "node:fs";
import { orElse, statOf } from "../../durable/process-state.ts";
import type { Answer } from "../../preload/messages.ts";
import type { Participant } from "./skip-channel.ts";

/** For how long it is believed what the system has said of processes, in milliseconds. */
const believedMs = 50;

const now = () => Number(process.hrtime.bigint() / 1_000_000n);

/** Finds what may be at work and takes no part: what is no Node, or was not reached; no shell that waits for one. */
export class Outsiders {
  command: number | undefined;
  /** When there was none, and of whom. */
  #none: { readonly of: string; readonly at: number } | undefined;

  /** The first, for people. */
  among(participants: ReadonlySet<Participant>, answers: ReadonlyMap<Participant, Answer>) {
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
    // One that has ended is among them until whoever started it has noticed.
    const others = this.command === undefined ? [] : startedBy(this.command);
    const isWaiting = (pid: number) => known.has(pid) && (taking.has(pid) || !isRunning(pid));
    const other = [...children, ...others].find((pid) => !isWaiting(pid));
    this.#none = other === undefined ? { of, at: now() } : undefined;
    return other === undefined
      ? undefined
      : `${commandOf(other)} (process ${other}) does not take part`;
  }
}

/** A process, and those that it was started by, as far as the system says. */
const ancestorsOf = (pid = 0): number[] =>
  pid <= 1 ? [] : [pid, ...ancestorsOf(orElse(undefined, () => statOf(pid).parent))];

/** A process and all that it has started, and they, as far as the system says. */
const startedBy = (pid: number): number[] =>
  process.platform === "linux" ? [pid, ...childrenOf(pid).flatMap(startedBy)] : [];

const childrenOf = (pid: number): number[] =>
  orElse([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1")
        .split(" ")
        .flatMap((text) => Number(text) || []),
    ),
  );

/** Whether it computes just now, where the system says so: a shell between two of its commands. */
const isRunning = (pid: number): boolean =>
  orElse(false, () => process.platform === "linux" && statOf(pid).state === "R");

/** Whether any thread of a process has, or wants, a processor just now, where the system says so. */
export const hasRunningThread = (pid: number): boolean =>
  orElse(false, () => {
    const threads = process.platform === "linux" ? readdirSync(`/proc/${pid}/task`) : [];
    return threads.some((thread) => statOf(`${pid}/task/${thread}`).state === "R");
  });

const commandOf = (pid: number): string =>
  orElse("", () => {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    return words.join(" ").slice(0, 60);
  }) || "a process";
