import { median } from "simple-statistics";
import { isSure, sure, timesEnough } from "../evidence/e-value.ts";
import { type Grown, growthOf, risingIn } from "../evidence/growth.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { noiseMs, type OwnWaits, waitsOf } from "../waits.ts";

export const growing: Rule = {
  id: "growing",
  title: "Increase the wait with each retry",
  measures:
    "the waits without a Retry-After: whether they grow within a call more often than by chance, or each is the same multiple of the one before",
  tolerance: ({ growthMin }) =>
    `a wait has grown if it is more than ${growthMin} times the previous one. A verdict is wrong in fewer than 1 of 10,000 clients. Only the first 10 waits of a call count`,
  why: "Retrying at a fixed rate keeps an overloaded service from recovering.",
  expected: ({ growthMin }) => `each wait more than ${growthMin} times the previous one`,
  fix: "multiply the wait by 2 after each failure, up to a maximum",
  unit: "waits grew",
  event: "second retry without a Retry-After",
  exercise: "exam",
  about: "calls",
  *judge(run, thresholds) {
    const { own, forReset, lagMs } = yield* waitsOf(run, thresholds);
    const calls = own.map(comparable).filter(({ waits }) => waits.length > 1);
    if (calls.length > 0) yield judged(calls, lagMs, thresholds);
    else if (forReset > 0) {
      const text = `${counted(forReset, "wait")} ended with RateLimit-Reset: nothing is known of the client's own.`;
      yield { result: "unknown", text, attempts: [] };
    }
  },
};

/** After another failure a client may wait otherwise, and many come back at once the first time. */
function comparable({ call, waits, after }: OwnWaits): OwnWaits {
  const begin = waits.length > 2 && (waits[0] ?? 0) < atOnceMs ? 1 : 0;
  const other = after.findIndex((each, index) => index >= begin && each !== after[begin]);
  const end = other < 0 ? waits.length : other;
  return { call, waits: waits.slice(begin, end), after: after.slice(begin, end) };
}

const atOnceMs = 5;

/** So many pairs of waits that are none do not wait longer and longer. */
const nonesMin = 9;

/** Shorter waits than so many times the noise may have grown, and not show it. */
const noisesMin = 4;

function judged(calls: readonly OwnWaits[], lagMs: number, { growthMin }: Thresholds): Finding {
  const [shown] = calls.toSorted((a, b) => b.waits.length - a.waits.length);
  const seen = shown?.waits.map(msText).join(", ");
  const about = shown?.call.attempts[0]?.about;
  const finding = {
    ...(shown && { call: shown.call }),
    calls: calls.map(({ call }) => call),
    attempts: shown?.call.attempts ?? [],
  };
  const { middle, width, chance } = ratiosOf(calls, growthMin);
  if (chance < Math.exp(-sure)) {
    const text = `${about}: each wait was about ${middle.toFixed(1)} times the previous one: ${seen}.`;
    return { ...finding, result: "passed", text };
  }
  const grown: Grown = { growthMin, noiseMs: noiseMs + lagMs };
  const waits = calls.map((each) => each.waits);
  const { grows, stays } = growthOf(waits, grown);
  const rising = waits.reduce((sum, each) => sum + risingIn(each, grown), 0);
  const all = waits.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  const text = `${rising} of ${counted(all, "pair")} of waits grew in ${counted(calls.length, "call")}, such as ${seen} in ${about}.`;
  const usual = median(waits.flat());
  const isHidden = usual >= atOnceMs && usual < noisesMin * grown.noiseMs;
  if (isSure(grows)) return { ...finding, result: "passed", text };
  const isNone = all >= nonesMin && waits.flat().every((wait) => wait + lagMs < 2 * atOnceMs);
  if (isNone || (isSure(stays) && !isHidden)) return { ...finding, result: "failed", text };
  if (width < 0.2 && middle >= growthMin)
    return oneMore(finding, calls, width, `${about}: ${seen}.`);
  const leaning = grows > stays ? "pass" : "fail";
  const wouldDecide = isHidden
    ? `wait at least ${msText(noisesMin * grown.noiseMs)} before a retry`
    : moreCalls(calls, timesEnough(Math.max(grows, stays)) ?? timesMax);
  return { ...finding, result: "undecided", leaning, text, wouldDecide, isFew: true };
}

/** Where each step has the same ratio, one more of them tells whether that is chance. */
function oneMore(
  finding: Pick<Finding, "calls" | "attempts">,
  calls: readonly OwnWaits[],
  width: number,
  text: string,
): Finding {
  const steps = calls.reduce((sum, { waits }) => sum + waits.length - 1, 0);
  const needed = Math.ceil(-sure / Math.log(Math.max(width, widthMin))) + 1;
  const more = Math.max(1, needed - steps);
  const wouldDecide = `let calls fail until they make ${counted(more, "more retry", "more retries")}, without a Retry-After`;
  return { ...finding, result: "undecided", leaning: "pass", text, wouldDecide, isFew: true };
}

const moreCalls = ({ length }: readonly OwnWaits[], times: number): string =>
  `let about ${counted(Math.ceil(length * (times - 1)), "more call")} fail as often, without a Retry-After`;

const timesMax = 20;

/** Timers are no more exact than that. */
const widthMin = 0.01;

/** What each step was multiplied by, how far the ratios lie apart, and how likely that is by chance. */
function ratiosOf(calls: readonly OwnWaits[], growthMin: number) {
  const ratios = calls.flatMap(({ waits }) =>
    waits.slice(1).map((wait, index) => wait / Math.max(1, waits[index] ?? 1)),
  );
  const middle = median(ratios);
  const width = Math.max(...ratios) / Math.max(0.001, Math.min(...ratios)) - 1;
  const isGrowth = middle >= growthMin && width <= 0.1 && ratios.length > 1;
  const chance = isGrowth ? Math.max(width, widthMin) ** (ratios.length - 1) : 1;
  return { middle, width, chance };
}
