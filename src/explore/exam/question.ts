import type { RuleId } from "../../report/names.ts";
import type { FaultInput, OutcomeInput } from "../../world/faults/types.ts";
import type { RunOptions } from "../observation.ts";

/** A run that an exam may ask for: which faults, and what they put to the test. */
export interface Question {
  /** In a word or two, such as `an outage`; unique. */
  readonly name: string;
  readonly asks: readonly RuleId[];
  readonly faults: readonly FaultInput[];
  /** When the run is ended. Default: when its time is over. */
  readonly ending?: Pick<RunOptions, "isAsked" | "quietMs">;
  readonly most: number;
  /** Whether it is asked once even where its rules are decided: they look at several things. */
  readonly isOwed?: true;
  /** Whether it takes as long as a run may: what is quick goes first. */
  readonly isSlow?: true;
  /** How many calls meet its faults at most. Default: each. */
  readonly calls?: number;
}

/** The same, asked of so many calls at most. */
export function ofFewer(question: Question, calls: number | undefined): Question {
  if (calls === undefined) return question;
  const faults = question.faults.slice(0, calls);
  const times = Math.floor(calls / faults.length);
  return { ...question, calls, faults: faults.map((fault) => ({ ...fault, times })) };
}

type Fault = Omit<FaultInput, "operation">;

/** A question of a fault, or of several, at each of some operations: `%` in its name stands for the operation. */
export const each = (
  operations: readonly string[],
  name: string,
  asks: Question["asks"],
  most: number,
  fault: Fault | readonly Fault[],
  more: Partial<Question> = {},
): Question[] =>
  operations.map((operation) => ({
    name: name.replace("%", operation),
    asks,
    faults: [fault].flat().map((one) => ({ operation: operation as "*", ...one })),
    most,
    ...more,
  }));

type Told = NonNullable<OutcomeInput["retryAfter"]>;

/** In seconds: a timer of 32 bits ends at once. */
const longerThanTimers = 2_200_000;

const wait = (retryAfter: Told) => ({ status: 429, retryAfter });

/** So many 429s of each in turn, and a request that passes after each. */
const promising = (promises: readonly Told[], count = 1) => ({
  sequence: promises.flatMap((retryAfter) => [
    ...Array.from({ length: count }, () => wait(retryAfter)),
    "pass" as const,
  ]),
});

/** How a client waits that is told to. @param operation of which most is asked; `*`: any */
export function questionsOfPromises(operation: string): Question[] {
  const told = (
    name: string,
    fault: Fault,
    { asks = ["retry-after"], most = 1, ...more }: Partial<Question> = {},
  ) => each([operation], name, asks, most, { times: "always", ...fault }, more);
  const once = { isOwed: true } as const;
  const often = { isOwed: true, most: 12 } as const;
  const unasked = { asks: [], ending: { quietMs: 700, isAsked: true } } as const;
  const long = [20, 2, { date: "+20s" }, { date: "+3s" }] as const;
  return [
    told("SIGINT in the middle of a wait", wait(60), { ...once, ...unasked }),
    told("Retry-After in seconds", promising([5, 2]), {
      ...often,
      asks: ["retry-after", "same-request"],
    }),
    told("Retry-After as a date", promising([{ date: "+7s" }, { date: "+3s" }]), often),
    told("a Retry-After that cannot be read", promising(["garbage", -5], 3), once),
    told("a Retry-After that is longer than a timer", wait(longerThanTimers), {
      ...once,
      ending: { quietMs: 5000 },
    }),
    told("longer waits in turn", promising(long), { most: 40 }),
  ].flat();
}
