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
  title: "waits longer from step to step",
  measures:
    "the waits between attempts that no Retry-After had set: pairs in order within each call, against chance (Kendall), or steps of one ratio",
  tolerance: ({ growthMin }) =>
    `a step has grown if it is ${growthMin} times the one before; less than 1 in 10,000 by chance; of each call the first 10 waits`,
  why: "Who knocks at a steady pace keeps a service down that tries to get up.",
  unit: "waits grew",
  never: "no call had two waits of the client's own",
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
  const seen = `${shown?.waits.map(msText).join(", ")} in ${shown?.call.attempts[0]?.about}`;
  const factor = steadyRatio(calls, growthMin);
  if (factor !== undefined) {
    return {
      ...finding,
      result: "passed",
      text: `each wait was about ${factor.toFixed(1)} times the one before: ${seen}`,
    };
  }
  if (chanceOfOrder(lengths, falling + ties / 2) < accident) {
    return {
      ...finding,
      result: "passed",
      text: `${rising} of ${counted(all, "pair")} of waits grew: ${seen}`,
    };
  }
  if (all >= 3 && ties >= 0.8 * all && rising - falling < 0.15 * all) {
    return { ...finding, result: "failed", text: `the waits stayed as they were: ${seen}` };
  }
  if (all >= 30 && rising - falling < 0.15 * all) {
    const text = `only ${rising} of ${counted(all, "pair")} of waits grew, and ${falling} shrank: ${seen}`;
    return { ...finding, result: "failed", text };
  }
  const text = `${counted(all, "pair")} of waits ${all === 1 ? "is" : "are"} too few to tell growth from chance: ${seen}`;
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

/** By what each step was multiplied, if that was always the same: nobody draws such waits. */
function steadyRatio(calls: readonly OwnWaits[], growthMin: number): number | undefined {
  const ratios = calls.flatMap(({ waits }) =>
    waits.slice(1).map((wait, index) => wait / Math.max(1, waits[index] ?? 1)),
  );
  if (ratios.length < 4) return undefined;
  const middle = median(ratios);
  const isSteady = ratios.every((ratio) => Math.abs(ratio / middle - 1) <= alike);
  return isSteady && middle >= growthMin ? middle : undefined;
}
