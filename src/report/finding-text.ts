import type { LogicalCall, Run } from "./calls/logical-call.ts";
import type { Rule } from "./rule.ts";
import type { Attempt } from "./calls/attempt.ts";
import { msText } from "./figures.ts";
import { firstFrom } from "./streams.ts";

/** What the client did, then what was expected and what to change: `Expected: … Fix: …`. */
export const withRemedy = (seen: string, expected: string, fix: string): string =>
  `${seen} Expected: ${expected}. Fix: ${fix}.`;

export const withMore = (text: string, more: number): string =>
  more > 0 ? `${text} (and ${more} more)` : text;

export const notExercised = ({ event, exercise }: Rule): string =>
  `No ${event} in this run. To exercise it: ${exercise}`;

/** What decides a rule of which it is not known whose the attempts are: nothing that the client or the run has. */
export function tellingApart({ reference }: Run, call: LogicalCall | undefined): string {
  const isCompared = reference !== undefined;
  if (call?.named !== undefined) {
    const same = "send the same name with all attempts of a call";
    return isCompared ? same : `${same}, or add exec --compare`;
  }
  return isCompared
    ? "give each call a name, such as the header traceparent"
    : "add exec --compare, or a name for each call";
}

interface Parts {
  readonly seen: string;
  /** `Expected: … Fix: …`; empty if it is no failure. */
  readonly remedy: string;
}

export function partsOf(text: string): Parts {
  const at = text.lastIndexOf(" Expected: ");
  return at < 0
    ? { seen: text, remedy: "" }
    : { seen: text.slice(0, at), remedy: text.slice(at + 1) };
}

/** The parts of why a rule has no verdict: `how` is what to run; undefined: it was exercised. */
export function exerciseOf(message: string): { readonly why: string; readonly how?: string } {
  const [why = "", how] = message.split(" To exercise it: ");
  return how === undefined ? { why } : { why, how };
}

/** Why a run in which nothing arrived shows nothing, and what to look at. */
export const noRequest =
  "no request arrived: does your command read SERVICE_EMULATOR_URL? For a name of its own, exec takes --env NAME=url";

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
