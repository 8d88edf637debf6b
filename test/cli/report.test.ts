import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { empty, listening, runHere } from "../support/cli.ts";

const client = (name: string) => join(import.meta.dirname, `../journeys/clients/${name}.js`);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-report-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Of the tests that run at once, since nearly all of their time is spent waiting. */
const shared = mkdtempSync(join(tmpdir(), "emulator-report-"));
afterAll(() => rmSync(shared, { recursive: true, force: true }));
vi.setConfig({ maxConcurrency: 4 });
const place = (): string => mkdtempSync(join(shared, "run-"));

const exec = ["exec", "--fixtures", empty];

/** A client that asks once, and is refused where there is a fault. */
const asks = ["-e", "await fetch(process.env.SERVICE_EMULATOR_URL + '/api/metrics')"];

/** Several waits of different lengths: that they are kept is not by chance, also on a busy machine. */
const refusals = join(shared, "refusals.yaml");
writeFileSync(
  refusals,
  `name: refusals
fixtures: [empty]
settings: { rateLimits: off }
steps:
  - fault: { operation: create_event, sequence: [${[5, 2, 9, 3].map((seconds) => `{ status: 429, retryAfter: ${seconds} }`).join(", ")}] }
`,
);

/** A client that waits as it is told, or one that does not. */
const judged = (kind: "good" | "bad", ...args: readonly string[]) => {
  const command = [process.execPath, client(kind), "burst-throttle"];
  const options = ["--quiet", "--skip-waits", "--scenario", refusals, ...args];
  return runHere(["exec", ...options, "--", ...command], { TMPDIR: shared });
};

