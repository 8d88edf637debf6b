import { type Attempt, tooEarlyMs, waitedMs } from "../attempt.ts";
import { answerOf, nameOf } from "../attempt-words.ts";
import { type LogicalCall, latestWaitMs, nextAfter, stepsOf } from "../logical-call.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { isPromise } from "../../world/retry-after.ts";
import type { Thresholds } from "../thresholds.ts";

export const retryAfter: Rule = {
  id: "retry-after",
  title: "Wait for Retry-After",
  measures: "the time from the end of a response with Retry-After to the next attempt of the call",
  tolerance: ({ earlyMs, lateFactor, lateMs }) =>
    `a retry may come ${earlyMs} ms early. The longest wait is ${lateFactor} × Retry-After + ${msText(lateMs)}`,
  why: "A retry before Retry-After ends is rejected again. One long after it only wastes time.",
  expected: ({ earlyMs }) => `at most ${earlyMs} ms early`,
  fix: "wait the full Retry-After, counted from the end of the response",
  unit: "waits matched Retry-After",
  event: "wait for Retry-After",
  exercise: "--scenario burst-throttle",
  about: "calls",
  *judge({ calls }, thresholds) {
    for (const call of calls) {
      for (const [from, to] of stepsOf(call)) {
        if (isPromise(from.retryAfterMs)) yield judged(call, from, to, thresholds);
      }
      const { perhapsNext } = call;
      const end = call.attempts.at(-1) as Attempt;
      if (perhapsNext === undefined || tooEarlyMs(end, perhapsNext) <= thresholds.earlyMs) continue;
      const early = msText(tooEarlyMs(end, perhapsNext));
      const text = `${end.about}: a request that may be its retry came ${early} early, after ${answerOf(end)}.`;
      yield { result: "undecided", leaning: "fail", text, call, attempts: [end, perhapsNext] };
    }
  },
  together,
};

function judged(call: LogicalCall, from: Attempt, to: Attempt, thresholds: Thresholds): Finding {
  const name = nameOf(to, call);
  const after = `${msText(waitedMs(from, to))} after ${answerOf(from)}.`;
  const finding = { call, attempts: [from, to] };
  if (tooEarlyMs(from, to) > thresholds.earlyMs) {
    const text = `${name} came ${msText(tooEarlyMs(from, to))} early, ${after}`;
    return { result: "failed", text, ...finding };
  }
  const longestMs = latestWaitMs(from, thresholds);
  if (waitedMs(from, to) > longestMs) {
    return {
      result: "failed",
      text: `${name} came ${after}`,
      expected: `at most ${msText(longestMs)} after it`,
      fix: "retry as soon as Retry-After has ended",
      ...finding,
    };
  }
  return { result: "passed", text: `${name} came ${after}`, ...finding };
}

const allowedAt = ({ end, retryAfterMs = 0 }: Attempt): number => end + retryAfterMs;

/**
 * Whoever came back: nothing that was sent after a promise came before its end, or more came before than any way of
 * telling them apart allows.
 */
function* together(group: readonly Attempt[], { earlyMs }: Thresholds): Iterable<Finding> {
  const told = group.filter((each) => each.outcome === "refused" && isPromise(each.retryAfterMs));
  const [first] = told;
  if (first === undefined) return;
  const about = `${first.about}: ${counted(group.length, "request")} that look alike`;
  const early = told.flatMap((from) => {
    const to = nextAfter(group, from);
    return to !== undefined && tooEarlyMs(from, to) > earlyMs ? [[from, to] as const] : [];
  });
  if (early.length === 0) {
    if (nextAfter(group, first) === undefined) return;
    const text = `${about}: none came before a Retry-After ended.`;
    yield { result: "passed", text, attempts: told.slice(0, 5) };
    return;
  }
  const [[from, to]] = early as [readonly [Attempt, Attempt]];
  const text = `${about}: one came ${msText(waitedMs(from, to))} after ${answerOf(from)}.`;
  const soonest = Math.min(...told.map(allowedAt));
  // Nothing was allowed yet, whatever it was the retry of; only a new call could come, and there are none.
  const result = isRetryOf(group, to) && to.at < soonest - earlyMs ? "failed" : "undecided";
  yield { result, leaning: "fail", text, attempts: [from, to] };
}

/** Whether it came when nothing else of its kind was left to begin: not one of the first in flight together. */
const isRetryOf = (group: readonly Attempt[], to: Attempt): boolean =>
  group.every((each) => each.at >= to.at || each.end <= to.at);
