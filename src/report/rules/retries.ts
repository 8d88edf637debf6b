import type { Attempt } from "../calls/attempt.ts";
import { openedBreaker } from "../calls/breaker.ts";
import { answerOf, nameOf } from "../calls/attempt-words.ts";
import {
  type LogicalCall,
  isRetriable,
  isSettled,
  last,
  type Run,
  stepsOf,
} from "../calls/logical-call.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";

export const retries: Rule = {
  id: "retries",
  title: "Retry temporary errors",
  measures:
    "for each temporary error: did another attempt follow, or had the call made enough attempts?",
  tolerance: ({ retriable, attemptsMin }) =>
    `${retriable.join(", ")} and lost responses are temporary, a lost write only if it has a unique_id or an idempotency key. ${attemptsMin} attempts are enough. A retry comes within a minute, or within three times Retry-After. After a Retry-After that is longer than a call may take, giving up is right`,
  why: "Without a retry, a fault of one second loses data permanently.",
  expected: ({ attemptsMin }) => `at least ${attemptsMin} attempts`,
  fix: "retry temporary errors with a growing wait",
  unit: "temporary errors were retried",
  event: "temporary error",
  exercise: "exam",
  about: "call",
  *judge(run, thresholds) {
    for (const call of run.calls) {
      for (const [from, to] of stepsOf(call)) {
        if (!isJudged(from, thresholds)) continue;
        const text = `${nameOf(to, call)} came ${msText(to.at - from.end)} after ${answerOf(from)}.`;
        yield { result: "passed", text, call, attempts: [from, to] };
      }
      if (isJudged(last(call), thresholds)) yield ended(call, run, thresholds);
    }
  },
};

/** A response that is corrupt has a rule of its own. */
const isJudged = (attempt: Attempt, thresholds: Thresholds): boolean =>
  attempt.outcome !== "spoilt" && isRetriable(attempt, thresholds);

function ended(call: LogicalCall, run: Run, { attemptsMin, totalMsMax }: Thresholds): Finding {
  const end = last(call);
  const { length } = call.attempts;
  const about = `${end.about}: ended with ${answerOf(end)}`;
  const finding = { call, attempts: [end] };
  if (length >= attemptsMin) {
    const text = `${about} after ${counted(length, "attempt")}.`;
    return { result: "passed", text, ...finding };
  }
  if ((end.retryAfterMs ?? 0) > totalMsMax) {
    const text = `${about}: no call may take as long as that.`;
    return { result: "unknown", text, ...finding };
  }
  if (!isSettled(run, end)) {
    const text = `${about}, and no retry came before the report.`;
    const wouldDecide = "let the client end by itself";
    return { result: "undecided", text, wouldDecide, ...finding };
  }
  if (call.perhapsNext !== undefined) {
    const text = `${about}. A later request with another name may be its retry.`;
    return { result: "undecided", leaning: "pass", text, ...finding };
  }
  const opened = openedBreaker(run, call, attemptsMin);
  if (opened !== undefined) return { result: "passed", text: `${about}. ${opened}`, ...finding };
  const some = length === 1 ? "no retry after" : `only ${length} attempts, the last with`;
  return { result: "failed", text: `${end.about}: ${some} ${answerOf(end)}.`, ...finding };
}
