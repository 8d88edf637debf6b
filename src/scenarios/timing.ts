import { parseDuration } from "../world/time/duration.ts";
import type { EntryView } from "../world/journal/entry.ts";
import type { Received } from "../world/journal/received.ts";
import { isPromise, promisedMs } from "../world/limits/retry-after.ts";
import { matcherOf } from "../world/faults/request-matcher.ts";
import { bare, fail, type Finding, pass } from "./verdict.ts";
import type { Expectation } from "./types.ts";

export const msOf = (value: string | undefined): number => parseDuration(value) ?? 0;
export const endOf = ({ arrivedReal, durationMs }: EntryView): number =>
  arrivedReal + (durationMs ?? 0);
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

type Expected<Name extends keyof Expectation> = NonNullable<Expectation[Name]>;

/** After each promise, the same caller's next request, once answered, to the same operation came no sooner. */
export function waited(received: readonly Received[], waits: Expected<"waits">): Finding {
  const { tolerance } = waits;
  const entries = received.map(({ entry }) => entry);
  const isMeant = matcherOf(bare(waits));
  let promises = 0;
  let retries = 0;
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
    retries += 1;
    const waitedMs = again.arrivedReal - told;
    if (waitedMs >= waitMs - msOf(tolerance)) continue;
    const message = `a retry came ${seconds(waitedMs)} after a response with Retry-After ${seconds(waitMs)}`;
    return fail(message, [entry, again]);
  }
  // Without a Retry-After nothing is proved.
  if (promises === 0) return fail("no response had a Retry-After to wait for");
  if (retries === 0) return pass("no retry came");
  return pass(`${retries} of ${retries} retries waited for Retry-After`);
}

const isSameCaller = (a: EntryView, b: EntryView): boolean =>
  a.operation === b.operation && a.key === b.key && a.account === b.account;

const meantBy = (received: readonly Received[], which: object): EntryView[] =>
  received.filter(matcherOf(bare(which))).map(({ entry }) => entry);

export function gaps(received: readonly Received[], asked: Expected<"gap">): Finding {
  const { min, max } = asked;
  const found = meantBy(received, asked);
  for (const [index, entry] of found.entries()) {
    const before = found[index - 1];
    if (before === undefined) continue;
    const gap = Math.max(0, entry.arrivedReal - endOf(before));
    const tooShort = min !== undefined && gap < msOf(min);
    if (!tooShort && (max === undefined || gap <= msOf(max))) continue;
    const expected = tooShort ? `at least ${min}` : `at most ${max}`;
    return fail(`${seconds(gap)} between two requests, expected ${expected}`, [before, entry]);
  }
  if (found.length < 2) return fail("fewer than two matching requests came");
  return pass(`the gaps between ${found.length} requests are as expected`);
}

export function paced(received: readonly Received[], asked: Expected<"pace">): Finding {
  const { max, in: span } = asked;
  const found = meantBy(received, asked);
  for (let last = max; last < found.length; last += 1) {
    const crowd = found.slice(last - max, last + 1);
    const [first, end] = [crowd[0] as EntryView, crowd.at(-1) as EntryView];
    const took = end.arrivedReal - first.arrivedReal;
    if (took >= msOf(span)) continue;
    const came = `${max + 1} requests came within ${seconds(took)}`;
    return fail(`${came}, expected at most ${max} in ${span}`, crowd);
  }
  // Without a request nothing is proved.
  if (found.length === 0) return fail("no matching request came");
  return pass(`never more than ${max} requests in ${span}`);
}
