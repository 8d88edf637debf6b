import type { Attempt } from "../calls/attempt.ts";
import { answerOf, nameOf } from "../finding-text.ts";
import { isFinal, isSettled, last, nextAfter, type LogicalCall } from "../calls/logical-call.ts";
import type { Run } from "../calls/logical-call.ts";
import { isLedBy } from "../calls/walks.ts";
import { msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";

export const stops: Rule = {
  id: "stops",
  title: "Stop on permanent errors",
  measures: "for each permanent error: did the client send the same request again?",
  tolerance: () =>
    "400 to 499 are permanent, except 401, 408, 410, 425 and 429. A request counts as the same within a minute",
  why: "Repeating a request that cannot succeed uses up the rate limit and hides the bug.",
  expected: () => "no retry after a permanent error",
  fix: "stop on this status, and correct the request",
  unit: "permanent errors ended their call",
  event: "permanent error",
  exercise: "faults add '*' --status 400",
  about: "call",
  *judge(run, thresholds) {
    for (const call of run.calls) {
      for (const from of call.attempts) {
        if (isFinal(from, thresholds)) yield judged(run, call, from);
      }
    }
  },
};

function judged(run: Run, call: LogicalCall, from: Attempt): Finding {
  const to = nextAfter(call.attempts, from);
  const finding = { call, attempts: [from] };
  if (to !== undefined && isLedTo(run, from, to)) {
    const text = `${from.about}: sent again after ${answerOf(from)} only by a second walk.`;
    return { ...finding, result: "passed", text };
  }
  if (to !== undefined) {
    const text = `${nameOf(to, call)} came ${msText(to.at - from.end)} after ${answerOf(from)}.`;
    // What was not there and came to be was waited for.
    const isPolled = from.injected.length === 0 && last(call).outcome === "answered";
    const result = isPolled ? "unknown" : "failed";
    return { result, text, call, attempts: [from, to] };
  }
  if (!isSettled(run, from)) {
    const text = `${from.about}: ended with ${answerOf(from)}. A retry may still come.`;
    return { ...finding, result: "unknown", text };
  }
  if (call.perhapsNext !== undefined) {
    const text = `${from.about}: a request that may be its retry came after ${answerOf(from)}.`;
    const attempts = [from, call.perhapsNext];
    return { result: "undecided", leaning: "fail", text, call, attempts };
  }
  const text = `${from.about}: not sent again after ${answerOf(from)}.`;
  return { ...finding, result: "passed", text };
}

/** Whether a page that was given between two attempts has the link that the later one follows. */
const isLedTo = ({ attempts }: Run, from: Attempt, to: Attempt): boolean =>
  nextAfter(attempts, from, (each) => each.end <= to.at && isLedBy(each, to)) !== undefined;
