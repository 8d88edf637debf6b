import type { Answer } from "../../preload/messages.ts";
import type { ClientTime } from "../../world/time/client-time.ts";
import { within } from "../../world/time/deadline.ts";
import { hasRunningThread, type Outsiders } from "./outsiders.ts";
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
