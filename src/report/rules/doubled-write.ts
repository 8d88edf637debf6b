import { type Attempt, failed } from "../attempt.ts";
import { answerOf, nameOf } from "../attempt-words.ts";
import { type LogicalCall, isSettled, last, type Run } from "../logical-call.ts";
import { createdBy, isSpared } from "../doubled.ts";
import { reachOf } from "../reach.ts";
import { failedIf, type Finding, type Rule } from "../rule.ts";

export const doubledWrite: Rule = {
  id: "doubled-write",
  title: "Write everything once",
  measures:
    "each write that was stored although its response was lost, corrupt or an error: did a later attempt create it again?",
  tolerance: () =>
    "no duplicate. After a successful response only a unique_id or an idempotency key shows that a write is the same. An event with neither a unique_id nor a time does not pass, since only two writes within one second become one",
  why: "A duplicate order is worse than a late one.",
  expected: () => "one write",
  fix: "send the same unique_id or idempotency key with all attempts",
  unit: "lost writes were stored once",
  event: "write with a lost response",
  exercise: "--scenario lost-response",
  *judge(run) {
    const reached = reachOf(run);
    const seen = new Set<readonly Attempt[]>();
    for (const call of run.calls) {
      yield* afterLoss(run, call, reached);
      if (seen.has(call.group)) continue;
      seen.add(call.group);
      yield* again(call);
    }
  },
};

const creates = (attempt: Attempt): boolean => createdBy(attempt).length > 0;

/** Whether it created what another one had created: a record of the same kind. */
function doubles(lost: Attempt, later: Attempt): boolean {
  const kinds = createdBy(lost);
  return createdBy(later).some((kind) => kinds.includes(kind));
}

/** Writes whose response did not arrive, and what followed. */
function* afterLoss(
  run: Run,
  call: LogicalCall,
  reached: ReturnType<typeof reachOf>,
): Iterable<Finding> {
  const lost = call.attempts.find((each) => creates(each) && failed(each));
  if (lost === undefined) return;
  const second = call.attempts.find((each) => each.at > lost.at && doubles(lost, each));
  if (second !== undefined) {
    const text = `${nameOf(second, call)} created a duplicate, after ${answerOf(lost)} to the first write.`;
    yield { result: failedIf(call.sure), text, call, attempts: [lost, second] };
    return;
  }
  const perhaps = [...call.group, ...reached(call)];
  const other = perhaps.find((each) => each.at > lost.at && doubles(lost, each));
  const text = `${lost.about}: written once, despite ${answerOf(lost)}.`;
  const lucky = call.attempts.find((each) => each.at > lost.at && isSpared(lost, each));
  if (other === undefined && lucky !== undefined) {
    const luck = `${nameOf(lucky, call)} wrote nothing, but only because it came in the same second. The event has neither a unique_id nor a time.`;
    yield { result: "ambiguous", text: luck, call, attempts: [lost, lucky] };
  } else if (other === undefined) {
    const result = isSettled(run, last(call)) ? "passed" : "unknown";
    yield { result, text, call, attempts: [lost] };
  } else {
    const doubt = `${lost.about}: written, despite ${answerOf(lost)}. A request that may be its retry wrote, too.`;
    yield { result: "ambiguous", text: doubt, call, attempts: [lost, other] };
  }
}

/** The same write twice, each with a good answer: under one name it is one, else a test may mean both. */
function* again(call: LogicalCall): Iterable<Finding> {
  const good = call.group.filter((each) => creates(each) && each.outcome === "answered");
  const [one, other] = good;
  if (one === undefined || other === undefined) return;
  const text = `${other.about}: written ${good.length} times, each with a successful response`;
  if (call.knownBy === "likeness" || call.knownBy === "test id") {
    yield {
      result: "ambiguous",
      text: `${text}. That may be intended.`,
      call,
      attempts: [one, other],
    };
  } else {
    const name = `the same ${call.knownBy}`;
    const fix = "stop after the first successful response";
    yield { result: "failed", text: `${text} and ${name}.`, fix, call, attempts: [one, other] };
  }
}
