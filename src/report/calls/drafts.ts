import { Tree } from "../../world/store/tree.ts";
import { type Reference, sortOf } from "../reference.ts";
import { forEach, mapped, type Slices, grouped, filtered } from "../slices.ts";
import { roundsOf, waysOf } from "../ways.ts";
import { allowedAt, endsBefore, failed, lastChance, lastOf, overAt } from "./attempt.ts";
import type { Attempt, Attempts } from "./attempt.ts";
import type { Doubt, LogicalCall } from "./logical-call.ts";

export type Draft = Omit<LogicalCall, "id">;

/** The calls of which a test id or a trace alone tells that they are one, whatever else their attempts carry. */
export function* wholeCalls(attempts: Attempts): Slices<Draft[]> {
  return [...(yield* ofTestIds(attempts)), ...(yield* ofTraces(attempts))];
}

export const mayBeOneCall = (group: Attempts): boolean =>
  group.slice(1).every((attempt, index) => follows(group[index] as Attempt, attempt));

const follows = (from: Attempt, to: Attempt): boolean => failed(from) && endsBefore(from, to);

/** Calls that are traces of their own, a span an attempt: others are of whole jobs, or of one attempt. */
function* ofTraces(attempts: Attempts): Slices<Draft[]> {
  const traced = yield* filtered(attempts, ({ trace }) => trace !== undefined);
  const traces = yield* grouped(traced, ({ trace = "" }) => trace);
  const whole = yield* filtered(traces.values(), isOneCall);
  return yield* mapped(whole, (trace) => named(trace, "traceparent"));
}

const isOneCall = (trace: Attempts): boolean =>
  trace.length > 1 &&
  trace.every(({ name, likeness }) => name === undefined && likeness === trace[0]?.likeness) &&
  mayBeOneCall(trace);

/** Calls that a test id names, although each of their attempts has another name: a new `unique_id`, say. */
function* ofTestIds(attempts: Attempts): Slices<Draft[]> {
  const tested = yield* filtered(attempts, ({ testId }) => testId !== undefined);
  const groups = yield* grouped(tested, ({ testId, account, method, path }) =>
    [testId, account, method, path].join("\n"),
  );
  const isRenamed = (group: Attempts) =>
    group.some(({ name }) => name?.value !== group[0]?.name?.value) && mayBeOneCall(group);
  const renamed = yield* filtered(groups.values(), isRenamed);
  return yield* mapped(renamed, (group) => named(group, "test id"));
}

export const named = (attempts: Attempts, by: LogicalCall["named"]): Draft => ({
  attempts,
  knownBy: "name",
  named: by,
});
const suggested = (attempts: Attempts): Draft => ({ attempts, knownBy: "likeness" });
const differing = (attempts: Attempts): Draft => ({ attempts, knownBy: "difference" });

/** An attempt is of the call that failed before it and whose retry it may be; of several, of the one that may try again first. */
export function* ofLikeness(group: Attempts): Slices<Draft[]> {
  const parts: Attempt[][] = [];
  const running = new Queue();
  // Of those that have failed: what is over or has been tried again is no longer looked at.
  const waiting = new Queue();
  yield* forEach(group, (attempt) => {
    for (const part of running.takeUntil(attempt.at)) {
      if (failed(lastOf(part))) waiting.add(part, allowedAt(lastOf(part)));
    }
    let part = waiting.take();
    while (part !== undefined && attempt.at > lastChance(lastOf(part))) part = waiting.take();
    if (part === undefined) parts.push((part = [attempt]));
    else part.push(attempt);
    running.add(part, overAt(attempt));
  });
  return yield* mapped(parts, suggested);
}

/** Parts by an instant, those of one instant as they came. */
class Queue {
  readonly #parts = new Tree<{ at: number; order: number }, Attempt[]>(
    undefined,
    (a, b) => a.at - b.at || a.order - b.order,
  );
  #order = 0;

  add(part: Attempt[], at: number): void {
    this.#order += 1;
    this.#parts.set({ at, order: this.#order }, part);
  }

  take(): Attempt[] | undefined {
    const first = this.#parts.minKey();
    if (first === undefined) return undefined;
    const part = this.#parts.get(first);
    this.#parts.delete(first);
    return part;
  }

  *takeUntil(at: number): Generator<Attempt[]> {
    while ((this.#parts.minKey()?.at ?? Infinity) <= at) yield this.take() as Attempt[];
  }
}

type DraftDoubt = Omit<Doubt, "ways"> & { readonly ways: readonly (readonly Draft[])[] };

export interface Differences {
  readonly drafts: readonly Draft[];
  readonly doubts: readonly DraftDoubt[];
}

/** Requests that are so many calls; undefined: nobody knows how many. */
type Share = { readonly attempts: Attempts; readonly calls: number | undefined };

/**
 * Of m requests that are alike where n are usual without faults, m − n are retries. Where a body is made anew for
 * each attempt, requests of one sort are counted instead.
 */
export function* byDifference(attempts: Attempts, reference: Reference): Slices<Differences> {
  const drafts: Draft[] = [];
  const doubts: DraftDoubt[] = [];
  for (const share of yield* sharesOf(attempts, reference)) {
    yield;
    const { attempts: own, calls: count } = share;
    const ways = count === undefined ? [] : waysOf(own, count);
    const told = ways?.map((way) => way.map(differing));
    const rounds = told === undefined ? roundsOf(own, count ?? 0) : undefined;
    const likeliest = told?.[0] ?? rounds?.map(differing) ?? (yield* ofLikeness(own));
    for (const each of likeliest) drafts.push(each);
    if (told !== undefined && told.length < 2) continue;
    doubts.push({ attempts: own, count, ways: told ?? [], areRounds: rounds !== undefined });
  }
  return { drafts, doubts };
}

function* sharesOf(attempts: Attempts, reference: Reference): Slices<Share[]> {
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

/** Whether the client never sends it, nor anything of its sort, where nothing goes wrong. */
export const isStrange = (attempt: Attempt, reference: Reference): boolean =>
  reference.alike(attempt.likeness) === 0 && reference.ofSort(sortOf(attempt)) === 0;

/**
 * Gives requests that only a run with faults has to the calls whose retries they are: those may have lost their
 * body, query or name. They follow a failure of the same method and path that nothing else has followed.
 */
export function* withAltered(drafts: readonly Draft[], strange: Attempts) {
  if (strange.length === 0) return { drafts, rest: [] };
  const calls = drafts.map((draft) => ({ ...draft, attempts: [...draft.attempts] }));
  const places = yield* grouped(calls, ({ attempts: [begin] }) => placeOf(begin as Attempt));
  const rest: Attempt[] = [];
  yield* forEach(strange, (attempt) => {
    const [call] = (places.get(placeOf(attempt)) ?? [])
      .filter(({ attempts }) => mayFollow(lastOf(attempts), attempt))
      .toSorted((a, b) => lastOf(b.attempts).end - lastOf(a.attempts).end);
    if (call === undefined) rest.push(attempt);
    else call.attempts.push(attempt);
  });
  return { drafts: calls, rest };
}

const placeOf = ({ account, method, path }: Attempt): string => [account, method, path].join("\n");

const mayFollow = (from: Attempt, to: Attempt): boolean =>
  failed(from) && endsBefore(from, to) && to.at <= lastChance(from);
