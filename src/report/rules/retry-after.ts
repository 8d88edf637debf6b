import { allowedAt, type Attempt, failed, tooEarlyMs, waitedMs } from "../calls/attempt.ts";
import { answerOf, nameOf } from "../finding-text.ts";
import { latestWaitMs, nextAfter, stepsOf, type Doubt } from "../calls/logical-call.ts";
import type { LogicalCall } from "../calls/logical-call.ts";
import { type Diagnosis, diagnosisOf, type JudgedWait } from "../diagnosis.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { isPromise } from "../../world/limits/retry-after.ts";
import { filtered, flatMapped, grouped, mapped } from "../slices.ts";
import type { Thresholds } from "../thresholds.ts";
import { noiseMs } from "../waits.ts";
import { doubtOf, type ToldWait } from "../calls/tracking.ts";

export const retryAfter: Rule = {
  id: "retry-after",
  title: "Wait for Retry-After",
  measures: "the time from the end of a response with Retry-After to the next attempt of the call",
  tolerance: ({ earlyMs, lateFactor, lateMs }) =>
    `a retry may come ${earlyMs} ms early. The longest wait is ${lateFactor} × Retry-After + ${msText(lateMs)}. It passes if waits follow what was said, with a probability of chance below 1 in 500: for seconds, HTTP-dates and each status on their own`,
  why: "A retry before Retry-After ends is rejected again. One long after it only wastes time.",
  expected: ({ earlyMs }) => `at most ${earlyMs} ms early`,
  fix: "wait the full Retry-After, counted from the end of the response",
  unit: "waits matched Retry-After",
  event: "wait for Retry-After",
  exercise: "--scenario burst-throttle",
  about: "calls",
  *judge({ calls, known = [], lagMs }, thresholds) {
    const steps = yield* flatMapped(calls, (call) => waitsOf(call, thresholds));
    const own = new Set(calls === known ? [] : calls);
    const others = calls === known ? [] : yield* filtered(known, (call) => !own.has(call));
    const all = [...steps, ...(yield* flatMapped(others, (call) => waitsOf(call, thresholds)))];
    const diagnosis = diagnosisOf(yield* mapped(all, judgedWait));
    for (const step of steps) {
      if (isPromise(step.from.retryAfterMs)) yield broken(step, thresholds, { diagnosis, lagMs });
    }
    // A client may read one form and not the other, or do so after one status alone: each that was met must tell.
    for (const { told, doubt } of yield* kindsOf(steps, all)) {
      for (const step of told) yield kept(step, doubt);
    }
    yield* yield* flatMapped(calls, (call) => perhapsTooEarly(call, thresholds));
    yield* yield* flatMapped(calls, (call) => stormOf(call, steps));
  },
  together,
};

type Step = ReturnType<typeof waitsOf>[number];

const waitsOf = (call: LogicalCall, thresholds: Thresholds) =>
  stepsOf(call)
    .filter(([from]) => from.outcome === "refused")
    .map(([from, to]) => {
      const isTooShort = isPromise(from.retryAfterMs) && tooEarlyMs(from, to) > thresholds.earlyMs;
      const isTooLong = waitedMs(from, to) > latestWaitMs(from, thresholds);
      const index = call.attempts.indexOf(from);
      return { call, from, to, index, isTooShort, isKept: !isTooShort && !isTooLong };
    });

/** By kind: the waits that were kept, and what would tell whether they follow what was said. */
function* kindsOf(steps: readonly Step[], all: readonly Step[]) {
  const kept = yield* filtered(steps, ({ from, isKept }) => isPromise(from.retryAfterMs) && isKept);
  // Where several are on their way at once, none of them was waited for alone.
  const alone = yield* filtered(all, ({ call, index, to }) => call.attempts[index + 1] === to);
  const kinds: { told: readonly Step[]; doubt: string | undefined }[] = [];
  for (const [kind, told] of yield* grouped(kept, kindOf)) {
    const status = told[0]?.from.status;
    const isOf = (step: Step) =>
      step.from.promisedBy === undefined
        ? step.from.status === status
        : step.isKept && kindOf(step) === kind;
    const waits = yield* filtered(alone, isOf);
    kinds.push({ told, doubt: doubtOf(yield* mapped(waits, toldWait)) });
  }
  return kinds;
}

const kindOf = ({ from }: Step): string => `${from.status} ${from.promisedBy}`;

const toldWait = ({ from, to, index }: Step): ToldWait => ({
  waitMs: waitedMs(from, to),
  promiseMs: from.retryAfterMs,
  step: index,
  toldAt: from.end,
});

const judgedWait = ({ from, to, isTooShort }: Step): JudgedWait => ({
  waitMs: waitedMs(from, to),
  promiseMs: isPromise(from.retryAfterMs) ? from.retryAfterMs : undefined,
  form: from.promisedBy,
  isTooShort,
});

type Known = { readonly diagnosis: Diagnosis | undefined; readonly lagMs: number };

