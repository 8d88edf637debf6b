import type { Attempt } from "../attempt.ts";
import { answerOf, nameOf } from "../attempt-words.ts";
import { type LogicalCall, isFinal, isSettled, nextAfter } from "../logical-call.ts";
import { msText } from "../figures.ts";
import { failedIf, type Rule } from "../rule.ts";

export const stops: Rule = {
  id: "stops",
  title: "stops on what will never do",
  measures: "each refusal that the same request will always get: was the same request sent again?",
  tolerance: () => "400 to 499 but 401, 408, 410, 425 and 429; the same within a minute",
  why: "It costs the budget of requests that would do, and hides a bug behind a delay.",
  unit: "refusals ended their call",
  never: "nothing was refused for good",
  *judge(run, thresholds) {
    for (const call of run.calls) {
      for (const from of call.attempts) {
        if (!isFinal(from, thresholds)) continue;
        const to = nextAfter(call.attempts, from);
        if (to !== undefined) {
          const text = `${nameOf(to, call)} came ${msText(to.at - from.end)} after ${answerOf(from)}`;
          yield { result: failedIf(call.sure), text, call, attempts: [from, to] };
          continue;
        }
        const text = `${from.about} was not sent again after ${answerOf(from)}`;
        const { perhapsNext } = call;
        if (!isSettled(run, from)) {
          const early = `${from.about} may be sent again yet after ${answerOf(from)}`;
          yield { result: "unknown", text: early, call, attempts: [from] };
        } else if (perhapsNext === undefined && (call.sure || nothingAfter(from, call))) {
          yield { result: "passed", text, call, attempts: [from] };
        } else {
          const doubt = `${answerOf(from)} to ${from.about} was followed by a request that may be its retry`;
          const attempts = [from, ...(perhapsNext === undefined ? [] : [perhapsNext])];
          yield { result: "ambiguous", text: doubt, call, attempts };
        }
      }
    }
  },
};

const nothingAfter = (from: Attempt, { group }: LogicalCall): boolean =>
  nextAfter(group, from) === undefined;
