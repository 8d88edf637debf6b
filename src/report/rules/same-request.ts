import type { Attempt, Name } from "../calls/attempt.ts";
import { answerOf, nameOf } from "../finding-text.ts";
import { first, type LogicalCall, stepsOf } from "../calls/logical-call.ts";
import type { Finding, Rule } from "../rule.ts";

export const sameRequest: Rule = {
  id: "same-request",
  title: "Send the same request again",
  measures:
    "each retry: does it have the body, query, credentials, content type, encoding, unique_id and idempotency key of the first attempt?",
  tolerance: () =>
    "new credentials and a body with other values are allowed. Of a client that sends bodies only retries with one pass",
  why: "A retry without its body or its key is another request: it fails, or it writes something else.",
  expected: () => "the request of the first attempt",
  fix: "build the whole request again for each attempt, since a body that was read once is empty",
  unit: "retries had all of the first attempt",
  event: "retry",
  exercise: "exam",
  about: "call",
  *judge(run) {
    const sendsBodies = run.attempts.some(({ hasBody }) => hasBody);
    for (const call of run.calls) {
      for (const [from, to] of stepsOf(call)) yield judged(call, from, to, sendsBodies);
    }
  },
};

function judged(call: LogicalCall, from: Attempt, to: Attempt, sendsBodies: boolean): Finding {
  const begin = first(call);
  const [, lacks] = differences.find(([differs]) => differs(begin, to, call)) ?? [];
  const text = `${nameOf(to, call)} after ${answerOf(from)} had ${lacks ?? "all of the first"}.`;
  const telling = begin.hasBody || !sendsBodies ? "passed" : "unknown";
  return { result: lacks === undefined ? telling : "failed", text, call, attempts: [from, to] };
}

type Differs = (first: Attempt, to: Attempt, call: LogicalCall) => boolean;

const hasOther =
  (by: Name["by"]): Differs =>
  ({ name }, to) =>
    name?.by === by && name.value !== to.name?.value;

const differences: readonly (readonly [differs: Differs, had: string])[] = [
  [(first, to) => first.sent.body === "whole" && to.sent.body === "none", "an empty body"],
  [(first, to) => first.sent.body === "whole" && to.sent.body === "broken", "a broken body"],
  [(first, to) => first.hasBody && first.sent.type !== to.sent.type, "another content type"],
  [(first, to) => first.sent.encoding !== to.sent.encoding, "another content encoding"],
  [(first, to) => first.credential !== "" && to.credential === "", "no credentials"],
  [isStale, "the credentials that had been replaced"],
  [hasOther("unique_id"), "another unique_id"],
  [hasOther("idempotency key"), "another idempotency key"],
  [(first, to) => !first.hasBody && first.target !== to.target, "another query"],
];

/** Whether it goes back to credentials that an attempt before it no longer had. */
function isStale(_: Attempt, to: Attempt, { attempts }: LogicalCall): boolean {
  const before = attempts.slice(0, attempts.indexOf(to)).map(({ credential }) => credential);
  return before.includes(to.credential) && before.at(-1) !== to.credential;
}
