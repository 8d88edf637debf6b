import { type Attempt, tooEarlyMs, waitedMs } from "../attempt.ts";
import { answerOf, nameOf } from "../attempt-words.ts";
import { type LogicalCall, latestWaitMs, stepsOf } from "../logical-call.ts";
import { lastChance } from "../calls.ts";
import { msText } from "../figures.ts";
import { failedIf, type Finding, passedIf, type Rule } from "../rule.ts";
import { isPromise } from "../../world/retry-after.ts";
import { firstFrom } from "../streams.ts";
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
  *judge({ calls }, thresholds) {
    const promises = new Map<readonly Attempt[], Promises>();
    for (const call of calls) {
      const end = call.attempts.at(-1) as Attempt;
      for (const [from, to] of stepsOf(call)) {
        if (!isPromise(from.retryAfterMs)) continue;
        const known = promises.get(call.group) ?? promisesOf(call.group);
        promises.set(call.group, known);
        yield judged(call, from, to, known, thresholds);
      }
      const { perhapsNext } = call;
      if (perhapsNext === undefined || tooEarlyMs(end, perhapsNext) <= thresholds.earlyMs) continue;
      const early = msText(tooEarlyMs(end, perhapsNext));
      const text = `${end.about}: a request that may be its retry came ${early} early, after ${answerOf(end)}.`;
      yield { result: "ambiguous", text, call, attempts: [end, perhapsNext] };
    }
  },
};

function judged(
  call: LogicalCall,
  from: Attempt,
  to: Attempt,
  promises: Promises,
  thresholds: Thresholds,
): Finding {
  const { earlyMs } = thresholds;
  const waited = waitedMs(from, to);
  const name = nameOf(to, call);
  const after = `${msText(waited)} after ${answerOf(from)}.`;
  const finding = { call, attempts: [from, to] };
  // Of requests that are alike, another may be the one that it is the retry of.
  const { earliest, latest } = call.sure ? allowedBy([from]) : known(promises, to.at);
  if (tooEarlyMs(from, to) > earlyMs) {
    const isExplained = earliest - to.at <= earlyMs;
    const text = `${name} came ${msText(tooEarlyMs(from, to))} early, ${after}`;
    return { result: isExplained ? "ambiguous" : "failed", text, ...finding };
  }
  const longestMs = latestWaitMs(from, thresholds);
  if (waited > longestMs) {
    return {
      result: failedIf(call.sure),
      text: `${name} came ${after}`,
      expected: `at most ${msText(longestMs)} after it`,
      fix: "retry as soon as Retry-After has ended",
      ...finding,
    };
  }
  const isDoubtful = latest - to.at > earlyMs || (!call.sure && mayBeLate(call, from, longestMs));
  return { result: passedIf(!isDoubtful), text: `${name} came ${after}`, ...finding };
}

/** Whether a much later one of those that are alike may be the retry instead. */
function mayBeLate({ group }: LogicalCall, from: Attempt, longestMs: number): boolean {
  const other = group[firstFrom(group, from.end + longestMs)];
  return other !== undefined && other.at <= lastChance(from);
}

/** When those that had an answer by an instant may be tried again: the first of them, and the last. */
interface Allowed {
  readonly earliest: number;
  readonly latest: number;
}

/** Of requests that are alike, when each was told to wait, and what that and all before it allowed. */
type Promises = readonly (Allowed & { readonly told: number })[];

const allowedAt = ({ end, retryAfterMs = 0 }: Attempt): number => end + retryAfterMs;

const allowedBy = (told: readonly Attempt[]): Allowed => ({
  earliest: Math.min(...told.map(allowedAt)),
  latest: Math.max(...told.map(allowedAt)),
});

function promisesOf(group: readonly Attempt[]): Promises {
  let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return group
    .filter(({ retryAfterMs }) => retryAfterMs !== undefined)
    .toSorted((a, b) => a.end - b.end)
    .map((each) => {
      earliest = Math.min(earliest, allowedAt(each));
      latest = Math.max(latest, allowedAt(each));
      return { told: each.end, earliest, latest };
    });
}

function known(promises: Promises, at: number): Allowed {
  let [low, high] = [0, promises.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((promises[middle]?.told ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return (
    promises[low - 1] ?? { earliest: Number.POSITIVE_INFINITY, latest: Number.NEGATIVE_INFINITY }
  );
}
