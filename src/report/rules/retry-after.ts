import { type Attempt, tooEarlyMs, waitedMs } from "../attempt.ts";
import { type Call, stepsOf } from "../call.ts";
import { type Finding, passedIf, type Rule } from "../rule.ts";
import { indexOf } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";
import { answerOf, nameOf, time } from "../words.ts";

export const retryAfter: Rule = {
  id: "retry-after",
  title: "waits as long as Retry-After says",
  measures: "from the end of an answer with Retry-After to the next attempt of the call",
  tolerance: ({ earlyMs, lateFactor, lateMs }) =>
    `${earlyMs} ms too early; at most ${lateFactor} times as long and ${time(lateMs)} more`,
  why: "Who comes too early is refused again and keeps the limit shut; who comes much too late stands still for nothing.",
  unit: "waits were as long as they were told",
  never: "nobody came back after an answer with Retry-After",
  *judge({ calls }, thresholds) {
    for (const call of calls) {
      const end = call.attempts.at(-1) as Attempt;
      for (const [from, to] of stepsOf(call)) {
        if (from.retryAfterMs !== undefined) yield judged(call, from, to, thresholds);
      }
      const { perhapsNext } = call;
      if (perhapsNext === undefined || tooEarlyMs(end, perhapsNext) <= thresholds.earlyMs) continue;
      const text = `a request like ${end.about} came too soon after ${answerOf(end)}: it may be its retry`;
      yield { result: "ambiguous", text, call, attempts: [end, perhapsNext] };
    }
  },
};

function judged(call: Call, from: Attempt, to: Attempt, thresholds: Thresholds): Finding {
  const { earlyMs, lateFactor, lateMs } = thresholds;
  const promisedMs = from.retryAfterMs ?? 0;
  const waited = waitedMs(from, to);
  const what = `${nameOf(to, call)} came ${time(waited)} after ${answerOf(from)}`;
  const finding = { call, attempts: [from, to] };
  const isEarly = (a: Attempt, b: Attempt) => tooEarlyMs(a, b) > earlyMs;
  if (isEarly(from, to)) {
    // Of requests that are alike, another may be the one that it is the retry of.
    const explained = !call.sure && othersOf(call, to).some((other) => !isEarly(other, to));
    return { result: explained ? "ambiguous" : "failed", text: what, ...finding };
  }
  if (waited > promisedMs * lateFactor + lateMs) {
    return {
      result: call.sure ? "failed" : "ambiguous",
      text: `${what}: far too long`,
      ...finding,
    };
  }
  const doubt = !call.sure && othersOf(call, to).some((other) => isEarly(other, to));
  return { result: passedIf(!doubt), text: what, ...finding };
}

/** So many of those that are alike are looked at: of long ago none is retried. */
const othersMax = 1000;

/** What any request of the group may be the retry of. */
function othersOf({ group }: Call, to: Attempt): Attempt[] {
  const index = indexOf(group, to.at);
  return group
    .slice(Math.max(0, index - othersMax), index)
    .filter(({ end, retryAfterMs }) => retryAfterMs !== undefined && end <= to.at);
}
