import type { CallOfCard } from "../client/card.ts";

/** What is earlier by less than this, in milliseconds, is not said to be early. */
export const earlyMsMin = 20;

/** By how much an attempt of a call came before the instant that was promised to it, in milliseconds. */
export function earlyMs({ attempts }: CallOfCard, index: number): number {
  const [before, attempt] = [attempts[index - 1], attempts[index]];
  if (before?.retryAfter == null || attempt?.waited == null) return 0;
  return Math.max(0, (before.retryAfter - attempt.waited) * 1000);
}
