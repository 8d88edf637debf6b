import { type Attempt } from "./attempt.ts";
import { ofLikeness } from "./by-likeness.ts";
import { type Reference, sortOf } from "./reference.ts";
import { groupedBy } from "./streams.ts";
import { waysOf } from "./ways.ts";
import type { Draft } from "./whole-calls.ts";

/** What a reference tells of requests without a name. */
export interface Differences {
  readonly drafts: readonly Draft[];
  readonly doubts: readonly {
    readonly attempts: readonly Attempt[];
    readonly count: number | undefined;
    readonly ways: readonly (readonly Draft[])[];
  }[];
}

/** Requests that are so many calls; undefined: nobody knows how many. */
interface Share {
  readonly attempts: readonly Attempt[];
  readonly calls: number | undefined;
}

/**
 * Tells requests apart by how many there are without faults: of m that are alike where n are usual, m − n are retries.
 * Where a body is made anew for each attempt, requests of one sort are counted instead.
 *
 * @param attempts in the order in which they began
 */
export function byDifference(attempts: readonly Attempt[], reference: Reference): Differences {
  const drafts: Draft[] = [];
  const doubts: Differences["doubts"][number][] = [];
  for (const share of sharesOf(attempts, reference)) {
    const ways = share.calls === undefined ? [] : waysOf(share.attempts, share.calls);
    const told = ways?.map((way) => way.map(differing));
    if (told?.length === 0) {
      drafts.push(...ofLikeness(share.attempts));
    } else if (told?.length === 1) {
      drafts.push(...(told[0] ?? []));
    } else {
      drafts.push(...(told?.[0] ?? ofLikeness(share.attempts)));
      doubts.push({ attempts: share.attempts, count: share.calls, ways: told ?? [] });
    }
  }
  return { drafts, doubts };
}

const differing = (attempts: readonly Attempt[]): Draft => ({
  attempts,
  knownBy: "difference",
  named: undefined,
  perhapsNext: undefined,
});

function sharesOf(attempts: readonly Attempt[], reference: Reference): Share[] {
  return [...groupedBy(attempts, sortOf)].flatMap(([sort, group]) => {
    const alike = [...groupedBy(group, ({ likeness }) => likeness)].map(([likeness, own]) => ({
      attempts: own,
      calls: usual(reference.alike(likeness)),
    }));
    if (alike.every(({ calls }) => calls !== undefined)) return alike;
    // What comes with faults alone is a retry of what is usual, if anything of its sort is.
    return [{ attempts: group, calls: usual(reference.ofSort(sort)) }];
  });
}

const usual = (count: number | undefined): number | undefined => (count === 0 ? undefined : count);
