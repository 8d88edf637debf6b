import { caps, type Library, read, tried } from "./library.ts";

/** Libraries of Node. An error of the client's own has `status`, and `retryAfter` in seconds. */
export const ofNode: readonly Library[] = [
  {
    name: "got",
    language: "js",
    agent: /^got \(/,
    into: "got.extend({ … })",
    source: "https://github.com/sindresorhus/got/blob/main/documentation/7-retry.md",
    options: [
      tried(["retries"], 'retry: { limit: 4, methods: ["GET", "POST"] }'),
      tried(
        ["retry-after", "growing", "jitter"],
        "retry: { calculateDelay: ({ computedValue }) => computedValue * (1 + Math.random() / 2) }",
      ),
      tried(caps, "retry: { limit: 4 }"),
      read(["patience"], "timeout: { request: 30_000 }"),
    ],
  },
  {
    name: "axios",
    language: "js",
    agent: /^axios\//,
    into: "axiosRetry(axios, { … }) of axios-retry",
    source: "https://github.com/softonic/axios-retry#options",
    options: [
      tried(
        ["retries", "stops"],
        "retries: 4, retryCondition: ({ response: r }) => !r || r.status === 429 || r.status >= 500",
      ),
      tried(
        ["retry-after", "growing"],
        "retryDelay: (count, error) => axiosRetry.exponentialDelay(count, error, 1000)",
      ),
      read(
        ["jitter"],
        "retryDelay: (count, error) => axiosRetry.exponentialDelay(count, error, 1000)",
      ),
      tried(caps, "retries: 4"),
      read(["patience"], "timeout: 30_000", "axios.create({ … })"),
    ],
  },
  {
    name: "ky",
    language: "js",
    agent: /^node$/,
    waits: [300, 600],
    into: "ky.extend({ … })",
    source: "https://github.com/sindresorhus/ky#retry",
    options: [
      tried(["retries"], 'retry: { limit: 4, methods: ["get", "post"] }'),
      tried(["retry-after"], "retry: { maxRetryAfter: 300_000 }"),
      tried(["growing"], "retry: { delay: (n) => 1000 * 2 ** n }"),
      tried(["jitter"], "retry: { jitter: true }"),
      tried(caps, "retry: { limit: 4 }"),
      read(["patience"], "timeout: 30_000"),
    ],
  },
  {
    name: "p-retry",
    language: "js",
    waits: [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000],
    into: "pRetry(run, { … })",
    source: "https://github.com/sindresorhus/p-retry#options",
    options: [
      tried(
        ["stops"],
        "shouldRetry: ({ error: { status = 500 } }) => status === 429 || status >= 500",
      ),
      tried(
        ["retry-after"],
        "onFailedAttempt: ({ error }) => new Promise((go) => setTimeout(go, 1000 * (error.retryAfter ?? 0)))",
      ),
      tried(["growing"], "factor: 2"),
      read(["jitter"], "randomize: true"),
      tried(caps, "retries: 4"),
    ],
  },
  {
    name: "ofetch",
    language: "js",
    into: "ofetch.create({ … })",
    source: "https://github.com/unjs/ofetch#readme",
    options: [
      read(["retries"], "retry: 4, retryDelay: 500"),
      tried(
        ["retry-after", "growing"],
        'retry: 4, retryDelay: ({ response: r, options: { retry } }, said = r?.headers.get("retry-after")) => 1000 * said || Date.parse(said) - Date.now() || Math.random() * 2000 * 2 ** (4 - retry)',
      ),
      read(
        ["jitter"],
        'retry: 4, retryDelay: ({ response: r, options: { retry } }, said = r?.headers.get("retry-after")) => 1000 * said || Date.parse(said) - Date.now() || Math.random() * 2000 * 2 ** (4 - retry)',
      ),
      tried(caps, "retry: 4"),
      read(["patience"], "timeout: 30_000"),
    ],
  },
  {
    name: "undici",
    language: "js",
    agent: /^$/,
    waits: [500, 1000, 2000, 4000, 8000],
    into: "new RetryAgent(agent, { … })",
    source: "https://undici.nodejs.org/#/docs/api/RetryAgent",
    options: [
      read(["retries"], 'maxRetries: 4, methods: ["GET", "POST"]'),
      tried(["retry-after"], "maxTimeout: 300_000"),
      tried(["growing"], "timeoutFactor: 2"),
      tried(caps, "maxRetries: 4"),
      read(["patience"], "headersTimeout: 30_000", "new Agent({ … })"),
    ],
  },
  {
    name: "async-retry",
    language: "js",
    into: "retry(run, { … })",
    source: "https://github.com/vercel/async-retry#api",
    options: [
      read(
        ["stops"],
        "if (status < 500 && status !== 429) return bail(error)",
        "the retried function",
      ),
      tried(["growing"], "factor: 2"),
      read(["jitter"], "randomize: true"),
      tried(caps, "retries: 4"),
    ],
  },
  {
    name: "cockatiel",
    language: "js",
    into: "retry(policy, { … })",
    source: "https://github.com/connor4312/cockatiel#retrypolicy-options",
    options: [
      tried(
        ["stops"],
        "handleWhen(({ status = 500 }) => status === 429 || status >= 500)",
        "retry(policy, …), as the policy",
      ),
      tried(
        ["retry-after"],
        "backoff: new DelegateBackoff(({ attempt, result: { error } }) => Math.max(1000 * (error?.retryAfter ?? 0), Math.random() * 1000 * 2 ** attempt))",
      ),
      tried(["growing"], "backoff: new ExponentialBackoff({ initialDelay: 1000 })"),
      read(["jitter"], "backoff: new ExponentialBackoff({ initialDelay: 1000 })"),
      tried(caps, "maxAttempts: 4"),
    ],
  },
];
