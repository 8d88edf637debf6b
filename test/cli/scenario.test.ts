import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ended, linesOf, listening, run, runHere, spawnCli } from "../support/cli.ts";

/** A folder with a scenario in it. */
function written(text: string, name = "mine.yaml") {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-scenario-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text);
  return { folder, file: join(folder, name) };
}

/** A client in one line of JavaScript, which knows where the service is. */
const client = (script: string) => [
  process.execPath,
  "-e",
  `const { env } = process;
   const ask = (path) => fetch(env.SERVICE_EMULATOR_URL + path, { headers: {
     authorization: env.SERVICE_EMULATOR_AUTH_SCHEME + " " + env.SERVICE_EMULATOR_API_KEY,
     revision: "2026-07-15" } });
   (async () => { ${script} })();`,
];

const scenario = `
name: mine
fixtures: [empty]
steps:
  - name: one failure
    fault: { operation: get_metrics, status: 503 }
expect:
  - name: it came back
    requests: { operation: get_metrics, status: 200 }
  - exit: 0
`;

describe("scenario run", () => {
  it("gives the command what it needs, and exits 0 with a readable verdict", async () => {
    const { file } = written(scenario);
    const script = `await ask("/api/metrics"); await ask("/api/metrics"); console.log("done for", env.SERVICE_EMULATOR_COMPANY_ID)`;
    const { code, stdout } = await run(["scenario", "run", file, "--", ...client(script)]);
    expect(stdout).toBe(
      [
        "done for DEMO01",
        "mine passed",
        "",
        "  ✓ one failure  requests met it: 1, expected at least 1",
        "  ✓ it came back  requests: 1, expected at least 1",
        "  ✓ exit 0  the command ended with 0, expected 0",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
  });

  it("exits 1 and names what failed, with what was seen of it", async () => {
    const { file } = written(scenario);
    const script = `await ask("/api/metrics"); process.exitCode = 7`;
    const { code, stdout } = await runHere(["scenario", "run", file, "--", ...client(script)]);
    expect(code).toBe(1);
    expect(stdout).toContain("mine FAILED");
    expect(stdout).toContain(
      "  ✗ it came back\n      requests: 0, expected at least 1\n      +0.00 s GET /api/metrics 503, fault status, but status was 503\n",
    );
    expect(stdout).toContain("the command ended with 7, expected 0");
  });

  it("writes JSON and JUnit on request, and keeps stdout clean for --json", async () => {
    const { file, folder } = written(scenario);
    const [output, junit] = [join(folder, "verdict.json"), join(folder, "verdict.xml")];
    const script = `console.log("noise"); await ask("/api/metrics"); await ask("/api/metrics")`;
    const options = ["--json", "--output", output, "--junit", junit];
    const args = ["scenario", "run", file, ...options, "--", ...client(script)];
    const { stdout, stderr } = await run(args);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: "mine", passed: true });
    expect(stderr).toContain("noise");
    expect(JSON.parse(readFileSync(output, "utf8"))).toEqual(JSON.parse(stdout));
    expect(readFileSync(junit, "utf8")).toContain(
      '<testsuite name="mine" tests="3" failures="0" errors="0" skipped="0">',
    );
  });

  it("drives an emulator that runs already, with its user's key, and leaves no fault behind", async () => {
    const { emulator, url, cli } = await listening();
    const { file } = written(scenario);
    const script = `await ask("/api/metrics"); await ask("/api/metrics")`;
    const args = ["scenario", "run", file, "--url", url, "--", ...client(script)];
    const { code, stdout } = await runHere(args, {
      SERVICE_EMULATOR_API_KEY: emulator.keys["full"] ?? "",
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining("mine passed")]);
    expect((await cli("faults", "list")).stdout).toBe("No fault is planned.\n");
  });

  it("without a command judges at Ctrl-C", async () => {
    const { file } = written(scenario);
    const child = spawnCli(["scenario", "run", file]);
    const lines = linesOf(child);
    const [told] = (await once(child.stderr as NodeJS.ReadableStream, "data")) as [Buffer];
    expect(String(told)).toMatch(/mine runs on http:\/\/127\.0\.0\.1:\d+: Ctrl-C judges it/);
    child.kill("SIGINT");
    expect((await lines.next()).value).toBe("mine FAILED");
    expect(await ended(child)).toBe(1);
  });

  it("passes a signal on to the command, and judges what it did until then", async () => {
    const { file } = written(scenario);
    const script = `process.on("SIGTERM", () => process.exit(9)); console.log("up"); setInterval(() => {}, 1000)`;
    const child = spawnCli(["scenario", "run", file, "--", ...client(script)]);
    const lines = linesOf(child);
    expect((await lines.next()).value).toBe("up");
    child.kill("SIGTERM");
    expect((await lines.next()).value).toBe("mine FAILED");
    let text = "";
    for (let line = await lines.next(); !line.done; line = await lines.next()) text += line.value;
    expect(text).toContain("the command ended with 9, expected 0");
    expect(await ended(child)).toBe(1);
  });

  it.each([
    [
      "steps:\n  - fault: { operation: get_metrcs, status: 503 }",
      3,
      "steps[0].fault.operation: no operation 'get_metrcs' (did you mean get_metrics?)",
    ],
    ["expect:\n  - exit: zero", 3, "expect[0].exit: expected a whole number"],
    ["fixtures: [../outside.yaml]", 2, "expected a file in the scenario's own folder"],
    ["fixtures:\n  - small\n  - gone.yaml", 4, "fixtures[1]: there is no file"],
    ["settings: { rateLimits: fast }", 2, "settings.rateLimits: expected real, off, or x10"],
    ["steps:\n  - restore: typo", 3, "steps[0].restore: no snapshot 'typo'"],
    ["steps: [", 3, "not valid YAML"],
  ])("refuses %j with file and line, and exits 2", async (text, line, told) => {
    const { file } = written(`name: t\n${text}\n`);
    for (const command of [
      ["run", file],
      ["check", file],
    ]) {
      const { code, stdout, stderr } = await runHere(["scenario", ...command]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`${file}:${line}: `);
      expect(stderr).toContain(told);
      expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    }
  });

  it("says what is missing: a file, a command, an emulator, a fixture", async () => {
    const { file, folder } = written(scenario);
    const told = async (...args: string[]) => {
      const { code, stderr } = await runHere(["scenario", "run", ...args]);
      expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
      return [code, stderr];
    };
    expect(await told("./none.yaml")).toEqual([
      2,
      expect.stringContaining("there is no such file"),
    ]);
    expect(await told(file, "--", "no-such-command")).toEqual([
      3,
      expect.stringContaining("no-such-command cannot start: there is no such command"),
    ]);
    expect(await told(file, "--url", "http://127.0.0.1:9", "--", "true")).toEqual([
      3,
      expect.stringContaining("no emulator answers"),
    ]);
    writeFileSync(file, "name: t\nfixtures: [gone.yaml]\n");
    expect(await told(file, "--", "true")).toEqual([
      2,
      expect.stringContaining(`${folder}/gone.yaml`),
    ]);
  });
});

