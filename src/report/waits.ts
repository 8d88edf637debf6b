import type { Finding } from "./rule.ts";
import { counted, msText } from "./figures.ts";
import { median } from "simple-statistics";
import { type Attempt, type Attempts, failed, waitedMs } from "./calls/attempt.ts";
import { type LogicalCall, isRetriable, type Run, stepsOf, first } from "./calls/logical-call.ts";
import { filtered, flatMapped, grouped, type Slices, sorted } from "./slices.ts";
import { firstWhere, streamOf } from "./streams.ts";
import type { Thresholds } from "./thresholds.ts";
import type { Random } from "./evidence/spread.ts";

/** What nothing had told a call to wait, step by step; what follows a told wait is left out. */
export interface OwnWaits {
  readonly call: LogicalCall;
  readonly waits: readonly number[];
  readonly after: readonly string[];
}

/** The waits of a run that nothing set, and how many ended with the window as `RateLimit-Reset` says. */
export interface Waits {
  readonly own: readonly OwnWaits[];
  readonly forReset: number;
  /** Those of which nothing is known, since the machine had no time. */
  readonly blurred: readonly OwnWaits[];
  readonly lagMs: number;
}

const callsMax = 5000;
/** What a backoff does is seen in its first steps; from some step on it stays at its cap. */
const stepsMax = 10;

export function* waitsOf(run: Run, thresholds: Thresholds): Slices<Waits> {
  const isTried = ({ attempts }: LogicalCall) => attempts.length > 1 && attempts.some(failed);
  const tried = yield* filtered(run.calls, isTried);
  // Most of a run's requests say how long their window lasts: that is looked at only where somebody waited.
  if (tried.length === 0) return { own: [], forReset: 0, blurred: [], lagMs: run.lagMs };
  const endsWindow = windows.get(run.attempts) ?? (yield* windowEnds(run));
  let forReset = 0;
  const own = yield* flatMapped(tried, (call): OwnWaits[] => {
    const steps = stepsOf(call);
    const { attempts } = call;
    // Where several are on their way at once, none of them was waited for alone.
    if (steps.some(([from, to], at) => attempts[at] !== from || attempts[at + 1] !== to)) return [];
    const isTold = ([from, to]: (typeof steps)[number]): boolean => {
      if (from.promisedBy !== undefined || !isRetriable(from, thresholds)) return true;
      const isForReset = endsWindow(from, to);
      if (isForReset) forReset += 1;
      return isForReset;
    };
    const told = steps.findIndex(isTold);
    const before = steps.slice(0, told < 0 ? stepsMax : Math.min(told, stepsMax));
    const waits = before.map(([from, to]) => Math.max(0, waitedMs(from, to)));
    const after = before.map(([{ outcome, status }]) => `${outcome} ${status}`);
    return waits.length === 0 ? [] : [{ call, waits, after }];
  });
  const { lagOf } = run;
  if (lagOf === undefined)
    return { own: own.slice(0, callsMax), forReset, blurred: [], lagMs: run.lagMs };
  // A run for which the machine had no time says nothing of waits, and leaves what the others say.
  const lagOfCall = ({ call: { attempts } }: OwnWaits) => lagOf(attempts[0] as Attempt);
  const calm = own.filter((each) => lagOfCall(each) * lagsMin <= median([...each.waits]));
  const kept = calm.slice(0, callsMax);
  // A late machine makes waits of its own, too: what is no longer than these may be none.
  const long = own.filter((each) => median([...each.waits]) > lagOfCall(each) + noiseMs);
  const blurred = kept.length === 0 && 2 * long.length > own.length ? long : [];
  return { own: kept, forReset, blurred, lagMs: Math.max(0, ...kept.map(lagOfCall)) };
}

/** Whether a retry came as soon as the window had ended of which the client knew: the header is in whole seconds. */
type EndsWindow = (from: Attempt, to: Attempt) => boolean;

const windows = new WeakMap<Attempts, EndsWindow>();

function* windowEnds({ attempts, lagMs }: Run): Slices<EndsWindow> {
  const told = yield* filtered(attempts, ({ budget }) => budget !== undefined);
  const streams = yield* grouped(yield* sorted(told, (a, b) => a.end - b.end), streamOf);
  const endsWindow: EndsWindow = (from, to) => {
    const stream = streams.get(streamOf(from)) ?? [];
    const known = stream[firstWhere(stream, ({ end }) => end > from.end) - 1];
    if (known === undefined) return false;
    const early = known.end + (known.budget?.resetMs ?? 0) - to.at;
    return early <= noiseMs + lagMs && early >= -windowMs - lagMs;
  };
  windows.set(attempts, endsWindow);
  return endsWindow;
}

