import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { empty, listening, runHere } from "../support/cli.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-gates-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function fileOf(text: string): string {
  const file = join(folder(), "written.yaml");
  writeFileSync(file, text);
  return file;
}

const node = process.execPath;

/** A command that asks nothing, and one that asks once. */
const idle = [node, "-e", ""];
const asks = [
  node,
  "--input-type=module",
  "-e",
  `import { get } from "node:http";
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
get(url + "/api/metrics", { headers: { authorization: "Service-API-Key " + key, revision: "2026-07-15" } }, (answer) => answer.resume());`,
];

/** A scenario that holds where nothing happens. */
const quietScenario = `
name: quiet
fixtures: [empty]
steps:
  - fault: { operation: create_event, status: 503 }
    optional: true
expect:
  - requests: { operation: create_event, max: 3 }
  - state: { collection: lists, count: 0 }
`;

/** Every gate of `exec`, as it holds where nothing was asked, and whether one plain request is enough for it. */
const ofExec: readonly [gate: string, words: () => string[], isEnough: boolean][] = [
  ["--require all", () => ["--require", "all"], true],
  ["--require with a rule", () => ["--require", "retries"], false],
  ["--min-fault-coverage", () => ["--min-fault-coverage", "0"], true],
  ["--ratchet", () => ["--ratchet", join(folder(), "survived.json")], false],
  ["--all-faults-met", () => ["--all-faults-met"], false],
  ["--expect with --never", () => ["--expect", "create-event --never"], true],
  ["--expect with --at-most", () => ["--expect", "get-metrics --at-most 3"], true],
  [
    "--expect-file about the state",
    () => ["--expect-file", fileOf("- state: { collection: lists, count: 0 }\n")],
    true,
  ],
  [
    "--expect-file about messages",
    () => ["--expect-file", fileOf("- outbox: { count: 0 }\n")],
    true,
  ],
  ["--expect-file about the exit", () => ["--expect-file", fileOf("- exit: 0\n")], true],
  ["--scenario", () => ["--scenario", fileOf(quietScenario)], true],
];

const execWith = (words: readonly string[], command: readonly string[]) => {
  const begins = words.includes("--scenario") ? [] : ["--fixtures", empty];
  return runHere(["exec", "--quiet", ...begins, ...words, "--", ...command]);
};

describe("a gate of exec fails where no request arrived", () => {
  it.each(ofExec)("%s", async (_, words) => {
    const { code, stderr } = await execWith(words(), idle);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no request arrived.*SERVICE_EMULATOR_URL/);
  });
});

describe("a gate of exec after one good request", () => {
  it.each(ofExec)("%s", async (_, words, isEnough) => {
    const { code, stderr } = await execWith(words(), asks);
    expect([code, stderr.includes("no request arrived")]).toEqual([isEnough ? 0 : 1, false]);
  });
});

describe("exec", () => {
  it("says that it saw nothing, and what to do, where nothing is required", async () => {
    const { code, stderr } = await runHere(["exec", "--fixtures", empty, "--", ...idle]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/no request arrived: does your command read SERVICE_EMULATOR_URL\?/i);
    expect(stderr).toContain("--env NAME=url");
  });

  it("says under --tls, too, what a command must trust", async () => {
    const { stderr } = await runHere(["exec", "--tls", "--fixtures", empty, "--", ...idle]);
    expect(stderr).toMatch(/no request arrived: .*must also trust .*SERVICE_EMULATOR_CA_FILE/);
  });

  it("says nothing of the kind after a request", async () => {
    const { stderr } = await runHere(["exec", "--fixtures", empty, "--", ...asks]);
    expect(stderr).toContain("saw 1 request");
    expect(stderr).not.toContain("SERVICE_EMULATOR_URL");
  });

  it.each(["--never", "--times 0"])(
    "passes with 0 requests where %s expects none at all",
    async (words) => {
      expect((await execWith(["--expect", words], idle)).code).toBe(0);
      expect((await execWith(["--expect", words], asks)).code).toBe(1);
    },
  );

  it("writes no ratchet of a run that met no fault, and says how to meet one", async () => {
    const file = join(folder(), "survived.json");
    const { code, stderr } = await execWith(["--ratchet", file], asks);
    expect([code, existsSync(file)]).toEqual([1, false]);
    expect(stderr).toMatch(/--ratchet .*survived\.json: no request met a fault.*--scenario/);
  });

  it("says of --all-faults-met without a fault that none was planned", async () => {
    const { code, stderr } = await execWith(["--all-faults-met"], asks);
    expect(code).toBe(1);
    expect(stderr).toMatch(/--all-faults-met: no fault was planned/);
  });

  it("says of --require all that no rule was exercised, which no gate can help", async () => {
    const { code, stderr } = await execWith(["--require", "all"], asks);
    expect(code).toBe(0);
    expect(stderr).toMatch(/--require all: no rule was exercised/);
  });
});

