import type { Attempt } from "./attempt.ts";
import type { LogicalCall } from "./logical-call.ts";
import { msText } from "./figures.ts";
import { firstFrom } from "./streams.ts";

/** From 1 on; attempts are in order, and may be many. */
function positionOf(attempt: Attempt, attempts: readonly Attempt[]): number {
  return attempts.indexOf(attempt, firstFrom(attempts, attempt.at)) + 1;
}

/** `attempt 2 of create_event for p1@example.com`. */
export const nameOf = (attempt: Attempt, { attempts }: LogicalCall): string =>
  `attempt ${positionOf(attempt, attempts)} of ${attempt.about}`;

/** `a 429 that said 2 s`, `a connection that broke`. */
export function answerOf({ outcome, status, retryAfterMs, left, injected }: Attempt): string {
  if (outcome === "open") return "an answer that was not there yet";
  if (outcome === "lost") {
    return left ? "an answer that it did not wait for" : `a lost answer${kind(injected)}`;
  }
  if (outcome === "spoilt") return `an answer that cannot be read${kind(injected)}`;
  const said = retryAfterMs === undefined ? "" : ` that said ${msText(retryAfterMs)}`;
  return `a ${status ?? "missing answer"}${said}`;
}

const kind = (injected: readonly string[]): string => {
  const last = injected.at(-1);
  return last === undefined ? "" : ` (${last})`;
};