function broken(step: Step, thresholds: Thresholds, known: Known): Finding | undefined {
  const { call, from, to, isTooShort, isKept } = step;
  const { diagnosis, lagMs } = known;
  if (isKept) return undefined;
  const name = nameOf(to, call);
  const after = `${msText(waitedMs(from, to))} after ${answerOf(from)}.`;
  const finding = { result: "failed", call, attempts: [from, to] } as const;
  if (isTooShort) {
    if (tooEarlyMs(from, to) <= thresholds.earlyMs + lagMs) {
      const text = `${name} came ${msText(tooEarlyMs(from, to))} early, but the emulator itself was up to ${msText(lagMs)} late.`;
      const wouldDecide = "run it again on a machine that does less";
      return { ...finding, result: "undecided", leaning: "fail", text, wouldDecide };
    }
    const why = diagnosis === undefined ? "" : ` ${diagnosis.sentence}`;
    const text = `${name} came ${msText(tooEarlyMs(from, to))} early, ${after}${why}`;
    return { ...finding, text, ...(diagnosis && { fix: diagnosis.fix }) };
  }
  return {
    ...finding,
    text: `${name} came ${after}`,
    expected: `at most ${msText(latestWaitMs(from, thresholds))} after it`,
    fix: "retry as soon as Retry-After has ended",
  };
}

function kept({ call, from, to }: Step, doubt: string | undefined): Finding {
  const text = `${nameOf(to, call)} came ${msText(waitedMs(from, to))} after ${answerOf(from)}.`;
  const finding = { call, attempts: [from, to] };
  if (doubt === undefined) return { result: "passed", text, ...finding };
  const but = `${text} A client that does not read it may wait as long.`;
  return { result: "undecided", leaning: "pass", text: but, wouldDecide: doubt, ...finding };
}

/** So many retries of a call at once have no backoff. */
const stormMin = 2;

/** Retries at once after what says nothing: who computes with a word or with less than 0 does not wait at all. */
function stormOf(call: LogicalCall, steps: readonly Step[]): Finding[] {
  const atOnce = steps.filter(
    (step) =>
      step.call === call &&
      step.from.promisedBy === "unreadable" &&
      waitedMs(step.from, step.to) <= noiseMs,
  );
  const [begin] = atOnce;
  if (begin === undefined || atOnce.length < stormMin) return [];
  const text = `${begin.from.about}: ${atOnce.length} retries came at once after ${answerOf(begin.from)}.`;
  const attempts = atOnce.flatMap(({ from, to }) => [from, to]);
  const fix = "wait as without a Retry-After where it is no number from 0 on, and no HTTP-date";
  return [{ result: "failed", text, expected: "the usual wait", fix, call, attempts }];
}

function perhapsTooEarly(call: LogicalCall, { earlyMs }: Thresholds): Finding[] {
  const { perhapsNext } = call;
  const end = call.attempts.at(-1) as Attempt;
  if (perhapsNext === undefined || tooEarlyMs(end, perhapsNext) <= earlyMs) return [];
  const early = msText(tooEarlyMs(end, perhapsNext));
  const text = `${end.about}: a request that may be its retry came ${early} early, after ${answerOf(end)}.`;
  return [{ result: "undecided", leaning: "fail", text, call, attempts: [end, perhapsNext] }];
}

/**
 * Of so many requests as there are calls each may be the first of one, and all that come after them are retries:
 * none of those may come before the first promise ends.
 */
function* together({ attempts: group, count }: Doubt, { earlyMs }: Thresholds): Iterable<Finding> {
  const told = group.filter((each) => each.outcome === "refused" && isPromise(each.retryAfterMs));
  const [first] = told;
  if (first === undefined || nextAfter(group, first) === undefined) return;
  const about = `${first.about}: of ${counted(group.length, "request")} that look alike`;
  const retries = group.slice(count ?? 1);
  const early = told.flatMap((from) => {
    const to = nextAfter(retries, from);
    return to !== undefined && tooEarlyMs(from, to) > earlyMs ? [[from, to] as const] : [];
  });
  const [pair] = early.toSorted(([, a], [, b]) => a.at - b.at);
  if (pair === undefined) {
    const text = `${about}, no retry came before a Retry-After ended.`;
    const wouldDecide = "send them one after the other, or a name for each call";
    yield { result: "undecided", leaning: "pass", text, wouldDecide, attempts: told.slice(0, 5) };
    return;
  }
  const [from, to] = pair;
  const text = `${about}, one came ${msText(waitedMs(from, to))} after ${answerOf(from)}.`;
  // Nothing was allowed yet, whatever it was the retry of; what failed without a promise may be tried again at any time.
  const isSure =
    count !== undefined &&
    to.at < Math.min(...told.map(allowedAt)) - earlyMs &&
    group.every((each) => each.end > to.at || !failed(each) || isPromise(each.retryAfterMs));
  yield { result: isSure ? "failed" : "undecided", leaning: "fail", text, attempts: [from, to] };
}
