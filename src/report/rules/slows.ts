import { sum } from "../slices.ts";
import type { Attempt, Attempts } from "../calls/attempt.ts";
import { counted, msText, percent } from "../figures.ts";
import { decisionsOf, type Rates, rateTest, type RateVerdict } from "../rate-test.ts";
import type { Finding, Rule } from "../rule.ts";
import { firstFrom, reactionMs, streamsOf, within } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";
import { type Held, heldByAccount, workersOf } from "../workers.ts";

/** Where a 429 does not say how long: the shortest window. */
const usualMs = 1000;
/** With fewer requests before it there was no rate to lower. */
const rateMin = 3;

/** A time in which an operation was closed to an account, by the first 429 after it was open. */
type Closed = { readonly from: number; readonly to: number; readonly refused: Attempt };

interface Slowed extends Rates {
  readonly refused: Attempt;
  readonly requests: Attempts;
  /** The time of `afterMs` in which workers that wait for their own calls alone would have gone on. */
  readonly freeMs: number;
}

export const slows: Rule = {
  id: "slows",
  title: "Send less after a 429",
  measures:
    "the requests to the operation until its Retry-After ends, compared with the rate before (likelihood ratio). The first 50 ms after the 429 do not count, since these requests were in flight. What calls wait for themselves does not pass it: one worker alone proves nothing",
  tolerance: ({ slowTo }) =>
    `at most ${percent(slowTo)} of the rate before. It passes if chance explains less with a probability below 1 in 2,000, and fails if the same rate is 100 times likelier than a lower one`,
  why: "Careful retries do not help if all other requests continue at the same rate.",
  expected: ({ slowTo }) => `at most ${percent(slowTo)} of the rate before`,
  fix: "pause all requests to the operation until Retry-After ends",
  unit: "times the client sent less",
  event: "429 during steady traffic",
  exercise: "exam",
  about: "requests",
  *judge({ attempts, calls }, thresholds) {
    const heldBy = yield* heldByAccount(calls);
    for (const stream of yield* streamsOf(attempts)) {
      if (!stream.some(({ status }) => status === 429)) continue;
      const workers = yield* workersOf(stream);
      const held = heldBy(stream[0]?.account ?? "");
      yield judged(stream, { held, workers }, thresholds);
    }
  },
};

/** Each on its own: a 429 in a time that is closed already prolongs nothing. */
function closedTimes(stream: Attempts): Closed[] {
  const times: Closed[] = [];
  const refused = stream
    .filter(
      ({ status, outcome, promisedBy }) =>
        status === 429 && outcome === "refused" && promisedBy !== "unreadable",
    )
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

type Waiting = { readonly held: Held; readonly workers: (requests: Attempts) => number };

function slowedTimes(stream: Attempts, { held, workers }: Waiting, slowTo: number): Slowed[] {
  const times: Slowed[] = [];
  // The client did not exist before its first request.
  let openFrom = stream[0]?.at ?? 0;
  for (const { from, to, refused } of closedTimes(stream)) {
    const beforeMs = from - Math.max(openFrom, Math.min(2 * from - to, someBefore(stream, from)));
    const before = within(stream, from - beforeMs, from);
    openFrom = to;
    if (decisionsOf(before.map(({ at }) => at)) < rateMin) continue;
    const last = times.at(-1);
    const still = { after: before.length, afterMs: beforeMs };
    // Who is still slow has no rate to lower.
    if (last && rateTest([{ ...last, ...still }], slowTo, 1).result === "passed") continue;
    // A client that sends nothing later may have finished then, and not waited.
    const until = Math.min(to, stream.at(-1)?.at ?? to);
    if (until <= from + reactionMs) continue;
    const after = within(stream, from + reactionMs, until);
    const afterMs = until - from - reactionMs;
    times.push({
      before: before.length,
      beforeMs,
      after: after.length,
      afterMs,
      freeMs: afterMs - held(from + reactionMs, until) / workers(before),
      refused,
      requests: [...before, ...after],
    });
  }
  return times;
}

/** When the last few requests before an instant began: a rate of few cannot be told. */
const someBefore = (stream: Attempts, from: number): number =>
  stream[Math.max(0, firstFrom(stream, from) - fewMax)]?.at ?? from;

const fewMax = 20;

function weightOf(times: readonly Slowed[]): number {
  const all = times.map(({ requests }) => requests.map(({ at }) => at));
  return sum(all.map(decisionsOf)) / all.flat().length;
}

function judged(stream: Attempts, waiting: Waiting, thresholds: Thresholds): Finding | undefined {
  const times = slowedTimes(stream, waiting, thresholds.slowTo);
  if (times.length === 0) return undefined;
  const attempts = times.slice(0, 2).map(({ refused }) => refused);
  const about = `${attempts[0]?.operation}:`;
  const spanMs = total(times, "afterMs");
  const after = counted(total(times, "after"), "request");
  const many = times.length === 1 ? "a 429" : `${times.length} 429s`;
  const rates = [
    perSecond(total(times, "after"), spanMs),
    perSecond(total(times, "before"), total(times, "beforeMs")),
  ];
  const text = `${about} ${rates[0]} after ${many} (${after} in ${msText(spanMs)}), ${rates[1]} before.`;

  const { result, leaning, more } = rateTest(times, thresholds.slowTo, weightOf(times));
  if (result === "undecided") {
    const way = `send about ${counted(more, "more request")} to the operation before the 429`;
    return { text, attempts, ...few(leaning, way) };
  }
  const pauses = result === "passed" ? morePauses(stream, times) : 0;
  if (pauses > 0) {
    const way = `let it meet about ${counted(pauses, "more 429")}, or send at a steady rate`;
    return { text, attempts, ...few("pass", way) };
  }
  if (result === "failed" || isByAll(times, thresholds)) return { text, attempts, result };
  const but = `${text} The calls that waited for themselves explain that.`;
  return { text: but, attempts, ...few("pass", "let more of its calls run at the same time") };
}

function isByAll(times: readonly Slowed[], { slowTo }: Thresholds): boolean {
  const free = times.filter(({ freeMs }) => freeMs > 0);
  const rates = free.map((each) => ({ ...each, afterMs: each.freeMs }));
  return free.length > 0 && rateTest(rates, slowTo, weightOf(free)).result === "passed";
}

const perSecond = (count: number, ms: number) => `${Number(((count * 1000) / ms).toFixed(1))}/s`;

const total = (times: readonly Slowed[], of: keyof Rates) => sum(times.map((each) => each[of]));

const few = (leaning: RateVerdict["leaning"], wouldDecide: string) =>
  ({ result: "undecided", leaning, isFew: true, wouldDecide }) as const;

/** With less than this chance the client happened to rest each time. */
const accident = 1 / 2000;

/** How many more times it has to hold back, if it rests as long of its own accord so often that it may have been about to. */
function morePauses(stream: Attempts, times: readonly Slowed[]): number {
  const longest = Math.min(...times.map(({ afterMs }) => afterMs));
  const isTold = (at: number) =>
    times.some(({ refused, afterMs }) => at >= refused.at && at < refused.end + afterMs);
  const free = stream.filter(({ at }) => !isTold(at));
  const pauses = stream.filter(({ at }, index) => {
    const next = stream[index + 1];
    return next !== undefined && !isTold(at) && next.at - at >= longest / 2;
  });
  if (pauses.length === 0) return 0;
  const share = Math.min(0.9, pauses.length / free.length);
  return Math.max(0, Math.ceil(Math.log(accident) / Math.log(share)) - times.length);
}
