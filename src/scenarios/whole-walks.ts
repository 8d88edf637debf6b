import type { Attempt } from "../report/calls/attempt.ts";
import { isWhole, walksOf } from "../report/calls/walks.ts";
import { attemptsOf } from "../report/observed.ts";
import type { Received } from "../world/journal/received.ts";
import { atOnce } from "../world/time/slices.ts";

/** How many walks of so many pages or more were read to the end, by the operation of their list. */
export function wholeWalks(attempts: readonly Attempt[], pagesMin = 1): Map<string, number> {
  const counts = new Map<string, number>();
  for (const walk of atOnce(walksOf(attempts))) {
    const { operation = "" } = walk.pages[0] ?? {};
    if (isWhole(walk) && walk.pages.length >= pagesMin)
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }
  return counts;
}

export const wholeWalksIn = (received: readonly Received[]): Map<string, number> =>
  wholeWalks(attemptsOf(received).toSorted((a, b) => a.at - b.at));
