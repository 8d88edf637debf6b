import { caps, type Library } from "./library.ts";

export const ofOthers: readonly Library[] = [
  {
    name: "Faraday",
    language: "ruby",
    agent: /^Faraday v/,
    into: "connection.request :retry, { … } of faraday-retry",
    source: "https://github.com/lostisland/faraday-retry#readme",
    options: [
      {
        rules: ["retries"],
        option:
          "max: 4, methods: %i[get post], retry_statuses: [429, 500, 502, 503, 504], exceptions: [Faraday::ConnectionFailed, Faraday::TimeoutError, Faraday::RetriableResponse]",
      },
      { rules: ["retry-after"], option: "retry_statuses: [429, 500, 502, 503, 504]" },
      { rules: ["growing"], option: "interval: 0.5, backoff_factor: 2" },
      { rules: ["jitter"], option: "interval: 0.5, interval_randomness: 0.5" },
      { rules: ["stops"], option: "retry_statuses: [429, 500, 502, 503, 504]" },
      { rules: caps, option: "max: 4" },
      { rules: ["patience"], option: "request: { timeout: 30 }", into: "Faraday.new(…)" },
    ],
  },
  {
    name: "Guzzle",
    language: "php",
    agent: /^GuzzleHttp\//,
    into: "$stack->push(Middleware::retry($decider, $delay)), as $delay",
    source: "https://docs.guzzlephp.org/en/stable/handlers-and-middleware.html",
    options: [
      {
        rules: ["retries", "stops"],
        option:
          "fn ($n, $request, $response = null) => $n < 4 && (!$response || $response->getStatusCode() === 429 || $response->getStatusCode() >= 500)",
        into: "$stack->push(Middleware::retry($decider, $delay)), as $decider",
      },
      {
        rules: caps,
        option:
          "fn ($n, $request, $response = null) => $n < 4 && (!$response || $response->getStatusCode() === 429 || $response->getStatusCode() >= 500)",
        into: "$stack->push(Middleware::retry($decider, $delay)), as $decider",
        isTried: true,
      },
      {
        rules: ["retry-after", "growing", "jitter"],
        option:
          'fn ($n, $r) => 1000 * (is_numeric($s = $r?->getHeaderLine("Retry-After") ?? "") ? $s : strtotime($s ?: "now") - time()) ?: random_int(0, 500 * 2 ** $n)',
      },
      { rules: ["patience"], option: '"timeout" => 30', into: "new Client([ … ])" },
    ],
  },
  {
    name: "go-retryablehttp",
    language: "go",
    into: "the lines behind client := retryablehttp.NewClient()",
    source: "https://pkg.go.dev/github.com/hashicorp/go-retryablehttp",
    options: [
      {
        rules: ["growing", "retry-after"],
        option: "client.Backoff = retryablehttp.DefaultBackoff",
      },
      {
        rules: ["jitter"],
        option:
          "client.Backoff = func(low, high time.Duration, n int, r *http.Response) time.Duration { d := retryablehttp.DefaultBackoff(low, high, n, r); return d + time.Duration(rand.Int63n(1+int64(d/2))) }",
      },
      {
        rules: ["stops"],
        option: "client.CheckRetry = retryablehttp.DefaultRetryPolicy",
        isTried: true,
      },
      { rules: caps, option: "client.RetryMax = 4", isTried: true },
      { rules: ["patience"], option: "client.HTTPClient.Timeout = 30 * time.Second" },
    ],
  },
  {
    name: "OkHttp",
    language: "java",
    agent: /^okhttp\//,
    into: "new OkHttpClient.Builder()",
    source:
      "https://square.github.io/okhttp/5.x/okhttp/okhttp3/-ok-http-client/-builder/call-timeout.html",
    options: [
      { rules: ["patience", "total-time"], option: ".callTimeout(Duration.ofSeconds(30))" },
    ],
  },
  {
    name: "Apache HttpClient",
    language: "java",
    agent: /^Apache-HttpClient\/5/,
    into: "HttpClients.custom()",
    source:
      "https://github.com/apache/httpcomponents-client/blob/master/httpclient5/src/main/java/org/apache/hc/client5/http/impl/DefaultHttpRequestRetryStrategy.java",
    options: [
      {
        rules: ["retry-after", ...caps],
        option: ".setRetryStrategy(new DefaultHttpRequestRetryStrategy(4, TimeValue.ofSeconds(1)))",
      },
      {
        rules: ["patience"],
        option:
          ".setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(Timeout.ofSeconds(30)).build())",
      },
    ],
  },
  {
    name: "resilience4j",
    language: "java",
    into: "RetryConfig.custom()",
    source: "https://resilience4j.readme.io/docs/retry",
    options: [
      {
        rules: ["growing", "jitter"],
        option: ".intervalFunction(IntervalFunction.ofExponentialRandomBackoff(500, 2.0, 0.5))",
      },
      { rules: caps, option: ".maxAttempts(5)" },
    ],
  },
  {
    name: "Polly",
    language: "csharp",
    into: "new RetryStrategyOptions { … }",
    source: "https://pollydocs.org/api/Polly.Retry.RetryStrategyOptions-1.html",
    options: [
      { rules: ["growing"], option: "BackoffType = DelayBackoffType.Exponential" },
      { rules: ["jitter"], option: "UseJitter = true" },
      { rules: caps, option: "MaxRetryAttempts = 4" },
    ],
  },
  {
    name: "AWS-style SDKs",
    language: "ini",
    agent: /\bcfg\/retry-mode#/,
    into: "the shared config file",
    source: "https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html",
    options: [
      { rules: ["retries", "growing", "jitter"], option: "retry_mode = standard" },
      { rules: caps, option: "max_attempts = 5" },
    ],
  },
];
