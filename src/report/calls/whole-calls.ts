import { type Attempt, type Attempts, endsBefore, failed } from "./attempt.ts";
import type { LogicalCall, Named } from "./logical-call.ts";
import { filtered, grouped, mapped, type Slices } from "../slices.ts";

export type Draft = Omit<LogicalCall, "id">;

/** The calls of which a test id or a trace alone tells that they are one, whatever else their attempts carry. */
export function* wholeCalls(attempts: Attempts): Slices<Draft[]> {
  return [...(yield* ofTestIds(attempts)), ...(yield* ofTraces(attempts))];
}

export const mayBeOneCall = (group: Attempts): boolean =>
  group.slice(1).every((attempt, index) => follows(group[index] as Attempt, attempt));

const follows = (from: Attempt, to: Attempt): boolean => failed(from) && endsBefore(from, to);

/** Calls that are traces of their own, a span an attempt: others are of whole jobs, or of one attempt. */
function* ofTraces(attempts: Attempts): Slices<Draft[]> {
  const traced = yield* filtered(attempts, ({ trace }) => trace !== undefined);
  const traces = yield* grouped(traced, ({ trace = "" }) => trace);
  const whole = yield* filtered(traces.values(), isOneCall);
  return yield* mapped(whole, (trace) => named(trace, "traceparent"));
}

const isOneCall = (trace: Attempts): boolean =>
  trace.length > 1 &&
  trace.every(({ name, likeness }) => name === undefined && likeness === trace[0]?.likeness) &&
  mayBeOneCall(trace);

/** Calls that a test id names, although each of their attempts has another name: a new `unique_id`, say. */
function* ofTestIds(attempts: Attempts): Slices<Draft[]> {
  const tested = yield* filtered(attempts, ({ testId }) => testId !== undefined);
  const groups = yield* grouped(tested, ({ testId, account, method, path }) =>
    [testId, account, method, path].join("\n"),
  );
  const isRenamed = (group: Attempts) =>
    group.some(({ name }) => name?.value !== group[0]?.name?.value) && mayBeOneCall(group);
  const renamed = yield* filtered(groups.values(), isRenamed);
  return yield* mapped(renamed, (group) => named(group, "test id"));
}

export const named = (attempts: Attempts, by: Named | undefined): Draft =>
  draftBy("name", by)(attempts);

export const draftBy =
  (knownBy: Draft["knownBy"], by?: Named) =>
  (attempts: Attempts): Draft => ({ attempts, knownBy, named: by, perhapsNext: undefined });
