import type { Attempt } from "../attempt.ts";
import { answerOf, nameOf } from "../attempt-words.ts";
import {
  type LogicalCall,
  isRetriable,
  isSettled,
  last,
  type Run,
  stepsOf,
} from "../logical-call.ts";
import { counted, msText } from "../figures.ts";
import { earlierOf } from "../reach.ts";
import { type Finding, failedIf, passedIf, type Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";

export const retries: Rule = {
  id: "retries",
  title: "Retry temporary errors",
  measures:
    "for each temporary error: did another attempt follow, or had the call made enough attempts?",
  tolerance: ({ retriable, attemptsMin }) =>
    `${retriable.join(", ")} and lost responses are temporary, a lost write only if it has a unique_id or an idempotency key. ${attemptsMin} attempts are enough. A retry comes within a minute, or within three times Retry-After`,
  why: "Without a retry, a fault of one second loses data permanently.",
  expected: ({ attemptsMin }) => `at least ${attemptsMin} attempts`,
  fix: "retry temporary errors with a growing wait",
  unit: "temporary errors were retried",
  event: "temporary error",
  exercise: "--scenario exam",
  *judge(run, thresholds) {
    const gaveUp = new Map<readonly Attempt[], LogicalCall[]>();
    for (const call of run.calls) {
      for (const [from, to] of stepsOf(call)) {
        if (!isRetriable(from, thresholds)) continue;
        const text = `${nameOf(to, call)} came ${msText(to.at - from.end)} after ${answerOf(from)}.`;
        yield { result: passedIf(call.sure), text, call, attempts: [from, to] };
      }
      if (isRetriable(last(call), thresholds)) {
        const alike = gaveUp.get(call.group);
        if (alike === undefined) gaveUp.set(call.group, [call]);
        else alike.push(call);
      }
    }
    const earlier = earlierOf(run);
    for (const calls of gaveUp.values()) yield* ends(calls, run, thresholds, earlier);
  },
};

/** Calls that are alike and of which each ended with a failure. */
function* ends(
  calls: readonly LogicalCall[],
  run: Run,
  { attemptsMin }: Thresholds,
  earlier: ReturnType<typeof earlierOf>,
): Iterable<Finding> {
  // Whichever attempts belong to which, there are so many calls that failed, and no more attempts.
  const group = calls[0]?.group ?? [];
  const tooFew = group.length < calls.length * attemptsMin;
  for (const call of calls) {
    const end = last(call);
    const { length } = call.attempts;
    const about = `${end.about}: ended with ${answerOf(end)}`;
    const attempts = [end];
    if (!isSettled(run, end)) {
      yield { result: "unknown", text: `${about}. A retry may still come.`, call, attempts };
    } else if (call.perhapsNext !== undefined) {
      const text = `${about}. A later request with another body may be its retry.`;
      yield { result: "ambiguous", text, call, attempts: [end, call.perhapsNext] };
    } else if (call.sure && length >= attemptsMin) {
      yield {
        result: "passed",
        text: `${about} after ${counted(length, "attempt")}.`,
        call,
        attempts,
      };
    } else if (length + earlier(call, attemptsMin) >= attemptsMin) {
      const text = `${about}. Earlier requests with another body may be its attempts.`;
      yield { result: "ambiguous", text, call, attempts };
    } else {
      const some = length === 1 ? "no retry after" : `only ${length} attempts, the last with`;
      const text = `${end.about}: ${some} ${answerOf(end)}.`;
      yield { result: failedIf(call.sure || tooFew), text, call, attempts };
    }
  }
}
