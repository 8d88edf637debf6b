import { type Attempt, endsBefore, failed } from "./attempt.ts";
import { lastChance } from "./last-chance.ts";
import type { Draft } from "./whole-calls.ts";

/**
 * What the likeness of requests suggests: an attempt belongs to the call whose last attempt failed before it began, and
 * whose retry it may still be; of several, to the one that may be tried again first.
 *
 * @param group requests that are alike, in the order in which they began
 */
export function ofLikeness(group: readonly Attempt[]): Draft[] {
  const parts: Attempt[][] = [];
  // Of those that have failed: what is over or has been tried again is no longer looked at.
  let waiting: Attempt[][] = [];
  let running: Attempt[][] = [];
  for (const attempt of group) {
    const ended = (part: Attempt[]) => endsBefore(part.at(-1) as Attempt, attempt);
    waiting.push(...running.filter((part) => ended(part) && failed(part.at(-1) as Attempt)));
    running = running.filter((part) => !ended(part));
    waiting = waiting.filter((part) => attempt.at <= lastChance(part.at(-1) as Attempt));
    const next = waiting.reduce<Attempt[] | undefined>(
      (best, part) => (best === undefined || allowedAt(part) < allowedAt(best) ? part : best),
      undefined,
    );
    if (next === undefined) {
      const part = [attempt];
      parts.push(part);
      running.push(part);
      continue;
    }
    waiting = waiting.filter((part) => part !== next);
    next.push(attempt);
    running.push(next);
  }
  return parts.map(suggested);
}

const suggested = (attempts: readonly Attempt[]): Draft => ({
  attempts,
  knownBy: "likeness",
  named: undefined,
  perhapsNext: undefined,
});

const allowedAt = (part: readonly Attempt[]): number => {
  const { end = 0, retryAfterMs = 0 } = part.at(-1) ?? {};
  return end + retryAfterMs;
};
