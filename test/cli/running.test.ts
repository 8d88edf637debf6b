import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startOf } from "../../src/durable/process-state.ts";
import { bin, empty, ended, keyOf, linesOf, run, runHere, spawnCli } from "../support/cli.ts";
import { smallDisk } from "../support/data-folder.ts";

/** Emulators that only these commands know of; none of them outlives the test. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), "emulator-running-"));
  const env = { TMPDIR: folder };
  // What starts an emulator, or copies a log, is a process.
  const cli = (...args: string[]) =>
    (/^(?:start|logs)$/.test(args[0] ?? "") ? run : runHere)(args, env);
  const detached = async (...args: string[]) => {
    const { stdout } = await cli(
      "start",
      "--detach",
      "--json",
      "--port",
      "0",
      "--fixtures",
      empty,
      ...args,
    );
    return JSON.parse(stdout) as { url: string; pid: number; accounts: never };
  };
  onTestFinished(async () => {
    await cli("stop", "--all");
    rmSync(folder, { recursive: true, force: true });
  });
  const files = () => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));
  return { cli, detached, env, files, folder };
}

describe("start --detach", () => {
  it("comes back once the emulator answers, which runs on", async () => {
    const { detached } = place();
    const { url, accounts } = await detached();
    const headers = {
      authorization: `Service-API-Key ${keyOf({ accounts })}`,
      revision: "2026-07-15",
    };
    expect((await fetch(`${url}/api/profiles`, { headers })).status).toBe(200);
  });

  it("says in the emulator's own line why there is none, with its code", async () => {
    const { cli, files } = place();
    const wrong = await cli("start", "--detach", "--port", "0", "--fixtures", "nowhere.yaml");
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toMatch(/^service-emulator: nowhere\.yaml: .*\n$/);
    expect(files()).toEqual([]);
  });

  it("keeps what it prints for `logs`", async () => {
    const { cli, detached } = place();
    const { url } = await detached();
    await fetch(`${url}/api/profiles`);
    const { stdout } = await cli("logs");
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(["ready", "request"]);
  });
});

/** What an exploration says that has tried nothing. */
const emptyResult = {
  seed: 1,
  shard: null,
  runs: 0,
  schedules: { tried: 0, survived: 0, gaveUp: 0, defects: 0, unmet: 0, left: 0 },
  seconds: 0,
  requests: 1,
  counts: {},
  calls: {},
  notes: [],
  defects: [],
  unsteady: [],
  matrix: [],
  coverage: [],
};

