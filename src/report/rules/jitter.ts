import { interquartileRange, median } from "simple-statistics";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { noiseMs, ownWaits } from "../waits.ts";
import { plural, time } from "../words.ts";

export const jitter: Rule = {
  id: "jitter",
  title: "waits are not all alike",
  measures:
    "how widely the waits of one step are spread that no Retry-After had set (the range of their middle half)",
  tolerance: ({ jitterShare, samplesMin }) =>
    `at least ${jitterShare * 100} % of the wait and ${noiseMs} ms, over ${samplesMin} waits or more`,
  why: "Clients that failed together and wait alike come back together.",
  unit: "steps were spread",
  never: "nobody waited of its own accord",
  *judge(run, thresholds) {
    const steps: number[][] = [];
    for (const { waits } of ownWaits(run, thresholds)) {
      for (const [step, wait] of waits.entries()) (steps[step] ??= []).push(wait);
    }
    const told = steps.filter((waits) => waits.length >= 3);
    if (steps.length > 0) yield judged(told, steps.flat().length, thresholds);
  },
};

function judged(
  steps: readonly (readonly number[])[],
  seen: number,
  { jitterShare, samplesMin }: Thresholds,
): Finding {
  const count = steps.reduce((sum, waits) => sum + waits.length, 0);
  if (count < samplesMin) {
    const text = `${plural(seen, "wait")} are too few: ${samplesMin} of the same steps are needed`;
    return { result: "unknown", text, attempts: [] };
  }
  const middle = median(steps.flat());
  // Each against the middle of its own step, since steps grow.
  const shares = steps.flatMap((waits) => {
    const usual = Math.max(1, median([...waits]));
    return waits.map((wait) => wait / usual);
  });
  const spreadMs = interquartileRange(shares) * middle;
  const neededMs = Math.max(jitterShare * middle, noiseMs);
  const text = `the middle half of ${plural(count, "wait")} of about ${time(middle)} lies within ${time(spreadMs)}`;
  if (spreadMs >= neededMs) return { result: "passed", text, attempts: [] };
  // Shorter waits cannot be told from what clocks do, unless they are none at all.
  const isClear = spreadMs < neededMs / 2 && (middle > 5 * noiseMs || middle < 2 * noiseMs);
  return isClear
    ? { result: "failed", text, attempts: [] }
    : { result: "unknown", text: `${text}: that may be chance`, attempts: [] };
}
