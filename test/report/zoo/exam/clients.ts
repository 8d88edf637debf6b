import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { libraries } from "../../../../src/report/advice/libraries.ts";
import type { RuleId } from "../../../../src/report/names.ts";
import { never, type Published } from "../published.ts";

/** A program that is examined: a library with a setting, and what is published of it. */
export interface Examinee {
  readonly library: string;
  readonly language: "Node" | "Python" | "Ruby" | "PHP" | "Go";
  /** `wrong`: as badly set as may be. `default`: as it comes. `careful`: the wrong one, and all that is advised. */
  readonly kind: "wrong" | "default" | "careful";
  readonly setting: string;
  /** The rules whose options are pasted behind the setting. */
  readonly pasted: readonly RuleId[];
  readonly published: Published;
}

/** The options of a library for some rules that go where its others do, or are tried, in the table's order. */
export function optionsOf(library: string, rules: readonly RuleId[]): string[] {
  const own = libraries.filter(({ name }) => name === library).flatMap(({ options }) => options);
  const pasted = own
    .filter(({ into, isTried }) => into === undefined || isTried)
    .filter((each) => each.rules.some((rule) => rules.includes(rule)));
  return [...new Set(pasted.map(({ option }) => option))];
}

const all = [
  "retries",
  "stops",
  "retry-after",
  "growing",
  "jitter",
  "attempts",
] as const satisfies RuleId[];

/** Many attempts after the same wait each, whatever is said. */
const wrong: Published = {
  attempts: 13,
  lastsMs: 96_000,
  waits: "fixed",
  jitter: "none",
  retryAfter: "ignored",
  dates: "ignored",
};

/** Five attempts after waits that grow and differ, or after what is said. */
const careful: Published = {
  attempts: 5,
  lastsMs: 240_000,
  waits: "growing",
  jitter: "much",
  retryAfter: "heeded",
  dates: "heeded",
};

const deaf = { retryAfter: "ignored", dates: "ignored" } as const;
const heeding = { retryAfter: "heeded", dates: "heeded" } as const;

/** A library as badly set as may be, and the same with what is advised. */
const both = (
  language: Examinee["language"],
  library: string,
  setting: string,
  { asWrong = {}, asCareful = {}, pasted = all }: Changed = {},
): Examinee[] => [
  {
    language,
    library,
    setting,
    pasted: [],
    kind: "wrong",
    published: { ...wrong, ...asWrong },
  },
  {
    language,
    library,
    setting,
    pasted,
    kind: "careful",
    published: { ...careful, ...asCareful },
  },
];

/** What is other than of most. */
interface Changed {
  readonly asWrong?: Partial<Published>;
  readonly asCareful?: Partial<Published>;
  readonly pasted?: readonly RuleId[];
}

/** A library as it comes. */
const plain = (
  language: Examinee["language"],
  library: string,
  published: Published,
  setting = "",
): Examinee => ({ language, library, setting, pasted: [], kind: "default", published });

const anyMethod = 'methods: ["GET", "POST"]';

