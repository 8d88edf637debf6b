import type { LogicalCall, Run } from "./calls/logical-call.ts";
import type { Rule } from "./rule.ts";

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
