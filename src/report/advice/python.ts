import { caps, type Library, type Option } from "./library.ts";

/** The options of urllib3's `Retry`, which requests has, too. */
const ofRetry: readonly Option[] = [
  {
    rules: ["retries"],
    option: "total=4, status_forcelist=[429, 500, 502, 503, 504], allowed_methods=None",
    isTried: true,
  },
  { rules: ["retry-after"], option: "respect_retry_after_header=True", isTried: true },
  { rules: ["growing"], option: "backoff_factor=1", isTried: true },
  { rules: ["jitter"], option: "backoff_factor=1, backoff_jitter=1", isTried: true },
  { rules: ["stops"], option: "status_forcelist=[429, 500, 502, 503, 504]", isTried: true },
  { rules: caps, option: "total=4", isTried: true },
];

/** Libraries of Python. An exception of the client's own has `status`, and `retry_after` in seconds. */
export const ofPython: readonly Library[] = [
  {
    name: "urllib3",
    language: "python",
    agent: /^python-urllib3\//,
    isFirstAtOnce: true,
    into: "PoolManager(retries=Retry(…))",
    source: "https://urllib3.readthedocs.io/en/stable/reference/urllib3.util.html",
    options: [...ofRetry, { rules: ["patience"], option: "timeout=30", into: "PoolManager(…)" }],
  },
  {
    name: "requests",
    language: "python",
    agent: /^python-requests\//,
    isFirstAtOnce: true,
    into: 'session.mount("https://", HTTPAdapter(max_retries=Retry(…)))',
    source: "https://urllib3.readthedocs.io/en/stable/reference/urllib3.util.html",
    options: [
      ...ofRetry,
      { rules: ["patience"], option: "timeout=30", into: "session.request(…), with each request" },
    ],
  },
  {
    name: "httpx",
    language: "python",
    agent: /^python-httpx\//,
    into: "httpx.Client(…)",
    source: "https://www.python-httpx.org/advanced/transports/",
    options: [
      // Its transport retries connections that could not be made, and no response.
      {
        rules: ["retries"],
        option: "@retry(wait=wait_random_exponential(max=60), stop=stop_after_attempt(5))",
        into: "the function that sends, with tenacity: retries of a transport are for connections alone",
        isTried: true,
      },
      { rules: ["patience"], option: "timeout=30" },
    ],
  },
  {
    name: "tenacity",
    language: "python",
    into: "@retry(…)",
    source: "https://tenacity.readthedocs.io/en/latest/",
    options: [
      {
        rules: ["stops"],
        option:
          'retry=retry_if_exception(lambda e: (s := getattr(e, "status", 500)) == 429 or s >= 500)',
        isTried: true,
      },
      {
        rules: ["retry-after"],
        option:
          'wait=lambda state: max(getattr(state.outcome.exception(), "retry_after", 0), random.uniform(0, 2 ** (1 + state.attempt_number)))',
        isTried: true,
      },
      {
        rules: ["growing", "jitter"],
        option: "wait=wait_random_exponential(multiplier=2, max=60)",
      },
      { rules: caps, option: "stop=stop_after_attempt(5)", isTried: true },
    ],
  },
  {
    name: "backoff",
    language: "python",
    into: "@backoff.on_exception(backoff.expo, Exception, …)",
    source: "https://github.com/litl/backoff#readme",
    options: [
      {
        rules: ["stops"],
        option: 'giveup=lambda e: (s := getattr(e, "status", 500)) < 500 and s != 429',
        isTried: true,
      },
      { rules: ["growing"], option: "backoff.expo", into: "@backoff.on_exception(…), first" },
      { rules: ["jitter"], option: "jitter=backoff.full_jitter" },
      { rules: caps, option: "max_tries=5", isTried: true },
    ],
  },
];