describe("a running emulator", () => {
  it("open prints where the inspector is", async () => {
    const { cli, detached } = place();
    expect(await cli("open")).toMatchObject({ code: 3, stdout: "" });
    const { url } = await detached();
    expect(await cli("open")).toMatchObject({ code: 0, stdout: `${url}/\n` });
    expect(JSON.parse((await cli("open", "--json")).stdout)).toEqual({ url: `${url}/` });
  });

  it("open shows the result of an exploration that ran elsewhere, and refuses what is none", async () => {
    const { cli, detached, folder } = place();
    const { url } = await detached();
    const result = { ...emptyResult, seed: 7 };
    mkdirSync(join(folder, "found"));
    writeFileSync(join(folder, "found", "explore.json"), JSON.stringify(result));
    expect(await cli("open", "--explore", join(folder, "found"))).toMatchObject({
      code: 0,
      stdout: `${url}/#/explore\n`,
    });
    const shown = await fetch(`${url}/_emulator/explore`);
    expect(await shown.json()).toMatchObject({ state: "shown", result: { seed: 7 } });
    writeFileSync(join(folder, "other.json"), "{}");
    expect(await cli("open", "--explore", join(folder, "other.json"))).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^service-emulator: \S+other\.json: expected an explore\.json/),
    });
  });

  it("is found by the commands that talk to one, and by `status`, `wait` and `env`", async () => {
    const { cli, detached } = place();
    const { url, pid } = await detached("--auth-scheme", "My-API-Key");
    expect((await cli("faults", "add", "get_profiles", "--status", "503")).code).toBe(0);
    expect((await fetch(`${url}/api/profiles`)).status).toBe(503);
    expect((await cli("status")).stdout).toMatch(new RegExp(`${url} +${pid} +Tests1`));
    expect((await cli("wait")).stdout).toBe(`${url} is ready.\n`);
    const { stdout } = await cli("env");
    expect(stdout).toContain(`export SERVICE_EMULATOR_URL='${url}'\n`);
    expect(stdout).toContain("export SERVICE_EMULATOR_AUTH_SCHEME='My-API-Key'\n");
    expect(stdout).toMatch(/export SERVICE_EMULATOR_API_KEY='pk_\w+'\n/);
  });

  it("is ended by `stop`, which says so once it is gone, and nothing of it is left", async () => {
    const { cli, detached, files } = place();
    const { url } = await detached();
    expect((await cli("stop")).stdout).toBe(`${url} has stopped.\n`);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    expect(files().filter((name) => name.endsWith(".json"))).toEqual([]);
    const again = await cli("stop");
    expect([again.code, again.stdout]).toEqual([0, "No emulator runs here.\n"]);
  });

  it("is not waited for any longer than was said, also if something takes the call and never answers", async () => {
    const { cli } = place();
    const silent = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const waiting = cli("wait", "--url", `http://127.0.0.1:${port}`, "--timeout", "300ms");
    expect(await waiting).toMatchObject({
      code: 3,
      stderr: "service-emulator: no emulator is ready after 300ms\n",
    });
  });

  it("is not stopped by whoever names another port", async () => {
    const { cli, detached } = place();
    await detached();
    const { code, stdout } = await cli("stop", "--port", "1");
    expect([code, stdout]).toEqual([0, "No emulator runs on port 1.\n"]);
    const both = await cli("stop", "--all", "--port", "1");
    expect([both.code, both.stderr]).toEqual([2, "service-emulator: --all goes not with --port\n"]);
    expect((await cli("status")).code).toBe(0);
  });

  it("says how many sandboxes it has, of how many, since when, and what they weigh", async () => {
    const { cli, detached } = place();
    const { url } = await detached();
    expect((await cli("status")).stdout).not.toContain("SANDBOXES");
    await cli("sandbox", "create", "--url", url);
    expect((await cli("status")).stdout).toMatch(/ 1 of 10000, about 1 MB, since 20\d\d-/);
    const [{ sandboxes }] = JSON.parse((await cli("status", "--json")).stdout);
    expect(sandboxes).toMatchObject({ count: 1, max: 10_000 });
  });

  it("that was killed is noticed, and forgotten", async () => {
    const { cli, detached } = place();
    const { pid } = await detached();
    process.kill(pid, "SIGKILL");
    await vi.waitUntil(() => startOf(pid) === undefined);
    const { code, stdout } = await cli("status");
    expect([code, stdout]).toEqual([3, "No emulator runs here.\n"]);
  });

  it("is one of several: the commands ask which", async () => {
    const { cli, detached } = place();
    const [one, other] = [await detached(), await detached()];
    const { code, stderr } = await cli("stop");
    expect([code, stderr]).toEqual([2, expect.stringContaining("say which with --port")]);
    const reset = await cli("reset");
    expect([reset.code, reset.stderr]).toEqual([
      2,
      expect.stringContaining("say which with --url"),
    ]);
    const port = new URL(one.url).port;
    expect((await cli("stop", "--port", port)).stdout).toBe(`${one.url} has stopped.\n`);
    expect((await cli("stop")).stdout).toBe(`${other.url} has stopped.\n`);
  });

  it("in a terminal is found too, and has no log", async () => {
    const { cli, env } = place();
    const child = spawnCli(["--port", "0", "--quiet", "--fixtures", empty], env);
    const exit = ended(child);
    const url = (await linesOf(child).next()).value as string;
    expect((await cli("wait")).stdout).toBe(`${url} is ready.\n`);
    const logs = await cli("logs");
    expect([logs.code, logs.stderr]).toEqual([2, expect.stringContaining("was not detached")]);
    await cli("stop");
    expect(await exit).toBe(0);
  });
});

describe("without any", () => {
  it.each([
    ["status", 3],
    ["env", 3],
    ["logs", 3],
    ["wait", 3],
  ] as const)("`%s` exits with %i", async (command, code) => {
    const { cli } = place();
    const args = command === "wait" ? ["--timeout", "50ms"] : [];
    expect((await cli(command, ...args)).code).toBe(code);
  });

  it("leaves nobody's files where its own would be", async () => {
    const { cli, env } = place();
    await cli("status");
    expect(existsSync(join(env.TMPDIR, "service-emulator-0"))).toBe(false);
  });
});