describe("scenario run fails where no request arrived", () => {
  it("with a scenario that holds where nothing happens, in its text, its JSON and its JUnit file", async () => {
    const file = fileOf(quietScenario);
    const [output, junit] = [join(folder(), "verdict.json"), join(folder(), "verdict.xml")];
    const words = ["scenario", "run", file, "--output", output, "--junit", junit];
    const { code, stdout } = await runHere([...words, "--", ...idle]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/quiet FAILED[^]*✗ requests[^]*no request arrived/);
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ passed: false });
    expect(readFileSync(junit, "utf8")).toMatch(/failures="1"[^]*no request arrived/);
    expect((await runHere([...words, "--", ...asks])).code).toBe(0);
  });

  it("unless it expects that none arrives", async () => {
    const none = fileOf("name: none\nfixtures: [empty]\nexpect: [{ requests: { count: 0 } }]\n");
    expect((await runHere(["scenario", "run", none, "--", ...idle])).code).toBe(0);
  });
});

describe("a gate of a running emulator fails where no request arrived", () => {
  it.each([
    ["report", "--require", "all"],
    ["report", "--require", "retries"],
    ["report", "--min-fault-coverage", "0"],
    ["report", "--ratchet", "FILE"],
    ["report", "--all-faults-met"],
    ["report", "--format", "json", "--require", "all"],
    ["expect", "create-event", "--never"],
    ["expect", "get-metrics", "--at-most", "3"],
    ["expect", "create-event", "--never", "--json"],
  ])("%s %s %s", async (...words) => {
    const file = join(folder(), "survived.json");
    const { cli } = await listening();
    const { code, stderr } = await cli(...words.map((word) => (word === "FILE" ? file : word)));
    expect([code, existsSync(file)]).toEqual([1, false]);
    expect(stderr).toMatch(/no request arrived/);
  });

  it("but not where it is expected that none arrives", async () => {
    const { cli } = await listening();
    expect((await cli("expect", "--never")).code).toBe(0);
  });

  it("nor after a request", async () => {
    const { ask, cli } = await listening();
    await ask("/api/metrics");
    expect((await cli("report", "--require", "all")).code).toBe(0);
    expect((await cli("expect", "create-event", "--never")).code).toBe(0);
  });
});

describe("a JUnit file of a run without requests has an error", () => {
  const error = /<testsuite [^>]*errors="1"[^]*<error message="no request arrived/;

  it("as exec writes it", async () => {
    const file = join(folder(), "report.xml");
    await execWith([`--report=${file}`], idle);
    expect(readFileSync(file, "utf8")).toMatch(error);
    await execWith([`--report=${file}`], asks);
    expect(readFileSync(file, "utf8")).toMatch(/errors="0"/);
  });

  it("as report prints it", async () => {
    const { cli } = await listening();
    expect((await cli("report", "--format", "junit")).stdout).toMatch(error);
  });
});

it("a report card of nothing has not passed, of clients or of receivers", async () => {
  const { url, emulator } = await listening();
  const card = async (query: string) =>
    (await fetch(`${url}/_emulator/report${query}`)).json() as Promise<{ passed: boolean }>;
  expect(await card("")).toMatchObject({ passed: false });
  expect(await card("?of=receivers")).toMatchObject({ passed: false });
  expect((await emulator.report()).passed).toBe(false);
});

describe("explore is no pass where nothing was tried", () => {
  const explore = (words: readonly string[], command: readonly string[]) =>
    runHere([
      "explore",
      "--fixtures",
      empty,
      "--quiet",
      "--budget",
      "4",
      ...words,
      "--",
      ...command,
    ]);

  it("since no request arrived", async () => {
    const { code, stderr } = await explore([], idle);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/no request.*SERVICE_EMULATOR_URL/)]);
  });

  it("since no fault of those that are asked for fits what the command asks", async () => {
    const output = folder();
    const words = ["--only", "create-list", "--output", output];
    const { code, stderr } = await explore(words, asks);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/no schedule was tried/)]);
    expect(readFileSync(join(output, "explore.xml"), "utf8")).toMatch(/errors="1"/);
    const merged = await runHere(["explore", "merge", output]);
    expect([merged.code, merged.stderr]).toEqual([
      2,
      expect.stringMatching(/no schedule was tried/),
    ]);
  });
});

it("the GitHub action fails where the emulator's variables cannot be had", () => {
  const action = parse(
    readFileSync(
      join(import.meta.dirname, "../../.github/actions/service-emulator/action.yml"),
      "utf8",
    ),
  ) as { runs: { steps: { id?: string; run: string }[] } };
  // `eval "$(false)"` ends with 0.
  for (const { run: script } of action.runs.steps) expect(script).not.toMatch(/eval "\$\(/);
});
