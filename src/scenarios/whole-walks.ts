import type { Attempt } from "../report/calls/attempt.ts";
import { isWhole, walksOf } from "../report/calls/walks.ts";
import { attemptsOf } from "../report/observed.ts";
import type { Received } from "../world/journal/received.ts";
import { atOnce } from "../world/time/slices.ts";

/** How many walks through each list were read to the end, by operation. */
export function wholeWalks(attempts: readonly Attempt[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const walk of atOnce(walksOf(attempts))) {
    const { operation = "" } = walk.pages[0] ?? {};
    if (isWhole(walk)) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }
  return counts;
}

/** The same of requests in any order. */
export const wholeWalksIn = (received: readonly Received[]): Map<string, number> =>
  wholeWalks(attemptsOf(received).toSorted((a, b) => a.at - b.at));
