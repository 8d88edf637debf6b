import { type Attempt, failed, isNamed, tooEarlyMs, waitedMs } from "./calls/attempt.ts";
import { isFinal, isRetriable, last, latestWaitMs, outcomeOf } from "./calls/logical-call.ts";
import { stepsOf, type LogicalCall, type Run } from "./calls/logical-call.ts";
import type { WhatIf } from "./card-shape.ts";
import { diagnosisOf } from "./diagnosis.ts";
import { doubledIn } from "./calls/doubled.ts";
import { faultKindsOf } from "./fault-kinds.ts";
import { counted } from "./figures.ts";
import { isPromise } from "../world/limits/retry-after.ts";
import { filtered, flatMapped, forEach, type Slices, sum } from "./slices.ts";
import type { Thresholds } from "./thresholds.ts";

/** A retry that comes so soon after a failure has not waited, in milliseconds. */
const atOnceMs = 100;

interface Known {
  readonly calls: readonly LogicalCall[];
  readonly steps: readonly (readonly [from: Attempt, to: Attempt])[];
  readonly ended: boolean;
}

/** One way of a client's that costs something: a sentence, if the run shows it. */
type Reason = (known: Known, thresholds: Thresholds) => string | undefined;

/** What the client's own ways cost it in this run. Calls that likeness alone suggests say nothing. */
export function* reasonsOf(run: Run, thresholds: Thresholds, whatIf: WhatIf): Slices<string[]> {
  const calls = yield* filtered(run.calls, ({ knownBy }) => knownBy !== "likeness");
  const steps = yield* flatMapped(calls, stepsOf);
  const sentences: string[] = [];
  for (const reason of [unheeded, tooEarly, atOnce, tooLate, inVain, givenUp, tooMany, doubled]) {
    const sentence = reason({ calls, steps, ended: run.ended }, thresholds);
    if (sentence !== undefined) sentences.push(sentence);
    yield;
  }
  return [...sentences, ...(yield* tooFast(run, whatIf))];
}

const unheeded: Reason = ({ steps }, { earlyMs }) => {
  const waits = steps.flatMap(([from, to]) => {
    if (from.outcome !== "refused") return [];
    const promiseMs = isPromise(from.retryAfterMs) ? from.retryAfterMs : undefined;
    const isTooShort = promiseMs !== undefined && tooEarlyMs(from, to) > earlyMs;
    return [{ waitMs: waitedMs(from, to), promiseMs, form: from.promisedBy, isTooShort }];
  });
  return diagnosisOf(waits)?.sentence.replace(/^It /, "The client ");
};

/** What early retries cost is told by when their calls went on after the instant that was promised first. */
const tooEarly: Reason = ({ calls }, { earlyMs }) => {
  let [retries, costMs] = [0, 0];
  for (const call of calls) {
    let promised: number | undefined;
    for (const [from, to] of stepsOf(call)) {
      if (failed(to) && to.status === from.status && tooEarlyMs(from, to) > earlyMs) {
        retries += 1;
        promised ??= from.end + (from.retryAfterMs ?? 0);
      } else if (promised !== undefined) {
        costMs += Math.max(0, to.at - promised);
        promised = undefined;
      }
    }
  }
  if (retries === 0) return undefined;
  const late = costMs < 1 ? "" : ` That delayed their calls by ${inSeconds(costMs)}.`;
  return `${counted(retries, "retry", "retries")} came before Retry-After ended and failed again.${late}`;
};

const atOnce: Reason = ({ steps }) => {
  const isAtOnce = (from: Attempt, to: Attempt) =>
    failed(from) && from.retryAfterMs === undefined && waitedMs(from, to) < atOnceMs;
  const retries = steps.filter(([from, to]) => failed(to) && isAtOnce(from, to));
  if (retries.length === 0) return undefined;
  return `${counted(retries.length, "retry", "retries")} came within ${atOnceMs} ms of a failure and failed, too.`;
};

