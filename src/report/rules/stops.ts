import type { Attempt } from "../attempt.ts";
import { answerOf, nameOf } from "../attempt-words.ts";
import { type LogicalCall, isFinal, isSettled, nextAfter } from "../logical-call.ts";
import { msText } from "../figures.ts";
import { failedIf, type Rule } from "../rule.ts";

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
  *judge(run, thresholds) {
    for (const call of run.calls) {
      for (const from of call.attempts) {
        if (!isFinal(from, thresholds)) continue;
        const to = nextAfter(call.attempts, from);
        if (to !== undefined) {
          const text = `${nameOf(to, call)} came ${msText(to.at - from.end)} after ${answerOf(from)}.`;
          yield { result: failedIf(call.sure), text, call, attempts: [from, to] };
          continue;
        }
        const text = `${from.about}: not sent again after ${answerOf(from)}.`;
        const { perhapsNext } = call;
        if (!isSettled(run, from)) {
          const early = `${from.about}: ended with ${answerOf(from)}. A retry may still come.`;
          yield { result: "unknown", text: early, call, attempts: [from] };
        } else if (perhapsNext === undefined && (call.sure || nothingAfter(from, call))) {
          yield { result: "passed", text, call, attempts: [from] };
        } else {
          const doubt = `${from.about}: a request that may be its retry came after ${answerOf(from)}.`;
          const attempts = [from, ...(perhapsNext === undefined ? [] : [perhapsNext])];
          yield { result: "ambiguous", text: doubt, call, attempts };
        }
      }
    }
  },
};

const nothingAfter = (from: Attempt, { group }: LogicalCall): boolean =>
  nextAfter(group, from) === undefined;
