import { sum } from "./slices.ts";
/** Requests within some time, before the client was told and after. The client's milliseconds. */
export interface Rates {
  readonly before: number;
  readonly beforeMs: number;
  readonly after: number;
  readonly afterMs: number;
}

export interface RateVerdict {
  readonly result: "passed" | "failed" | "undecided";
  /** Undefined: nothing speaks for either. */
  readonly leaning: "pass" | "fail" | undefined;
  /** How many more requests before would decide it if all goes on like this; 0: it is decided. */
  readonly more: number;
}

/** A client that goes on as before looks like one that slows down no more often than that. */
const accident = 1 / 2000;
/** One that goes on as before must be so many times as likely as one that slows down. */
const likelier = 100;
/** What a client that slows down slows down to, as shares of the highest rate that is good. */
const shares = [0.05, 0.3, 0.6, 1] as const;
/** What most of them slow down to at least; a share that is nearer cannot be told from the same rate. */
const usualShare = 0.6;
/** Evidence that is weaker suggests nothing. */
const faint = Math.log(3);

/**
 * A likelihood ratio between rates that are good and the one before.
 * @param slowTo the highest good rate, as a share of the one before
 * @param weight how many requests were independent of each other, as a share of all
 */
export function rateTest(rates: readonly Rates[], slowTo: number, weight: number): RateVerdict {
  const all = shares.map((share) => weight * likelihood(rates, share * slowTo));
  const slower = Math.log(all.reduce((sum, each) => sum + Math.exp(each), 0) / all.length);
  const isGood = shareOf(rates) <= slowTo;
  const [seen, needed] = isGood
    ? [slower, -Math.log(accident)]
    : [-weight * likelihood(rates, usualShare * slowTo), Math.log(likelier)];
  if (seen >= needed) {
    const result = isGood ? "passed" : "failed";
    return { result, leaning: isGood ? "pass" : "fail", more: 0 };
  }
  const before = sum(rates.map((each) => each.before));
  // Evidence grows with the number of requests.
  const times = Math.min(timesMax, seen > 0 ? needed / seen : timesMax);
  const lean = isGood ? "pass" : "fail";
  return {
    result: "undecided",
    leaning: seen >= faint ? lean : undefined,
    more: Math.max(1, Math.ceil(before * (times - 1))),
  };
}

const timesMax = 10;

function shareOf(rates: readonly Rates[]): number {
  const expected = sum(rates.map(({ before, beforeMs, afterMs }) => (before / beforeMs) * afterMs));
  return sum(rates.map(({ after }) => after)) / expected;
}

/** By how much likelier the counts are at a share of the rate before than at all of it, as a logarithm. */
function likelihood(rates: readonly Rates[], share: number): number {
  return sum(
    rates.map(({ before, beforeMs, after, afterMs }) => {
      const all = beforeMs + afterMs;
      const slowed = beforeMs + share * afterMs;
      return after * Math.log((share * all) / slowed) + before * Math.log(all / slowed);
    }),
  );
}

/** Requests so near to each other are one decision of their client's. */
const togetherMs = 50;

export function decisionsOf(times: readonly number[]): number {
  let [count, from] = [0, -Infinity];
  for (const at of times) {
    if (at < from + togetherMs) continue;
    count += 1;
    from = at;
  }
  return count;
}
