import { parseDuration } from "../world/time/duration.ts";
import type { EntryView } from "../world/journal/entry.ts";
import type { Received } from "../world/journal/received.ts";
import { isPromise, promisedMs } from "../world/limits/retry-after.ts";
import { matcherOf } from "../world/faults/request-matcher.ts";
import type { Which } from "../world/faults/types.ts";
import { bare, type Finding } from "./finding.ts";

export const msOf = (value: string | undefined): number => parseDuration(value) ?? 0;
export const endOf = ({ arrivedReal, durationMs }: EntryView): number =>
  arrivedReal + (durationMs ?? 0);
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/**
 * After each promise, the same caller's next request to the same operation came no sooner. What it
 * had sent before it was answered does not count.
 */
export function waited(
  received: readonly Received[],
  which: Which,
  tolerance: string | undefined,
): Finding {
  const entries = received.map(({ entry }) => entry);
  const isMeant = matcherOf(bare(which));
  let promises = 0;
  let waits = 0;
  for (const [index, each] of received.entries()) {
    const { entry } = each;
    const told = endOf(entry);
    const waitMs = promisedMs(entry.retryAfter, told);
    if (!isPromise(waitMs) || !isMeant(each)) continue;
    promises += 1;
    const again = entries.find(
      (later, at) => at > index && later.arrivedReal >= told && isSameCaller(later, entry),
    );
    if (again === undefined) continue;
    waits += 1;
    const waitedMs = again.arrivedReal - told;
    if (waitedMs >= waitMs - msOf(tolerance)) continue;
    const message = `a retry came ${seconds(waitedMs)} after a response with Retry-After ${seconds(waitMs)}`;
    return { passed: false, message, evidence: [entry, again] };
  }
  // Without a Retry-After nothing is proved.
  if (promises === 0)
    return { passed: false, message: "no response had a Retry-After to wait for" };
  if (waits === 0) return { passed: true, message: "no retry came" };
  return { passed: true, message: `${waits} of ${waits} retries waited for Retry-After` };
}

const isSameCaller = (a: EntryView, b: EntryView): boolean =>
  a.operation === b.operation && a.key === b.key && a.account === b.account;

export function gaps(
  received: readonly Received[],
  which: Which,
  min: string | undefined,
  max: string | undefined,
): Finding {
  const found = received.filter(matcherOf(bare(which))).map(({ entry }) => entry);
  for (const [index, entry] of found.entries()) {
    const before = found[index - 1];
    if (before === undefined) continue;
    const gap = Math.max(0, entry.arrivedReal - endOf(before));
    const tooShort = min !== undefined && gap < msOf(min);
    if (!tooShort && (max === undefined || gap <= msOf(max))) continue;
    const expected = tooShort ? `at least ${min}` : `at most ${max}`;
    const message = `${seconds(gap)} between two requests, expected ${expected}`;
    return { passed: false, message, evidence: [before, entry] };
  }
  if (found.length < 2) return { passed: false, message: "fewer than two matching requests came" };
  return { passed: true, message: `the gaps between ${found.length} requests are as expected` };
}

export function paced(
  received: readonly Received[],
  which: Which,
  max: number,
  span: string | undefined,
): Finding {
  const found = received.filter(matcherOf(bare(which))).map(({ entry }) => entry);
  for (let last = max; last < found.length; last += 1) {
    const crowd = found.slice(last - max, last + 1);
    const [first, end] = [crowd[0] as EntryView, crowd.at(-1) as EntryView];
    const took = end.arrivedReal - first.arrivedReal;
    if (took >= msOf(span)) continue;
    const message = `${max + 1} requests came within ${seconds(took)}, expected at most ${max} in ${span}`;
    return { passed: false, message, evidence: crowd };
  }
  // Without a request nothing is proved.
  if (found.length === 0) return { passed: false, message: "no matching request came" };
  return { passed: true, message: `never more than ${max} requests in ${span}` };
}
