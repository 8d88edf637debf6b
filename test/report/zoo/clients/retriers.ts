import asyncRetry from "async-retry";
import Bottleneck from "bottleneck";
import {
  ConstantBackoff,
  ExponentialBackoff,
  handleWhen,
  type IBackoffFactory,
  type IRetryBackoffContext,
  retry,
} from "cockatiel";
import { backOff, type IBackOffOptions } from "exponential-backoff";
import pRetry, { type Options } from "p-retry";
import { setTimeout as elapsed } from "node:timers/promises";
import { type Answer, type Ask, inTheEnd, mayPass, Refused, sentOnce, type Wish } from "../ask.ts";
import type { Published } from "../published.ts";
import { type Client, withNewId } from "./client.ts";

type Send = (wish: Wish, signal: AbortSignal) => Promise<Answer>;

/** Reads the answer, too: what cannot be read is tried again like all else that is thrown. */
async function sentAndRead(wish: Wish, signal: AbortSignal): Promise<Answer> {
  const answer = await sentOnce(wish, signal);
  if (answer.text !== "") JSON.parse(answer.text);
  return answer;
}

const byPRetry =
  (options: Options = {}, send: Send = sentOnce): Ask =>
  (wish, signal) =>
    inTheEnd(pRetry(() => send(wish, signal), { signal, ...options }));

const byAsyncRetry =
  (options: asyncRetry.Options = {}): Ask =>
  (wish, signal) =>
    inTheEnd(
      asyncRetry(async (bail) => {
        if (signal.aborted) bail(new Error("nobody waits for it any more"));
        return sentOnce(wish, signal);
      }, options),
    );

const byBackOff =
  (options: Partial<IBackOffOptions> = {}): Ask =>
  (wish, signal) =>
    inTheEnd(
      backOff(() => sentOnce(wish, signal), {
        ...options,
        retry: (error: unknown) => !signal.aborted && mayPass(error),
      }),
    );

function byCockatiel(
  maxAttempts: number,
  backoff?: IBackoffFactory<IRetryBackoffContext<unknown>>,
): Ask {
  const policy = retry(handleWhen(mayPass), { maxAttempts, ...(backoff && { backoff }) });
  return (wish, signal) => inTheEnd(policy.execute(() => sentAndRead(wish, signal), signal));
}

/** @param waitOf milliseconds to the next attempt */
function byBottleneck(retries: number, waitOf: (error: unknown, retry: number) => number): Ask {
  const limiters = new WeakMap<AbortSignal, Bottleneck>();
  const limiterOf = (signal: AbortSignal): Bottleneck => {
    const limiter = new Bottleneck({ maxConcurrent: 20 });
    limiter.on("failed", async (error: unknown, { retryCount }) =>
      !signal.aborted && mayPass(error) && retryCount < retries
        ? waitOf(error, retryCount)
        : undefined,
    );
    return limiter;
  };
  return (wish, signal) => {
    const limiter = limiters.get(signal) ?? limiterOf(signal);
    limiters.set(signal, limiter);
    return inTheEnd(limiter.schedule(() => sentOnce(wish, signal)));
  };
}

/** The seconds that an answer says to wait, in milliseconds; 0: none that are a number. */
const toldMs = (error: unknown): number =>
  error instanceof Refused ? 1000 * Math.max(0, Number(error.retryAfter) || 0) : 0;

const toldDateMs = (error: unknown): number => {
  if (!(error instanceof Refused) || error.retryAfter === null) return 0;
  return Math.max(toldMs(error), (Date.parse(error.retryAfter) || 0) - Date.now());
};

/** Waits as it was told, and then as p-retry does of its own accord. */
const waiting = (waitOf: (error: unknown) => number): Options => ({
  onFailedAttempt: async ({ error }) => {
    const ms = waitOf(error);
    if (ms > 0) await elapsed(ms);
  },
});

/** Node's own fetch waits for five minutes. */
const deaf = { retryAfter: "ignored", dates: "ignored", waitsMs: 300_000 } as const;

const quick: Options = { retries: 4, minTimeout: 100, shouldRetry: ({ error }) => mayPass(error) };

