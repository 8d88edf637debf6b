import { type Attempt, endsBefore, failed, overAt } from "./calls/attempt.ts";
import { reactionMs } from "./streams.ts";

/**
 * Requests that are alike and overlap, told apart together: all begin at once and fail, and what comes after the
 * last of them is over is a retry. Of which is no matter, as all were told the same: of the one that may be tried
 * again first. @returns the attempts of each call; undefined: they are no such rounds
 */
export function roundsOf(
  group: readonly Attempt[],
  calls: number,
): readonly (readonly Attempt[])[] | undefined {
  const [firsts, retries] = [group.slice(0, calls), group.slice(calls)];
  const [begin] = firsts;
  if (begin === undefined || !isBurst(firsts, begin, retries)) return undefined;
  const told = firsts.map((each) => [each]);
  for (const retry of retries) {
    const [next] = told
      .filter((call) => failed(lastOf(call)) && endsBefore(lastOf(call), retry))
      .toSorted((a, b) => allowedAt(lastOf(a)) - allowedAt(lastOf(b)));
    if (next === undefined) return undefined;
    next.push(retry);
  }
  return told;
}

/** Whether they all fail in the same way that began at once, and are over before anything else begins. */
const isBurst = (
  firsts: readonly Attempt[],
  begin: Attempt,
  [retry]: readonly Attempt[],
): boolean =>
  retry !== undefined &&
  firsts.every(
    (each) =>
      failed(each) &&
      each.retryAfterMs === begin.retryAfterMs &&
      each.at - begin.at <= reactionMs &&
      overAt(each) + reactionMs <= retry.at,
  );

const lastOf = (call: readonly Attempt[]): Attempt => call.at(-1) as Attempt;

const allowedAt = ({ end, retryAfterMs = 0 }: Attempt): number => end + retryAfterMs;
