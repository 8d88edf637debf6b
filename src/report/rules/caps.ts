import type { Attempt } from "../attempt.ts";
import { answerOf } from "../attempt-words.ts";
import { type LogicalCall, first, isRetriable, last, type Run } from "../logical-call.ts";
import { counted, msText } from "../figures.ts";
import { reachOf } from "../reach.ts";
import { type Finding, passedIf, type Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";

/** A measure of a call that has a cap. */
interface Capped {
  readonly measure: (call: LogicalCall) => number;
  /** The most that it can be, whichever attempts of those that are alike are its own. */
  readonly most: (group: readonly Attempt[]) => number;
  readonly capOf: (thresholds: Thresholds) => number;
  readonly shown: (value: number) => string;
}

/** Calls that are alike have one group. */
function cached(most: Capped["most"]): Capped["most"] {
  const known = new Map<readonly Attempt[], number>();
  return (group) => {
    const value = known.get(group) ?? most(group);
    known.set(group, value);
    return value;
  };
}

/** The most that a measure can be, whichever attempts are the call's own. */
function mostOf(run: Run): (call: LogicalCall, most: Capped["most"]) => number {
  const reached = reachOf(run);
  return (call, most) => {
    const further = reached(call);
    if (further.length > 0) return most([...(call.sure ? call.attempts : call.group), ...further]);
    return most(call.sure ? call.attempts : call.group);
  };
}

/** Whether none of its attempts can be among those that are forgotten. */
const isWhole = (
  { dropped, attempts: [begin] }: Run,
  call: LogicalCall,
  { totalMsMax }: Thresholds,
) => dropped === 0 || first(call).at - (begin?.at ?? 0) > totalMsMax;

/** A cap is seen where a call ran into it, or gave up before. */
function* judged(run: Run, thresholds: Thresholds, capped: Capped): Iterable<Finding> {
  const cap = capped.capOf(thresholds);
  const most = cached(capped.most);
  const mostFor = mostOf(run);
  for (const call of run.calls) {
    const end = last(call);
    const value = capped.measure(call);
    const gaveUp = call.attempts.length > 1 && run.ended && isRetriable(end, thresholds);
    const text = `${end.about}: ended after ${capped.shown(value)}, with ${answerOf(end)}.`;
    const finding = { text, call, attempts: [first(call), end] };
    if (value > cap) yield { result: call.sure ? "failed" : "ambiguous", ...finding };
    else if (mostFor(call, most) > cap) {
      if (gaveUp || call.perhapsNext !== undefined) yield { result: "ambiguous", ...finding };
    } else if (gaveUp) {
      yield { result: passedIf(isWhole(run, call, thresholds)), ...finding };
    }
  }
}

const countOf: Capped = {
  measure: ({ attempts }) => attempts.length,
  most: (group) => group.length,
  capOf: ({ attemptsMax }) => attemptsMax,
  shown: (count) => counted(count, "attempt"),
};

const ends = ({ end }: { end: number }): number => (Number.isFinite(end) ? end : 0);

const timeOf: Capped = {
  measure: (call) => Math.max(0, ends(last(call)) - first(call).at),
  most: (group) =>
    group.reduce((most, each) => Math.max(most, ends(each)), 0) -
    group.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY),
  capOf: ({ totalMsMax }) => totalMsMax,
  shown: msText,
};

export const attempts: Rule = {
  id: "attempts",
  title: "Limit the attempts of a call",
  measures: "the attempts of each call that made too many, or failed with fewer",
  tolerance: ({ attemptsMax }) => `at most ${attemptsMax}`,
  why: "Work queues up behind a call that never ends.",
  expected: ({ attemptsMax }) => `at most ${counted(attemptsMax, "attempt")}`,
  fix: "give up after a fixed number of attempts",
  unit: "calls ended in time",
  event: "call that failed after a retry",
  exercise: "--scenario exam",
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
  event: "call that failed after a retry",
  exercise: "--scenario exam",
  judge: (run, thresholds) => judged(run, thresholds, timeOf),
};

/** Still on its way at the end of the client, after failures. */
const isCutShort = (call: LogicalCall): boolean =>
  call.attempts.length > 1 && last(call).outcome === "open";

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
  event: "call that failed after a retry",
  exercise: "--scenario exam",
  *judge(run, thresholds) {
    if (!run.ended) return;
    const caps = [countOf, timeOf].map((each) => ({ ...each, most: cached(each.most) }));
    const mostFor = mostOf(run);
    for (const call of run.calls) {
      const end = last(call);
      const attempts = [end];
      if (isCutShort(call)) {
        const text = `${end.about}: attempt ${call.attempts.length} was in flight when the client exited.`;
        yield { result: call.sure ? "failed" : "ambiguous", text, call, attempts };
        continue;
      }
      const isWithin = caps.every(({ most, capOf }) => mostFor(call, most) <= capOf(thresholds));
      const isGivenUp = call.attempts.length > 1 && isRetriable(end, thresholds);
      if (!isGivenUp && (call.perhapsNext === undefined || isWithin)) continue;
      const over = caps.find(({ measure, capOf }) => measure(call) > capOf(thresholds));
      const sure =
        isWhole(run, call, thresholds) &&
        (isWithin || (call.sure && call.perhapsNext === undefined));
      const { measure, shown, capOf } = over ?? countOf;
      const text = `${end.about}: given up after ${shown(measure(call))}, the last with ${answerOf(end)}.`;
      const good = over === undefined ? "passed" : "failed";
      const expected = `at most ${shown(capOf(thresholds))}`;
      const fix = "give up earlier";
      yield { result: sure ? good : "ambiguous", text, expected, fix, call, attempts };
    }
  },
};