const tooLate: Reason = ({ steps }, thresholds) => {
  const beyond = steps.flatMap(([from, to]) => {
    const { retryAfterMs } = from;
    if (retryAfterMs === undefined) return [];
    const waited = waitedMs(from, to);
    return waited > latestWaitMs(from, thresholds) ? [waited - retryAfterMs] : [];
  });
  if (beyond.length === 0) return undefined;
  return `${counted(beyond.length, "retry", "retries")} came long after Retry-After ended, which wasted ${inSeconds(sum(beyond))}.`;
};

const inVain: Reason = ({ steps }, thresholds) => {
  const again = steps.filter(([from]) => isFinal(from, thresholds));
  if (again.length === 0) return undefined;
  const statuses = [...new Set(again.map(([from]) => from.status ?? 0))].toSorted((a, b) => a - b);
  const refused = again.filter(([, to]) => failed(to)).length;
  const retries = counted(again.length, "retry", "retries");
  return `${retries} after a permanent error (${statuses.join(", ")}): ${shareOf(refused, again.length)} failed.`;
};

const givenUp: Reason = ({ calls, ended }, thresholds) => {
  const given = calls.filter(
    (call) =>
      call.perhapsNext === undefined &&
      call.attempts.length < thresholds.attemptsMin &&
      outcomeOf(call, thresholds) === "gave up" &&
      isRetriable(last(call), thresholds),
  );
  // Of a client that has not ended the next attempt may still come.
  if (given.length === 0 || !ended) return undefined;
  return `${counted(given.length, "call")} failed after fewer than ${thresholds.attemptsMin} attempts. Another attempt might have succeeded.`;
};

const tooMany: Reason = ({ calls }, { attemptsMax }) => {
  const many = calls.filter(({ attempts }) => attempts.length > attemptsMax);
  if (many.length === 0) return undefined;
  const beyond = sum(many.map(({ attempts }) => attempts.length - attemptsMax));
  return `${counted(many.length, "call")} made more than ${attemptsMax} attempts: ${beyond} too many.`;
};

const doubled: Reason = ({ calls }) => {
  const twice = calls.flatMap(({ attempts }) => {
    const ids = doubledIn(attempts);
    return attempts.filter(({ exchange }) => ids.has(exchange));
  });
  if (twice.length === 0) return undefined;
  const unnamed = twice.filter((each) => !isNamed(each)).length;
  return `${counted(twice.length, "duplicate write")} after a lost response, ${unnamed} without a unique_id or an idempotency key.`;
};

function* tooFast({ attempts }: Run, { operations }: WhatIf): Slices<string[]> {
  const refusals = new Map<string, number>();
  yield* forEach(attempts, (attempt) => {
    if (!faultKindsOf(attempt).includes("limit")) return;
    refusals.set(attempt.operation, (refusals.get(attempt.operation) ?? 0) + 1);
  });
  return operations.flatMap(({ operation, perSecond, pace }) => {
    const refused = refusals.get(operation);
    if (refused === undefined) return [];
    const { took, wouldTake } = pace;
    const time = `${inSeconds(wouldTake * 1000)} instead of ${inSeconds(took * 1000)}`;
    return [
      `The limits rejected ${operation} ${counted(refused, "time")}, at up to ${perSecond} per second of emulator time. At ${rounded(pace.perSecond)} per second they would reject none, in ${time}.`,
    ];
  });
}

/** `it`, `both`, `all`, or how many of them. */
function shareOf(part: number, all: number): string {
  if (part < all) return part === 0 ? "none" : String(part);
  if (all === 1) return "it";
  return all === 2 ? "both" : "all";
}

/** Rounded down to a tenth, a small one to two digits that matter. */
function rounded(rate: number): string {
  const step = Math.min(0.1, 10 ** (Math.floor(Math.log10(rate)) - 1));
  return String(Number((Math.floor(rate / step + 1e-9) * step).toPrecision(6)));
}

const inSeconds = (ms: number): string =>
  ms < 10_000 ? `${Math.round(ms / 100) / 10} s` : `${Math.round(ms / 1000)} s`;
