import { allowedAt, type Attempt, type Attempts } from "../calls/attempt.ts";
import { type LogicalCall, stepsOf } from "../calls/logical-call.ts";
import { counted, msText, percent } from "../figures.ts";
import { isPromise } from "../../world/limits/retry-after.ts";
import type { Finding, Rule } from "../rule.ts";
import { filtered, forEach, mapped, type Slices, sorted } from "../slices.ts";
import { groupedBy, streamsOf } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";
import { noiseMs } from "../waits.ts";

/** Promises are of whole seconds: such as end so near to each other are of one window. */
const oneWindowMs = 250;

export const stampede: Rule = {
  id: "stampede",
  title: "Spread retries that are due together",
  measures: "how many of the retries with the same end of Retry-After came within one short span",
  tolerance: ({ crowdShare, crowdMs, crowdMin }) =>
    `at most ${percent(crowdShare)} within ${crowdMs} ms, of ${crowdMin} or more retries`,
  why: "Clients that all return at once exceed the limit again.",
  expected: ({ crowdShare, crowdMs }) => `at most ${percent(crowdShare)} within ${crowdMs} ms`,
  fix: "add a random delay to Retry-After",
  unit: "groups of retries were spread",
  event: "group of retries due together",
  exercise: "--scenario stampede",
  about: "calls",
  *judge({ attempts, calls, lagMs }, thresholds) {
    const next = yield* nextOf(calls);
    for (const stream of yield* streamsOf(attempts)) {
      // Closely, so that two crowds are not taken for one that came apart; and widely, so that one is not lost.
      const told = yield* filtered(stream, ({ retryAfterMs }) => isPromise(retryAfterMs));
      const inOrder = yield* sorted(told, (a, b) => allowedAt(a) - allowedAt(b));
      const crowds = [thresholds.crowdMs, oneWindowMs].flatMap((ms) => crowdsOf(inOrder, ms));
      const large = crowds.filter(({ length }) => length >= thresholds.crowdMin);
      const all = yield* mapped(large, (crowd) => returnsOf(crowd, next));
      for (const back of distinct(all)) {
        if (back.length < thresholds.crowdMin) continue;
        const [refused, sent] = [back.map(({ from }) => from), back.map(({ to }) => to)];
        const isOneWorker = isInTurn(refused) && isInTurn(sent);
        yield isOneWorker ? alone(back) : judged(back, thresholds, lagMs);
      }
    }
  },
};

const distinct = (all: readonly (readonly Return[])[]) =>
  new Map(all.map((back) => [back.map(({ to }) => to.exchange).join(), back])).values();

type Return = { readonly call: LogicalCall; readonly from: Attempt; readonly to: Attempt };

/** What followed in the call of each; of calls that are alike it is no matter which. */
function* nextOf(calls: readonly LogicalCall[]): Slices<ReadonlyMap<Attempt, Return>> {
  const next = new Map<Attempt, Return>();
  yield* forEach(calls, (call) => {
    for (const [from, to] of stepsOf(call)) next.set(from, { call, from, to });
  });
  return next;
}

/** What came back of each call, once: many requests of one call are a nuisance, and no crowd. */
function returnsOf(crowd: Attempts, next: ReadonlyMap<Attempt, Return>): Return[] {
  const lasts = new Map<LogicalCall, Return>();
  for (const each of crowd.toSorted((a, b) => a.at - b.at)) {
    const found = next.get(each);
    if (found !== undefined) lasts.set(found.call, found);
  }
  return [...lasts.values()].toSorted((a, b) => a.to.at - b.to.at);
}

/** A client cannot have a response, and send the next request, in less; requests sent together come closer. */
const turnMs = 0.5;

function isInTurn(attempts: Attempts): boolean {
  const sorted = attempts.toSorted((a, b) => a.at - b.at);
  return sorted.every((each, index) => {
    const before = sorted[index - 1];
    return before === undefined || each.at - before.end >= turnMs;
  });
}

function alone(back: readonly Return[]): Finding {
  const text = `${back[0]?.to.operation}: ${counted(back.length, "retry", "retries")} came one after the other, as of a single worker.`;
  return { result: "unknown", text, attempts: back.slice(0, 5).map(({ to }) => to) };
}

function crowdsOf(told: Attempts, windowMs: number): Attempt[][] {
  const crowds: Attempt[][] = [];
  for (const each of told) {
    const crowd = crowds.at(-1);
    const [begin] = crowd ?? [];
    if (begin !== undefined && allowedAt(each) - allowedAt(begin) <= windowMs) crowd?.push(each);
    else crowds.push([each]);
  }
  return crowds;
}

function judged(back: readonly Return[], limits: Thresholds, lagMs: number): Finding {
  const { crowdMs, crowdMin, crowdShare } = limits;
  const densest = densestOf(
    back.map(({ to }) => to.at),
    crowdMs,
  );
  const all = counted(back.length, "retry", "retries");
  const span = msText((densest.at(-1) ?? 0) - (densest[0] ?? 0));
  const about = `${back[0]?.to.operation}: ${densest.length} of ${all} came within ${span}`;
  const attempts = back.filter(({ to }) => densest.includes(to.at)).slice(0, 5);
  const finding = { attempts: attempts.map(({ to }) => to) };
  const areAlike = (delays: readonly number[], spanMs: number): boolean =>
    densestOf(delays, spanMs).length > crowdShare * delays.length;
  const delays = back.map(delayOf).toSorted((a, b) => a - b);
  if (densest.length > crowdShare * back.length) {
    const text = `${about}, all due at the same time.`;
    if (densest.length < crowdMin) return { result: "unknown", text, ...finding };
    // A few that wait at random may meet by chance, but not each as long after its own Retry-After.
    const isClear = densest.length >= 2 * crowdMin || areAlike(delays, noiseMs + lagMs);
    if (isClear) return { result: "failed", text, ...finding };
    return { result: "undecided", leaning: "fail", text, wouldDecide: moreAtOnce, ...finding };
  }
  // Who was told at different instants, or waits longer at each step, comes back at different ones without any jitter.
  const steps = bySteps(back).filter(({ length }) => length >= crowdMin);
  if (steps.length > 0 && steps.every((own) => !areAlike(own, crowdMs + lagMs)))
    return { result: "passed", text: `${about}, all due at the same time.`, ...finding };
  const text = `${about}, but each as long after its own Retry-After: they were refused one by one.`;
  return { result: "undecided", leaning: "fail", text, wouldDecide: moreAtOnce, ...finding };
}

const moreAtOnce = "send more of them at once";

const delayOf = ({ from, to }: Return): number => to.at - allowedAt(from);

function bySteps(back: readonly Return[]): readonly (readonly number[])[] {
  const inOrder = back.toSorted((a, b) => delayOf(a) - delayOf(b));
  const steps = groupedBy(inOrder, ({ call, from }) => `${call.attempts.indexOf(from)}`);
  return [...steps.values()].map((own) => own.map(delayOf));
}

function densestOf(instants: readonly number[], spanMs: number): readonly number[] {
  let [from, densest]: [number, readonly number[]] = [0, []];
  for (const [index, at] of instants.entries()) {
    while ((instants[from] as number) <= at - spanMs) from += 1;
    if (index + 1 - from > densest.length) densest = instants.slice(from, index + 1);
  }
  return densest;
}
