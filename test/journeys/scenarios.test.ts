import { join } from "node:path";
import { expect, it } from "vitest";
import { shippedScenarios } from "../../src/scenarios/read.ts";
import type { Verdict } from "../../src/scenarios/verdict.ts";
import { run } from "../support/cli.ts";

/** What the client with the bug fails at, for each scenario. */
const failures: Readonly<Record<string, string>> = {
  "black-out": "it backed off",
  "brown-out": "all ten events got there",
  "burst-throttle": "it waited as long as it was told",
  exam: "the event got there",
  "flapping-503": "it read all three pages",
  "lost-response": "nothing was written twice",
  "retired-in-mid-run": "it did not retry what is gone",
  "slow-start": "it waited for the answer",
  stampede: "not all at once",
  "token-expires": "it fetched another token, once",
  "steady-throttle": "it came back and read the profiles",
  "truncated-pages": "it asked for the page again, and for those behind it",
};

async function judged(scenario: string, client: "good" | "bad") {
  const file = join(import.meta.dirname, "clients", `${client}.js`);
  const command = [process.execPath, file, scenario];
  const ended = await run(["scenario", "run", scenario, "--json", "--", ...command]);
  const verdict = JSON.parse(ended.stdout) as Verdict;
  const failed = verdict.expectations.filter(({ passed }) => !passed).map(({ name }) => name);
  return { code: ended.code, passed: verdict.passed, failed, stderr: ended.stderr };
}

it("every shipped scenario has a client that passes and one that fails", () => {
  expect(shippedScenarios()).toEqual(Object.keys(failures).toSorted());
});

it.each(shippedScenarios())("%s passes the client that copes", async (scenario) => {
  const { code, passed, failed } = await judged(scenario, "good");
  expect({ code, passed, failed }).toEqual({ code: 0, passed: true, failed: [] });
});

it.each(Object.entries(failures))("%s fails the other, since not: %s", async (scenario, name) => {
  const { code, passed, failed } = await judged(scenario, "bad");
  expect({ code, passed }).toEqual({ code: 1, passed: false });
  expect(failed[0]).toBe(name);
});
