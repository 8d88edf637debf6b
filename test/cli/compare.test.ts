import { describe, expect, it } from "vitest";
import { empty, runHere } from "../support/cli.ts";

/** Reads lists once, and once more if that failed. */
const client = (retries: number, exitCode = 0) => `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
for (let attempt = 0; attempt <= ${retries}; attempt += 1) {
  const answer = await fetch(url + "/api/lists", { headers });
  await answer.text();
  if (answer.ok) break;
}
process.exit(${exitCode});`;

const scenario = "test/cli/compare.yaml";
const node = (script: string) => ["--", process.execPath, "--input-type=module", "-e", script];

describe("--compare", () => {
  it("decides what is undecided without it", async () => {
    const words = ["exec", "--fixtures", empty, "--scenario", scenario, "--require", "retries"];
    const without = await runHere([...words, ...node(client(1))]);
    expect([without.code, without.stderr]).toEqual([
      1,
      expect.stringContaining("retries: undecided: add exec --compare, or a name for each call\n"),
    ]);
    const { code, stderr } = await runHere([...words, "--compare", ...node(client(1))]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("run 2 of 2 without faults\n")]);
  });

  it("of scenario run lets rules pass that the scenario expects", async () => {
    const words = ["scenario", "run", scenario, "--compare"];
    expect((await runHere([...words, ...node(client(1))])).code).toBe(0);
    const { code, stdout } = await runHere([...words, ...node(client(0))]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("retries: fail: ")]);
  });

  it("has nothing to compare a command with that fails without faults", async () => {
    const words = ["exec", "--fixtures", empty, "--quiet", "--compare"];
    const { code, stderr } = await runHere([...words, ...node(client(0, 3))]);
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: --compare: the command failed without faults (exit code 3). Run it without --compare to see what it prints.\n",
    ]);
  });

  it.each([
    [["--url", "http://127.0.0.1:1", "--", "true"], "leave out --url"],
    [[], "needs a command"],
  ])("is refused with %j", async (words, why) => {
    const { code, stderr } = await runHere(["scenario", "run", scenario, "--compare", ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });
});
