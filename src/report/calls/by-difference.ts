import { type Attempt } from "./attempt.ts";
import { ofLikeness } from "./by-likeness.ts";
import { roundsOf } from "../rounds.ts";
import { type Reference, sortOf } from "../reference.ts";
import { grouped, mapped, type Slices } from "../slices.ts";
import { waysOf } from "../ways.ts";
import type { Draft } from "./whole-calls.ts";

export interface Differences {
  readonly drafts: readonly Draft[];
  readonly doubts: readonly {
    readonly attempts: readonly Attempt[];
    readonly count: number | undefined;
    readonly areRounds: boolean;
    readonly ways: readonly (readonly Draft[])[];
  }[];
}

/** Requests that are so many calls; undefined: nobody knows how many. */
interface Share {
  readonly attempts: readonly Attempt[];
  readonly calls: number | undefined;
}

/**
 * Of m requests that are alike where n are usual without faults, m − n are retries. Where a body is made anew for
 * each attempt, requests of one sort are counted instead.
 */
export function* byDifference(
  attempts: readonly Attempt[],
  reference: Reference,
): Slices<Differences> {
  const drafts: Draft[] = [];
  const doubts: Differences["doubts"][number][] = [];
  for (const share of yield* sharesOf(attempts, reference)) {
    yield;
    const ways = share.calls === undefined ? [] : waysOf(share.attempts, share.calls);
    const told = ways?.map((way) => way.map(differing));
    if (told?.length === 0) {
      for (const each of yield* ofLikeness(share.attempts)) drafts.push(each);
    } else if (told?.length === 1) {
      for (const each of told[0] ?? []) drafts.push(each);
    } else {
      const rounds = told === undefined ? roundsOf(share.attempts, share.calls ?? 0) : undefined;
      const likeliest = told?.[0] ?? rounds?.map(differing) ?? (yield* ofLikeness(share.attempts));
      for (const each of likeliest) drafts.push(each);
      const areRounds = rounds !== undefined;
      doubts.push({ attempts: share.attempts, count: share.calls, ways: told ?? [], areRounds });
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

function* sharesOf(attempts: readonly Attempt[], reference: Reference): Slices<Share[]> {
  const shares: Share[] = [];
  for (const [sort, group] of yield* grouped(attempts, sortOf)) {
    const alike = yield* mapped(
      yield* grouped(group, ({ likeness }) => likeness),
      ([likeness, own]) => ({ attempts: own, calls: usual(reference.alike(likeness)) }),
    );
    // What comes with faults alone is a retry of what is usual, if anything of its sort is.
    if (alike.every(({ calls }) => calls !== undefined))
      for (const each of alike) shares.push(each);
    else shares.push({ attempts: group, calls: usual(reference.ofSort(sort)) });
  }
  return shares;
}

const usual = (count: number | undefined): number | undefined => (count === 0 ? undefined : count);
