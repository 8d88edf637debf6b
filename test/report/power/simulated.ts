import type { Attempt, PromiseForm } from "../../../src/report/calls/attempt.ts";
import type { Reference } from "../../../src/report/reference.ts";
import type { Dice } from "../../../src/world/dice.ts";
import { answered, lost, refused } from "../../support/report.ts";

/** What a request is answered with; `status` null: its response is lost. */
export interface Answer {
  readonly status: number | null;
  readonly promiseMs?: number;
  readonly form?: PromiseForm;
}

/** What a client knows when it waits. */
export interface Failure extends Answer {
  /** Failures of its call before this one. */
  readonly step: number;
  /** Failures of all calls before this one. */
  readonly nth: number;
}

/** How long a client waits before it tries again; undefined: it gives up. Milliseconds. */
export type Wait = (failure: Failure, dice: Dice) => number | undefined;

/** What a client that does something is like, and one that is like it but for that. */
export interface Row {
  /** What it does instead. */
  readonly lacks: string;
  /** A run of it, in a world of chance. */
  readonly mutant: (dice: Dice) => readonly Attempt[];
  /** A run of its mended twin. */
  readonly mended: (dice: Dice) => readonly Attempt[];
  /** Whether it was ended before its work was done. */
  readonly isCutShort?: true;
  /** What it asks where nothing goes wrong. */
  readonly reference?: Reference;
}

export const between = (dice: Dice, from: number, to: number): number =>
  from + dice.fraction() * (to - from);

/** What timers and the network add. */
export const noise = (dice: Dice): number => -2 * Math.log(1 - dice.fraction());

const answerOf = (at: number, { status, promiseMs, form }: Answer, said: Partial<Attempt>) => {
  if (status === null) return lost(at, said);
  if (status < 400) return answered(at, { status, ...said });
  const told =
    promiseMs === undefined ? {} : { retryAfterMs: promiseMs, promisedBy: form ?? "seconds" };
  return refused(at, { status, ...told, ...said });
};

/** Calls by name, one after the other: each is answered so, one attempt after the other, and then well. */
export function calls(
  dice: Dice,
  answers: readonly (readonly Answer[])[],
  wait: Wait,
  said: Partial<Attempt> = {},
): Attempt[] {
  const attempts: Attempt[] = [];
  let [at, nth] = [0, 0];
  for (const [call, own] of answers.entries()) {
    for (let step = 0; ; step += 1) {
      const answer = own[step] ?? { status: 200 };
      const end = at + 1 + noise(dice);
      attempts.push(answerOf(at, answer, { likeness: `call ${call}`, end, ...said }));
      if (answer.status !== null && answer.status < 400) break;
      const waitMs = wait({ ...answer, step, nth }, dice);
      nth += 1;
      if (waitMs === undefined) break;
      at = end + waitMs + noise(dice);
    }
    at += between(dice, 1000, 5000);
  }
  return attempts;
}

/** So many of something. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
