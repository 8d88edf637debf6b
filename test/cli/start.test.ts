import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { boot, empty, ended, keyOf, linesOf, run, runHere, spawnCli } from "../support/cli.ts";

const execute = promisify(execFile);

/** A folder that nobody can make, root neither: it would lie within a file. */
const nowhere = join(import.meta.filename, "nowhere");

/** A port of loopback that something else listens on. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("service-emulator start", () => {
  it("prints a banner whose curl works when it is pasted into a shell", async () => {
    const child = spawnCli(["--port", "0"]);
    const lines = linesOf(child);
    const banner: string[] = [];
    while (!banner.at(-1)?.includes("Requests appear below")) {
      banner.push((await lines.next()).value);
    }
    const shown = banner.join("\n");
    for (const fact of ["URL", "Company id", "Keys", "Seeded", "Revisions", "Rate limits"]) {
      expect(shown).toContain(fact);
    }
    expect(shown).toMatch(/Seeded +2,\d{3} events, 200 profiles, .* and \d+ more of \d+ kinds$/m);
    expect(shown).toMatch(/full +pk_\w+ +everything/);
    expect(shown).toMatch(/OAuth apps +demo-app +ocs_\w+ +Example App/);
    const curl = banner.find((line) => line.trim().startsWith("curl ")) ?? "";
    const { stdout } = await execute("sh", ["-c", `${curl} --silent --show-error --fail`]);
    expect(JSON.parse(stdout).data).toBeInstanceOf(Array);
    let line = "";
    while (!line.startsWith("GET")) line = (await lines.next()).value;
    expect(line).toMatch(
      /^GET {4}200 \/api\/profiles\?page%5Bsize%5D=1 {2}get_profiles {2}[\d.]+ ms$/,
    );
  });

  it("prints no colours into a pipe, unless they are forced", async () => {
    const plain = linesOf(spawnCli(["--port", "0", "--fixtures", empty]));
    expect((await plain.next()).value).toMatch(/^service-emulator \d/);
    const forced = linesOf(spawnCli(["--port", "0", "--fixtures", empty], { FORCE_COLOR: "1" }));
    expect((await forced.next()).value).toContain("\u001B[1mservice-emulator");
  });

  it("prints one JSON object when it is ready, and one for each request", async () => {
    const { ready, next, ask } = await boot();
    expect(ready).toMatchObject({ event: "ready", accounts: [{ companyId: "Tests1" }] });
    expect(Object.keys(ready)).toEqual(["event", "url", "pid", "accounts", "apps", "counts"]);
    expect(keyOf(ready)).toMatch(/^pk_/);
    expect((await ask("/api/metrics")).status).toBe(200);
    expect(await next()).toMatchObject({
      event: "request",
      method: "GET",
      target: "/api/metrics",
      operation: "get_metrics",
      status: 200,
    });
  });

  it("prints nothing but its URL when it is to be quiet", async () => {
    const child = spawnCli(["--port", "0", "--quiet", "--fixtures", empty]);
    const lines = linesOf(child);
    const url = (await lines.next()).value;
    expect((await fetch(`${url}/api/metrics`)).status).toBe(401);
    child.kill("SIGTERM");
    expect(await lines.next()).toMatchObject({ done: true });
  });

  it("takes every option from its variable, and a flag before a variable", async () => {
    const companions = {
      SERVICE_EMULATOR_PORT: "0",
      SERVICE_EMULATOR_JSON: "1",
      SERVICE_EMULATOR_FIXTURES: empty,
      SERVICE_EMULATOR_RATE_LIMITS: "x3",
      SERVICE_EMULATOR_AUTH_SCHEME: "Some-Key",
      SERVICE_EMULATOR_FROZEN_AT: "2026-07-20T12:00:00Z",
    };
    const lines = linesOf(spawnCli(["--rate-limits", "x2"], companions));
    const { url, accounts } = JSON.parse((await lines.next()).value);
    const headers = { authorization: `Some-Key ${keyOf({ accounts })}`, revision: "2026-07-15" };
    const answer = await fetch(`${url}/api/metrics`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit-limit")).toMatch(/^300,/);
    const clock = await (await fetch(`${url}/_emulator/clock`)).json();
    expect(clock).toMatchObject({ mode: "frozen", now: "2026-07-20T12:00:00+00:00" });
  });

  it("takes an empty variable as none, and a switch's 0 as off", async () => {
    const { ready } = await boot([], {
      SERVICE_EMULATOR_HOST: "",
      SERVICE_EMULATOR_RATE_LIMITS: "",
      SERVICE_EMULATOR_QUIET: "0",
    });
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("says that an emulator has the port, and how to end it", async () => {
    const { ready } = await boot();
    const { port } = new URL(ready.url);
    const { code, stderr } = await runHere(["--port", port]);
    expect(stderr).toBe(
      `service-emulator: port ${port} on 127.0.0.1 is taken by an emulator (pid ${ready.pid}): use it, ` +
        "end it with service-emulator stop, or choose another with --port (0 takes any free one)\n",
    );
    expect(code).toBe(3);
  });

  it("says in one line which port is taken and what to do, and exits with 3", async () => {
    const port = await takenPort();
    const { code, stdout, stderr } = await runHere(["--port", String(port), "--json"]);
    expect(stderr).toBe(
      `service-emulator: port ${port} on 127.0.0.1 is taken: stop what listens there, ` +
        "or choose another with --port (0 takes any free one)\n",
    );
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  });

  it.each([
    [["--host", "192.0.2.1"], "no address 192.0.2.1"],
    [
      ["--ready-file", "missing/ready.json"],
      "cannot write --ready-file missing/ready.json (ENOENT)",
    ],
  ])("exits with 3 and one line when it cannot start: %j", async (args, told) => {
    const { code, stdout, stderr } = await runHere(["--port", "0", ...args]);
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(told);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  });

  it.each<[string[], Record<string, string>, string]>([
    [["--prot", "1"], {}, "unknown option '--prot': did you mean --port?"],
    [["--port", "4010x"], {}, "'--port <number>' argument '4010x' is invalid"],
    [["--port", "65536"], {}, "from 0 to 65535"],
    [[], { SERVICE_EMULATOR_PORT: "x" }, "'x' from env 'SERVICE_EMULATOR_PORT' is invalid"],
    [["--host", ""], {}, "'--host <address>' argument '' is invalid"],
    [["--rate-limits", "fast"], {}, "--rate-limits: expected real, off, or x10"],
    [[], { SERVICE_EMULATOR_RATE_LIMITS: "fast" }, "SERVICE_EMULATOR_RATE_LIMITS: expected real"],
    [["--frozen-at", "noon"], {}, "--frozen-at: expected an ISO 8601 datetime"],
    [["--bad-key-status", "402"], {}, "Allowed choices are 400, 401"],
    [["--seed", "one"], {}, "Expected a whole number"],
    [[], { SERVICE_EMULATOR_JSON: "perhaps" }, "SERVICE_EMULATOR_JSON: expected 1 or 0"],
    [["strat"], {}, "unknown command 'strat': did you mean start?"],
  ])("exits with 2 and one line for %j %j", async (args, env, told) => {
    const { code, stdout, stderr } = await runHere(args, env);
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(told);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("asks for the control token that it was given", async () => {
    const { ready } = await boot(["--control-token", "secret"]);
    const reset = ["reset", "--url", ready.url];
    // Somebody else, who does not see where this user's emulators tell it.
    const refused = await runHere(reset, { TMPDIR: nowhere });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("give it with --token");
    expect(await runHere(reset)).toMatchObject({ code: 0 });
    const given = await runHere([...reset, "--token", "secret"], { TMPDIR: nowhere });
    expect(given.code).toBe(0);
    const env = { SERVICE_EMULATOR_CONTROL_TOKEN: "secret", TMPDIR: nowhere };
    expect(await ended(spawnCli(reset, env))).toBe(0);
  });

  it("asks for it before reads beyond loopback, too, unless they are open", async () => {
    const listed = async (options: readonly string[], more: readonly string[] = []) => {
      const { ready } = await boot(["--host", "0.0.0.0", "--control-token", "secret", ...options]);
      const list = ["requests", "list", "--url", ready.url];
      const [own, other] = await Promise.all([
        run(list),
        run([...list, ...more], { TMPDIR: nowhere }),
      ]);
      expect(own.code).toBe(0);
      return other;
    };
    const refused = await listed([]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("give it with --token"),
    ]);
    expect((await listed([], ["--token", "secret"])).code).toBe(0);
    expect((await listed(["--open-reads"])).code).toBe(0);
  });
});
