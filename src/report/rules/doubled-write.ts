import { type Attempt, failed } from "../attempt.ts";
import { answerOf, nameOf } from "../attempt-words.ts";
import { type LogicalCall, isSettled, last, type Run } from "../logical-call.ts";
import { createdBy, isSpared } from "../doubled.ts";
import { reachOf } from "../reach.ts";
import { failedIf, type Finding, type Rule } from "../rule.ts";

export const doubledWrite: Rule = {
  id: "doubled-write",
  title: "writes nothing twice",
  measures:
    "each write that was done although its answer was lost, spoilt or a failure: did a later attempt create it once more?",
  tolerance: () =>
    "none; the same write sent again after a good answer is told from a second one by its name alone; an event with neither a unique_id nor a time that is done once by the luck of coming twice in one second does not pass",
  why: "An order that is counted twice is worse than one that is late.",
  unit: "lost writes were done once",
  never: "no answer to a write was lost",
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

/** Writes whose answer did not get there, and what followed. */
function* afterLoss(
  run: Run,
  call: LogicalCall,
  reached: ReturnType<typeof reachOf>,
): Iterable<Finding> {
  const lost = call.attempts.find((each) => creates(each) && failed(each));
  if (lost === undefined) return;
  const second = call.attempts.find((each) => each.at > lost.at && doubles(lost, each));
  if (second !== undefined) {
    const text = `${nameOf(second, call)} created once more what was there: its first answer was ${answerOf(lost)}`;
    yield { result: failedIf(call.sure), text, call, attempts: [lost, second] };
    return;
  }
  const perhaps = [...call.group, ...reached(call)];
  const other = perhaps.find((each) => each.at > lost.at && doubles(lost, each));
  const text = `${lost.about} was written once, although its answer was ${answerOf(lost)}`;
  const lucky = call.attempts.find((each) => each.at > lost.at && isSpared(lost, each));
  if (other === undefined && lucky !== undefined) {
    const luck = `${nameOf(lucky, call)} wrote nothing since it came in the same second: it has neither a unique_id nor a time`;
    yield { result: "ambiguous", text: luck, call, attempts: [lost, lucky] };
  } else if (other === undefined) {
    const result = isSettled(run, last(call)) ? "passed" : "unknown";
    yield { result, text, call, attempts: [lost] };
  } else {
    const doubt = `${lost.about} was written, its answer was ${answerOf(lost)}, and a request that may be its retry wrote too`;
    yield { result: "ambiguous", text: doubt, call, attempts: [lost, other] };
  }
}

/** The same write twice, each with a good answer: under one name it is one, else nobody knows: a test may mean both. */
function* again(call: LogicalCall): Iterable<Finding> {
  const good = call.group.filter((each) => creates(each) && each.outcome === "answered");
  const [one, other] = good;
  if (one === undefined || other === undefined) return;
  const text = `${other.about} was written ${good.length} times, each with a good answer`;
  if (call.knownBy === "likeness" || call.knownBy === "test id") {
    yield {
      result: "ambiguous",
      text: `${text}: it may have been meant`,
      call,
      attempts: [one, other],
    };
  } else {
    const name = call.knownBy === "unique_id" ? call.knownBy : `the same ${call.knownBy}`;
    yield { result: "failed", text: `${text}, under ${name}`, call, attempts: [one, other] };
  }
}
