import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { libraries } from "../../src/report/advice/libraries.ts";
import { reportText } from "../../src/cli/card/report-card.ts";
import type { ReportCard } from "../../src/report/card-shape.ts";
import { ruleIds } from "../../src/report/names.ts";
import { htmlOf, junitOf, markdownOf } from "../../src/report/printed/card-page.ts";
import { broke, cardOf, result } from "../support/cards.ts";
import { refused, resultOf } from "../support/report.ts";

/** Calls that each fail after such waits. */
const failing = (agent: string, calls: number, ...waits: readonly number[]) =>
  Array.from({ length: calls }, (_, call) => {
    const own = { likeness: `call ${call} of ${agent}`, agent };
    let at = call * 10_000_000;
    // A refusal takes a millisecond.
    return [-1, ...waits].map((wait) => refused((at += wait + 1), own));
  }).flat();

/** What is advised to a client that waits the same each time. */
const advised = (agent: string, ...waits: readonly number[]) =>
  resultOf("jitter", failing(agent, 20, ...waits)).advice;

it("names the option of the library that the requests name", () => {
  expect(advised("axios/1.21.1", 400)).toEqual({
    text: "With axios, in axiosRetry(axios, { … }) of axios-retry (not tried, see https://github.com/softonic/axios-retry#options):",
    option: "retryDelay: (count, error) => axiosRetry.exponentialDelay(count, error, 1000)",
    library: "axios",
    language: "js",
    source: "https://github.com/softonic/axios-retry#options",
    isTried: false,
  });
});

it("advises users of got of delays that wait where Retry-After is less than 0, and end where got ends", () => {
  const { options = [] } = libraries.find(({ name }) => name === "got") ?? {};
  const { option = "" } = options.find(({ rules }) => rules.includes("retry-after")) ?? {};
  const { retry } = runInNewContext(`({ ${option} })`) as {
    retry: { calculateDelay: (of: { computedValue: number; attemptCount: number }) => number };
  };
  const delay = (computedValue: number) => retry.calculateDelay({ computedValue, attemptCount: 2 });
  expect(delay(0)).toBe(0);
  expect(delay(-3000)).toBeGreaterThanOrEqual(2000);
  expect(delay(5000)).toBeGreaterThanOrEqual(5000);
});

it.each([
  ["got", "got (https://github.com/sindresorhus/got)"],
  ["Faraday", "Faraday v2.12.0"],
  ["Guzzle", "GuzzleHttp/7"],
  ["AWS-style SDKs", "Sdk/1.35 ua/2.0 cfg/retry-mode#legacy"],
])("knows %s by its User-Agent", (library, agent) => {
  expect(advised(agent, 1000)?.library).toBe(library);
});

it("knows a library by its default waits where no other client waits alike", () => {
  expect(advised("node", 300, 600)?.library).toBe("ky");
  const waits = Array.from({ length: 10 }, (_, step) => 1000 * 2 ** step);
  expect(advised("axios/1.21.1", ...waits)?.library).toBe("p-retry");
});

it("names none where the waits are other ones, fewer, or a client's own", () => {
  expect(advised("node", 300, 700)).toBeNull();
  expect(advised("node", 300)).toBeNull();
  expect(advised("Go-http-client/1.1", 1000, 2000, 4000, 8000)).toBeNull();
});

it("names no urllib3 where the first retry does not come at once, as its own does", () => {
  expect(advised("python-requests/2.34.2", 0, 2000, 4000)?.library).toBe("requests");
  expect(advised("python-requests/2.34.2", 1000, 2000, 4000)).toBeNull();
});

it("names none where several programs failed", () => {
  const both = [...failing("axios/1.21.1", 10, 400), ...failing("got (x)", 10, 400)];
  expect(resultOf("jitter", both)).toMatchObject({ verdict: "fail", advice: null });
});

it("advises nothing where nothing failed", () => {
  expect(resultOf("jitter", failing("axios/1.21.1", 2, 400)).advice).toBeNull();
});

it("has one option at most for a rule of a library, and each from a page of its documentation", () => {
  for (const { name, options, source } of libraries) {
    const rules = options.flatMap((each) => each.rules);
    expect([name, rules.length]).toEqual([name, new Set(rules).size]);
    expect(ruleIds).toEqual(expect.arrayContaining(rules));
    expect(source).toMatch(/^https:\/\//);
  }
});

const long =
  "client.Backoff = retryablehttp.DefaultBackoff // and so on, further than a line is long";
const advice = {
  text: "With go-retryablehttp, in main (tried, see the page):",
  option: long,
  library: "go-retryablehttp",
  language: "go",
  source: "the page",
  isTried: true,
};

it.each([
  ["text", (card: ReportCard) => reportText(card, { width: 60 })],
  ["Markdown", markdownOf],
  ["HTML", htmlOf],
  ["JUnit", junitOf],
])("stands in the %s of a card, uncut", (_, written) => {
  const failed = { verdict: "fail", failed: 1, evidence: [broke("One.", null)] } as const;
  const text = written(cardOf([result("jitter", { ...failed, advice })]));
  expect(text.replaceAll(/\s+/g, " ")).toContain("With go-retryablehttp, in main");
  expect(text).toContain(long);
});