describe("scenario run of what fits any client", () => {
  const anybody = `
name: anybody
fixtures: [empty]
steps:
  - name: a read fails
    fault: { operation: $read, status: 503 }
expect:
  - same: operations
  - same: output
`;
  const persistent = `let got; do got = await ask("/api/metrics"); while (!got.ok); console.log("read")`;

  it("runs the command twice without faults first, and compares with what it did then", async () => {
    const { file } = written(anybody);
    const good = await runHere(["scenario", "run", file, "--", ...client(persistent)]);
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining("anybody passed")]);
    expect(good.stderr).toContain("anybody: run 2 of 2 without faults");
    const careless = `if ((await ask("/api/metrics")).ok) console.log("read")`;
    const bad = await runHere(["scenario", "run", file, "--", ...client(careless)]);
    expect([bad.code, bad.stdout]).toEqual([1, expect.stringContaining("anybody FAILED")]);
    expect(bad.stdout).toContain("never succeeded: get_metrics");
    expect(bad.stdout).toContain('the command does not print "read"');
  });

  it("says that a client cannot meet it, with 0, or with 1 if it must", async () => {
    const { file } = written(anybody.replace("$read", "$written"));
    const args = [file, "--", ...client(persistent)];
    const { code, stdout } = await runHere(["scenario", "run", ...args]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("anybody not exercised")]);
    expect(stdout).toContain("  - $written");
    expect(stdout).toContain("the client writes nothing");
    expect((await runHere(["scenario", "run", "--require-met", ...args])).code).toBe(1);
  });

  it("takes a role from the line, and refuses one that there is none of", async () => {
    const { file } = written(anybody.replace("$read", "$written"));
    const told = (role: string) =>
      runHere(["scenario", "run", "--role", role, file, "--", ...client(persistent)]);
    expect((await told("written=get_metrics")).stdout).toContain("anybody passed");
    const { code, stderr } = await told("written=get_metrcs");
    expect([code, stderr]).toEqual([2, expect.stringContaining("--role written: no operation")]);
    expect((await told("writer=get_metrics")).stderr).toContain("--role writer: unknown member");
  });

  it("exits 2 with the command's own failure, where it fails without faults", async () => {
    const { file } = written(anybody);
    const args = ["scenario", "run", file, "--", ...client("process.exit(7)")];
    const { code, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toContain("anybody: the command failed without faults (exit code 7)");
  });
});

describe("scenario list, check and show", () => {
  it("list what comes with the package, and what each finds", async () => {
    const { stdout } = await runHere(["scenario", "list"]);
    expect(stdout).toMatch(/^lost-response +Finds a client that writes twice\.$/m);
    const { scenarios } = JSON.parse((await runHere(["scenario", "list", "--json"])).stdout);
    const shipped = readdirSync(join(import.meta.dirname, "../../fixtures/scenarios"));
    expect(scenarios).toHaveLength(shipped.length);
  });

  it("say what is in a file that is right", async () => {
    const { stdout } = await runHere(["scenario", "check", "lost-response"]);
    expect(stdout).toBe("lost-response: lost-response, 2 steps, 3 expectations\n");
  });

  it("print a shipped one, to begin an own one with", async () => {
    const { stdout } = await runHere(["scenario", "show", "lost-response"]);
    expect(stdout).toContain("name: lost-response");
    const { code, stderr } = await runHere(["scenario", "show", "lost-respone"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean lost-response?")]);
  });
});
