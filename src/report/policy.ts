import { isNamed } from "./calls/attempt.ts";
import { outcomeOf, type Run } from "./calls/logical-call.ts";
import type { Policy, WhatIf } from "./card-shape.ts";
import { reasonsOf } from "./reasons.ts";
import { filtered, type Slices } from "./slices.ts";
import type { Thresholds } from "./thresholds.ts";

/** Where a backoff begins and where it ends if nothing that was seen says otherwise. */
const [baseMsUsual, capMsUsual] = [500, 10_000];

/** A base outside of these is a hammer, or a client that sleeps. */
const [baseMsMin, baseMsMax] = [250, 2000];

const factor = 2;

/**
 * A retry policy from what this run has shown; all times are the client's. Before attempt n + 1 it waits as long as
 * Retry-After says, else at random between 0 and min(cap, base × factor ^ (n - 1)).
 *
 * The base is the shortest Retry-After seen, from 250 ms to 2 s; the cap the longest, at least 10 s. The attempts are
 * those that the longest call needed, one more if it was given up, and enough to reach the cap, within the thresholds.
 * Lost writes are to be sent again if every POST with a body had a unique_id or an idempotency key.
 */
export function* policyOf(run: Run, thresholds: Thresholds, whatIf: WhatIf): Slices<Policy> {
  const promises = yield* filtered(run.attempts, ({ retryAfterMs = 0 }) => retryAfterMs > 0);
  const told = promises.map(({ retryAfterMs = 0 }) => retryAfterMs);
  const baseMs = within(least(told) ?? baseMsUsual, baseMsMin, baseMsMax);
  const wanted = Math.max(most(told) ?? 0, capMsUsual);
  const capMs = Math.max(baseMs, Math.min(wanted, longestWait(thresholds)));
  return {
    attempts: attemptsOf(run, thresholds, baseMs, capMs),
    baseMs: Math.round(baseMs),
    factor,
    capMs: Math.round(capMs),
    jitter: "full",
    honourRetryAfter: true,
    retryStatuses: thresholds.retriable.toSorted((a, b) => a - b),
    retryLostWrites: run.attempts.every(
      (each) => each.method !== "POST" || !each.hasBody || isNamed(each),
    ),
    reasons: yield* reasonsOf(run, thresholds, whatIf),
  };
}

/** As many waits of this length as the fewest attempts have fit into the total. */
const longestWait = ({ totalMsMax, attemptsMin }: Thresholds): number =>
  totalMsMax / Math.max(1, attemptsMin - 1);

function attemptsOf(run: Run, thresholds: Thresholds, baseMs: number, capMs: number): number {
  const { attemptsMin, attemptsMax, totalMsMax } = thresholds;
  const needed = run.calls
    .filter(({ knownBy }) => knownBy !== "likeness")
    .map((call) => call.attempts.length + (outcomeOf(call, thresholds) === "gave up" ? 1 : 0));
  const reachesCap = Math.ceil(Math.log(capMs / baseMs) / Math.log(factor)) + 2;
  const wanted = Math.max(reachesCap, most(needed) ?? 0);
  let attempts = within(wanted, attemptsMin, Math.max(attemptsMin, attemptsMax));
  while (attempts > attemptsMin && waitsOf(attempts, baseMs, capMs) > totalMsMax) attempts -= 1;
  return attempts;
}

function waitsOf(attempts: number, baseMs: number, capMs: number): number {
  let total = 0;
  for (let wait = 0; wait < attempts - 1; wait += 1) {
    total += Math.min(capMs, baseMs * factor ** wait);
  }
  return total;
}

const within = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max);

/** Not by spreading: a run may have more of them than a call takes arguments. */
const least = (values: readonly number[]): number | undefined =>
  values.reduce<number | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
const most = (values: readonly number[]): number | undefined =>
  values.reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);