const usual: Published = {
  ...deaf,
  attempts: 5,
  lastsMs: 1500,
  waits: "growing",
  jitter: "none",
};

const random: Options = { ...quick, randomize: true };

/** What retries a function, whatever it does. */
export const clients: readonly Client[] = [
  {
    name: "p-retry",
    published: { ...usual, attempts: 11, lastsMs: 1_023_000 },
    ask: byPRetry(),
  },
  { name: "p-retry, quick", published: usual, ask: byPRetry(quick, sentAndRead) },
  {
    name: "p-retry, factor 1",
    published: { ...usual, lastsMs: 1200, waits: "fixed" },
    ask: byPRetry({ ...quick, minTimeout: 300, factor: 1 }),
  },
  {
    name: "p-retry, randomize",
    published: { ...usual, lastsMs: 3000, jitter: "much" },
    ask: byPRetry(random, sentAndRead),
  },
  {
    name: "p-retry, no retries",
    published: { ...usual, attempts: 1, lastsMs: 0, waits: "none" },
    ask: byPRetry({ retries: 0 }),
  },
  {
    name: "p-retry, another id each time",
    published: { ...usual, lastsMs: 3000, jitter: "much" },
    ask: byPRetry(random, (wish, signal) =>
      sentOnce({ ...wish, body: withNewId(wish.body) }, signal),
    ),
  },
  {
    name: "p-retry, waiting for Retry-After",
    published: { ...usual, jitter: "much", lastsMs: 3000, retryAfter: "heeded", dates: "heeded" },
    ask: byPRetry({ ...random, ...waiting(toldDateMs) }, sentAndRead),
  },
  {
    name: "p-retry, waiting for seconds only",
    published: { ...usual, jitter: "much", lastsMs: 3000, retryAfter: "heeded" },
    ask: byPRetry({ ...random, ...waiting(toldMs) }, sentAndRead),
  },
  {
    name: "p-retry, waiting for 500 ms at most",
    // Its own wait comes on top.
    published: { ...usual, jitter: "much", lastsMs: 3000, retryAfter: 900, dates: 900 },
    ask: byPRetry({ ...random, ...waiting((error) => Math.min(500, toldDateMs(error))) }),
  },
  {
    name: "async-retry",
    published: { ...usual, attempts: 11, lastsMs: 2_046_000, jitter: "much" },
    ask: byAsyncRetry(),
  },
  {
    name: "async-retry, quick",
    published: { ...usual, attempts: 4, lastsMs: 700 },
    ask: byAsyncRetry({ retries: 3, minTimeout: 100, randomize: false }),
  },
  {
    name: "exponential-backoff",
    published: { ...usual, attempts: 10, lastsMs: 51_100 },
    ask: byBackOff(),
  },
  {
    name: "exponential-backoff, full jitter",
    published: { ...usual, attempts: 6, lastsMs: 3100, jitter: "much" },
    ask: byBackOff({ numOfAttempts: 6, jitter: "full" }),
  },
  {
    name: "cockatiel",
    published: { ...usual, attempts: 4, lastsMs: 0, waits: "none" },
    ask: byCockatiel(3),
  },
  {
    name: "cockatiel, exponential",
    published: { ...usual, lastsMs: 3000, jitter: "much" },
    ask: byCockatiel(4, new ExponentialBackoff({ initialDelay: 100 })),
  },
  {
    name: "cockatiel, constant",
    published: { ...usual, attempts: 4, lastsMs: 900, waits: "fixed" },
    ask: byCockatiel(3, new ConstantBackoff(300)),
  },
  {
    name: "bottleneck, every 250 ms",
    published: { ...usual, attempts: 4, lastsMs: 750, waits: "fixed" },
    ask: byBottleneck(3, () => 250),
  },
  {
    name: "bottleneck, waiting for Retry-After",
    published: { ...usual, lastsMs: 3000, jitter: "much", retryAfter: "heeded", dates: "heeded" },
    ask: byBottleneck(4, (error, retried) => {
      const own = (1 + Math.random()) * 100 * 2 ** retried;
      return Math.max(toldDateMs(error) * (1 + Math.random() / 4), own);
    }),
  },
];
