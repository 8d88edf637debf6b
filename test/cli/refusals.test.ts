import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { readDuration, readDurations } from "../../src/cli/options/values.ts";
import { empty, ended, runHere, spawnCli } from "../support/cli.ts";

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-refused-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const exec = (...options: string[]) => ["exec", ...options, "--", "echo", "ran"];

describe("what would be passed over in silence", () => {
  it.each<[string[], string]>([
    [exec("--export-on-exit", `${empty}/saved`), "--export-on-exit: cannot write "],
    [exec("--export-on-exit", "/proc/saved"), "--export-on-exit: cannot write /proc/saved"],
    [
      exec("--state", "saved", "--fixtures", "small"),
      "--state: it takes the place of fixtures, so it cannot go with --fixtures",
    ],
    [exec("--env", "CA=ca-file"), "--env CA=ca-file: there is nothing to trust without --tls"],
    [exec("--env", "A B=url"), "--env 'A B=url': expected letters, digits and _ before the ="],
    [exec("--expect", ""), "--expect '': say which, such as 'create-event --times 2'"],
    [exec("--processing-delay", "30"), "30 what? Expected a unit, such as 30s."],
    [["wait", "--timeout", "30"], "30 what? Expected a unit, such as 30s."],
    [["clock", "advance", "60"], "60 what? Expected a unit, such as 60s."],
    [["faults", "add", "--delay", "100..200ms"], "100 what? Expected a unit, such as 100s."],
  ])("is refused in one line, and nothing is run: %j", async (args, told) => {
    const { code, stdout, stderr } = await runHere(args);
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(told);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("is a state of the config where a flag names fixtures, and the other way round", async () => {
    const folder = place();
    const config = join(folder, "service-emulator.config.yaml");
    const value = async (...args: string[]) => {
      const { stdout } = await runHere(["config", "print", "--json", ...args], {}, folder);
      const { options } = JSON.parse(stdout) as { options: { option: string; value: unknown }[] };
      const of = (name: string) => options.find(({ option }) => option === name)?.value;
      return [of("state"), of("fixtures")];
    };
    writeFileSync(config, "state: saved\n");
    expect(await value("--fixtures", "small")).toEqual([null, ["small"]]);
    writeFileSync(config, "fixtures: small\n");
    expect(await value("--state", "saved")).toEqual(["saved", ["demo"]]);
    writeFileSync(config, "fixtures: small\nstate: saved\n");
    const { code, stderr } = await runHere(["config", "print"], {}, folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${config}: fixtures`)]);
  });
});

it.each(["30s", "0", "-3d", "1.5h", "250 ms", "1000B/s"])("%s is a duration", (text) => {
  expect(readDuration(text)).toBe(text);
});

it.each(["100ms..2s", "200ms~0.6", "+5s..+30s", "2026-07-20T12:00:00Z..+30s"])(
  "%s is made of durations",
  (text) => expect(readDurations(text)).toBe(text),
);

describe("a file that cannot be", () => {
  it.each<[string[], number, string]>([
    [["init", "/proc/x"], 3, "/proc/x/service-emulator.config.yaml cannot be written (ENOENT)"],
    [["--port", "0", "--data-dir", "/proc/x"], 3, "cannot use /proc/x"],
    [["generate", "--profiles", "1", "--output", "/proc/x"], 2, "no folder can be made there"],
    [["generate", "--profiles", "1", "--output", "/dev/null"], 2, "it is no folder"],
    [
      ["generate", "--events", "5", "--profiles", "0", "--output", "x"],
      2,
      "--events: expected 0, since there are no profiles to have events",
    ],
  ])("is told in one line: %j", async (args, exit, told) => {
    const { code, stderr } = await runHere(args, {}, place());
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(told)]);
  });

  it("is a folder in the place of a CSV", async () => {
    const folder = place();
    mkdirSync(join(folder, "people.csv"));
    const file = join(folder, "mine.yaml");
    writeFileSync(file, "company_id: Tests1\nprofiles_from: people.csv\n");
    const { stderr } = await runHere(["--port", "0", "--fixtures", file]);
    expect(stderr).toMatch(/people\.csv: is a directory; expected a file\n$/);
  });

  it("is a CSV with another separator", async () => {
    const folder = place();
    writeFileSync(join(folder, "people.csv"), "email;first_name\nada@example.com;Ada\n");
    const file = join(folder, "mine.yaml");
    writeFileSync(file, "company_id: Tests1\nprofiles_from: people.csv\n");
    const { stderr } = await runHere(["--port", "0", "--fixtures", file]);
    expect(stderr).toContain('people.csv:1: expected columns separated by commas, not by ";"');
  });
});

it("a path with a space is told as a shell takes it", async () => {
  const folder = place();
  const args = ["generate", "--profiles", "1", "--events", "0", "--output", "my people"];
  const { stdout } = await runHere(args, {}, folder);
  expect(stdout).toContain("start with --fixtures 'my people/fixture.yaml'\n");
  expect((await runHere(["init", "my folder"], {}, folder)).stdout).toContain("  cd 'my folder'\n");
});

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("a stdout without space", () => {
  it.each([["routes"], ["openapi"], ["--help"]])("is told in one line by %s", async (...args) => {
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const child = spawnCli(args, {}, ["ignore", full, "pipe"]);
    const told = text(child.stderr as NodeJS.ReadableStream);
    expect([await ended(child), await told]).toEqual([
      1,
      "service-emulator: what is printed cannot be written: there is no space left\n",
    ]);
  });
});