/** Of so many times what the emulator may have been late, a wait says something. */
const lagsMin = 4;
/** A client that waits for the end of a window comes back within this time. */
const windowMs = 100;

/** What the clocks and timers of a busy machine add to a wait, in milliseconds. */
export const noiseMs = 15;

/** In so many turns a client comes to a retry for which it does not wait: the machine is late in each. */
export const turnsMax = 10;

export type Kind = ReturnType<typeof kindsOf>[number];

/** The waits by operation, step and failures: who waits longer after another failure, or at another step, has no jitter yet. */
export function kindsOf(own: readonly OwnWaits[]) {
  const kinds = new Map<string, { step: number; waits: number[]; ends: number[] }>();
  for (const { call, waits, after } of own) {
    for (const [step, wait] of waits.entries()) {
      const kind = [first(call).operation, ...after.slice(0, step + 1)].join("\n");
      const same = kinds.get(kind) ?? { step, waits: [], ends: [] };
      kinds.set(kind, same);
      same.waits.push(wait);
      same.ends.push(call.attempts[step + 1]?.at ?? 0);
    }
  }
  return [...kinds.values()];
}

/** The waits of those runs in which the machine had time, where several are graded together. */
export function calmest(all: Waits, lagOf: Run["lagOf"]): Waits {
  if (lagOf === undefined || all.own.length === 0) return all;
  const typicalMs = median(all.own.flatMap(({ waits }) => waits));
  const lagOfCall = ({ call }: OwnWaits) => lagOf(first(call));
  const own = all.own.filter((each) => lagOfCall(each) * turnsMax <= typicalMs);
  if (own.length === 0) return all;
  return { ...all, own, lagMs: Math.max(...own.map(lagOfCall)) };
}

/** Waits that a stall may have made longer count once: those that end together, and are longer than most by as much. */
export function apartOf({ waits, ends }: Kind, { shareMin, noiseMs }: Random): number[] {
  const middle = median([...waits]);
  const farMs = Math.max(noiseMs, (shareMin * middle) / 2);
  const far = waits
    .map((wait, index) => ({ wait, index, end: ends[index] ?? 0 }))
    .filter(({ wait }) => Math.abs(wait - middle) > farMs)
    .toSorted((a, b) => a.end - b.end);
  const same = new Set<number>();
  let before = far[0];
  for (const each of far.slice(1)) {
    const isSame =
      before !== undefined &&
      each.end - before.end <= noiseMs &&
      Math.abs(each.wait - before.wait) <= noiseMs;
    if (isSame) same.add(each.index);
    else before = each;
  }
  return waits.filter((_, index) => !same.has(index));
}

/** The waits of a call before another kind of failure: then a client may wait otherwise. @param begin the first that counts */
export function untilOther({ call, waits, after }: OwnWaits, begin = 0): OwnWaits {
  const other = after.findIndex((each, index) => index >= begin && each !== after[begin]);
  const end = other < 0 ? waits.length : other;
  return { call, waits: waits.slice(begin, end), after: after.slice(begin, end) };
}

export function shownOf(calls: readonly OwnWaits[]) {
  const [shown] = calls.toSorted((a, b) => b.waits.length - a.waits.length) as [OwnWaits];
  const { call, waits } = shown;
  const finding = { call, calls: calls.map((each) => each.call), attempts: call.attempts };
  return { finding, about: first(call).about, seen: waits.map(msText).join(", ") };
}

export const endedWithWindow = (forReset: number): Finding => ({
  result: "unknown",
  text: `${counted(forReset, "wait")} ended with RateLimit-Reset: nothing is known of the client's own.`,
  attempts: [],
});

/** The machine was too busy in every run with such waits: that is no habit of the client. */
export function* tooBusy(blurred: readonly OwnWaits[], waitsMin = 1): Generator<Finding> {
  const calls = blurred.filter(({ waits }) => waits.length >= waitsMin);
  if (calls.length === 0) return;
  const { finding, about, seen } = shownOf(calls);
  yield {
    ...finding,
    result: "undecided",
    text: `The machine was too busy to measure the waits of ${counted(calls.length, "call")}, such as ${seen} in ${about}.`,
    wouldDecide: "run it on a machine that does less at once",
    isFew: true,
  };
}
