import type { FaultInput, OutcomeInput } from "../../world/faults/types.ts";
import type { Question } from "./question.ts";

/** What a `Retry-After` may say. */
type Told = NonNullable<OutcomeInput["retryAfter"]>;

/** In seconds: a timer of 32 bits ends at once. */
const longerThanTimers = 2_200_000;

/** So many 429s of each in turn, and a request that passes after each. */
const promising = (promises: readonly Told[], count = 1): NonNullable<FaultInput["sequence"]> =>
  promises.flatMap((retryAfter) => [
    ...Array.from({ length: count }, () => ({ status: 429, retryAfter })),
    "pass" as const,
  ]);

/** How a client waits that is told to. @param operation of which most is asked; `*`: any */
export function questionsOfPromises(operation: string): Question[] {
  const on = { operation: operation as "*", times: "always" } as const;
  const asks = ["retry-after"] as const;
  const once = { most: 1, isOwed: true } as const;
  const long = [20, 2, { date: "+20s" }, { date: "+3s" }] as const;
  return [
    {
      name: "SIGINT in the middle of a wait",
      asks: [],
      faults: [{ ...on, status: 429, retryAfter: 60 }],
      ending: { quietMs: 700, isAsked: true },
      ...once,
    },
    {
      name: "Retry-After in seconds",
      asks: ["retry-after", "same-request"],
      faults: [{ ...on, sequence: promising([5, 2]) }],
      most: 12,
      isOwed: true,
    },
    {
      name: "Retry-After as a date",
      asks,
      faults: [{ ...on, sequence: promising([{ date: "+7s" }, { date: "+3s" }]) }],
      most: 12,
      isOwed: true,
    },
    {
      name: "a Retry-After that cannot be read",
      asks,
      faults: [{ ...on, sequence: promising(["garbage", -5], 3) }],
      ...once,
    },
    {
      name: "a Retry-After that is longer than a timer",
      asks,
      faults: [{ ...on, status: 429, retryAfter: longerThanTimers }],
      ending: { quietMs: 5000 },
      ...once,
    },
    {
      name: "longer waits in turn",
      asks,
      faults: [{ ...on, sequence: promising(long) }],
      most: 40,
    },
  ];
}
