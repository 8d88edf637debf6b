import { sum } from "../slices.ts";
import { median } from "simple-statistics";
import { isSure, sure, timesEnough } from "../evidence/e-value.ts";
import { type Grown, growthOf, risingIn } from "../evidence/growth.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { endedWithWindow, noiseMs, type OwnWaits, shownOf, tooBusy, untilOther } from "../waits.ts";
import { waitsOf } from "../waits.ts";

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
    const { own, forReset, blurred, lagMs } = yield* waitsOf(run, thresholds);
    yield* tooBusy(blurred, 2);
    const calls = own.map(comparable).filter(({ waits }) => waits.length > 1);
    if (calls.length > 0) yield judged(calls, lagMs, thresholds);
    else if (forReset > 0) yield endedWithWindow(forReset);
  },
};

/** Many come back at once the first time. */
const comparable = (own: OwnWaits): OwnWaits =>
  untilOther(own, own.waits.length > 2 && (own.waits[0] ?? 0) < atOnceMs ? 1 : 0);

const atOnceMs = 5;
/** So many pairs of waits that are none do not wait longer and longer. */
const nonesMin = 9;
/** Shorter waits than so many times the noise may have grown, and not show it. */
const noisesMin = 4;

function judged(calls: readonly OwnWaits[], lagMs: number, { growthMin }: Thresholds): Finding {
  const { finding, about, seen } = shownOf(calls);
  const { middle, width, chance } = ratiosOf(calls, growthMin);
  if (chance < Math.exp(-sure)) {
    const text = `${about}: each wait was about ${middle.toFixed(1)} times the previous one: ${seen}.`;
    return { ...finding, result: "passed", text };
  }
  const grown: Grown = { growthMin, noiseMs: noiseMs + lagMs };
  const waits = calls.map((each) => each.waits);
  const { grows, stays } = growthOf(waits, grown);
  const rising = sum(waits.map((each) => risingIn(each, grown)));
  const all = sum(waits.map(({ length }) => (length * (length - 1)) / 2));
  const text = `${rising} of ${counted(all, "pair")} of waits grew in ${counted(calls.length, "call")}, such as ${seen} in ${about}.`;
  const usual = median(waits.flat());
  const isHidden = usual >= atOnceMs && usual < noisesMin * grown.noiseMs;
  if (isSure(grows)) return { ...finding, result: "passed", text };
  const isNone = all >= nonesMin && waits.flat().every((wait) => wait + lagMs < 2 * atOnceMs);
  if (isNone || (isSure(stays) && !isHidden)) return { ...finding, result: "failed", text };
  if (width < 0.2 && middle >= growthMin) {
    const way = `let calls fail until they make ${oneMore(calls, width)}, without a Retry-After`;
    return { ...finding, ...few, leaning: "pass", text: `${about}: ${seen}.`, wouldDecide: way };
  }
  const leaning = grows > stays ? "pass" : "fail";
  const times = timesEnough(Math.max(grows, stays)) ?? timesMax;
  const more = counted(Math.ceil(calls.length * (times - 1)), "more call");
  const wouldDecide = isHidden
    ? `wait at least ${msText(noisesMin * grown.noiseMs)} before a retry`
    : `let about ${more} fail as often, without a Retry-After`;
  return { ...finding, ...few, leaning, text, wouldDecide };
}

const few = { result: "undecided", isFew: true } as const;

/** Where each step has the same ratio, one more of them tells whether that is chance. */
function oneMore(calls: readonly OwnWaits[], width: number): string {
  const steps = sum(calls.map(({ waits }) => waits.length - 1));
  const needed = Math.ceil(-sure / Math.log(Math.max(width, widthMin))) + 1;
  return counted(Math.max(1, needed - steps), "more retry", "more retries");
}

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
