import type { Attempt } from "../attempt.ts";
import { meets } from "../fault-kinds.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { reactionMs, streamsOf, within } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** Both headers are in whole seconds. */
const roundingMs = 1000;

export const budget: Rule = {
  id: "budget",
  title: "slows down before the limit",
  measures:
    "after RateLimit-Remaining has become low: did it send more slowly until the window was over, or was it refused by the limit itself?",
  tolerance: ({ lowShare, slowTo }) =>
    `low is ${lowShare * 100} % of the limit; slower is at most ${slowTo * 100} % of the rate before; who would not have used it up at its pace is left out`,
  why: "The headers say what is left: who reads them never sees a 429.",
  unit: "windows were left in time",
  never: "the budget of no window became low",
  *judge({ attempts }, thresholds) {
    for (const stream of streamsOf(attempts)) {
      let until = 0;
      for (const each of stream.toSorted((a, b) => a.end - b.end)) {
        if (each.end < until || !isLow(each, thresholds)) continue;
        until = each.end + (each.budget?.resetMs ?? 0);
        yield judged(stream, each, until, thresholds);
      }
    }
  },
};

/** A window that a fault filled was never low before it was shut. */
const isLow = ({ budget: told, status, injected }: Attempt, { lowShare }: Thresholds): boolean =>
  told !== undefined &&
  status !== 429 &&
  told.remaining <= told.limit * lowShare &&
  !meets(injected, "limited");

function judged(
  stream: readonly Attempt[],
  low: Attempt,
  until: number,
  { slowTo }: Thresholds,
): Finding {
  const { limit = 0, remaining = 0 } = low.budget ?? {};
  const spanMs = until - low.end;
  const about = `${low.operation}: ${remaining} of ${limit} were left with ${msText(spanMs)} to go`;
  const before = within(stream, low.end - spanMs, low.end);
  const after = within(stream, low.end + reactionMs, until);
  const refused = after.find((each) => isOfWindow(each, until));
  if (refused !== undefined) {
    const sent = after.indexOf(refused);
    const text = `${about}, and it was refused after ${counted(sent, "request")} more`;
    return { result: "failed", text, attempts: [low, refused] };
  }
  if (before.length <= remaining) {
    const text = `${about}: at its pace of ${counted(before.length, "request")} in such a time it needed no more`;
    return { result: "unknown", text, attempts: [low] };
  }
  if (after.length === 0) {
    const came = within(stream, until, Number.POSITIVE_INFINITY)[0];
    return came === undefined
      ? { result: "unknown", text: `${about}, and nothing more was sent`, attempts: [low] }
      : {
          result: "passed",
          text: `${about}, and it waited for the next window`,
          attempts: [low, came],
        };
  }
  // The rates of equal times: what came before the budget was low, and what came then.
  const seenMs = Math.max(reactionMs, Math.min(spanMs, (after.at(-1)?.at ?? 0) - low.end));
  const then = within(stream, low.end - seenMs, low.end).length;
  const text = `${about}; it sent ${counted(then, "request")} in the ${msText(seenMs)} before, ${after.length} then`;
  const result = after.length <= then * slowTo ? "passed" : "unknown";
  return { result, text, attempts: [low, after[0] as Attempt] };
}

/** Whether the limit itself refused it until the end of the window. */
const isOfWindow = (
  { stage, status, end, retryAfterMs = 0, injected }: Attempt,
  until: number,
): boolean =>
  stage === "limit" &&
  status === 429 &&
  !meets(injected, "limited") &&
  Math.abs(end + retryAfterMs - until) <= roundingMs;
