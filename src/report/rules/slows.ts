import type { Attempt } from "../attempt.ts";
import { counted, msText, percent } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { reactionMs, streamsOf, within } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** Where a 429 does not say how long: the shortest window. */
const usualMs = 1000;

/** With fewer requests before it there was no rate to lower. */
const rateMin = 3;

/** A time in which an operation was closed to an account. */
interface Closed {
  readonly from: number;
  readonly to: number;
  readonly refused: readonly Attempt[];
}

export const slows: Rule = {
  id: "slows",
  title: "Send less after a 429",
  measures:
    "the requests to the operation until its Retry-After ends, compared with an equal time before. The first 50 ms after the 429 do not count, since these requests were in flight",
  tolerance: ({ slowTo }) => `at most ${percent(slowTo)} of the rate before`,
  why: "Careful retries do not help if all other requests continue at the same rate.",
  expected: ({ slowTo }) => `at most ${percent(slowTo)} of the rate before`,
  fix: "pause all requests to the operation until Retry-After ends",
  unit: "times the client sent less",
  event: "429 during steady traffic",
  exercise: "--scenario exam",
  about: "requests",
  *judge({ attempts }, thresholds) {
    for (const stream of streamsOf(attempts)) {
      for (const closed of closedTimes(stream)) {
        const finding = judged(stream, closed, thresholds);
        if (finding !== undefined) yield finding;
      }
    }
  },
};

function closedTimes(stream: readonly Attempt[]): Closed[] {
  const times: Closed[] = [];
  const refused = stream
    .filter(({ status, outcome }) => status === 429 && outcome === "refused")
    .toSorted((a, b) => a.end - b.end);
  for (const each of refused) {
    const to = each.end + (each.retryAfterMs ?? usualMs);
    const before = times.at(-1);
    if (before === undefined || before.to < each.end) {
      times.push({ from: each.end, to, refused: [each] });
    } else {
      // Two are shown; a copy of all of them each time would take for ever.
      const all = before.refused.length < 2 ? [...before.refused, each] : before.refused;
      times[times.length - 1] = { from: before.from, to: Math.max(before.to, to), refused: all };
    }
  }
  return times;
}

function judged(
  stream: readonly Attempt[],
  { from, to, refused }: Closed,
  { slowTo }: Thresholds,
): Finding | undefined {
  const spanMs = to - from;
  const before = within(stream, from - spanMs, from).length;
  if (before < rateMin || spanMs <= reactionMs) return undefined;
  const after = within(stream, from + reactionMs, to).length;
  const attempts = refused.slice(0, 2);
  const about = `${stream[0]?.operation}:`;
  const span = `the ${msText(spanMs)}`;
  if (after === 0 && within(stream, to, Number.POSITIVE_INFINITY).length === 0) {
    const text = `${about} no request after a 429, ${before} in ${span} before. The client may have finished.`;
    return { result: "unknown", text, attempts };
  }
  const rate = after / (spanMs - reactionMs) / (before / spanMs);
  const result = rate <= slowTo ? "passed" : "failed";
  const text = `${about} ${counted(after, "request")} in ${span} after a 429, ${before} in ${span} before.`;
  return { result, text, attempts };
}
