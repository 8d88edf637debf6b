import { got, HTTPError, type OptionsInit } from "got";
import type { Answer, Ask } from "../ask.ts";
import { never, type Published } from "../published.ts";
import type { Client } from "./client.ts";

const retrying =
  (retry?: NonNullable<OptionsInit["retry"]>): Ask =>
  async ({ url, method, headers, body }, signal) => {
    const answerOf = ({
      statusCode,
      body: text,
    }: {
      statusCode: number;
      body: unknown;
    }): Answer => ({
      status: statusCode,
      text: String(text),
    });
    try {
      const sent = body === undefined ? {} : { body };
      const retried = retry === undefined ? {} : { retry };
      return answerOf(await got(url, { method, headers, signal, ...sent, ...retried }));
    } catch (error) {
      return error instanceof HTTPError ? answerOf(error.response) : undefined;
    }
  };

/** Reads are tried twice more: after 1 and 2 s and up to 100 ms of noise, or after Retry-After. */
const usual: Published = {
  attempts: 3,
  lastsMs: 3200,
  waits: "growing",
  jitter: "little",
  retryAfter: "heeded",
  dates: "heeded",
};

export const clients: readonly Client[] = [
  { name: "got", published: usual, ask: retrying() },
  { name: "got, limit 0", published: never, ask: retrying({ limit: 0 }) },
  // It gives up where it is told to wait for longer.
  { name: "got, maxRetryAfter 1 s", published: usual, ask: retrying({ maxRetryAfter: 1000 }) },
  {
    name: "got, own delays",
    published: {
      attempts: 5,
      lastsMs: 3000,
      waits: "growing",
      jitter: "none",
      retryAfter: "ignored",
      dates: "ignored",
    },
    ask: retrying({
      limit: 4,
      methods: ["GET", "POST"],
      calculateDelay: ({ attemptCount, computedValue }) =>
        computedValue === 0 ? 0 : 100 * 2 ** attemptCount,
    }),
  },
];
