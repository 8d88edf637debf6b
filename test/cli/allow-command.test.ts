import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RunsView } from "../../src/control/runs.ts";
import type { ExplorationView } from "../../src/explore/result-shape.ts";
import { boot, runHere } from "../support/cli.ts";

/** What has ended and is not waited for, as under an init that waits for nobody, is not alive. */
const isAlive = (pid: number): boolean => {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) [ZX] /.test(readFileSync(file, "utf8"));
};

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-allow-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const patience = { timeout: 30_000, interval: 50 };

const curl = (more: string) =>
  `curl -sf -H "Authorization: $SERVICE_EMULATOR_AUTH_SCHEME $SERVICE_EMULATOR_API_KEY" -H "revision: 2026-07-15" ${more}`;

/** Reads the lists once, and gives up at the first failure. */
const once = curl("$SERVICE_EMULATOR_URL/api/lists");

/** An emulator that may run these commands. */
async function allowing(...commands: string[]) {
  const { ask, child, exit } = await boot(
    commands.flatMap((command) => ["--allow-command", command]),
  );
  const runs = async () => (await (await ask("/_emulator/runs")).json()) as RunsView;
  const begin = (body: object) =>
    ask("/_emulator/runs", { method: "POST", body: JSON.stringify(body) });
  const over = () =>
    vi.waitFor(async () => {
      const { running, last } = await runs();
      expect(running).toBe(null);
      return last;
    }, patience);
  return { ask, child, exit, runs, begin, over };
}

/** Starts something that never ends, and notes its process id. */
async function endless() {
  const file = join(folder(), "pid");
  const its = await allowing(`sleep 1000 & echo $! > ${file}; wait`);
  const { commands } = await its.runs();
  expect((await its.begin({ command: commands[0], scenario: "burst-throttle" })).status).toBe(202);
  const pid = await vi.waitFor(() => {
    const found = Number(readFileSync(file, "utf8"));
    expect(found).toBeGreaterThan(0);
    return found;
  }, patience);
  expect(isAlive(pid)).toBe(true);
  return { ...its, command: commands[0], pid };
}

describe.skipIf(process.platform === "win32")("start --allow-command", () => {
  it("lets a page explore the command, which shows as it runs", async () => {
    const { ask, begin, over } = await allowing(once);
    expect((await begin({ command: once, only: ["get_lists", "503"] })).status).toBe(202);
    expect(await over()).toMatchObject({ command: once, problem: null });
    const found = (await (await ask("/_emulator/explore")).json()) as ExplorationView;
    expect(found.state).toBe("finished");
    expect(found.result?.matrix.map(({ operation }) => operation)).toContain("get_lists");
  }, 60_000);

  it("says why a command that cannot be explored has no result", async () => {
    const { begin, over } = await allowing("echo broken >&2; exit 3");
    await begin({ command: "echo broken >&2; exit 3" });
    const last = await over();
    expect(last?.problem).toContain("exit code 3");
  }, 60_000);

  it("lets a page run the command under a scenario of the package", async () => {
    const { ask, begin, over } = await allowing(once);
    await begin({ command: once, scenario: "burst-throttle" });
    expect((await over())?.scenario).toBe("burst-throttle");
    const { scenarios } = (await (await ask("/_emulator/scenarios")).json()) as {
      scenarios: { scenario: string; over: boolean; verdict: object | null }[];
    };
    expect(scenarios).toMatchObject([{ scenario: "burst-throttle", over: true }]);
    expect(scenarios[0]?.verdict).not.toBe(null);
  }, 60_000);

  it("runs one at a time, and ends it with all that it started", async () => {
    const { ask, begin, over, command, pid } = await endless();
    const second = await begin({ command });
    expect([second.status, await second.text()]).toEqual([409, expect.stringContaining("stop it")]);
    expect((await ask("/_emulator/runs", { method: "DELETE" })).status).toBe(204);
    expect(isAlive(pid)).toBe(false);
    expect((await over())?.problem).toBe("it was stopped");
    expect((await begin({ command, scenario: "burst-throttle" })).status).toBe(202);
  }, 60_000);

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "leaves nothing of it when the emulator ends by %s",
    async (signal) => {
      const { child, exit, pid } = await endless();
      child.kill(signal);
      await exit;
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patience);
    },
    60_000,
  );

  it.each([
    ["0.0.0.0", ["npm run sync", "--host", "0.0.0.0"]],
    ["expected a command", [" "]],
  ])("is refused in one line: %s", async (why, words) => {
    const { code, stderr } = await runHere(["start", "--port", "0", "--allow-command", ...words]);
    expect(code).toBe(2);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(why)]);
    expect(stderr).toContain("--allow-command");
  });
});
