import { allowedAt, type Attempt, type Attempts, failed, isNamed, overAt } from "./attempt.ts";
import type { Reference } from "../reference.ts";
import { firstFrom } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** One thing that the client wanted done, with all attempts at it. */
export interface LogicalCall {
  readonly id: number;
  readonly attempts: Attempts;
  /** The client names it, or reference runs count it; what likeness suggests decides nothing. */
  readonly knownBy: "name" | "difference" | "likeness";
  readonly named?: "test id" | "idempotency key" | "unique_id" | "traceparent" | undefined;
  /** A later request that may be its next attempt under another name, where it failed and nothing followed under its own. */
  readonly perhapsNext?: Attempt | undefined;
}

/** Calls of which it is known how many there are, but not which of their requests, that are alike, is whose. */
export interface Doubt {
  readonly attempts: Attempts;
  /** How many calls there are without faults; undefined: not known. */
  readonly count: number | undefined;
  /** Every way to tell them apart; none if there are too many to go through. */
  readonly ways: readonly (readonly LogicalCall[])[];
  /** Whether they are rounds (`ways.ts`), of which the likeliest way stands for all, as far as one call goes. */
  readonly areRounds: boolean;
}

/** `failed`: the client said so. `same`: as without faults. `less`: not so, though it said all was well. */
export type RunEnd = "failed" | "same" | "less";

export interface Run {
  readonly attempts: Attempts;
  /** Also those that are in doubt, in the likeliest way. */
  readonly calls: readonly LogicalCall[];
  readonly doubts: readonly Doubt[];
  /** Where only some calls are looked at: those that are known, whose ways hold for the others, too. */
  readonly known?: readonly LogicalCall[];
  readonly now: number;
  /** Whether the client has ended: what it has not done yet it will not do. */
  readonly ended: boolean;
  readonly dropped: number;
  readonly reference?: Reference | undefined;
  /** How the client's run ended in which an attempt was; undefined: nobody knows. */
  readonly endOf?: ((attempt: Attempt) => RunEnd | undefined) | undefined;
  /** Of a run that several runs make up: by how much the emulator was late in the one of an attempt. */
  readonly lagOf?: ((attempt: Attempt) => number) | undefined;
  /** By how much the emulator itself may have been late, in milliseconds: no tolerance is finer. */
  readonly lagMs: number;
}

export const first = ({ attempts }: LogicalCall): Attempt => attempts[0] as Attempt;

/** The one that decided it: which had a good answer, else which was over last. */
export const last = ({ attempts }: LogicalCall): Attempt =>
  attempts.reduce((end, each) => {
    if (end.outcome === "answered") return end;
    return each.outcome === "answered" || each.end >= end.end ? each : end;
  });

/** The attempts that failed, each with the first one of its call that began after it was over. */
export function stepsOf({ attempts }: LogicalCall): [from: Attempt, to: Attempt][] {
  // Most calls are one attempt.
  if (attempts.length === 1) return [];
  return attempts.flatMap((from) => {
    const to = failed(from) ? nextAfter(attempts, from) : undefined;
    return to === undefined ? [] : [[from, to] as [Attempt, Attempt]];
  });
}

/** The first of some, in order, that began after one was over, and of which more holds. */
export function nextAfter(attempts: Attempts, from: Attempt, isMeant: IsMeant = () => true) {
  for (let index = indexAfter(attempts, from); index < attempts.length; index += 1) {
    const each = attempts[index] as Attempt;
    if (each !== from && each.at >= from.at && isMeant(each)) return each;
  }
  return undefined;
}

type IsMeant = (attempt: Attempt) => boolean;

function indexAfter(attempts: Attempts, from: Attempt): number {
  const index = firstFrom(attempts, overAt(from));
  if (overAt(from) > from.at) return index;
  // An answer may take no time at all: what came before it is told by the order.
  return Math.max(index, attempts.indexOf(from, firstFrom(attempts, from.at)) + 1);
}

/** How long a client that runs on is given to come back, beyond what it was told. */
const patienceMs = 60_000;

export const isSettled = ({ ended, now }: Run, attempt: Attempt): boolean =>
  ended || now >= allowedAt(attempt) + patienceMs;

/** Methods whose repetition changes nothing (RFC 9110, 9.2.2), or that name what they change. */
const repeatable = new Set(["GET", "HEAD", "PUT", "PATCH", "DELETE"]);

export const isRepeatable = ({ method }: Attempt): boolean => repeatable.has(method);

/** Whether a failure is to be tried again; a write that may be there already only under a name. */
export function isRetriable(attempt: Attempt, { retriable }: Thresholds): boolean {
  const { outcome, status } = attempt;
  if (outcome === "refused") return status !== null && retriable.includes(status);
  if (outcome !== "lost" && outcome !== "spoilt") return false;
  return isRepeatable(attempt) || isNamed(attempt);
}

/** Refusals that may be asked again for a reason: other credentials, another revision, later. */
const notFinal = new Set([401, 408, 410, 425, 429]);

/** Whether the answer says that the same request will never do. */
export const isFinal = ({ outcome, status }: Attempt, { retriable }: Thresholds): boolean =>
  outcome === "refused" &&
  status !== null &&
  status < 500 &&
  !notFinal.has(status) &&
  !retriable.includes(status);

/** How long the next attempt may stay away, however it was told to wait. */
export const latestWaitMs = ({ retryAfterMs = 0 }: Attempt, limits: Thresholds): number =>
  retryAfterMs * limits.lateFactor + limits.lateMs;

export function outcomeOf(call: LogicalCall, thresholds: Thresholds) {
  const end = last(call);
  if (end.outcome === "open") return "open";
  if (!failed(end)) return "succeeded";
  const isRefused = isFinal(end, thresholds) || end.status === 401 || end.status === 410;
  return isRefused ? "refused" : "gave up";
}
