import type { Attempt } from "../attempt.ts";
import { counted, msText, percent } from "../figures.ts";
import { decisionsOf, type Rates, rateTest, type RateVerdict } from "../rate-test.ts";
import type { Finding, Rule } from "../rule.ts";
import { reactionMs, streamsOf, within } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** Where a 429 does not say how long: the shortest window. */
const usualMs = 1000;

/** With fewer requests before it there was no rate to lower. */
const rateMin = 3;

/** A time in which an operation was closed to an account, by the first 429 after it was open. */
interface Closed {
  readonly from: number;
  readonly to: number;
  readonly refused: Attempt;
}

/** A closed time, and the requests before it and in it. */
interface Slowed extends Rates {
  readonly refused: Attempt;
  readonly requests: readonly Attempt[];
}

export const slows: Rule = {
  id: "slows",
  title: "Send less after a 429",
  measures:
    "the requests to the operation until its Retry-After ends, compared with the rate before (likelihood ratio). The first 50 ms after the 429 do not count, since these requests were in flight",
  tolerance: ({ slowTo }) =>
    `at most ${percent(slowTo)} of the rate before. It passes if chance explains less with a probability below 1 in 2,000, and fails if the same rate is 100 times likelier than a lower one`,
  why: "Careful retries do not help if all other requests continue at the same rate.",
  expected: ({ slowTo }) => `at most ${percent(slowTo)} of the rate before`,
  fix: "pause all requests to the operation until Retry-After ends",
  unit: "times the client sent less",
  event: "429 during steady traffic",
  exercise: "--scenario exam",
  about: "requests",
  *judge({ attempts }, thresholds) {
    for (const stream of yield* streamsOf(attempts)) {
      yield judged(stream, thresholds);
    }
  },
};

/** Each on its own: a 429 in a time that is closed already prolongs nothing. */
function closedTimes(stream: readonly Attempt[]): Closed[] {
  const times: Closed[] = [];
  const refused = stream
    .filter(({ status, outcome }) => status === 429 && outcome === "refused")
    .toSorted((a, b) => a.end - b.end);
  for (const each of refused) {
    const to = each.end + (each.retryAfterMs ?? usualMs);
    const last = times.at(-1);
    if (to - each.end > reactionMs && (last === undefined || last.to <= each.at)) {
      times.push({ from: each.end, to, refused: each });
    }
  }
  return times;
}

/** The rates around each closed time. */
function slowedTimes(stream: readonly Attempt[], { slowTo }: Thresholds): Slowed[] {
  const times: Slowed[] = [];
  // The client did not exist before its first request.
  let openFrom = stream[0]?.at ?? 0;
  for (const { from, to, refused } of closedTimes(stream)) {
    const beforeMs = Math.min(to - from, from - openFrom);
    const before = within(stream, from - beforeMs, from);
    openFrom = to;
    if (decisionsOf(before.map(({ at }) => at)) < rateMin) continue;
    const last = times.at(-1);
    const still = { after: before.length, afterMs: beforeMs };
    // Who is still slow has no rate to lower.
    if (last !== undefined && isLower({ ...last, ...still }, slowTo)) continue;
    const after = within(stream, from + reactionMs, to);
    times.push({
      before: before.length,
      beforeMs,
      after: after.length,
      afterMs: to - from - reactionMs,
      refused,
      requests: [...before, ...after],
    });
  }
  return times;
}

const isLower = (rates: Rates, slowTo: number): boolean =>
  rateTest([rates], slowTo, 1).result === "passed";

/** Those that were sent together count once. */
function weightOf(times: readonly Slowed[]): number {
  const all = times.map(({ requests }) => requests.map(({ at }) => at));
  const decisions = all.reduce((sum, each) => sum + decisionsOf(each), 0);
  return decisions / all.reduce((sum, { length }) => sum + length, 0);
}

function judged(stream: readonly Attempt[], thresholds: Thresholds): Finding | undefined {
  const times = slowedTimes(stream, thresholds);
  const [one] = times;
  if (one === undefined) return undefined;
  const attempts = times.slice(0, 2).map(({ refused }) => refused);
  const after = total(times, "after");
  const spanMs = total(times, "afterMs");
  const last = times.at(-1)?.refused.end ?? 0;
  const many = times.length === 1 ? "a 429" : `${times.length} 429s`;
  const perSecond = (count: number, ms: number) => `${Number(((count * 1000) / ms).toFixed(1))}/s`;
  const text = `${one.refused.operation}: ${perSecond(after, spanMs)} after ${many} (${counted(after, "request")} in ${msText(spanMs)}), ${perSecond(total(times, "before"), total(times, "beforeMs"))} before.`;
  if (after === 0 && within(stream, last + 1, Number.POSITIVE_INFINITY).length === 0) {
    return { result: "unknown", text: `${text} The client may have finished.`, attempts };
  }
  const verdict = rateTest(times, thresholds.slowTo, weightOf(times));
  const isQuiet = verdict.result === "passed" && ownPause(stream, times);
  return { text, attempts, ...(isQuiet ? pausing : decided(verdict)) };
}

const total = (times: readonly Slowed[], of: keyof Rates): number =>
  times.reduce((sum, each) => sum + each[of], 0);

const decided = ({ result, leaning, more }: RateVerdict) =>
  result === "undecided"
    ? {
        result,
        ...(leaning && { leaning }),
        wouldDecide: `send about ${counted(more, "more request")} to the operation before the 429`,
      }
    : { result };

const pausing = {
  result: "undecided",
  leaning: "pass",
  wouldDecide: "send at a steady rate when the 429 comes",
} as const;

/** Whether the client rested as long of its own accord so often that it may have been about to. */
function ownPause(stream: readonly Attempt[], times: readonly Slowed[]): boolean {
  const first = times[0]?.refused.at ?? 0;
  const longest = Math.min(...times.map(({ afterMs }) => afterMs));
  const open = stream.filter(({ at }) => at <= first);
  const pauses = open.filter(
    ({ at }, index) => at - (open[index - 1]?.at ?? at) >= longest / 2,
  ).length;
  return (pauses / Math.max(1, open.length)) ** times.length > accident;
}

const accident = 1 / 2000;