describe.concurrent("exec --require", () => {
  it("ends well when the rules passed, and says nothing", async () => {
    const { code, stderr } = await judged("good", "--require", "retries,retry-after");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("fails for a rule that failed, in one line", async () => {
    const { code, stderr } = await judged("bad", "--require", "retry-after");
    expect(code).toBe(1);
    expect(stderr.split("\n").filter((line) => line.includes("retry-after: fail:"))).toHaveLength(
      1,
    );
  });

  it("fails for a rule that was not exercised", async () => {
    const { code, stderr } = await judged("good", "--require", "token");
    expect(code).toBe(1);
    expect(stderr).toContain("token: not exercised: No 401 in this run");
  });

  it("takes all for those that were exercised", async () => {
    expect((await judged("good", "--require", "all")).code).toBe(0);
  });
});

describe.concurrent("exec judges faults", () => {
  it.each([
    ["--min-fault-coverage", "1", 0],
    ["--min-fault-coverage", "99%", 1],
  ])("%s %s ends with %i", async (flag, percent, code) => {
    expect((await judged("good", flag, percent)).code).toBe(code);
  });

  it("by a ratchet file that the first run writes and a worse one fails", async () => {
    const file = join(place(), "survived.json");
    expect((await judged("good", "--ratchet", file)).code).toBe(0);
    const before = readFileSync(file, "utf8");
    expect(before).toContain("create_event");
    expect((await judged("good", "--ratchet", file)).code).toBe(0);
    const worse = await judged("bad", "--ratchet", file);
    expect(worse.code).toBe(1);
    expect(worse.stderr).toContain(`${file}: create_event no longer handles status 429 (0 of `);
    const words = [...exec, "--quiet", "--ratchet", file, "--", process.execPath, ...asks];
    const idle = await runHere(words, { TMPDIR: shared });
    expect(idle.stderr).toContain(`${file}: create_event met no status 429 in this run`);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("by whether each was met at all", async () => {
    const nobody = ["exec", "--quiet", "--scenario", refusals, "--all-faults-met"];
    const args = [...nobody, "--", process.execPath, ...asks];
    const { code, stderr } = await runHere(args, { TMPDIR: shared });
    expect(code).toBe(1);
    expect(stderr).toContain("fault-1: no request met this fault");
    expect((await judged("good", "--all-faults-met")).code).toBe(0);
  });
});

describe("exec --report", () => {
  it.concurrent("writes each file in the format of its name", async () => {
    const at = place();
    const paths = ["html", "xml", "md", "json"].map((ending) => join(at, `card.${ending}`));
    const { code } = await judged("good", ...paths.map((path) => `--report=${path}`));
    expect(code).toBe(0);
    const [html, xml, markdown, json] = paths.map((path) => readFileSync(path, "utf8"));
    expect(html).toMatch(/^<!doctype html>/i);
    expect(xml).toMatch(/^<\?xml /);
    expect(markdown).toContain("retry-after");
    expect(JSON.parse(json ?? "")).toMatchObject({ preset: "service", passed: true });
  });

  it.each([
    ["before", (file: string) => ["--report", file]],
    ["after", (file: string) => [file, "--report"]],
  ])("is for the terminal and for a file, if told so %s it", async (_, order) => {
    const file = join(folder(), "card.json");
    const flags = order(`--report=${file}`);
    const { code, stderr } = await runHere([...exec, ...flags, "--", process.execPath, ...asks]);
    expect(code).toBe(0);
    expect(stderr).toContain("Fault coverage");
    expect(stderr).toContain(`See ${file}.`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ run: { requests: 1 } });
  });

  it.concurrent("is an event of its own for a program", async () => {
    const { stderr } = await judged("good", "--report", "--log-format", "json");
    const events = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events).toContainEqual(expect.objectContaining({ event: "report", passed: true }));
  });

  it.each([
    [
      "a name that asks for no format",
      ["--report=card.txt"],
      /card\.txt: unknown format. Use a name that ends in \.json/,
    ],
    ["a preset that is none", ["--report", "--preset", "harsh"], /preset.*harsh/],
    [
      "a rule that is none",
      ["--require", "retry-afer"],
      /Expected all, retries, stops, retry-after, /,
    ],
    ["a threshold that is none", ["--report", "--threshold", "attemptMax=3"], /attemptsMax/],
    [
      "a threshold without a number",
      ["--report", "--threshold", "slowTo="],
      /slowTo: expected a n/,
    ],
    [
      "a percentage that is none",
      ["--min-fault-coverage", "120"],
      /Expected a number from 0 to 100/,
    ],
  ])("refuses %s in one line, before anything runs", async (_, args, told) => {
    const marker = join(folder(), "ran");
    const touch = ["-e", `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "")`];
    const { code, stderr } = await runHere([...exec, ...args, "--", process.execPath, ...touch]);
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(stderr).toMatch(told);
    expect(existsSync(marker)).toBe(false);
  });

  it.each([
    ["a file in no folder", "--report=nowhere/card.html", /nowhere\/card\.html: no folder nowhere/],
    ["a folder for a file", "--report=folder.html", /folder\.html: this is a folder/],
    ["a ratchet that is none", "--ratchet=folder.html", /folder\.html/],
  ])("refuses %s before anything runs", async (_, flag, told) => {
    const at = folder();
    mkdirSync(join(at, "folder.html"));
    const touch = ["-e", 'require("node:fs").writeFileSync("ran", "")'];
    const { code, stderr } = await runHere(
      [...exec, flag, "--", process.execPath, ...touch],
      {},
      at,
    );
    expect({ code, lines: stderr.trim().split("\n").length }).toMatchObject({ lines: 1 });
    expect(code).toBeGreaterThan(1);
    expect(stderr).toMatch(told);
    expect(existsSync(join(at, "ran"))).toBe(false);
  });

  it("keeps the command's exit code, and goes on judging, where a file cannot be written at the end", async () => {
    const at = folder();
    mkdirSync(join(at, "gone"));
    const spoil = ["-e", 'require("node:fs").rmSync("gone", { recursive: true }); process.exit(7)'];
    const flags = ["--report=gone/card.json", "--expect", "create-event --times 2"];
    const { code, stderr } = await runHere(
      [...exec, ...flags, "--", process.execPath, ...spoil],
      {},
      at,
    );
    expect(code).toBe(7);
    expect(stderr).toContain("gone/card.json: cannot write");
    expect(stderr).toContain("0, expected 2");
  });

  it.concurrent("judges by a threshold in place of the preset's", async () => {
    const file = join(place(), "card.json");
    await judged("good", `--report=${file}`, "--threshold", "attemptsMax=2");
    const { thresholds, rules } = JSON.parse(readFileSync(file, "utf8"));
    expect(thresholds.attemptsMax).toBe(2);
    expect(rules).toContainEqual(expect.objectContaining({ rule: "attempts", verdict: "fail" }));
  });
});

describe("report", () => {
  it.each([
    ["text", /stops/],
    ["json", /^\{/],
    ["markdown", /stops/],
    ["junit", /^<\?xml /],
    ["html", /^<!doctype html>/i],
  ])("writes %s of a running emulator", async (format, begins) => {
    const { ask, cli } = await listening();
    await ask("/api/profiles/nobody");
    const { code, stdout } = await cli("report", "--format", format);
    expect(code).toBe(0);
    expect(stdout).toMatch(begins);
  });

  it("fails for a rule that is required and was not exercised", async () => {
    const { ask, cli } = await listening();
    await ask("/api/metrics");
    const { code, stderr } = await cli("report", "--require", "token");
    expect(code).toBe(1);
    expect(stderr).toContain("token: not exercised");
  });
});
