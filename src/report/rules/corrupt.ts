import type { Attempt } from "../calls/attempt.ts";
import { answerOf, nameOf } from "../finding-text.ts";
import { type LogicalCall, nextAfter, type Run } from "../calls/logical-call.ts";
import { msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";

export const corrupt: Rule = {
  id: "corrupt",
  title: "Notice a corrupt response",
  measures:
    "each successful response with a body that cannot be read: did the client send the request again, or end with an error?",
  tolerance: () =>
    "how a run ended is known to exam alone. A client that ends as it does without faults had no use for the body",
  why: "A client that takes half a body for a whole one loses data without an error.",
  expected: () => "a retry, or an error",
  fix: "read the whole body inside of what is retried, and treat one that cannot be parsed as a failure",
  unit: "corrupt responses were noticed",
  event: "corrupt response",
  exercise: "--scenario truncated-pages",
  about: "call",
  *judge(run) {
    for (const call of run.calls) {
      for (const each of call.attempts) {
        if (each.outcome === "spoilt") yield judged(run, call, each);
      }
    }
  },
};

function judged(run: Run, call: LogicalCall, spoilt: Attempt): Finding {
  const next = nextAfter(call.attempts, spoilt);
  const finding = { call, attempts: next === undefined ? [spoilt] : [spoilt, next] };
  if (next !== undefined) {
    const text = `${nameOf(next, call)} came ${msText(next.at - spoilt.end)} after ${answerOf(spoilt)}.`;
    return { result: "passed", text, ...finding };
  }
  const [result, how] = outcomes[run.endOf?.(spoilt) ?? "unknown"];
  const text = `${spoilt.about}: not sent again after ${answerOf(spoilt)}${how}`;
  const wouldDecide = "run service-emulator exam";
  return { result, text, ...finding, ...(result === "undecided" && { wouldDecide }) };
}

const outcomes = {
  failed: ["passed", ". The client ended with an error."],
  same: ["unknown", ", and nothing was lost."],
  less: ["failed", ", and the client said that all was well."],
  unknown: ["undecided", ". Whether the client reported it is not known."],
} as const;
