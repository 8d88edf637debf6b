import { once } from "../../contract/memo.ts";
import { msText, counted } from "../figures.ts";
import { firstFrom } from "../streams.ts";
import { type Attempt, failed } from "../calls/attempt.ts";
import { last, isRetriable, isSettled, stepsOf, type LogicalCall } from "../calls/logical-call.ts";
import type { Run } from "../calls/logical-call.ts";
import { answerOf, nameOf } from "../finding-text.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";

/** A breaker opens after so many failures in a row, at least. */
const failuresMin = 3;
/** It stays open for so long, at least, in the client's milliseconds. */
const openMs = 1000;

/** The sentence that says so where a breaker ended a call: silence after failures, then one request. */
function openedBreaker(run: Run, call: LogicalCall, attemptsMin: number): string | undefined {
  const { attempts, calls, known = calls } = run;

  const end = last(call);
  if (longestOf(known) < attemptsMin) return undefined;
  const until = firstFrom(attempts, end.end);
  const isOwn = ({ account }: Attempt) => account === end.account;
  const before = attempts.slice(Math.max(0, until - lookedAt), until).filter(isOwn);
  if (before.length < failuresMin || !before.slice(-failuresMin).every(failed)) return undefined;
  const [probe, next] = attempts.slice(until, until + lookedAt).filter(isOwn);
  if (probe === undefined || probe.at - end.end < openMs) return undefined;
  const isAlone = next === undefined || next.at - probe.end >= (failed(probe) ? openMs : 0);
  if (!isAlone) return undefined;
  return `Its circuit breaker opened: nothing was sent for ${msText(probe.at - end.end)}, and then one request.`;
}

/** So many requests of other accounts may lie between. */
const lookedAt = 1000;

const longestOf = once((calls: readonly LogicalCall[]) =>
  calls.reduce((most, { attempts }) => Math.max(most, attempts.length), 0),
);

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
  const found = (result: Finding["result"], how: string): Finding => {
    const text = `${end.about}: ended with ${answerOf(end)}${how}`;
    return { result, text, call, attempts: [end] };
  };
  if (length >= attemptsMin) return found("passed", ` after ${counted(length, "attempt")}.`);
  if ((end.retryAfterMs ?? 0) > totalMsMax)
    return found("unknown", ": no call may take as long as that.");
  if (!isSettled(run, end)) {
    const early = found("undecided", ", and no retry came before the report.");
    return { ...early, wouldDecide: "let the client end by itself" };
  }
  if (call.perhapsNext !== undefined) {
    const how = ". A later request with another name may be its retry.";
    return { ...found("undecided", how), leaning: "pass" };
  }
  const opened = openedBreaker(run, call, attemptsMin);
  if (opened !== undefined) return found("passed", `. ${opened}`);
  const some = length === 1 ? "no retry after" : `only ${length} attempts, the last with`;
  return { ...found("failed", ""), text: `${end.about}: ${some} ${answerOf(end)}.` };
}
