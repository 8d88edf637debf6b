import { readFileSync } from "node:fs";
import { statOf } from "../../durable/process-state.ts";
import type { Answer } from "../../preload/messages.ts";
import { leftOf, type Run } from "./left-behind.ts";
import type { Participant } from "./skip-channel.ts";

/** For how long it is believed what the system has said of processes, in milliseconds. */
const believedMs = 50;

const now = () => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * Finds what of a command does not take part and may be at work: a process that is no Node, or a thread that was not
 * reached. What has started one that takes part waits for it: a shell, say.
 */
export class Outsiders {
  /** The command, once it has started. */
  run: Run | undefined;
  #seen:
    | { readonly of: string; readonly at: number; readonly found: string | undefined }
    | undefined;

  /** @returns the first, for people */
  among(
    participants: ReadonlySet<Participant>,
    answers: ReadonlyMap<Participant, Answer>,
  ): string | undefined {
    const all = [...participants].map(({ hello }) => hello);
    for (const [{ hello }, { workers }] of answers) {
      const isThere = (thread: number) =>
        all.some((each) => each.pid === hello.pid && each.thread === thread);
      if (!workers.every(isThere)) {
        return `a worker thread of ${hello.name} (process ${hello.pid}) does not take part`;
      }
    }
    const children = [...answers.values()].flatMap((answer) => answer.children);
    const of = [...all.map(({ pid }) => pid), ...children].join(" ");
    if (this.#seen?.of !== of || now() - this.#seen.at > believedMs) {
      const parents = all.flatMap(({ pid, parent }) => [pid, ...ancestorsOf(parent)]);
      this.#seen = { of, found: this.#look(new Set(parents), children), at: now() };
    }
    return this.#seen.found;
  }

  #look(known: ReadonlySet<number>, children: readonly number[]): string | undefined {
    const { run } = this;
    const others = process.platform === "linux" && run !== undefined ? leftOf(run) : [];
    const other = [...children, ...others].find((pid) => !known.has(pid) && isAtWork(pid));
    if (other === undefined) return undefined;
    return `${commandOf(other)} (process ${other}) does not take part`;
  }
}

/** A process, and those that it was started by, as far as the system says. */
function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  for (let next: number | undefined = pid; next !== undefined && next > 1; next = parentOf(next)) {
    found.push(next);
  }
  return found;
}

function parentOf(pid: number): number | undefined {
  try {
    return statOf(pid).parent;
  } catch {
    return undefined;
  }
}

/** Whether it has not ended; where nothing can be asked, it has not. */
function isAtWork(pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    return !/[ZX]/.test(statOf(pid).state);
  } catch {
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
