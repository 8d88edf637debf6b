import { median } from "simple-statistics";
import { counted, msText } from "../figures.ts";
import { chanceOfOrder, pairsOf } from "../order-test.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { noiseMs, type OwnWaits, ownWaits } from "../waits.ts";

/** With less than this chance of being an accident, an order is none. */
const accident = 0.0001;

/** Two steps that are so near to each other, by their ratio, are of the same making. */
const alike = 0.05;

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
    const calls = ownWaits(run, thresholds).filter(({ waits }) => waits.length > 1);
    if (calls.length > 0) yield judged(calls, thresholds);
  },
};

function judged(calls: readonly OwnWaits[], { growthMin }: Thresholds): Finding {
  const lengths = calls.map(({ waits }) => waits.length);
  const all = pairsOf(lengths);
  const [rising, falling] = [1, -1].map((sign) =>
    calls.reduce((sum, { waits }) => sum + inOrder(waits, growthMin, sign), 0),
  ) as [number, number];
  const ties = all - rising - falling;
  const [shown] = calls.toSorted((a, b) => b.waits.length - a.waits.length);
  const finding = { call: shown?.call, attempts: shown?.call.attempts ?? [] } as Finding;
  const seen = shown?.waits.map(msText).join(", ");
  const about = shown?.call.attempts[0]?.about;
  const factor = steadyRatio(calls, growthMin);
  if (factor !== undefined) {
    return {
      ...finding,
      result: "passed",
      text: `${about}: each wait was about ${factor.toFixed(1)} times the previous one: ${seen}.`,
    };
  }
  if (chanceOfOrder(lengths, falling + ties / 2) < accident) {
    return {
      ...finding,
      result: "passed",
      text: `${rising} of ${counted(all, "pair")} of waits grew, such as ${seen} in ${about}.`,
    };
  }
  if (all >= 3 && ties >= 0.8 * all && rising - falling < 0.15 * all) {
    return { ...finding, result: "failed", text: `${about}: waits did not grow: ${seen}.` };
  }
  if (all >= 30 && rising - falling < 0.15 * all) {
    const text = `${rising} of ${counted(all, "pair")} of waits grew and ${falling} shrank, such as ${seen} in ${about}.`;
    return { ...finding, result: "failed", text };
  }
  const text = `Not enough data: ${counted(all, "pair")} of waits cannot rule out chance: ${seen} in ${about}.`;
  return { ...finding, result: "unknown", text };
}

/** How many pairs rise, or fall, by more than what clocks do. */
function inOrder(waits: readonly number[], growthMin: number, sign: number): number {
  let count = 0;
  for (const [index, later] of waits.entries()) {
    for (const earlier of waits.slice(0, index)) {
      const [low, high] = sign > 0 ? [earlier, later] : [later, earlier];
      if (high > low * growthMin + noiseMs) count += 1;
    }
  }
  return count;
}

/** By what each step was multiplied, if that was always the same: waits at random never are. */
function steadyRatio(calls: readonly OwnWaits[], growthMin: number): number | undefined {
  const ratios = calls.flatMap(({ waits }) =>
    waits.slice(1).map((wait, index) => wait / Math.max(1, waits[index] ?? 1)),
  );
  if (ratios.length < 4) return undefined;
  const middle = median(ratios);
  const isSteady = ratios.every((ratio) => Math.abs(ratio / middle - 1) <= alike);
  return isSteady && middle >= growthMin ? middle : undefined;
}
