import type { Attempt } from "../attempt.ts";
import { counted, msText } from "../figures.ts";
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
  title: "sends less after a 429",
  measures:
    "requests to the operation while its 429 says to wait, against as long a time before; those of the first 50 ms were on their way",
  tolerance: ({ slowTo }) => `at most ${slowTo * 100} % of the rate before`,
  why: "Retries alone do not help if everything else goes on as before.",
  unit: "times it sent less",
  never: "no 429 came while there was a rate to lower",
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
  const about = `${stream[0]?.operation}: ${counted(before, "request")} in the ${msText(spanMs)} before a 429`;
  if (after === 0 && within(stream, to, Number.POSITIVE_INFINITY).length === 0) {
    const text = `${about}, and none ever after: it may have been done`;
    return { result: "unknown", text, attempts };
  }
  const rate = after / (spanMs - reactionMs) / (before / spanMs);
  const result = rate <= slowTo ? "passed" : "failed";
  return { result, text: `${about}, ${after} in the ${msText(spanMs)} after it`, attempts };
}
