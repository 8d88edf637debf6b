import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { empty, runHere } from "../support/cli.ts";
import { createEmulator } from "../../src/index.ts";

/** A program that asks the emulator for the profiles, twice. */
const asks = `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key, SERVICE_EMULATOR_AUTH_SCHEME: scheme } = process.env;
const headers = { authorization: scheme + " " + key, revision: "2026-07-15" };
await fetch(url + "/api/profiles", { headers });
await fetch(url + "/api/profiles", { headers });
`;

const exec = (options: readonly string[], program = asks) => {
  const command = [process.execPath, "--input-type=module", "-e", program];
  return runHere(["exec", "--fixtures", empty, ...options, "--", ...command]);
};

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-expect-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "expected.yaml");
  writeFileSync(file, text);
  return file;
}

describe("exec with expectations", () => {
  it("ends as the command does if they are so", async () => {
    const { code, stderr } = await exec(["--expect", "get-profiles --times 2 --key 'full'"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("requests: 2, expected 2")]);
  });

  it("ends with 1 if one is not, although the command ended with 0", async () => {
    const options = ["--quiet", "--expect", "get-profiles --at-most 1", "--expect", "get-profiles"];
    const { code, stderr } = await exec(options);
    expect(code).toBe(1);
    expect(stderr).toContain("✗ requests get_profiles 1");
    expect(stderr).toContain("requests: 2, expected at most 1");
    expect(stderr).toContain("GET /api/profiles 200");
  });

  it("says in the JUnit file of the report which one was not, and what a scenario expected", async () => {
    const file = join(dirname(fileOf("")), "report.xml");
    const report = ["--quiet", `--report=${file}`, "--scenario", "flapping-503"];
    const { code } = await exec([...report, "--expect", "get-profiles --at-most 1"]);
    expect(code).toBe(1);
    const text = readFileSync(file, "utf8");
    expect(text.match(/<testsuite name="[^"]+"/g)).toEqual([
      '<testsuite name="report card"',
      '<testsuite name="flapping-503"',
      '<testsuite name="expectations"',
    ]);
    expect(text).toMatch(/classname="expectations"[^>]*><failure message="requests: 2, /);
  });

  it("ends with the command's own code if that is not 0", async () => {
    const { code } = await exec(["--expect", "get-profiles"], "process.exit(7)");
    expect(code).toBe(7);
  });

  it("reads more of them from a file", async () => {
    const file = fileOf("- requests: { operation: get_profiles, count: 2 }\n- exit: 0\n");
    const { code, stderr } = await exec(["--json", "--expect-file", file]);
    expect(code).toBe(0);
    const last = JSON.parse(stderr.trim().split("\n").at(-1) ?? "");
    expect(last).toMatchObject({ event: "expectations", passed: true, checks: [{}, {}] });
  });

  it("reads a file that an editor of another system has written", async () => {
    const file = fileOf("\uFEFF- requests: { operation: get_profiles, count: 2 }\r\n- exit: 0\r\n");
    expect((await exec(["--expect-file", file])).code).toBe(0);
  });

  it("refuses what is wrong before anything is run, with file and line", async () => {
    const file = fileOf("- requests: { count: 2 }\n- requests:\n    operation: get_profils\n");
    const { code, stderr } = await exec(["--expect-file", file]);
    expect(code).toBe(2);
    expect(stderr).toContain("expected.yaml:3");
    expect(stderr).toContain("did you mean get_profiles?");
  });

  it.each([
    ["get-profils", "did you mean get_profiles?"],
    ["get-profiles --time 2", "--times"],
    ["get-profiles --times 2 --at-least 1", "goes not with count"],
    ["get-profiles --email 'ada@example.com", "a quote is not closed"],
  ])("refuses --expect '%s'", async (text, said) => {
    const { code, stderr } = await exec(["--expect", text]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});

describe("expect", () => {
  it("judges what a running emulator was asked, by its exit code", async () => {
    const emulator = await createEmulator({ fixtures: [empty], port: 0 });
    onTestFinished(() => emulator.close());
    await emulator.sandbox().fetch("/api/profiles");
    const ask = (...args: string[]) => runHere(["expect", ...args, "--url", emulator.url]);
    expect(await ask("get-profiles", "--times", "1")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("requests: 1, expected 1"),
    });
    expect(await ask("get-profiles", "--status", "429")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("but status was 200"),
    });
    expect(await ask("get-profiles", "--never", "--json")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"passed":false'),
    });
    expect(await ask("get-profils", "--never")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("operation: no operation 'get_profils'; did you mean"),
    });
    expect(await ask("get-profiles", "--times", "1", "--at-most", "2")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--at-most: goes not with count"),
    });
  });
});
