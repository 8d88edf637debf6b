import { caps, type Library } from "./library.ts";

/** Libraries of Node. An error of the client's own has `status`, and `retryAfter` in seconds. */
export const ofNode: readonly Library[] = [
  {
    name: "got",
    language: "js",
    agent: /^got \(/,
    into: "got.extend({ … })",
    source: "https://github.com/sindresorhus/got/blob/main/documentation/7-retry.md",
    options: [
      {
        rules: ["retries"],
        option: 'retry: { limit: 4, methods: ["GET", "POST"] }',
        isTried: true,
      },
      {
        rules: ["retry-after", "growing", "jitter"],
        option:
          "retry: { calculateDelay: ({ computedValue }) => computedValue * (1 + Math.random() / 2) }",
        isTried: true,
      },
      { rules: caps, option: "retry: { limit: 4 }", isTried: true },
      { rules: ["patience"], option: "timeout: { request: 30_000 }" },
    ],
  },
  {
    name: "axios",
    language: "js",
    agent: /^axios\//,
    into: "axiosRetry(axios, { … }) of axios-retry",
    source: "https://github.com/softonic/axios-retry#options",
    options: [
      {
        rules: ["retries", "stops"],
        option:
          "retries: 4, retryCondition: ({ response: r }) => !r || r.status === 429 || r.status >= 500",
        isTried: true,
      },
      {
        rules: ["retry-after", "growing"],
        option: "retryDelay: (count, error) => axiosRetry.exponentialDelay(count, error, 1000)",
        isTried: true,
      },
      {
        rules: ["jitter"],
        option: "retryDelay: (count, error) => axiosRetry.exponentialDelay(count, error, 1000)",
      },
      { rules: caps, option: "retries: 4", isTried: true },
      { rules: ["patience"], option: "timeout: 30_000", into: "axios.create({ … })" },
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
      {
        rules: ["retries"],
        option: 'retry: { limit: 4, methods: ["get", "post"] }',
        isTried: true,
      },
      { rules: ["retry-after"], option: "retry: { maxRetryAfter: 300_000 }", isTried: true },
      { rules: ["growing"], option: "retry: { delay: (n) => 1000 * 2 ** n }", isTried: true },
      { rules: ["jitter"], option: "retry: { jitter: true }", isTried: true },
      { rules: caps, option: "retry: { limit: 4 }", isTried: true },
      { rules: ["patience"], option: "timeout: 30_000" },
    ],
  },
  {
    name: "p-retry",
    language: "js",
    waits: [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000],
    into: "pRetry(run, { … })",
    source: "https://github.com/sindresorhus/p-retry#options",
    options: [
      {
        rules: ["stops"],
        option: "shouldRetry: ({ error: { status = 500 } }) => status === 429 || status >= 500",
        isTried: true,
      },
      {
        rules: ["retry-after"],
        option:
          "onFailedAttempt: ({ error }) => new Promise((go) => setTimeout(go, 1000 * (error.retryAfter ?? 0)))",
        isTried: true,
      },
      { rules: ["growing"], option: "factor: 2", isTried: true },
      { rules: ["jitter"], option: "randomize: true" },
      { rules: caps, option: "retries: 4", isTried: true },
    ],
  },
  {
    name: "ofetch",
    language: "js",
    into: "ofetch.create({ … })",
    source: "https://github.com/unjs/ofetch#readme",
    options: [
      { rules: ["retries"], option: "retry: 4, retryDelay: 500" },
      {
        rules: ["retry-after", "growing"],
        option:
          'retry: 4, retryDelay: ({ response: r, options: { retry } }, said = r?.headers.get("retry-after")) => 1000 * said || Date.parse(said) - Date.now() || Math.random() * 2000 * 2 ** (4 - retry)',
        isTried: true,
      },
      {
        rules: ["jitter"],
        option:
          'retry: 4, retryDelay: ({ response: r, options: { retry } }, said = r?.headers.get("retry-after")) => 1000 * said || Date.parse(said) - Date.now() || Math.random() * 2000 * 2 ** (4 - retry)',
      },
      { rules: caps, option: "retry: 4", isTried: true },
      { rules: ["patience"], option: "timeout: 30_000" },
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
      { rules: ["retries"], option: 'maxRetries: 4, methods: ["GET", "POST"]' },
      { rules: ["retry-after"], option: "maxTimeout: 300_000", isTried: true },
      { rules: ["growing"], option: "timeoutFactor: 2", isTried: true },
      { rules: caps, option: "maxRetries: 4", isTried: true },
      { rules: ["patience"], option: "headersTimeout: 30_000", into: "new Agent({ … })" },
    ],
  },
  {
    name: "async-retry",
    language: "js",
    into: "retry(run, { … })",
    source: "https://github.com/vercel/async-retry#api",
    options: [
      {
        rules: ["stops"],
        option: "if (status < 500 && status !== 429) return bail(error)",
        into: "the retried function",
      },
      { rules: ["growing"], option: "factor: 2", isTried: true },
      { rules: ["jitter"], option: "randomize: true" },
      { rules: caps, option: "retries: 4", isTried: true },
    ],
  },
  {
    name: "cockatiel",
    language: "js",
    into: "retry(policy, { … })",
    source: "https://github.com/connor4312/cockatiel#retrypolicy-options",
    options: [
      {
        rules: ["stops"],
        option: "handleWhen(({ status = 500 }) => status === 429 || status >= 500)",
        into: "retry(policy, …), as the policy",
        isTried: true,
      },
      {
        rules: ["retry-after"],
        option:
          "backoff: new DelegateBackoff(({ attempt, result: { error } }) => Math.max(1000 * (error?.retryAfter ?? 0), Math.random() * 1000 * 2 ** attempt))",
        isTried: true,
      },
      {
        rules: ["growing"],
        option: "backoff: new ExponentialBackoff({ initialDelay: 1000 })",
        isTried: true,
      },
      { rules: ["jitter"], option: "backoff: new ExponentialBackoff({ initialDelay: 1000 })" },
      { rules: caps, option: "maxAttempts: 4", isTried: true },
    ],
  },
];
