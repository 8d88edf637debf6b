import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import { runHere } from "../support/cli.ts";

/** An empty folder, in which no config lies unless it is given. */
function project(config?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-consistency-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (config !== undefined) writeFileSync(join(folder, "service-emulator.config.yaml"), config);
  return folder;
}

/** What a start would be told, of the two options. */
async function told(args: readonly string[], env = {}, folder = project()) {
  const { stdout, stderr } = await runHere(["config", "print", "--json", ...args], env, folder);
  expect(stderr).toBe("");
  const { options } = JSON.parse(stdout) as { options: { option: string; value: unknown }[] };
  const of = (name: string) => options.find(({ option }) => option === name)?.value;
  return { consistency: of("consistency"), processingDelay: of("processingDelay") };
}

describe("--consistency", () => {
  it.each<[string, unknown]>([
    ["immediate", "immediate"],
    ["service", "service"],
    ["events=30s,segments=5m", { events: "30s", segments: "5m" }],
    [" counts = 10m", { counts: "10m" }],
  ])("takes %j", async (text, consistency) => {
    expect((await told(["--consistency", text])).consistency).toEqual(consistency);
  });

  it("is a variable, too", async () => {
    const env = { SERVICE_EMULATOR_CONSISTENCY: "events=30s" };
    expect((await told([], env)).consistency).toEqual({ events: "30s" });
  });

  it("is a table in a config file, or a word", async () => {
    const table = project("consistency: { events: 30s, counts: 10m }\n");
    expect((await told([], {}, table)).consistency).toEqual({ events: "30s", counts: "10m" });
    expect((await told([], {}, project("consistency: service\n"))).consistency).toBe("service");
  });

  it("is shown in the words of its flag", async () => {
    const args = ["config", "print", "--consistency", "events=30s,counts=10m"];
    const { stdout } = await runHere(args, {}, project());
    expect(stdout).toMatch(/consistency +events=30s,counts=10m +--consistency/);
  });

  it.each<[string[], string]>([
    [["--consistency", "sevice"], "Expected immediate, service, or delays of kinds"],
    [["--consistency", "later"], "Expected immediate, service, or delays of kinds"],
    [["--consistency", "events=30s,"], "Expected immediate, service, or delays of kinds"],
    [["--consistency", "event=30s"], "Unknown kind 'event'. Use some of jobs, events,"],
    [["--consistency", "events=30"], "30 what? Expected a unit, such as 30s."],
    [
      ["--consistency", "jobs=1s,events=soon"],
      "--consistency: events: expected a duration such as 500ms, a day at most",
    ],
    [["--consistency", "counts=2d"], "--consistency: counts: expected a duration"],
    [["--consistency", "counts=-1s"], "--consistency: counts: expected a duration"],
    [
      ["--consistency", "service", "--processing-delay", "5s"],
      "--consistency: cannot go with --processing-delay, which sets jobs, events and " +
        "subscriptions. Give these kinds their delay here instead",
    ],
  ])("is refused in one line: %j", async (args, message) => {
    const { code, stdout, stderr } = await runHere(
      ["exec", ...args, "--", "echo", "ran"],
      {},
      project(),
    );
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it.each([
    ["consistency: { event: 30s }\n", "consistency.event: unknown member; did you mean events?"],
    [
      "consistency: { events: 30 }\n",
      'consistency.events: expected a duration with its unit: "30s"',
    ],
    ["consistency: service\nprocessingDelay: 5s\n", "consistency: cannot go with "],
  ])("is refused in a config file that says %j", async (config, message) => {
    const folder = project(config);
    const { code, stderr } = await runHere(["exec", "--", "echo", "ran"], {}, folder);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  });

  it("gives way to a processing delay that is said nearer, and the other way round", async () => {
    const config = project("processingDelay: 200ms\n");
    expect(await told(["--consistency", "service"], {}, config)).toEqual({
      consistency: "service",
      processingDelay: null,
    });
    const other = project("consistency: service\n");
    expect(await told(["--processing-delay", "1s"], {}, other)).toEqual({
      consistency: null,
      processingDelay: "1s",
    });
  });
});

describe("the option consistency", () => {
  const anyhow = (options: unknown) => options as EmulatorOptions;

  it.each<[EmulatorOptions, string]>([
    [
      { consistency: "service", processingDelay: "5s" },
      "consistency: cannot go with processingDelay, which sets jobs, events and subscriptions. " +
        "Give these kinds their delay here instead",
    ],
    [{ consistency: { events: "soon" } }, "consistency.events: expected a duration such as 500ms"],
    [{ consistency: { events: "60" } }, "consistency.events: expected a duration with its unit"],
    [anyhow({ consistency: { events: 60 } }), "consistency.events: expected a duration with its"],
    [anyhow({ consistency: { event: "1s" } }), "consistency.event: unknown option"],
    [
      anyhow({ consistency: "sevice" }),
      "consistency: expected 'immediate' or 'service' or an object; did you mean service?",
    ],
  ])("is refused as %j", async (options, message) => {
    await expect(createEmulator({ ...options, fixtures: ["empty"] })).rejects.toThrow(message);
  });
});