/** The zoo of the exam. */
export const examinees: readonly Examinee[] = [
  plain("Node", "got", { ...careful, attempts: 3, lastsMs: 3200, jitter: "little" }),
  ...both(
    "Node",
    "got",
    `retry: { limit: 12, ${anyMethod}, calculateDelay: ({ computedValue }) => computedValue && 8000 }`,
  ),
  plain("Node", "axios", never, "none"),
  ...both("Node", "axios", "retries: 12, retryDelay: () => 8000, retryCondition: () => true"),
  plain("Node", "ky", { ...careful, attempts: 3, lastsMs: 900, jitter: "none", waitsMs: 10_000 }),
  ...both(
    "Node",
    "ky",
    'retry: { limit: 12, methods: ["get", "post"], delay: () => 8000, maxRetryAfter: 1000, afterStatusCodes: [429] }',
    { asWrong: { retryAfter: 1000, dates: 1000 } },
  ),
  ...both("Node", "p-retry", "retries: 12, minTimeout: 8000, factor: 1"),
  plain("Node", "ofetch", { ...wrong, attempts: 2, lastsMs: 0, waits: "none" }),
  ...both("Node", "ofetch", "retry: 12, retryDelay: 8000"),
  plain("Node", "undici", { ...careful, attempts: 6, lastsMs: 15_500, jitter: "none" }),
  ...both(
    "Node",
    "undici",
    `${anyMethod}, maxRetries: 12, minTimeout: 8000, timeoutFactor: 1, maxTimeout: 8000`,
    { asWrong: { retryAfter: 8000, dates: 8000 }, asCareful: { jitter: "none" } },
  ),
  ...both("Node", "async-retry", "retries: 12, minTimeout: 8000, factor: 1, randomize: false", {
    asCareful: deaf,
  }),
  ...both("Node", "cockatiel", "maxAttempts: 12, backoff: new ConstantBackoff(8000)", {
    asCareful: deaf,
    pasted: ["stops", "growing", "jitter", "attempts"],
  }),
  {
    ...(both("Node", "cockatiel", "backoff: new ConstantBackoff(8000)")[1] as Examinee),
    pasted: ["stops", "retry-after", "attempts"],
  },
  {
    ...(both(
      "Node",
      "p-retry in async-retry",
      "retries: 2, minTimeout: 300, randomize: false",
    )[0] as Examinee),
    published: { ...wrong, attempts: 9, lastsMs: 8700, waits: "growing", loops: 2 },
  },
  plain("Python", "requests", { ...never, ...heeding, attempts: 11 }),
  ...both(
    "Python",
    "requests",
    "total=12, status_forcelist=[400, 401, 410, 429, 500, 502, 503, 504], allowed_methods=None, respect_retry_after_header=False",
    { asWrong: { waits: "none", lastsMs: 0 } },
  ),
  plain("Python", "urllib3", { ...never, ...heeding, attempts: 11 }),
  ...both(
    "Python",
    "urllib3",
    "total=12, status_forcelist=[400, 401, 410, 429, 500, 502, 503, 504], allowed_methods=None, respect_retry_after_header=False",
    { asWrong: { waits: "none", lastsMs: 0 } },
  ),
  plain("Python", "tenacity", { ...wrong, attempts: Infinity, lastsMs: Infinity, waits: "none" }),
  ...both("Python", "tenacity", "stop=stop_after_attempt(13), wait=wait_fixed(8)", {
    pasted: ["stops", "retry-after", "attempts"],
  }),
  {
    ...(both(
      "Python",
      "tenacity",
      "stop=stop_after_attempt(13), wait=wait_fixed(8)",
    )[1] as Examinee),
    pasted: ["stops", "growing", "jitter", "attempts"],
    published: { ...careful, ...deaf },
  },
  ...both("Python", "backoff", "wait=backoff.constant, interval=8, jitter=None, max_tries=13", {
    asCareful: { ...deaf, waits: "fixed" },
  }),
  plain("Python", "httpx", never, "retries=2"),
  {
    ...(both("Python", "httpx", "retries=2")[1] as Examinee),
    published: { ...careful, ...deaf },
  },
  {
    ...(both(
      "Python",
      "urllib3 in backoff",
      "backoff_factor=0.3, total=2, status_forcelist=[429, 500, 502, 503, 504], allowed_methods=None, respect_retry_after_header=False",
    )[0] as Examinee),
    published: { ...wrong, attempts: 9, lastsMs: 10_800, waits: "growing", loops: 2 },
  },
  plain("Ruby", "Faraday", { ...never, ...heeding, attempts: 3 }),
  // Debian's breaks off where a response has no Retry-After: since Ruby 3 its parser of dates raises another error.
  {
    language: "Ruby",
    library: "Faraday",
    kind: "wrong",
    setting:
      "max: 12, interval: 8, methods: %i[get post], retry_statuses: [400, 429, 500, 502, 503, 504], exceptions: [Faraday::ConnectionFailed, Faraday::RetriableResponse]",
    pasted: [],
    published: { ...never, ...heeding, attempts: 8, lastsMs: 96_000 },
  },
  ...both(
    "PHP",
    "Guzzle",
    "fn ($n, $request, $response = null) => $n < 12 && (!$response || $response->getStatusCode() >= 400)\nfn () => 700",
  ),
  plain(
    "PHP",
    "Guzzle",
    { ...wrong, attempts: 2, lastsMs: 1000, waits: "growing" },
    "fn ($n, $request, $response = null) => $n < 1 && (!$response || $response->getStatusCode() >= 500)\nnull",
  ),
  plain("Go", "go-retryablehttp", {
    ...careful,
    lastsMs: 15_000,
    jitter: "none",
    dates: "ignored",
  }),
  ...both(
    "Go",
    "go-retryablehttp",
    [
      "client.RetryMax = 12",
      "client.RetryWaitMin = 700 * time.Millisecond",
      "client.Backoff = func(low, high time.Duration, n int, r *http.Response) time.Duration { return low }",
      "client.CheckRetry = func(_ context.Context, r *http.Response, err error) (bool, error) { return err != nil || r.StatusCode >= 400, nil }",
    ].join("\n"),
    { asCareful: { dates: "ignored" } },
  ),
];

