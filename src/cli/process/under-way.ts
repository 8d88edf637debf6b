import { readdirSync, readFileSync } from "node:fs";
import { orElse, statOf } from "../../durable/process-state.ts";
import type { Answer } from "../../preload/messages.ts";
import type { ClientTime } from "../../world/time/client-time.ts";
import { within } from "../../world/time/deadline.ts";
import type { Participant } from "./skip-channel.ts";

/** How long a process may take to answer, in milliseconds, before it is one that works. */
const answerMsMax = 250;

interface Look {
  readonly participants: ReadonlySet<Participant>;
  readonly time: ClientTime;
  readonly ports: readonly number[];
  readonly outsiders: Outsiders;
}

interface UnderWay {
  /** In how many milliseconds the first timer is due; undefined: something is under way, or none is set. */
  readonly nextMs?: number;
  /** What keeps the time real, for people. */
  readonly keeps?: string;
}

/** Asks all that take part what they do: twice if there are several, since one may have woken another meanwhile. */
export async function whatIsUnderWay(look: Look): Promise<UnderWay> {
  const { participants } = look;
  if (look.time.isHeld) return {};
  const first = await answersOf(participants);
  if (typeof first === "string") return { keeps: first };
  const busy = busyWith(first, look);
  if (busy !== undefined) return busy;
  const threaded = [...first].filter(([, { twice }]) => twice).map(([{ hello }]) => hello.pid);
  if (first.size === 1 && threaded.length === 0) return restOf(first, look);
  // One that another has just woken may not have come to run: it looks as if it waited.
  if (threaded.some(hasRunningThread)) return {};
  const second = await answersOf(participants);
  if (typeof second === "string") return { keeps: second };
  if (participants.size !== first.size || !isAlike(first, second)) return {};
  return busyWith(second, look) ?? restOf(second, look);
}

type Answers = ReadonlyMap<Participant, Answer>;

const nameOf = ({ hello: { name, pid, thread } }: Participant): string =>
  `${name} (process ${pid}${thread === 0 ? "" : `, worker thread ${thread}`})`;

/** What all that take part answer; or who does not. */
export async function answersOf(participants: ReadonlySet<Participant>): Promise<Answers | string> {
  const answers = new Map<Participant, Answer>();
  const all = [...participants];
  const slow = all.find(({ isAsked }) => isAsked);
  if (slow !== undefined) return `${nameOf(slow)} is computing, or blocked`;
  const asked = all.map(async (each) => {
    const answer = await each.ask();
    if (answer !== undefined) answers.set(each, answer);
  });
  await within(answerMsMax, Promise.all(asked));
  const silent = all.find((each) => participants.has(each) && !answers.has(each));
  return silent === undefined ? answers : `${nameOf(silent)} is computing, or blocked`;
}

function busyWith(answers: Answers, { time, ports, participants, outsiders }: Look) {
  const { heldBack } = time;
  for (const [who, { isBusy, outside, asking }] of answers) {
    if (isBusy) return {};
    if (outside !== undefined) return { keeps: `${nameOf(who)} waits for ${outside}` };
    const [, other] = asking.find(([, to]) => !ports.includes(to)) ?? [];
    if (other !== undefined) {
      const what = `has a connection to port ${other}, which is not the emulator's`;
      return { keeps: `${nameOf(who)} ${what}` };
    }
    // The emulator is about to answer it, or it is about to read that.
    if (asking.some(([from, , wasRead = false]) => !wasRead && !heldBack.has(from)))
      return { keeps: `${nameOf(who)} waits for a response that the emulator is making` };
  }
  const all = [...answers.values()].flatMap(({ asking }) => asking);
  const known = new Set(all.map(([from]) => from));
  if ([...heldBack].some((from) => !known.has(from)))
    return { keeps: "a process that does not take part waits for a response" };
  const keeps = outsiders.among(participants, answers);
  return keeps === undefined ? undefined : { keeps };
}

function restOf(answers: Answers, { time }: Look): UnderWay {
  const all = [...answers.values()];
  const due = [time.dueInMs() ?? [], all.flatMap(({ nextMs }) => nextMs ?? [])].flat();
  const found = due.length > 0 ? due : all.flatMap(({ tickMs }) => tickMs ?? []);
  return found.length === 0 ? {} : { nextMs: Math.min(...found) };
}

/** Whether nobody has done anything between two looks. */
const isAlike = (first: Answers, second: Answers): boolean =>
  [...first].every(([who, { made, asking }]) => {
    const again = second.get(who);
    return again?.made === made && String(again.asking) === String(asking);
  });

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
const hasRunningThread = (pid: number): boolean =>
  orElse(false, () => {
    const threads = process.platform === "linux" ? readdirSync(`/proc/${pid}/task`) : [];
    return threads.some((thread) => statOf(`${pid}/task/${thread}`).state === "R");
  });

const commandOf = (pid: number): string =>
  orElse("", () => {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    return words.join(" ").slice(0, 60);
  }) || "a process";
