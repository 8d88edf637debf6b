import type { LogicalCall, Run } from "./calls/logical-call.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Attempt } from "./calls/attempt.ts";
import { msText } from "./figures.ts";
import { firstFrom } from "./streams.ts";

/** What the client did, then what was expected and what to change: `Expected: … Fix: …`. */
export const withRemedy = (seen: string, expected: string, fix: string): string =>
  `${seen} Expected: ${expected}. Fix: ${fix}.`;

export const withOwnRemedy = (
  { result, text, expected, fix }: Pick<Finding, "result" | "text" | "expected" | "fix">,
  usual: { readonly expected: string; readonly fix: string },
): string =>
  result === "failed" ? withRemedy(text, expected ?? usual.expected, fix ?? usual.fix) : text;

export const withMore = (text: string, more: number): string =>
  more > 0 ? `${text} (and ${more} more)` : text;

export const notExercised = ({ event, exercise }: Pick<Rule, "event" | "exercise">): string =>
  `No ${event} in this run. To exercise it: ${exercise}`;

type Found<F> = { readonly count: number; readonly first: readonly F[] };

/** One failure fails a rule, and one doubt is never a pass. @param idle why it has no verdict where nothing was found */
export function verdictOf<F extends Pick<Finding, "text" | "leaning" | "wouldDecide">>(
  { unit }: { readonly unit: string },
  found: Readonly<Record<"failed" | "undecided" | "passed", Found<F>>>,
  doubt: F | undefined,
  textOf: (failure: F) => string,
  idle: string,
) {
  const { failed, undecided, passed } = found;
  const none = { leaning: null, wouldDecide: null };
  const [[failure], [pass]] = [failed.first, passed.first];
  if (failure !== undefined) {
    const text = withMore(failure.text, failed.count - 1);
    return { ...none, verdict: "fail", message: textOf({ ...failure, text }) } as const;
  }
  if (doubt !== undefined) {
    const { leaning = null, wouldDecide = null, text } = doubt;
    const message = withMore(text, undecided.count - 1);
    return { leaning, wouldDecide, verdict: "undecided", message } as const;
  }
  if (pass === undefined) return { ...none, verdict: "not exercised", message: idle } as const;
  const message = passed.count === 1 ? pass.text : `${passed.count} ${unit}.`;
  return { ...none, verdict: "pass", message } as const;
}

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

export function partsOf(text: string) {
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

/** What else may be why, with https: nothing that a client sends before it trusts the certificate is a request. */
export const untrusted =
  "With --tls, it must also trust the certificate in SERVICE_EMULATOR_CA_FILE";

/** `create_event for p1@example.com: attempt 2`. */
export const nameOf = (attempt: Attempt, { attempts }: LogicalCall): string =>
  `${attempt.about}: attempt ${attempts.indexOf(attempt, firstFrom(attempts, attempt.at)) + 1}`;

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
  if (retryAfterMs === undefined) return answer;
  const form = promisedBy === "date" ? " (a date)" : "";
  return `${answer} with Retry-After ${msText(retryAfterMs)}${form}`;
}

const kind = (injected: readonly string[]): string => {
  const last = injected.at(-1);
  return last === undefined ? "" : ` (${last})`;
};
