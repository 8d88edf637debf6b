import type { Attempt } from "./attempt.ts";
import type { LogicalCall } from "./logical-call.ts";
import { msText } from "../figures.ts";
import { firstFrom } from "../streams.ts";

/** From 1 on; attempts are in order, and may be many. */
function positionOf(attempt: Attempt, attempts: readonly Attempt[]): number {
  return attempts.indexOf(attempt, firstFrom(attempts, attempt.at)) + 1;
}

/** `create_event for p1@example.com: attempt 2`. */
export const nameOf = (attempt: Attempt, { attempts }: LogicalCall): string =>
  `${attempt.about}: attempt ${positionOf(attempt, attempts)}`;

/** `a 429 with Retry-After 2 s`, `a lost response (reset)`. */
export function answerOf(attempt: Attempt): string {
  const { outcome, status, retryAfterMs, promisedBy, left, injected } = attempt;
  if (outcome === "open") return "a pending response";
  if (outcome === "lost") {
    return left ? "a response that it did not wait for" : `a lost response${kind(injected)}`;
  }
  if (outcome === "spoilt") return `a corrupt response${kind(injected)}`;
  const answer = `a ${status ?? "missing response"}`;
  if (promisedBy === "unreadable") return `${answer} with a Retry-After that cannot be read`;
  return retryAfterMs === undefined ? answer : `${answer} with Retry-After ${msText(retryAfterMs)}`;
}

const kind = (injected: readonly string[]): string => {
  const last = injected.at(-1);
  return last === undefined ? "" : ` (${last})`;
};
