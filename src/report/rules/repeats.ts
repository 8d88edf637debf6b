import { type Attempt, type Attempts, failed, isNamed, lastChance } from "../calls/attempt.ts";
import { answerOf } from "../finding-text.ts";
import { createdBy } from "../calls/doubled.ts";
import { msText } from "../figures.ts";
import { isSettled, type LogicalCall, nextAfter, type Run } from "../calls/logical-call.ts";
import type { Finding, Rule } from "../rule.ts";
import { grouped, mapped } from "../slices.ts";

export const repeats: Rule = {
  id: "repeats",
  title: "Stop after a successful write",
  measures: "each write with a successful response: did the client send the same write again?",
  tolerance: () =>
    "none. It passes only where the write had failed before, since a client that repeats does so in its retries. Reads may be repeated",
  why: "Without a unique_id or an idempotency key every repetition is a duplicate.",
  expected: () => "no request after a successful response",
  fix: "end the retry loop at the first successful response",
  unit: "writes ended with their first success",
  event: "write that succeeded after a failure",
  exercise: "--scenario lost-response",
  about: "calls",
  *judge(run) {
    const writes = yield* grouped(run.calls, writeOf);
    yield* yield* mapped(writes.values(), (calls) => judged(run, calls));
  },
};

/** Calls with the same are one write: a name of the client's own says so wherever it comes again. */
function writeOf({ id, knownBy, attempts: [begin] }: LogicalCall): string {
  const { name, account, method, path, likeness } = begin as Attempt;
  if (knownBy === "likeness") return `likeness ${likeness}`;
  return isNamed(begin as Attempt)
    ? ["name", name?.value, account, method, path].join("\n")
    : `call ${id}`;
}

function judged(run: Run, calls: readonly LogicalCall[]): Finding | undefined {
  const [call] = calls as readonly [LogicalCall];
  const attempts = calls.flatMap((each) => each.attempts);
  const good = attempts.find(isDone);
  if (good === undefined) return undefined;
  const again = nextAfter(attempts, good, (each) => isAgain(each, good, call));
  if (again !== undefined) {
    const text = `${again.about}: sent again ${msText(again.at - good.end)} after ${answerOf(good)}.`;
    const finding = { text, call, attempts: [good, again] };
    return isMeant(run, good, attempts)
      ? { result: "unknown", ...finding }
      : { result: "failed", ...finding };
  }
  const before = attempts.find((each) => failed(each) && each.at < good.at);
  if (before === undefined) return undefined;
  const text = `${good.about}: sent ${attempts.length} times, and not again after ${answerOf(good)}.`;
  const finding = { text, call, attempts: [before, good] };
  if (calls.some(({ perhapsNext }) => perhapsNext !== undefined)) {
    return { result: "undecided", leaning: "fail", ...finding };
  }
  return { result: isSettled(run, good) ? "passed" : "unknown", ...finding };
}

/** Something was written, and its client knows. */
const isDone = ({ outcome, written }: Attempt) => outcome === "answered" && written.length > 0;

/** Of requests that are only alike a later one is a call of its own, and so is one that changes what is there. */
const isAgain = (each: Attempt, good: Attempt, { knownBy }: LogicalCall): boolean =>
  knownBy !== "likeness" || (each.at <= lastChance(good) && createdBy(good).length > 0);

/** Whether the client sends it as often where nothing goes wrong. */
function isMeant({ reference }: Run, good: Attempt, attempts: Attempts): boolean {
  const usual = reference?.alike(good.likeness);
  return usual !== undefined && usual >= attempts.filter(isDone).length && usual > 1;
}
