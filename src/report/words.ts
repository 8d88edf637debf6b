import type { Attempt } from "./attempt.ts";
import type { Call } from "./call.ts";
import { indexOf } from "./streams.ts";

/** `0.6 s`, `12 s`; under a tenth of a second in milliseconds. */
export function time(ms: number): string {
  if (ms < 99.5) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  return `${seconds < 10 ? Number(seconds.toFixed(2)) : Math.round(seconds)} s`;
}

/** They are in order, and may be many. */
function positionOf(attempt: Attempt, attempts: readonly Attempt[]): number {
  return attempts.indexOf(attempt, indexOf(attempts, attempt.at)) + 1;
}

/** `attempt 2 of create_event for p1@example.com`. */
export const nameOf = (attempt: Attempt, { attempts }: Call): string =>
  `attempt ${positionOf(attempt, attempts)} of ${attempt.about}`;

/** `a 429 that said 2 s`, `a connection that broke`. */
export function answerOf({ outcome, status, retryAfterMs, left, injected }: Attempt): string {
  if (outcome === "open") return "an answer that was not there yet";
  if (outcome === "lost") {
    return left ? "an answer that it did not wait for" : `a lost answer${kind(injected)}`;
  }
  if (outcome === "spoilt") return `an answer that cannot be read${kind(injected)}`;
  const said = retryAfterMs === undefined ? "" : ` that said ${time(retryAfterMs)}`;
  return `a ${status ?? "missing answer"}${said}`;
}

const kind = (injected: readonly string[]): string => {
  const last = injected.at(-1);
  return last === undefined ? "" : ` (${last})`;
};

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
