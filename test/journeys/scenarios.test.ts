import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import {
  accessOf,
  environmentOf,
  environmentOfApp,
} from "../../src/cli/process/child-environment.ts";
import { createEmulator } from "../../src/index.ts";
import { readScenario, shippedScenarios } from "../../src/scenarios/read.ts";

/** What the client with the bug fails at, for each scenario. */
const failures: Readonly<Record<string, string>> = {
  "black-out": "it backed off",
  "brown-out": "all ten events got there",
  "burst-throttle": "it waited as long as it was told",
  "cursor-expires": "it began again, and read to the end",
  "edge-outage": "it read all three pages",
  exam: "the event got there",
  "flapping-503": "it read all three pages",
  "lost-response": "nothing was written twice",
  "retired-in-mid-run": "it did not retry what is gone",
  "short-pages": "it followed the links to the last page",
  "slow-start": "it waited for the answer",
  stampede: "not all at once",
  "token-expires": "it fetched another token, once",
  "steady-throttle": "it came back and read the profiles",
  "truncated-pages": "it asked for the page again, and for those behind it",
};

// Nearly all of the time is spent waiting.
vi.setConfig({ maxConcurrency: 6 });

/** What a client, a process of its own, did under a scenario of an emulator in this process. */
async function judged(name: string, client: "good" | "bad") {
  const { fixtures = ["small"], settings = {}, ...scenario } = await readScenario(name);
  await using emulator = await createEmulator({ ...settings, fixtures, port: 0 });
  const id = emulator.scenarios.begin(scenario);
  const env = {
    ...process.env,
    ...environmentOf(accessOf(emulator, settings.authScheme)),
    ...environmentOfApp(emulator, "fresh"),
  };
  const program = join(import.meta.dirname, "clients", `${client}.js`);
  const child = spawn(process.execPath, [program, name], { env, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number];
  const { passed, expectations } = emulator.scenarios.finish(id, code);
  return {
    passed,
    failed: expectations.filter((each) => !each.passed).map((each) => each.name),
  };
}

it("every shipped scenario has a client that passes and one that fails", () => {
  expect(shippedScenarios()).toEqual(Object.keys(failures).toSorted());
});

// The clients' time is the machine's, which does other things: a wait may be late.
const retry = 2;

it.concurrent.for(shippedScenarios())(
  "%s passes the client that copes",
  { retry },
  async (scenario) => {
    expect(await judged(scenario, "good")).toEqual({ passed: true, failed: [] });
  },
);

it.concurrent.for(Object.entries(failures))(
  "%s fails the other, since not: %s",
  { retry },
  async ([scenario, name]) => {
    const { passed, failed } = await judged(scenario, "bad");
    expect([passed, failed[0]]).toEqual([false, name]);
  },
);
