import { caps, type Library, read, tried } from "./library.ts";

export const ofOthers: readonly Library[] = [
  {
    name: "Faraday",
    language: "ruby",
    agent: /^Faraday v/,
    into: "connection.request :retry, { … } of faraday-retry",
    source: "https://github.com/lostisland/faraday-retry#readme",
    options: [
      read(
        ["retries"],
        "max: 4, methods: %i[get post], retry_statuses: [429, 500, 502, 503, 504], exceptions: [Faraday::ConnectionFailed, Faraday::TimeoutError, Faraday::RetriableResponse]",
      ),
      read(["retry-after"], "retry_statuses: [429, 500, 502, 503, 504]"),
      read(["growing"], "interval: 0.5, backoff_factor: 2"),
      read(["jitter"], "interval: 0.5, interval_randomness: 0.5"),
      read(["stops"], "retry_statuses: [429, 500, 502, 503, 504]"),
      read(caps, "max: 4"),
      read(["patience"], "request: { timeout: 30 }", "Faraday.new(…)"),
    ],
  },
  {
    name: "Guzzle",
    language: "php",
    agent: /^GuzzleHttp\//,
    into: "$stack->push(Middleware::retry($decider, $delay)), as $delay",
    source: "https://docs.guzzlephp.org/en/stable/handlers-and-middleware.html",
    options: [
      read(
        ["retries", "stops"],
        "fn ($n, $request, $response = null) => $n < 4 && (!$response || $response->getStatusCode() === 429 || $response->getStatusCode() >= 500)",
        "$stack->push(Middleware::retry($decider, $delay)), as $decider",
      ),
      tried(
        caps,
        "fn ($n, $request, $response = null) => $n < 4 && (!$response || $response->getStatusCode() === 429 || $response->getStatusCode() >= 500)",
        "$stack->push(Middleware::retry($decider, $delay)), as $decider",
      ),
      read(
        ["retry-after", "growing", "jitter"],
        'fn ($n, $r) => 1000 * (is_numeric($s = $r?->getHeaderLine("Retry-After") ?? "") ? $s : strtotime($s ?: "now") - time()) ?: random_int(0, 500 * 2 ** $n)',
      ),
      read(["patience"], '"timeout" => 30', "new Client([ … ])"),
    ],
  },
  {
    name: "go-retryablehttp",
    language: "go",
    into: "the lines behind client := retryablehttp.NewClient()",
    source: "https://pkg.go.dev/github.com/hashicorp/go-retryablehttp",
    options: [
      read(["growing", "retry-after"], "client.Backoff = retryablehttp.DefaultBackoff"),
      read(
        ["jitter"],
        "client.Backoff = func(low, high time.Duration, n int, r *http.Response) time.Duration { d := retryablehttp.DefaultBackoff(low, high, n, r); return d + time.Duration(rand.Int63n(1+int64(d/2))) }",
      ),
      tried(["stops"], "client.CheckRetry = retryablehttp.DefaultRetryPolicy"),
      tried(caps, "client.RetryMax = 4"),
      read(["patience"], "client.HTTPClient.Timeout = 30 * time.Second"),
    ],
  },
  {
    name: "OkHttp",
    language: "java",
    agent: /^okhttp\//,
    into: "new OkHttpClient.Builder()",
    source:
      "https://square.github.io/okhttp/5.x/okhttp/okhttp3/-ok-http-client/-builder/call-timeout.html",
    options: [read(["patience", "total-time"], ".callTimeout(Duration.ofSeconds(30))")],
  },
  {
    name: "Apache HttpClient",
    language: "java",
    agent: /^Apache-HttpClient\/5/,
    into: "HttpClients.custom()",
    source:
      "https://github.com/apache/httpcomponents-client/blob/master/httpclient5/src/main/java/org/apache/hc/client5/http/impl/DefaultHttpRequestRetryStrategy.java",
    options: [
      read(
        ["retry-after", ...caps],
        ".setRetryStrategy(new DefaultHttpRequestRetryStrategy(4, TimeValue.ofSeconds(1)))",
      ),
      read(
        ["patience"],
        ".setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(Timeout.ofSeconds(30)).build())",
      ),
    ],
  },
  {
    name: "resilience4j",
    language: "java",
    into: "RetryConfig.custom()",
    source: "https://resilience4j.readme.io/docs/retry",
    options: [
      read(
        ["growing", "jitter"],
        ".intervalFunction(IntervalFunction.ofExponentialRandomBackoff(500, 2.0, 0.5))",
      ),
      read(caps, ".maxAttempts(5)"),
    ],
  },
  {
    name: "Polly",
    language: "csharp",
    into: "new RetryStrategyOptions { … }",
    source: "https://pollydocs.org/api/Polly.Retry.RetryStrategyOptions-1.html",
    options: [
      read(["growing"], "BackoffType = DelayBackoffType.Exponential"),
      read(["jitter"], "UseJitter = true"),
      read(caps, "MaxRetryAttempts = 4"),
    ],
  },
  {
    name: "AWS-style SDKs",
    language: "ini",
    agent: /\bcfg\/retry-mode#/,
    into: "the shared config file",
    source: "https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html",
    options: [
      read(["retries", "growing", "jitter"], "retry_mode = standard"),
      read(caps, "max_attempts = 5"),
    ],
  },
];
