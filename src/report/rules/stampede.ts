import type { Attempt } from "../attempt.ts";
import { type LogicalCall, stepsOf } from "../logical-call.ts";
import { counted, msText, percent } from "../figures.ts";
import { isPromise } from "../../world/retry-after.ts";
import type { Finding, Rule } from "../rule.ts";
import { firstFrom, streamsOf } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** Promises are of whole seconds: such as end so near to each other are of one window. @guess */
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
  *judge({ attempts, calls }, thresholds) {
    const next = nextOf(calls);
    for (const stream of streamsOf(attempts)) {
      // Closely, so that two crowds are not taken for one that came apart; and widely, so that one is not lost.
      const crowds = [thresholds.crowdMs, oneWindowMs].flatMap((ms) => crowdsOf(stream, ms));
      const all = crowds.map((crowd) => returnsOf(crowd, next));
      for (const back of distinct(all)) {
        if (back.length >= thresholds.crowdMin) yield judged(back, thresholds);
      }
    }
  },
};

/** Each of them once, by what came back. */
const distinct = (all: readonly (readonly Attempt[])[]) =>
  new Map(all.map((back) => [back.map(({ exchange }) => exchange).join(), back])).values();

interface Next {
  readonly call: LogicalCall;
  readonly to: Attempt;
}

/** What followed in the call of each; of calls that are alike it is no matter which. */
function nextOf(calls: readonly LogicalCall[]): ReadonlyMap<Attempt, Next> {
  const next = new Map<Attempt, Next>();
  for (const call of calls) {
    for (const [from, to] of stepsOf(call)) next.set(from, { call, to });
  }
  return next;
}

/** What came back of each call, once: many requests of one call are a nuisance, and no crowd. */
function returnsOf(crowd: readonly Attempt[], next: ReadonlyMap<Attempt, Next>): Attempt[] {
  const lasts = new Map<LogicalCall, Attempt>();
  for (const each of crowd.toSorted((a, b) => a.at - b.at)) {
    const found = next.get(each);
    if (found !== undefined) lasts.set(found.call, found.to);
  }
  return [...lasts.values()].toSorted((a, b) => a.at - b.at);
}

/** Those with about the same end of Retry-After. */
function crowdsOf(stream: readonly Attempt[], windowMs: number): Attempt[][] {
  const crowds: Attempt[][] = [];
  const told = stream
    .filter(({ retryAfterMs }) => isPromise(retryAfterMs))
    .toSorted((a, b) => opensAt(a) - opensAt(b));
  for (const each of told) {
    const crowd = crowds.at(-1);
    const [begin] = crowd ?? [];
    if (begin !== undefined && opensAt(each) - opensAt(begin) <= windowMs) crowd?.push(each);
    else crowds.push([each]);
  }
  return crowds;
}

const opensAt = ({ end, retryAfterMs = 0 }: Attempt): number => end + retryAfterMs;

function judged(back: readonly Attempt[], { crowdMs, crowdMin, crowdShare }: Thresholds): Finding {
  let densest: readonly Attempt[] = [];
  for (const [index, each] of back.entries()) {
    const end = firstFrom(back, each.at + crowdMs);
    if (end - index > densest.length) densest = back.slice(index, end);
  }
  const share = densest.length / back.length;
  const tooMany = densest.length >= crowdMin ? "failed" : "unknown";
  const result = share > crowdShare ? tooMany : "passed";
  const span = (densest.at(-1)?.at ?? 0) - (densest[0]?.at ?? 0);
  const text = `${back[0]?.operation}: ${densest.length} of ${counted(back.length, "retry", "retries")} came within ${msText(span)}, all due at the same time.`;
  return { result, text, attempts: densest.slice(0, 5) };
}
