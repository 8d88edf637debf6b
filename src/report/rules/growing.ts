import { mean, median, sampleVariance } from "simple-statistics";
import { counted, msText } from "../figures.ts";
import { chanceOfOrder, pairsOf, single } from "../order-test.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { isMadeBy, noiseMs, type OwnWaits, waitsOf } from "../waits.ts";

/** With less than this chance of being an accident, an order is none. */
const accident = 0.0001;

export const growing: Rule = {
  id: "growing",
  title: "Increase the wait with each retry",
  measures:
    "the waits without a Retry-After: whether pairs of waits within a call grow more often than by chance (Kendall), or each wait is the same multiple of the one before",
  tolerance: ({ growthMin }) =>
    `a wait has grown if it is more than ${growthMin} times the previous one. The probability of chance is below 1 in 10,000. Only the first 10 waits of a call count`,
  why: "Retrying at a fixed rate keeps an overloaded service from recovering.",
  expected: ({ growthMin }) => `each wait more than ${growthMin} times the previous one`,
  fix: "multiply the wait by 2 after each failure, up to a maximum",
  unit: "waits grew",
  event: "second retry without a Retry-After",
  exercise: "--scenario exam",
  about: "calls",
  *judge(run, thresholds) {
    const { own, forReset } = yield* waitsOf(run, thresholds);
    const calls = own.filter(({ waits }) => waits.length > 1);
    if (calls.length > 0) yield judged(calls, run.lagMs, thresholds);
    else if (forReset > 0) {
      const text = `${counted(forReset, "wait")} ended with RateLimit-Reset: nothing is known of the client's own.`;
      yield { result: "unknown", text, attempts: [] };
    }
  },
};

function judged(calls: readonly OwnWaits[], lagMs: number, { growthMin }: Thresholds): Finding {
  const [shown] = calls.toSorted((a, b) => b.waits.length - a.waits.length);
  const seen = shown?.waits.map(msText).join(", ");
  const about = shown?.call.attempts[0]?.about;
  const finding = { call: shown?.call, attempts: shown?.call.attempts ?? [] } as Finding;
  const { middle, width, chance } = ratiosOf(calls, growthMin);
  if (chance < accident) {
    const text = `${about}: each wait was about ${middle.toFixed(1)} times the previous one: ${seen}.`;
    return { ...finding, result: "passed", text };
  }
  const sequences = calls.map(({ waits }) => single(waits.length));
  const [rising, falling] = [1, -1].map((sign) =>
    calls.reduce((sum, { waits }) => sum + inOrder(waits, growthMin, lagMs, sign), 0),
  ) as [number, number];
  const all = pairsOf(sequences);
  const inversions = falling + (all - rising - falling) / 2;
  const text = `${rising} of ${counted(all, "pair")} of waits grew and ${falling} shrank, such as ${seen} in ${about}.`;
  const isHidden = isMadeBy(
    lagMs,
    calls.flatMap(({ waits }) => waits),
  );
  if (!isHidden && chanceOfOrder(sequences, inversions) < accident)
    return { ...finding, result: "passed", text };
  if (!isHidden && all >= 3 && rising + falling <= 0.2 * all && !begins(calls, growthMin)) {
    return { ...finding, result: "failed", text: `${about}: waits did not grow: ${seen}.` };
  }
  const unlikely = unlikelihood(calls);
  if (!isHidden && unlikely >= tooUnlikely) return { ...finding, result: "failed", text };
  const isSteady = width < 0.2 && middle >= growthMin;
  if (isSteady) return { ...finding, ...oneMore(calls, width, `${about}: ${seen}.`) };
  const leaning = unlikely < tooUnlikely / 2 && rising > falling ? "pass" : "fail";
  const times = timesEnough((each) =>
    leaning === "pass"
      ? chanceOfOrder(repeated(sequences, each), inversions * each) < accident
      : unlikely * Math.sqrt(each) >= tooUnlikely,
  );
  const wouldDecide = moreCalls(calls, times);
  return { ...finding, result: "undecided", leaning, text, wouldDecide, isFew: true };
}

/** Where each step has the same ratio, one more of them tells whether that is chance. */
function oneMore(calls: readonly OwnWaits[], width: number, text: string): Partial<Finding> {
  const steps = calls.reduce((sum, { waits }) => sum + waits.length - 1, 0);
  const needed = Math.ceil(Math.log(accident) / Math.log(Math.max(width, widthMin))) + 1;
  const more = Math.max(1, needed - steps);
  const wouldDecide = `let calls fail until they make ${counted(more, "more retry", "more retries")}, without a Retry-After`;
  return { result: "undecided", leaning: "pass", text, wouldDecide, isFew: true };
}

const moreCalls = (calls: readonly OwnWaits[], times: number): string =>
  `let about ${counted(Math.ceil(calls.length * (times - 1)), "more call")} fail as often, without a Retry-After`;

const repeated = <T>(all: readonly T[], times: number): T[] =>
  Array.from({ length: times }, () => all).flat();

/** How many times as many calls would be enough if they were like those that are there; the most, if none of these are. */
function timesEnough(isEnough: (times: number) => boolean): number {
  return timesTried.find(isEnough) ?? timesMax;
}

const timesTried = [2, 3, 4, 6, 8, 12, 16] as const;

const timesMax = 20;

/** By what a backoff that grows is longer at its second step, at least on average; it may be at its cap then. @guess */
const leastGrowth = 1.5;

/** So many deviations below the least growth there is none. */
const tooUnlikely = 3;

/** By how many deviations the later waits of the calls are longer than the first ones by too little, on average. */
function unlikelihood(calls: readonly OwnWaits[]): number {
  const [firsts, laters] = [calls.map(({ waits }) => waits[0] ?? 0), calls.map(meanOfLater)];
  const [one, other] = [Math.max(1, mean(firsts)), Math.max(1, mean(laters))];
  const missing = Math.log(leastGrowth) - Math.log(other / one);
  // Of few calls it is not known how much they vary.
  if (calls.length < 5) return 0;
  const variance =
    (sampleVariance(firsts) / one ** 2 + sampleVariance(laters) / other ** 2) / calls.length;
  return missing / Math.sqrt(Math.max(variance, 0.001));
}

const meanOfLater = ({ waits }: OwnWaits): number => mean(waits.slice(1));

/** Whether the first step of a call is longer, in most: a backoff may be at its cap soon. */
const begins = (calls: readonly OwnWaits[], growthMin: number): boolean =>
  calls.filter(({ waits: [one = 0, two = 0] }) => two > one * growthMin + noiseMs).length >
  calls.length / 2;

/** How many pairs rise, or fall, by more than what clocks and an emulator that is late do. */
function inOrder(waits: readonly number[], growthMin: number, lagMs: number, sign: number): number {
  let count = 0;
  for (const [index, later] of waits.entries()) {
    for (const earlier of waits.slice(0, index)) {
      const [low, high] = sign > 0 ? [earlier, later] : [later, earlier];
      if (high > low * growthMin + noiseMs + lagMs) count += 1;
    }
  }
  return count;
}

/** Timers are no more exact than that. */
const widthMin = 0.01;

/**
 * By what each step was multiplied, how far the ratios lie apart, and how likely that is by chance: waits at random
 * have any ratio.
 */
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
