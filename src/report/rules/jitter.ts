import { median } from "simple-statistics";
import { first } from "../calls/logical-call.ts";
import { counted, msText, percent } from "../figures.ts";
import type { Finding, Leaning, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { isMadeBy, noiseMs, waitsOf } from "../waits.ts";

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
    const { own, forReset } = yield* waitsOf(run, thresholds);
    // Who waits longer after another failure, or at another step, has no jitter yet.
    const kinds = new Map<string, number[]>();
    for (const { call, waits, after } of own) {
      for (const [step, wait] of waits.entries()) {
        const kind = [first(call).operation, ...after.slice(0, step + 1)].join("\n");
        const same = kinds.get(kind);
        if (same === undefined) kinds.set(kind, [wait]);
        else same.push(wait);
      }
    }
    if (kinds.size > 0) yield judged([...kinds.values()], run.lagMs, thresholds);
    else if (forReset > 0) {
      const text = `${counted(forReset, "wait")} ended with RateLimit-Reset: nothing is known of the client's own.`;
      yield { result: "unknown", text, attempts: [] };
    }
  },
};

function judged(
  kinds: readonly (readonly number[])[],
  lagMs: number,
  { jitterShare, samplesMin }: Thresholds,
): Finding {
  const told = kinds.filter(({ length }) => length >= Math.min(kindMin, samplesMin));
  const waits = told.flat();
  if (waits.length < samplesMin) return tooFew(kinds, waits.length, samplesMin);
  const { middle, spreadMs } = spreadOf(told, narrowestHalf);
  const needed = Math.max(jitterShare * middle, noiseMs);
  // What the client's machine makes of its waits, and what the emulator itself was late by, comes on top.
  const telling = needed + noiseMs + lagMs;
  const text = `Half of ${counted(waits.length, "wait")} of about ${msText(middle)} lie within ${msText(spreadMs)}.`;
  const more = `let ${counted(waits.length, "more call")} fail`;
  if (spreadMs >= telling) {
    if (middle < tellingMs)
      return doubtful(`${text} A busy machine can cause that, too.`, "pass", longer);
    return spreadOf(told, widestOfFew).spreadMs >= telling
      ? { result: "passed", text, attempts: [] }
      : doubtful(`${text} They are of a few lengths.`, "fail", more);
  }
  // Shorter waits cannot be told from what clocks do, unless they are none at all.
  const isClear =
    spreadMs < needed / 2 &&
    (middle > 5 * noiseMs || middle < 2 * noiseMs) &&
    !isMadeBy(lagMs, waits);
  return isClear
    ? { result: "failed", text, expected: `a spread of at least ${msText(needed)}`, attempts: [] }
    : doubtful(`${text} That may be chance.`, "fail", middle > 5 * noiseMs ? more : longer);
}

const longer = `wait at least ${tellingMs} ms before a retry`;

const doubtful = (text: string, leaning: Leaning, wouldDecide: string): Finding => ({
  result: "undecided",
  leaning,
  text,
  wouldDecide,
  isFew: true,
  attempts: [],
});

/** Of fewer waits than are needed: what they suggest. */
function tooFew(
  kinds: readonly (readonly number[])[],
  comparable: number,
  samplesMin: number,
): Finding {
  const most = Math.max(...kinds.map(({ length }) => length));
  const all = counted(kinds.flat().length, "wait");
  const text = `Not enough data: ${comparable} of ${all} ${comparable === 1 ? "is" : "are"} comparable, ${samplesMin} are needed.`;
  const more = Math.max(1, samplesMin - Math.max(comparable, most));
  const wouldDecide = `let ${counted(more, "more call")} to one operation fail`;
  return { result: "undecided", text, wouldDecide, isFew: true, attempts: [] };
}

/** Of waits of several kinds: the middle of all, and how far those of a kind are spread. */
function spreadOf(
  kinds: readonly (readonly number[])[],
  spread: (kind: readonly number[]) => number,
) {
  const middle = median(kinds.flat());
  // Each kind against its own middle, since steps grow; a kind counts as often as it was seen.
  const shares = kinds.flatMap((kind) => {
    const share = spread(kind) / Math.max(1, median([...kind]));
    return kind.map(() => share);
  });
  return { middle, spreadMs: median(shares) * middle };
}

/** The least that holds half of them. */
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

/** How widely waits of a few lengths are spread about each; all of them if there are many lengths. */
function widestOfFew(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const lengths: [from: number, to: number][] = [];
  for (const value of sorted) {
    const last = lengths.at(-1);
    if (last === undefined || value - last[1] > noiseMs) lengths.push([value, value]);
    else last[1] = value;
  }
  const widest = Math.max(...lengths.map(([from, to]) => to - from));
  const all = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  return lengths.length <= Math.max(3, values.length / 4) ? widest : all;
}