describe("a folder for temporary files", () => {
  const detached = ["start", "--detach", "--port", "0", "--fixtures", empty];

  it.runIf(process.platform === "linux")(
    "in which nothing can be made ends a detached start, and no other",
    async () => {
      const { code, stderr } = await run(detached, { TMPDIR: "/proc/1" });
      expect(code).toBe(3);
      expect(stderr).toMatch(
        /^service-emulator: --detach: cannot write to \/proc\/1\/.*set TMPDIR/,
      );
      expect(await run(["exec", "true"], { TMPDIR: "/proc/1" })).toMatchObject({ code: 0 });
    },
  );

  it.each([
    ["status"],
    ["requests"],
    ["stop"],
    ["env"],
    ["wait", "--timeout", "0s"],
    ["exec", "--tls", "--fixtures", empty, "--", "true"],
    ["exec", "--skip-waits", "--fixtures", empty, "--", "true"],
    ["explore", "--skip-waits", "--fixtures", empty, "--", "true"],
    ["scenario", "run", "lost-response", "--skip-waits", "--", "true"],
  ])("that is none is told of by %j, with what to do", async (...args) => {
    const { code, stdout, stderr } = await runHere(args, { TMPDIR: empty });
    expect(code).toBe(3);
    expect(stdout + stderr).toContain(empty);
    expect(stderr).not.toContain("nothing was skipped");
    expect(stdout + stderr).toContain("set TMPDIR to another folder");
  });

  it("in which nothing can be made is told of by an emulator that others will not find", async () => {
    const child = spawnCli(["--port", "0", "--json", "--fixtures", empty], { TMPDIR: empty });
    const { url } = JSON.parse((await linesOf(child).next()).value);
    const errors = createInterface({ input: child.stderr as NodeJS.ReadableStream });
    const [line] = await once(errors, "line");
    expect(line).toMatch(
      `service-emulator: other commands need --url ${url} to find this emulator`,
    );
    expect(line).toMatch(/set TMPDIR to another folder$/);
    expect((await runHere(["faults", "--url", url], { TMPDIR: empty })).code).toBe(0);
  });

  it("is also that of a user without a name, as in a container", async (context) => {
    const nameless = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"];
    try {
      execFileSync("setpriv", [...nameless.slice(1), "test", "-r", bin], { stdio: "ignore" });
    } catch {
      return context.skip();
    }
    const TMPDIR = mkdtempSync(join(tmpdir(), "emulator-nameless-"));
    chmodSync(TMPDIR, 0o777);
    onTestFinished(() => rmSync(TMPDIR, { recursive: true, force: true }));
    const args = ["--port", "0", "--json", "--fixtures", empty];
    const child = spawnCli(args, { TMPDIR }, "pipe", undefined, nameless);
    const { url } = JSON.parse((await linesOf(child).next()).value);
    await expect.poll(() => existsSync(join(TMPDIR, "service-emulator-54321"))).toBe(true);
    const status = spawnCli(["status", "--json"], { TMPDIR }, "pipe", undefined, nameless);
    expect(JSON.parse((await linesOf(status).next()).value)).toMatchObject([{ url }]);
  });

  it("that is full ends a detached start", async (context) => {
    const TMPDIR = smallDisk() ?? context.skip();
    execFileSync("sh", ["-c", 'head -c 2000000 /dev/zero > "$1/filler" || true', "sh", TMPDIR], {
      stdio: "ignore",
    });
    const { code, stderr } = await run(detached, { TMPDIR });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /--detach: cannot write to .*: the disk is full: make room on it, or set TMPDIR/,
    );
  });
});

it.runIf(process.platform !== "win32")("a command in a folder that is gone says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-gone-"));
  for (const command of ["start", "state check x", "exec true", "seed people.yaml"]) {
    mkdirSync(folder, { recursive: true });
    const leaving = ["sh", "-c", 'rmdir "$PWD"; exec "$@"', "sh"];
    const child = spawnCli(command.split(" "), {}, "pipe", folder, leaving);
    const stderr = text(child.stderr as NodeJS.ReadableStream);
    expect(await ended(child)).toBe(3);
    expect(await stderr).toBe(
      "service-emulator: the folder that you are in is gone: change to another\n",
    );
  }
});
