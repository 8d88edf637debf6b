import type { CardCall } from "../../report/card-shape.ts";

/** What is earlier by less than this, in milliseconds, is not said to be early. */
const earlyMsMin = 20;

/** By how much an attempt of a call came before the instant that was promised to it, in milliseconds; 0: it did not. */
export function earlyMs({ attempts }: CardCall, index: number): number {
  const [before, attempt] = [attempts[index - 1], attempts[index]];
  if (before?.retryAfter == null || attempt?.waited == null) return 0;
  const ms = (before.retryAfter - attempt.waited) * 1000;
  return ms > earlyMsMin ? ms : 0;
}
