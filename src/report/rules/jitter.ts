import { median } from "simple-statistics";
import { first } from "../logical-call.ts";
import { counted, msText, percent } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { noiseMs, ownWaits } from "../waits.ts";

/** With fewer waits of one kind nothing is said of their spread, if `samplesMin` is not lower still. */
const kindMin = 5;

/** Shorter waits than that are spread by a busy machine alone, in milliseconds. @guess */
const tellingMs = 100;

export const jitter: Rule = {
  id: "jitter",
  title: "Add jitter to the waits",
  measures:
    "the spread of the waits without a Retry-After: the narrowest half of those with the same operation, step and error",
  tolerance: ({ jitterShare, samplesMin }) =>
    `at least ${percent(jitterShare)} of the wait and at least ${noiseMs} ms, over ${samplesMin} or more comparable waits of ${tellingMs} ms or more`,
  why: "Clients that fail together and wait equally long return together.",
  expected: ({ jitterShare }) => `a spread of at least ${percent(jitterShare)} of the wait`,
  fix: "wait a random time between 0 and the backoff",
  unit: "kinds of waits were spread",
  event: "retry without a Retry-After",
  exercise: "--scenario exam",
  about: "calls",
  *judge(run, thresholds) {
    // Who waits longer after another failure, or at another step, has no jitter yet.
    const kinds = new Map<string, number[]>();
    for (const { call, waits, after } of ownWaits(run, thresholds)) {
      for (const [step, wait] of waits.entries()) {
        const kind = [first(call).operation, ...after.slice(0, step + 1)].join("\n");
        const same = kinds.get(kind);
        if (same === undefined) kinds.set(kind, [wait]);
        else same.push(wait);
      }
    }
    if (kinds.size > 0) yield judged([...kinds.values()], thresholds);
  },
};

function judged(
  kinds: readonly (readonly number[])[],
  { jitterShare, samplesMin }: Thresholds,
): Finding {
  const told = kinds.filter(({ length }) => length >= Math.min(kindMin, samplesMin));
  const waits = told.flat();
  if (waits.length < samplesMin) {
    const all = counted(kinds.flat().length, "wait");
    const text = `Not enough data: ${waits.length} of ${all} ${waits.length === 1 ? "is" : "are"} comparable, ${samplesMin} are needed.`;
    return { result: "unknown", text, attempts: [] };
  }
  const middle = median(waits);
  // Each kind against its own middle, since steps grow; a kind counts as often as it was seen.
  const shares = told.flatMap((kind) => {
    const share = narrowestHalf(kind) / Math.max(1, median([...kind]));
    return kind.map(() => share);
  });
  const spreadMs = median(shares) * middle;
  const neededMs = Math.max(jitterShare * middle, noiseMs);
  const text = `Half of ${counted(waits.length, "wait")} of about ${msText(middle)} lie within ${msText(spreadMs)}.`;
  if (spreadMs >= neededMs) {
    return middle >= tellingMs
      ? { result: "passed", text, attempts: [] }
      : { result: "unknown", text: `${text} A busy machine can cause that, too.`, attempts: [] };
  }
  // Shorter waits cannot be told from what clocks do, unless they are none at all.
  const isClear = spreadMs < neededMs / 2 && (middle > 5 * noiseMs || middle < 2 * noiseMs);
  return isClear
    ? { result: "failed", text, expected: `a spread of at least ${msText(neededMs)}`, attempts: [] }
    : { result: "unknown", text: `${text} That may be chance.`, attempts: [] };
}

/** The least that holds half of them: where there are but two lengths, it is nothing. */
function narrowestHalf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = Math.max(1, Math.ceil(sorted.length / 2) - 1);
  let least = Number.POSITIVE_INFINITY;
  for (const [index, low] of sorted.entries()) {
    const high = sorted[index + reach];
    if (high !== undefined) least = Math.min(least, high - low);
  }
  return least;
}
