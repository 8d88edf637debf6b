import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { empty, ended, linesOf, run, runHere, spawnCli } from "../support/cli.ts";

const node = process.execPath;
const exec = (...command: string[]) => ["exec", "--fixtures", empty, "--", ...command];
/** What has ended and is not waited for, as under an init that waits for nobody, is not alive. */
const isAlive = (pid: number): boolean => {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) Z /.test(readFileSync(file, "utf8"));
};
/** Asks the emulator so many times. */
const asks = (times: number) =>
  `curl -s -o /dev/null -H "authorization: Service-API-Key $SERVICE_EMULATOR_API_KEY" -H "revision: 2026-07-15" "$SERVICE_EMULATOR_URL/api/lists#[1-${times}]"`;

describe("what exec started is gone", () => {
  it.each([
    ["a session", "setsid sleep 60 >/dev/null 2>&1 & echo $!; sleep 0.3"],
    ["a group", "set -m; sleep 60 >/dev/null 2>&1 & echo $!; sleep 0.3"],
  ])("also what has %s of its own", async (_, script) => {
    const { stdout } = await run(exec("bash", "-c", script));
    const pid = Number(stdout);
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, "SIGKILL")));
    expect([pid > 0, isAlive(pid)]).toEqual([true, false]);
  });

  it("and what has ended by itself is no reason to wait", async () => {
    const script = "(sleep 0.05 &); sleep 0.3; exit 4";
    const { code, stderr } = await runHere(exec("sh", "-c", script));
    expect(code).toBe(4);
    expect(stderr).not.toContain("left something running");
  });
});

describe("the exit code of exec", () => {
  it("is the command's, also if nobody reads stderr any more", async () => {
    const child = spawnCli(exec("sh", "-c", "echo up; read -r _; exit 7"));
    const exit = ended(child);
    await linesOf(child).next();
    child.stderr?.destroy();
    await once(child.stderr as NodeJS.ReadableStream, "close");
    child.stdin?.end("\n");
    expect(await exit).toBe(7);
  });

  it("is the command's, also if the state cannot be exported", async () => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-exec-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [, ...rest] = exec("sh", "-c", `rmdir ${folder} && echo mine > ${folder}; exit 7`);
    const { code, stderr } = await runHere(["exec", "--export-on-exit", folder, ...rest]);
    expect([code, stderr]).toEqual([7, expect.stringContaining("--export-on-exit: cannot write")]);
  });

  it("is 3 for what is no program", async () => {
    const { code, stderr } = await runHere(exec(import.meta.dirname));
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("it is no program that may be run"),
    ]);
  });

  it("is 2 for a command without a name", async () => {
    const { code, stderr } = await runHere(exec(""));
    expect(stderr).not.toContain("internal error");
    expect(code).toBe(2);
  });

  it.each(["toString", "constructor", "__proto__"])("is 2 for --env X=%s", async (what) => {
    const args = ["exec", "--fixtures", empty, "--env", `X=${what}`, "--", "true"];
    expect((await runHere(args)).code).toBe(2);
  });
});

describe("a signal", () => {
  it.each(["SIGUSR2"] as const)("%s is passed on", async (signal) => {
    const script = "trap 'exit 9' USR2; echo up; while :; do sleep 0.1; done";
    const child = spawnCli(exec("bash", "-c", script));
    const exit = ended(child);
    await linesOf(child).next();
    child.kill(signal);
    expect(await exit).toBe(9);
  });
});

describe("a second signal", () => {
  const deaf = `for (const each of ["SIGINT", "SIGTERM"]) process.on(each, () => console.log("heard")); setInterval(() => {}, 1e6);`;
  const both = `${deaf} const args = ["-e", ${JSON.stringify(`${deaf} console.log(process.pid)`)}];
    require("node:child_process").spawn(process.execPath, args, { stdio: "inherit" });`;

  it.each([["SIGINT"], ["SIGTERM"]] as const)(
    "%s ends a command that ignores the first, with its whole group",
    async (signal) => {
      const child = spawnCli(exec(node, "-e", both));
      const exit = ended(child);
      const lines = linesOf(child);
      const pid = Number((await lines.next()).value);
      child.kill(signal);
      expect((await lines.next()).value).toBe("heard");
      // Sent on, until it is later than what is taken for the same.
      const again = setInterval(() => isAlive(pid) && child.kill(signal), 50);
      onTestFinished(() => clearInterval(again));
      expect(await exit).toBe(137);
      expect(isAlive(pid)).toBe(false);
    },
  );

  it("is no second one where it comes at once, as from a terminal and from npm", async () => {
    const script = "trap 'sleep 0.3; exit 9' INT; echo up; while :; do sleep 0.1; done";
    const child = spawnCli(exec("bash", "-c", script));
    const exit = ended(child);
    await linesOf(child).next();
    child.kill("SIGINT");
    child.kill("SIGINT");
    expect(await exit).toBe(9);
  });
});

describe("the command", () => {
  it.skipIf(process.platform === "win32")("has its terminal", async () => {
    const inner = `${node} bin/service-emulator.js exec --quiet --fixtures ${empty} -- sh -c 'echo hi >/dev/tty'`;
    const program = `const { status } = require("node:child_process").spawnSync("script", ["-qec", process.argv[1], "/dev/null"], { stdio: ["pipe", "ignore", "ignore"] }); process.exit(status)`;
    const { spawnSync } = await import("node:child_process");
    const { status } = spawnSync(node, ["-e", program, inner], { cwd: process.cwd() });
    expect(status).toBe(0);
  });

  it("may use the control API of an emulator beyond loopback", async () => {
    const inner = [node, "bin/service-emulator.js", "faults", "clear"];
    const { code, stderr } = await run([
      "exec",
      "--host",
      "0.0.0.0",
      "--fixtures",
      empty,
      "--",
      ...inner,
    ]);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("x-emulator-token")]);
  });

  it("has an access token that outlives a reset", async () => {
    const program = `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_ACCESS_TOKEN: token } = process.env;
const headers = { authorization: "Bearer " + token, revision: "2026-07-15" };
const ask = async () => (await fetch(url + "/api/lists", { headers })).status;
const before = await ask();
await fetch(url + "/_emulator/reset", { method: "POST" });
console.log(before, await ask());`;
    const { stdout } = await run([
      "exec",
      "--fixtures",
      "small",
      "--",
      node,
      "--input-type=module",
      "-e",
      program,
    ]);
    expect(stdout).toBe("200 200\n");
  });
});

describe("the summary", () => {
  it("counts every request of a long run", async () => {
    const args = ["exec", "--rate-limits", "off", "--fixtures", empty, "--"];
    const { stderr } = await runHere([...args, "sh", "-c", asks(10_100)]);
    expect(stderr).toMatch(/saw 10100 requests\n/);
  });

  it("counts what was asked before a reset", async () => {
    const reset = 'curl -s -X POST "$SERVICE_EMULATOR_URL/_emulator/reset"';
    const { stderr } = await runHere(exec("sh", "-c", `${asks(20)}; ${reset}`));
    expect(stderr).toMatch(/saw 20 requests\n/);
  });
});
