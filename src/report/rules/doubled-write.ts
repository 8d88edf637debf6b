import { type Attempt, failed } from "../calls/attempt.ts";
import { answerOf, nameOf } from "../finding-text.ts";
import { type LogicalCall, isSettled, last, type Run } from "../calls/logical-call.ts";
import { createdBy, isSpared, type Twin, twinsOf } from "../calls/doubled.ts";
import type { Finding, Rule } from "../rule.ts";

export const doubledWrite: Rule = {
  id: "doubled-write",
  title: "Write everything once",
  measures:
    "each write that was stored although its response was lost, corrupt or an error: did a later attempt create it again? Records are the same if they are equal but for their ids, the times that the service made, and their unique_id",
  tolerance: () =>
    "no duplicate. After a successful response only a unique_id or an idempotency key shows that a write is the same. An event with neither a unique_id nor a time does not pass, since only two writes within one second become one",
  why: "A duplicate order is worse than a late one.",
  expected: () => "one write",
  fix: "send the same unique_id or idempotency key with all attempts",
  unit: "lost writes were stored once",
  event: "write with a lost response",
  exercise: "--scenario lost-response",
  about: "call",
  *judge(run) {
    for (const call of run.calls) {
      const lost = call.attempts.find((each) => failed(each) && createdBy(each).length > 0);
      if (lost === undefined) continue;
      const twins = yield* twinsOf(run.attempts);
      yield afterLoss(run, call, lost, twins.get(lost.exchange));
    }
  },
};

function doubles(lost: Attempt, later: Attempt): boolean {
  return createdBy(later).some((kind) => createdBy(lost).includes(kind));
}

function afterLoss(run: Run, call: LogicalCall, lost: Attempt, twin: Twin | undefined): Finding {
  const { renamed = null } = twin ?? {};
  const named = renamed === null ? "" : ` under a new ${renamed}`;
  const fix = renamed !== null && { fix: `send the same ${renamed} with all attempts` };
  const second = call.attempts.find((each) => each.at > lost.at && doubles(lost, each));
  if (second !== undefined) {
    const text = `${nameOf(second, call)} created a duplicate${named}, after ${answerOf(lost)} to the first write.`;
    return { result: "failed", text, ...fix, call, attempts: [lost, second] };
  }
  if (twin !== undefined) {
    const text = `${lost.about}: the same record was written again${named}, after ${answerOf(lost)} to the first write.`;
    return { result: "undecided", leaning: "fail", text, call, attempts: [lost, twin.attempt] };
  }
  const lucky = call.attempts.find((each) => each.at > lost.at && isSpared(lost, each));
  if (lucky !== undefined) {
    const text = `${nameOf(lucky, call)} wrote nothing, but only because it came in the same second. The event has neither a unique_id nor a time.`;
    const wouldDecide = "retry it a second later";
    const attempts = [lost, lucky];
    return { result: "undecided", leaning: "fail", text, wouldDecide, call, attempts };
  }
  const text = `${lost.about}: written once, despite ${answerOf(lost)}.`;
  const result = isSettled(run, last(call)) ? "passed" : "unknown";
  return { result, text, call, attempts: [lost] };
}
