import { allowedAt, type Attempt, type Attempts } from "../calls/attempt.ts";
import { meets } from "../fault-kinds.ts";
import { counted, msText, percent } from "../figures.ts";
import { decisionsOf, rateTest } from "../rate-test.ts";
import type { Finding, Rule } from "../rule.ts";
import { sorted } from "../slices.ts";
import { reactionMs, streamsOf, within } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** Both headers are in whole seconds. */
const roundingMs = 1000;

export const budget: Rule = {
  id: "budget",
  title: "Slow down before the limit",
  measures:
    "the time after RateLimit-Remaining gets low: did the client slow down until the window ended, or did the limit reject a request?",
  tolerance: ({ lowShare, slowTo }) =>
    `low is ${percent(lowShare)} of the limit, slower is at most ${percent(slowTo)} of the rate before. A client whose pace does not use up the window is not graded`,
  why: "The headers show what is left. A client that reads them can avoid every 429.",
  expected: () => "no 429 after RateLimit-Remaining gets low",
  fix: "spread the remaining requests over RateLimit-Reset",
  unit: "windows ended without a 429",
  event: "nearly full window",
  exercise: "--rate-limits x0.02",
  about: "requests",
  *judge({ attempts }, thresholds) {
    for (const stream of yield* streamsOf(attempts)) {
      let until = 0;
      for (const each of yield* sorted(stream, (a, b) => a.end - b.end)) {
        if (each.end < until || !isLow(each, thresholds)) continue;
        const openedAt = until;
        until = each.end + (each.budget?.resetMs ?? 0);
        yield judged(stream, each, { openedAt, until }, thresholds.slowTo);
      }
    }
  },
};

/** A window that a fault filled was never low before it was shut. */
const isLow = ({ budget: told, status, injected }: Attempt, { lowShare }: Thresholds): boolean =>
  told !== undefined &&
  status !== 429 &&
  told.remaining <= told.limit * lowShare &&
  !meets(injected, "limited");

type Window = { readonly openedAt: number; readonly until: number };

function judged(stream: Attempts, low: Attempt, window: Window, slowTo: number): Finding {
  const { openedAt, until } = window;
  const { limit = 0, remaining = 0 } = low.budget ?? {};
  const spanMs = until - low.end;
  const about = `${low.operation}: ${remaining} of ${counted(limit, "request")} left for ${msText(spanMs)}`;
  const before = within(stream, Math.max(openedAt, low.end - spanMs), low.end);
  const after = within(stream, low.end + reactionMs, until);
  const refused = after.find((each) => isOfWindow(each, until));
  if (refused !== undefined) {
    const sent = after.indexOf(refused);
    const text = `${about}, then a 429 after ${sent} more.`;
    return { result: "failed", text, attempts: [low, refused] };
  }
  if (before.length <= remaining) {
    const text = `${about}, enough for a pace of ${before.length} in that time.`;
    return { result: "unknown", text, attempts: [low] };
  }
  const came = within(stream, until, Infinity)[0];
  const lastSent = after.at(-1);
  if (came === undefined && lastSent === undefined)
    return { result: "unknown", text: `${about}, and no more were sent.`, attempts: [low] };
  // Who has no more to send afterwards may have finished, and not waited.
  const seenMs = came === undefined ? (lastSent?.at ?? 0) - low.end : spanMs;
  // What the client did not send before has no part in its rate.
  const beforeMs = Math.max(1, low.end - (before[0]?.at ?? low.end));
  const afterMs = Math.max(1, seenMs - reactionMs);
  const rates = { before: before.length, beforeMs, after: after.length, afterMs };
  const decisions = decisionsOf([...before, ...after].map(({ at }) => at));
  const weight = decisions / (before.length + after.length);
  const attempts = [low, lastSent ?? came ?? low];
  const rest =
    after.length === 0
      ? "waited for the next window"
      : `sent ${before.length} in the ${msText(beforeMs)} before, ${after.length} in ${msText(seenMs)} after`;
  const text = `${about}. The client ${rest}.`;
  const { result, leaning, more } = rateTest([rates], slowTo, weight);
  if (result === "passed") return { result, text, attempts };
  // Nothing refused it: it is no failure, and may have been luck.
  const wouldDecide = `send about ${counted(more, "more request")} before the window is nearly full`;
  return { result: "undecided", leaning, text, wouldDecide, isFew: true, attempts };
}

/** Whether the limit itself refused it until the end of the window. */
const isOfWindow = (attempt: Attempt, until: number): boolean =>
  attempt.stage === "limit" &&
  attempt.status === 429 &&
  !meets(attempt.injected, "limited") &&
  Math.abs(allowedAt(attempt) - until) <= roundingMs;
