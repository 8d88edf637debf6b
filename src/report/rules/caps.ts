import { answerOf } from "../finding-text.ts";
import { counted, msText } from "../figures.ts";
import { first, isRetriable, last, type LogicalCall, type Run } from "../calls/logical-call.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";

interface Capped {
  readonly measure: (call: LogicalCall) => number;
  readonly capOf: (thresholds: Thresholds) => number;
  readonly shown: (value: number) => string;
  /** Fewer attempts show no limit of it. Default: 2. */
  readonly leastOf?: (thresholds: Thresholds) => number;
}

const isGivenUp = (call: LogicalCall, thresholds: Thresholds): boolean =>
  call.attempts.length > 1 && isRetriable(last(call), thresholds);

function mayBeLonger({ dropped, attempts: [begin] }: Run, call: LogicalCall, totalMsMax: number) {
  const isWhole = dropped === 0 || first(call).at - (begin?.at ?? 0) > totalMsMax;
  return call.perhapsNext !== undefined || !isWhole;
}

/** A cap is seen where a call ran into it, or gave up before. */
function* judged(run: Run, thresholds: Thresholds, capped: Capped): Iterable<Finding> {
  const cap = capped.capOf(thresholds);
  for (const call of run.calls) {
    const end = last(call);
    const value = capped.measure(call);
    const text = `${end.about}: ended after ${capped.shown(value)}, with ${answerOf(end)}.`;
    const finding = { text, call, attempts: [first(call), end] };
    if (value > cap) yield { result: "failed", ...finding };
    else if (call.attempts.length < (capped.leastOf?.(thresholds) ?? 0)) continue;
    else if (run.ended && isGivenUp(call, thresholds)) {
      const isDoubtful = mayBeLonger(run, call, thresholds.totalMsMax);
      yield { result: isDoubtful ? "undecided" : "passed", leaning: "pass", ...finding };
    }
  }
}

const countOf: Capped = {
  measure: ({ attempts }) => attempts.length,
  capOf: ({ attemptsMax }) => attemptsMax,
  shown: (count) => counted(count, "attempt"),
  // One that `retries` finds too few is no limit that was kept.
  leastOf: ({ attemptsMin }) => attemptsMin,
};

const timeOf: Capped = {
  measure: (call) => {
    const { end } = last(call);
    return Number.isFinite(end) ? Math.max(0, end - first(call).at) : 0;
  },
  capOf: ({ totalMsMax }) => totalMsMax,
  shown: msText,
};

const ofGivenUp = {
  event: "call that failed after a retry",
  exercise: "exam",
  about: "call",
} as const;

export const attempts: Rule = {
  id: "attempts",
  title: "Limit the attempts of a call",
  measures: "the attempts of each call that made too many, or failed with fewer",
  tolerance: ({ attemptsMax }) => `at most ${attemptsMax}`,
  why: "Work queues up behind a call that never ends.",
  expected: ({ attemptsMax }) => `at most ${counted(attemptsMax, "attempt")}`,
  fix: "give up after a fixed number of attempts",
  unit: "calls ended in time",
  ...ofGivenUp,
  judge: (run, thresholds) => judged(run, thresholds, countOf),
};

export const totalTime: Rule = {
  id: "total-time",
  title: "Limit the total time of a call",
  measures:
    "the time from the first attempt to the last response of each call that took too long, or failed before",
  tolerance: ({ totalMsMax }) => `at most ${msText(totalMsMax)}`,
  why: "A result that comes after its caller has given up is of no use.",
  expected: ({ totalMsMax }) => `at most ${msText(totalMsMax)}`,
  fix: "give up when the total time is over",
  unit: "calls ended in time",
  ...ofGivenUp,
  judge: (run, thresholds) => judged(run, thresholds, timeOf),
};

export const givesUp: Rule = {
  id: "gives-up",
  title: "Give up cleanly",
  measures:
    "each call that failed: was it within both limits, with a response to its last attempt and none in flight?",
  tolerance: () => "the same limits as `attempts` and `total-time`",
  why: "A client that exits mid-retry cannot tell whether its last request was applied.",
  expected: () => "a response to the last attempt",
  fix: "finish or cancel each call before the client exits",
  unit: "calls were given up cleanly",
  ...ofGivenUp,
  *judge(run, thresholds) {
    if (!run.ended) return;
    for (const call of run.calls) {
      const end = last(call);
      const attempts = [end];
      if (call.attempts.length > 1 && end.outcome === "open") {
        const text = `${end.about}: attempt ${call.attempts.length} was in flight when the client exited.`;
        yield { result: "failed", text, call, attempts };
        continue;
      }
      if (!isGivenUp(call, thresholds)) continue;
      const over = [countOf, timeOf].find((each) => each.measure(call) > each.capOf(thresholds));
      const { measure, shown, capOf } = over ?? countOf;
      const text = `${end.about}: given up after ${shown(measure(call))}, the last with ${answerOf(end)}.`;
      const remedy = { expected: `at most ${shown(capOf(thresholds))}`, fix: "give up earlier" };
      if (over !== undefined) yield { result: "failed", text, ...remedy, call, attempts };
      else if (mayBeLonger(run, call, thresholds.totalMsMax))
        yield { result: "undecided", leaning: "pass", text, call, attempts };
      else yield { result: "passed", text, call, attempts };
    }
  },
};
