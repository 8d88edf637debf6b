import { isNamed } from "./calls/attempt.ts";
import { outcomeOf, type Run } from "./calls/logical-call.ts";
import type { Policy, WhatIf } from "./card-shape.ts";
import { reasonsOf } from "./reasons.ts";
import { filtered, type Slices, sum } from "./slices.ts";
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
  const told = promises.map(({ retryAfterMs = 0 }) => retryAfterMs).toSorted((a, b) => a - b);
  const [shortest = baseMsUsual] = told;
  const baseMs = within(shortest, baseMsMin, baseMsMax);
  const wanted = Math.max(told.at(-1) ?? 0, capMsUsual);
  // As many of these as the fewest attempts have fit into the total.
  const longest = thresholds.totalMsMax / Math.max(1, thresholds.attemptsMin - 1);
  const capMs = Math.max(baseMs, Math.min(wanted, longest));
  return {
    attempts: attemptsOf(run, thresholds, baseMs, capMs),
    baseMs: Math.round(baseMs),
    factor,
    capMs: Math.round(capMs),
    jitter: "full",
    honourRetryAfter: true,
    retryStatuses: thresholds.retriable.toSorted((a, b) => a - b),
    retryLostWrites: !run.attempts.some(
      (each) => each.method === "POST" && each.hasBody && !isNamed(each),
    ),
    reasons: yield* reasonsOf(run, thresholds, whatIf),
  };
}

function attemptsOf(run: Run, thresholds: Thresholds, baseMs: number, capMs: number): number {
  const { attemptsMin, attemptsMax, totalMsMax } = thresholds;
  const needed = run.calls
    .filter(({ knownBy }) => knownBy !== "likeness")
    .map((call) => call.attempts.length + (outcomeOf(call, thresholds) === "gave up" ? 1 : 0));
  const reachesCap = Math.ceil(Math.log(capMs / baseMs) / Math.log(factor)) + 2;
  // Not by spreading: a run may have more of them than a call takes arguments.
  const wanted = needed.reduce((most, each) => Math.max(most, each), reachesCap);
  let attempts = within(wanted, attemptsMin, Math.max(attemptsMin, attemptsMax));
  while (attempts > attemptsMin && waitsOf(attempts, baseMs, capMs) > totalMsMax) attempts -= 1;
  return attempts;
}

const waitsOf = (attempts: number, baseMs: number, capMs: number): number =>
  sum(Array.from({ length: attempts - 1 }, (_, n) => Math.min(capMs, baseMs * factor ** n)));

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);
