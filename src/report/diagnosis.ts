import type { PromiseForm } from "./calls/attempt.ts";
import { msText } from "./figures.ts";
import { noiseMs } from "./waits.ts";

/** A wait after a promise, or after a failure that promised nothing. The client's milliseconds. */
export interface JudgedWait {
  readonly waitMs: number;
  readonly promiseMs: number | undefined;
  readonly form: PromiseForm | undefined;
  readonly isTooShort: boolean;
}

export type Diagnosis = { readonly sentence: string; readonly fix: string };

export function diagnosisOf(waits: readonly JudgedWait[]): Diagnosis | undefined {
  const told = waits.filter(({ promiseMs }) => promiseMs !== undefined);
  const short = told.filter(({ isTooShort }) => isTooShort);
  const kept = told.filter(({ isTooShort }) => !isTooShort);
  if (short.length === 0) return undefined;
  const isAtOnce = short.every(({ waitMs }) => waitMs < atOnceMs);
  if (isAtOnce && kept.length > 0 && short.every(({ promiseMs = 0 }) => promiseMs > timerMsMax)) {
    const sentence = "Its timer ends at once where it is set to more than 24 days.";
    return { sentence, fix: "give up where Retry-After is longer than the client may wait" };
  }
  // Of a client that was told dates alone, nothing is known of seconds.
  if (short.every(isIn("date")) && !kept.some(isIn("date")) && (isAtOnce || kept.length > 0)) {
    const sentence = "It does not understand a Retry-After that is an HTTP-date.";
    return { sentence, fix: "read Retry-After as an HTTP-date, too" };
  }
  if (isAtOnce && kept.length === 0) return unread("it retries at once");
  if (told.length < 2) return undefined;
  const promised = new Set(waits.map(({ promiseMs = 0 }) => Math.round(promiseMs / 500)));
  if (isAlike(waits) && promised.size > 1) return unread(`its waits are ${middleOf(waits)}`);
  if (isAlike(short) && kept.some(({ waitMs }) => waitMs < least(short) * 0.9)) {
    const sentence = `It never waits longer than ${middleOf(short)}.`;
    return { sentence, fix: "wait the full Retry-After however long it is, or give up" };
  }
  if (kept.length > 0) return undefined;
  const sentence = `It never waits as long as Retry-After says: its waits are ${lengthOf(told)}.`;
  return { sentence, fix: readIt };
}

/** What a timer of 32 bits holds, as those of Node. */
const timerMsMax = 2 ** 31 - 1;
/** A client that comes back so soon has not waited. */
const atOnceMs = 100;

const readIt = "read Retry-After, and wait as long as it says from the end of the response";

const unread = (how: string): Diagnosis => ({
  sentence: `It never reads Retry-After: ${how} whatever was said.`,
  fix: readIt,
});

const isIn = (form: PromiseForm) => (wait: JudgedWait) => wait.form === form;

const least = (waits: readonly JudgedWait[]): number =>
  waits.reduce((min, { waitMs }) => Math.min(min, waitMs), Infinity);
const most = (waits: readonly JudgedWait[]): number =>
  waits.reduce((max, { waitMs }) => Math.max(max, waitMs), 0);

const isAlike = (waits: readonly JudgedWait[]): boolean =>
  most(waits) - least(waits) <= noiseMs + 0.05 * least(waits);

const middleOf = (waits: readonly JudgedWait[]): string => msText((least(waits) + most(waits)) / 2);

const lengthOf = (waits: readonly JudgedWait[]): string =>
  isAlike(waits) ? middleOf(waits) : `${msText(least(waits))} to ${msText(most(waits))}`;
