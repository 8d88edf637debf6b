import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
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
  "black-out": "the client backs off",
  "brown-out": "the client completes its work",
  "burst-throttle": "the client waits for Retry-After",
  "cursor-expires": "the client starts the walk again and reads to the end, or says that it failed",
  "edge-outage": "the client reads what it reads without faults",
  "flapping-503": "the client reads what it reads without faults",
  "lost-response": "nothing is written twice",
  "retired-in-mid-run": "the client drops the retired revision",
  "short-pages": "the client follows the links to the last page",
  "slow-start": "the client waits for the response",
  stampede: "the workers return one after another",
  "steady-throttle": "every operation succeeds in the end",
  "token-expires": "the client drops the expired token",
  "truncated-pages":
    "the client requests the page again, and those after it, or says that it failed",
};

// Nearly all of the time is spent waiting.
vi.setConfig({ maxConcurrency: 6 });

/** What a client, in a thread of its own, did under a scenario of an emulator in this process. */
async function judged(name: string, client: "good" | "bad") {
  const { fixtures = ["small"], settings = {}, ...scenario } = await readScenario(name);
  await using emulator = await createEmulator({ ...settings, fixtures, port: 0 });
  const env = {
    ...process.env,
    ...environmentOf(accessOf(emulator, settings.authScheme)),
    ...environmentOfApp(emulator, "fresh"),
  };
  const program = join(import.meta.dirname, "clients", `${client}.js`);
  const ended = async () => {
    const thread = new Worker(program, { argv: [name], env, stdout: true, stderr: true });
    const [code] = (await once(thread, "exit")) as [number];
    return code;
  };
  const reference = await emulator.reference(async () => void (await ended()));
  const id = emulator.scenarios.begin(scenario, { reference });
  const code = await ended();
  await emulator.scenarios.settled(id, code);
  const { passed, expectations } = emulator.scenarios.finish(id, code, []);
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
