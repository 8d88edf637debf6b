import axios, { isAxiosError } from "axios";
import axiosRetry, {
  exponentialDelay,
  type IAxiosRetryConfig,
  isNetworkError,
  isRetryableError,
} from "axios-retry";
import type { Answer, Ask } from "../ask.ts";
import { never } from "../published.ts";
import type { Client } from "./client.ts";

function retrying(options?: IAxiosRetryConfig, timeout = 0): Ask {
  const asText = { responseType: "text", transformResponse: (text: string) => text } as const;
  const instance = axios.create({ ...asText, timeout });
  if (options !== undefined) axiosRetry(instance, options);
  return async ({ url, method, headers, body }, signal) => {
    const answerOf = ({ status, data }: { status: number; data: string }): Answer => ({
      status,
      text: data,
    });
    try {
      const config = { url, method, headers: { ...headers }, data: body, signal };
      return answerOf(await instance.request<string>(config));
    } catch (error) {
      return isAxiosError(error) && error.response ? answerOf(error.response) : undefined;
    }
  };
}

const anyMethod = (error: Parameters<typeof isRetryableError>[0]): boolean =>
  isNetworkError(error) || isRetryableError(error);

/** axios, and axios-retry: reads and lost answers three times, at once, unless it was told to wait. */
export const clients: readonly Client[] = [
  { name: "axios", published: never, ask: retrying() },
  {
    name: "axios-retry",
    published: {
      attempts: 4,
      lastsMs: 0,
      waits: "none",
      jitter: "none",
      retryAfter: "heeded",
      dates: "heeded",
    },
    ask: retrying({}),
  },
  {
    name: "axios-retry, exponentialDelay",
    published: {
      attempts: 5,
      lastsMs: 3600,
      waits: "growing",
      jitter: "much",
      retryAfter: "heeded",
      dates: "heeded",
    },
    ask: retrying({ retries: 4, retryDelay: exponentialDelay, retryCondition: anyMethod }),
  },
  {
    // What takes too long is not tried again.
    name: "axios-retry, timeout 800 ms",
    published: {
      attempts: 4,
      lastsMs: 3200,
      waits: "none",
      jitter: "none",
      retryAfter: "heeded",
      dates: "heeded",
      waitsMs: 800,
    },
    ask: retrying({ shouldResetTimeout: true }, 800),
  },
  {
    name: "axios-retry, every 400 ms",
    published: {
      attempts: 4,
      lastsMs: 1200,
      waits: "fixed",
      jitter: "none",
      retryAfter: "ignored",
      dates: "ignored",
    },
    ask: retrying({ retries: 3, retryDelay: () => 400, retryCondition: anyMethod }),
  },
];
