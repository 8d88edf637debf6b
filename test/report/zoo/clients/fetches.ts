import fetchRetry from "fetch-retry";
import ky, { HTTPError, type Options } from "ky";
import { FetchError, ofetch, type FetchOptions } from "ofetch";
import { Agent, errors, request, RetryAgent, type RetryHandler } from "undici";
import { type Ask, inTheEnd, sentOnce } from "../ask.ts";
import { never, type Published } from "../published.ts";
import type { Client } from "./client.ts";

const byKy =
  (retry?: NonNullable<Options["retry"]>): Ask =>
  async ({ url, method, headers, body }, signal) => {
    try {
      const retried = retry === undefined ? {} : { retry };
      const response = await ky(url, { method, headers, body: body ?? null, signal, ...retried });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return error instanceof HTTPError ? { status: error.response.status, text: "" } : undefined;
    }
  };

const byOfetch =
  (options: FetchOptions<"text"> = {}): Ask =>
  async ({ url, method, headers, body }, signal) => {
    try {
      const sent = { method, headers: { ...headers }, body: body ?? null, signal };
      const { status, _data: text = "" } = await ofetch.raw(url, {
        ...sent,
        responseType: "text",
        ...options,
      });
      return { status, text };
    } catch (error) {
      const status = error instanceof FetchError ? error.status : undefined;
      return status === undefined ? undefined : { status, text: "" };
    }
  };

function byUndici(options?: RetryHandler.RetryOptions): Ask {
  const dispatcher = new RetryAgent(new Agent(), options);
  return async ({ url, method, headers, body }, signal) => {
    try {
      const sent = { method, headers: { ...headers }, body: body ?? null, signal, dispatcher };
      const response = await request(url, sent);
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      if (!(error instanceof errors.RequestRetryError)) return undefined;
      return { status: error.statusCode, text: "" };
    }
  };
}

type Retrying = Parameters<typeof fetchRetry>[1];

function byFetchRetry(options: Retrying = {}): Ask {
  const send = fetchRetry(fetch, options);
  return async ({ url, method, headers, body }, signal) => {
    try {
      const response = await send(url, { method, headers, body: body ?? null, signal });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  };
}

/** Reads are tried twice more, after 300 and 600 ms or after Retry-After; all of it may take ten seconds. */
const usualKy: Published = {
  waitsMs: 10_000,
  attempts: 3,
  lastsMs: 900,
  waits: "growing",
  jitter: "none",
  retryAfter: "heeded",
  dates: "heeded",
};

/** Reads are tried five times more, after 0.5, 1, 2, 4 and 8 s or after Retry-After. */
const usualUndici: Published = {
  waitsMs: 300_000,
  attempts: 6,
  lastsMs: 15_500,
  waits: "growing",
  jitter: "none",
  retryAfter: "heeded",
  dates: "heeded",
};

const deaf = { retryAfter: "ignored", dates: "ignored", waitsMs: 300_000 } as const;
const temporary = [429, 500, 502, 503, 504];

/** What is like Node's own fetch, with retries. */
export const clients: readonly Client[] = [
  {
    name: "fetch",
    published: { ...never, waitsMs: 300_000 },
    ask: (wish, signal) => inTheEnd(sentOnce(wish, signal)),
  },
  { name: "ky", published: usualKy, ask: byKy() },
  {
    name: "ky, limit 5, jitter",
    published: { ...usualKy, attempts: 6, lastsMs: 9300, jitter: "much" },
    ask: byKy({ limit: 5, methods: ["get", "post"], jitter: true }),
  },
  {
    name: "ky, maxRetryAfter 1 s",
    published: { ...usualKy, attempts: 5, lastsMs: 4500, retryAfter: 1000, dates: 1000 },
    ask: byKy({ limit: 4, methods: ["get", "post"], maxRetryAfter: 1000 }),
  },
  {
    name: "ofetch",
    published: { ...deaf, attempts: 2, lastsMs: 0, waits: "none", jitter: "none" },
    ask: byOfetch(),
  },
  {
    name: "ofetch, retry 4 after 250 ms",
    published: { ...deaf, attempts: 5, lastsMs: 1000, waits: "fixed", jitter: "none" },
    ask: byOfetch({ retry: 4, retryDelay: 250 }),
  },
  { name: "undici", published: usualUndici, ask: byUndici() },
  {
    name: "undici, maxTimeout 400 ms",
    published: { ...usualUndici, lastsMs: 1500, retryAfter: 400, dates: 400 },
    ask: byUndici({ methods: ["GET", "POST"], minTimeout: 50, maxTimeout: 400 }),
  },
  {
    name: "undici, every 300 ms",
    published: { ...usualUndici, attempts: 4, lastsMs: 900, waits: "fixed" },
    ask: byUndici({ methods: ["GET", "POST"], minTimeout: 300, timeoutFactor: 1, maxRetries: 3 }),
  },
  {
    name: "fetch-retry",
    published: { ...deaf, attempts: 4, lastsMs: 3000, waits: "fixed", jitter: "none" },
    ask: byFetchRetry(),
  },
  {
    name: "fetch-retry, doubling",
    published: { ...deaf, attempts: 6, lastsMs: 3100, waits: "growing", jitter: "none" },
    ask: byFetchRetry({
      retries: 5,
      retryOn: temporary,
      retryDelay: (attempt) => 100 * 2 ** attempt,
    }),
  },
  {
    name: "fetch-retry, jitter around 300 ms",
    published: { ...deaf, attempts: 5, lastsMs: 1600, waits: "fixed", jitter: "much" },
    ask: byFetchRetry({
      retries: 4,
      retryOn: temporary,
      retryDelay: () => Math.round(200 + Math.random() * 200),
    }),
  },
];
