import type { Finding } from "../rule.ts";
import type { Attempt } from "./attempt.ts";
import { type LogicalCall, nextAfter, type Run } from "./logical-call.ts";

interface Refusing {
  readonly isRefused: (attempt: Attempt) => boolean;
  readonly keyOf: (attempt: Attempt) => string;
  /** What is said of a call that sent the same again; undefined: nothing. */
  readonly textOf: (again: Attempt, refused: Attempt, call: LogicalCall) => string | undefined;
}

export type Refused = { readonly call: LogicalCall; readonly refused: Attempt };

/** Fails calls that sent the same again. @returns the first refusal of each of the others, by its key */
export function* firstRefusals(
  { calls }: Run,
  { isRefused, keyOf, textOf }: Refusing,
): Generator<Finding | undefined, ReadonlyMap<string, Refused>> {
  const met = new Map<string, Refused>();
  const broken = new Set<string>();
  for (const call of calls) {
    yield;
    for (const refused of call.attempts.filter(isRefused)) {
      const key = keyOf(refused);
      const again = nextAfter(call.attempts, refused, (each) => keyOf(each) === key);
      const text = again && call.knownBy !== "likeness" && textOf(again, refused, call);
      if (again && text) {
        yield { result: "failed", text, call, attempts: [refused, again] };
        broken.add(key);
      }
      const first = met.get(key)?.refused.end ?? Infinity;
      if (refused.end < first) met.set(key, { call, refused });
    }
  }
  for (const key of broken) met.delete(key);
  return met;
}
