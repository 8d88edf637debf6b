import { median } from "simple-statistics";
import { isSure, meanOf, timesEnough } from "../evidence/e-value.ts";
import { type Random, spreadOf } from "../evidence/spread.ts";
import { counted, msText, percent } from "../figures.ts";
import type { Finding, Leaning, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import { apartOf, calmest, endedWithWindow, kindsOf, noiseMs, turnsMax } from "../waits.ts";
import { tooBusy, waitsOf, type Kind } from "../waits.ts";

/** With fewer waits of one kind nothing is said of their spread, if `samplesMin` is not lower still. */
const kindMin = 5;
/** Shorter waits than that are spread by a busy machine alone, in milliseconds. */
const tellingMs = 100;
/** Of waits of a few lengths, so many are late at most, and lie alone. */
const lateMax = 0.15;

export const jitter: Rule = {
  id: "jitter",
  title: "Add jitter to the waits",
  measures:
    "the spread of the waits without a Retry-After: each against the middle of those with the same operation, step and error",
  tolerance: ({ jitterShare, samplesMin }) =>
    `at least ${percent(jitterShare)} of the wait and at least ${noiseMs} ms, over ${samplesMin} or more comparable waits of ${tellingMs} ms or more. A verdict is wrong in fewer than 1 of 10,000 clients`,
  why: "Clients that fail together and wait equally long return together.",
  expected: ({ jitterShare }) => `a spread of at least ${percent(jitterShare)} of the wait`,
  fix: "wait a random time between 0 and the backoff",
  unit: "kinds of waits were spread",
  event: "retry without a Retry-After",
  exercise: "exam",
  about: "calls",
  *judge(run, thresholds) {
    const waits = yield* waitsOf(run, thresholds);
    yield* tooBusy(waits.blurred);
    const { own, forReset, lagMs } = calmest(waits, run.lagOf);
    const kinds = kindsOf(own);
    const calls = own.map(({ call }) => call);
    if (kinds.length > 0) yield { ...judged(kinds, lagMs, thresholds), calls };
    else if (forReset > 0) yield endedWithWindow(forReset);
  },
};

function judged(kinds: readonly Kind[], lagMs: number, thresholds: Thresholds): Finding {
  const { jitterShare, samplesMin } = thresholds;
  const told = kinds.filter(({ waits }) => waits.length >= Math.min(kindMin, samplesMin));
  const waits = told.flatMap((kind) => kind.waits);
  if (waits.length < samplesMin) return tooFew(kinds, waits.length, samplesMin);
  const random = { shareMin: jitterShare, noiseMs: noiseMs + lagMs };
  const middle = median(waits);
  const spreadMs = median(told.map((kind) => narrowestHalf(kind.waits)));
  const text = `Half of ${counted(waits.length, "wait")} of about ${msText(middle)} lie within ${msText(spreadMs)}.`;
  const apart = told.map((kind) => ({ ...kind, waits: apartOf(kind, random) }));
  const isSpread = isSure(atSteps(apart, random));
  const busyMs = Math.max(tellingMs, turnsMax * lagMs);
  const longer = `wait at least ${msText(busyMs)} before a retry`;
  if (isSpread && middle < busyMs)
    return doubtful(`${text} A busy machine can cause that, too.`, "pass", longer);
  const more = (logarithm: number) =>
    `let ${counted(Math.ceil(waits.length * ((timesEnough(logarithm) ?? 2) - 1)), "more call")} fail`;
  if (isSpread) {
    // One late wait makes a length of its own: what most of them are counts.
    const ofFew = told.filter((kind) => widestOfFew(kind.waits, random.noiseMs) < random.noiseMs);
    const isFew = 2 * ofFew.flatMap((kind) => kind.waits).length > waits.length;
    return isFew
      ? doubtful(`${text} They are of a few lengths.`, "fail", more(0))
      : { result: "passed", text, attempts: [] };
  }
  // Of later steps a span that is added says less: the first that is long enough tells.
  const telling = told.filter((kind) => median([...kind.waits]) > 5 * noiseMs);
  const begin = Math.min(...telling.map(({ step }) => step));
  const first = telling.filter(({ step }) => step === begin).map((kind) => kind.waits);
  const { alike, random: spread } = spreadOf(first, random);
  // What is due while the emulator's process stands still comes all at once.
  const isBunched = lagMs * 4 > middle && middle > 0;
  const isNone = waits.every((wait) => wait < 2 * noiseMs) && lagMs < noiseMs;
  if (!isBunched && ((isSure(alike) && first.length > 0) || isNone)) {
    const needed = Math.max(jitterShare * middle, noiseMs);
    const expected = `a spread of at least ${msText(needed)}`;
    return { result: "failed", text, expected, attempts: [] };
  }
  const leaning = spread > alike ? "pass" : "fail";
  const way = first.length > 0 ? more(Math.max(alike, spread)) : longer;
  return doubtful(`${text} That may be chance.`, leaning, way);
}

function atSteps(kinds: readonly Kind[], random: Random): number {
  const steps = [...new Set(kinds.map(({ step }) => step))];
  const some = [kinds, ...steps.map((step) => kinds.filter((kind) => kind.step === step))];
  const waits = some.map((each) => each.map((kind) => kind.waits));
  return meanOf(waits.map((each) => spreadOf(each, random).random));
}

function doubtful(text: string, leaning: Leaning | undefined, wouldDecide: string): Finding {
  return { result: "undecided", leaning, text, wouldDecide, isFew: true, attempts: [] };
}

function tooFew(kinds: readonly Kind[], comparable: number, samplesMin: number): Finding {
  const most = Math.max(...kinds.map(({ waits }) => waits.length));
  const all = counted(kinds.flatMap(({ waits }) => waits).length, "wait");
  const text = `Not enough data: ${comparable} of ${all} ${comparable === 1 ? "is" : "are"} comparable, ${samplesMin} are needed.`;
  const more = Math.max(1, samplesMin - Math.max(comparable, most));
  return doubtful(text, undefined, `let ${counted(more, "more call")} to one operation fail`);
}

function narrowestHalf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = Math.max(1, Math.ceil(sorted.length / 2) - 1);
  const spans = sorted.slice(reach).map((high, index) => high - (sorted[index] ?? 0));
  return Math.min(...spans);
}

/** How widely waits of a few lengths are spread about each, a late one aside; all of them if there are many lengths. */
function widestOfFew(values: readonly number[], apartMs: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const lengths: { from: number; to: number; count: number }[] = [];
  for (const value of sorted) {
    const last = lengths.at(-1);
    if (last === undefined || value - last.to > apartMs)
      lengths.push({ from: value, to: value, count: 1 });
    else Object.assign(last, { to: value, count: last.count + 1 });
  }
  const several = lengths.filter(({ count }) => count > 1);
  const most = Math.max(3, values.length / 4);
  const late = lengths.length - several.length;
  const isFew =
    lengths.length <= most || (several.length <= most && late <= lateMax * values.length);
  const all = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  return isFew ? Math.max(0, ...several.map(({ from, to }) => to - from)) : all;
}
