import { caps, type Library, type Option, read, tried } from "./library.ts";

/** The options of urllib3's `Retry`, which requests has, too. */
const ofRetry: readonly Option[] = [
  tried(["retries"], "total=4, status_forcelist=[429, 500, 502, 503, 504], allowed_methods=None"),
  tried(["retry-after"], "respect_retry_after_header=True"),
  tried(["growing"], "backoff_factor=1"),
  tried(["jitter"], "backoff_factor=1, backoff_jitter=1"),
  tried(["stops"], "status_forcelist=[429, 500, 502, 503, 504]"),
  tried(caps, "total=4"),
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
    options: [...ofRetry, read(["patience"], "timeout=30", "PoolManager(…)")],
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
      read(["patience"], "timeout=30", "session.request(…), with each request"),
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
      tried(
        ["retries"],
        "@retry(wait=wait_random_exponential(max=60), stop=stop_after_attempt(5))",
        "the function that sends, with tenacity: retries of a transport are for connections alone",
      ),
      read(["patience"], "timeout=30"),
    ],
  },
  {
    name: "tenacity",
    language: "python",
    into: "@retry(…)",
    source: "https://tenacity.readthedocs.io/en/latest/",
    options: [
      tried(
        ["stops"],
        'retry=retry_if_exception(lambda e: (s := getattr(e, "status", 500)) == 429 or s >= 500)',
      ),
      tried(
        ["retry-after"],
        'wait=lambda state: max(getattr(state.outcome.exception(), "retry_after", 0), random.uniform(0, 2 ** (1 + state.attempt_number)))',
      ),
      read(["growing", "jitter"], "wait=wait_random_exponential(multiplier=2, max=60)"),
      tried(caps, "stop=stop_after_attempt(5)"),
    ],
  },
  {
    name: "backoff",
    language: "python",
    into: "@backoff.on_exception(backoff.expo, Exception, …)",
    source: "https://github.com/litl/backoff#readme",
    options: [
      tried(["stops"], 'giveup=lambda e: (s := getattr(e, "status", 500)) < 500 and s != 429'),
      read(["growing"], "backoff.expo", "@backoff.on_exception(…), first"),
      read(["jitter"], "jitter=backoff.full_jitter"),
      tried(caps, "max_tries=5"),
    ],
  },
];
