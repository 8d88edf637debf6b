import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Har } from "../../src/control/requests/har.ts";
import { empty, listening, runHere, spawnCli } from "../support/cli.ts";

function place(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-har-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return join(made, "run.har");
}

const read = (file: string): Har => JSON.parse(readFileSync(file, "utf8"));

/** A client that asks twice. @param then what it does afterwards */
const twice = (then = "") => [
  process.execPath,
  "--input-type=module",
  "-e",
  `for (const path of ["/api/lists", "/api/metrics"]) await fetch(process.env.SERVICE_EMULATOR_URL + path); ${then}`,
];

describe("exec --har", () => {
  it("writes all that the command asked, in order", async () => {
    const file = place();
    const { code } = await runHere([
      "exec",
      "--quiet",
      "--fixtures",
      empty,
      "--har",
      file,
      "--",
      ...twice(),
    ]);
    const paths = read(file).log.entries.map(({ request }) => new URL(request.url).pathname);
    expect([code, paths]).toEqual([0, ["/api/lists", "/api/metrics"]]);
  });

  it("leaves a whole archive when it is killed in the middle", async () => {
    const file = place();
    const command = twice(
      "console.log('asked'); await new Promise((over) => setTimeout(over, 10_000));",
    );
    const child = spawnCli([
      "exec",
      "--quiet",
      "--fixtures",
      empty,
      "--har",
      file,
      "--",
      ...command,
    ]);
    await new Promise((asked) => child.stdout?.once("data", asked));
    child.kill("SIGKILL");
    expect(read(file).log.entries).toHaveLength(2);
  });
});

describe.runIf(existsSync("/dev/full"))("exec --har on what takes no more", () => {
  it("lets the command go on, and fails with one line", async () => {
    const { code, stderr } = await runHere([
      "exec",
      "--quiet",
      "--fixtures",
      empty,
      "--har",
      "/dev/full",
      "--",
      ...twice(),
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^service-emulator: --har \/dev\/full: ENOSPC.*\n$/),
    ]);
  });
});

describe("requests export", () => {
  it("prints the requests that its words ask for as an HTTP archive", async () => {
    const { ask, cli, emulator } = await listening();
    await ask("/api/lists");
    await ask("/api/nothing");
    const { code, stdout, stderr } = await cli("requests", "export", "--har", "status:404");
    expect(stderr).toBe("");
    const { log } = JSON.parse(stdout) as Har;
    expect([code, log.entries.map(({ _id }) => _id)]).toEqual([
      0,
      [emulator.requests.list()[1]?.id],
    ]);
  });
});