/** What a client of the zoo is called. */
export const nameOf = ({ language, library, kind, pasted }: Examinee): string =>
  `${language}: ${library}, ${kind}${pasted.length > 0 && pasted.length < all.length ? ` (${pasted.join(", ")})` : ""}`;

const programs = join(import.meta.dirname, "programs");

/** The command of a client. @param folder where it may build something */
export function commandOf(
  { language, library, setting, pasted }: Examinee,
  folder: string,
): string[] {
  const options = optionsOf(library, pasted);
  switch (language) {
    case "Node":
      return [process.execPath, join(programs, "program.mjs"), library, setting, ...options];
    case "Python":
      return [pythonOf(library) ?? "", join(programs, "program.py"), library, setting, ...options];
    case "Ruby":
      return ["ruby", join(programs, "program.rb"), library, setting, ...options];
    case "PHP": {
      const [decider, delay] = setting.split("\n");
      const texts = [decider, delay].map((text, index) => options[index] ?? text ?? "");
      return ["php", join(programs, "program.php"), library, ...texts];
    }
    case "Go":
      return [builtOf([setting, ...options].join("\n"), folder)];
  }
}

/** What Go has compiled for one program is there for the next. */
export const goCache = join(tmpdir(), "emulator-exam-go");

/** The Go program with these lines in it. */
function builtOf(lines: string, folder: string): string {
  const source = readFileSync(join(programs, "program.go"), "utf8");
  writeFileSync(
    join(folder, "program.go"),
    source.replace("// OPTIONS", () => lines),
  );
  const env = {
    ...process.env,
    GO111MODULE: "off",
    GOPATH: "/usr/share/gocode",
    GOCACHE: goCache,
  };
  execFileSync("go", ["build", "-o", "program", "program.go"], { cwd: folder, env });
  return join(folder, "program");
}

const canRun = (file: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(file, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** What shows that a library is there, new enough for its options. */
const asks: Readonly<Record<string, string>> = {
  urllib3: "from urllib3 import Retry; Retry(backoff_jitter=1)",
  requests: "import requests; from urllib3 import Retry; Retry(backoff_jitter=1)",
  httpx: "import httpx, tenacity",
  "urllib3 in backoff": "import urllib3, backoff",
};

/** Of the machine's own the one that has a library; undefined: none. */
const pythonOf = (library: string): string | undefined =>
  ["python3", "/usr/bin/python3"].find((file) =>
    canRun(file, "-c", asks[library] ?? `import ${library}`),
  );

/** Whether this machine has it. */
export function isThere({ language, library }: Examinee): boolean {
  switch (language) {
    case "Node":
      return true;
    case "Python":
      return pythonOf(library) !== undefined;
    case "Ruby":
      return canRun("ruby", "-e", 'require "faraday"; Faraday::Request::Retry');
    case "PHP":
      return canRun("php", "-r", 'require "GuzzleHttp/autoload.php";');
    case "Go":
      return existsSync("/usr/share/gocode/src/github.com/hashicorp/go-retryablehttp");
  }
}
