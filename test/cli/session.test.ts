import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { empty, ended, runHere, spawnCli } from "../support/cli.ts";

function place(name = "run.jsonl"): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-session-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return join(made, name);
}

interface Line {
  readonly path?: string;
  readonly answer?: { readonly target?: string; readonly run?: { readonly requests: number } };
  readonly more?: object;
  readonly end?: string;
}

/** The lines of a session: every one is whole, those of a page, too. */
const linesOf = (file: string): Line[] =>
  readFileSync(file, "utf8")
    .split('id="session">\n')
    .at(-1)!
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

const targetsIn = (file: string) => linesOf(file).flatMap(({ answer }) => answer?.target ?? []);

/** A client that asks twice with its key. @param then what it does afterwards */
const twice = (then = "") => [
  process.execPath,
  "--input-type=module",
  "-e",
  `const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
  const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
  for (const path of ["/api/lists", "/api/metrics"]) await fetch(url + path, { headers }); ${then}`,
];

const hanging = "console.log('asked'); await new Promise((over) => setTimeout(over, 60_000));";

const quietly = ["exec", "--quiet", "--fixtures", empty, "--session"];

const exec = (file: string, command: readonly string[], ...options: string[]) => [
  ...quietly,
  file,
  ...options,
  "--",
  ...command,
];

/** Kills a run as soon as its client has asked. */
async function killed(file: string): Promise<void> {
  const child = spawnCli(exec(file, twice(hanging)));
  await new Promise((asked) => child.stdout?.once("data", asked));
  child.kill("SIGKILL");
  await ended(child);
}

describe("exec --session", () => {
  it("writes the command, the requests in order, the report card and the end", async () => {
    const file = place();
    const { code, stderr } = await runHere(exec(file, twice()));
    expect([code, stderr]).toEqual([0, ""]);
    const lines = linesOf(file);
    expect(lines[0]).toMatchObject({ session: 1, command: expect.stringMatching(/^exec -- /) });
    expect(targetsIn(file)).toEqual(["/api/lists", "/api/metrics"]);
    const card = lines.findLast(({ path }) => path === "/report?running=true");
    expect(card?.answer?.run?.requests).toBe(2);
    expect(lines.at(-1)).toHaveProperty("end");
  });

  it("leaves whole lines with all requests when it is killed", async () => {
    const file = place();
    await killed(file);
    expect(targetsIn(file)).toEqual(["/api/lists", "/api/metrics"]);
    expect(linesOf(file).some(({ end }) => end !== undefined)).toBe(false);
  });

  it("leaves a page with all requests when it is killed, if the name ends in .html", async () => {
    const file = place("run.html");
    await killed(file);
    expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>/);
    expect(targetsIn(file)).toEqual(["/api/lists", "/api/metrics"]);
  });

  it("has what the journal has lost", async () => {
    const file = place();
    const clear = 'await fetch(url + "/_emulator/requests", { method: "DELETE" });';
    await runHere(exec(file, twice(clear)));
    expect(targetsIn(file)).toEqual(["/api/lists", "/api/metrics"]);
  });

  it("has no secret: neither a key nor a token nor what a body hides", async () => {
    const [file, beside] = [place(), place("key")];
    const asks = `await fetch(url + "/oauth/token", { method: "POST", headers: { ...headers,
      "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=refresh_token&refresh_token=very-secret-word&client_id=app" });
      await fetch(url + "/api/lists?api_key=" + key);
      (await import("node:fs")).writeFileSync(${JSON.stringify(beside)}, key);`;
    await runHere(exec(file, twice(asks), "--control-token", "token-of-control"));
    const secrets = [readFileSync(beside, "utf8"), "very-secret-word", "token-of-control"];
    const text = readFileSync(file, "utf8");
    expect(targetsIn(file)).toHaveLength(4);
    expect(secrets.map((secret) => text.includes(secret))).toEqual([false, false, false]);
  });

  it("overwrites a session, but no file of another program unless it is forced", async () => {
    const file = place();
    await runHere(exec(file, twice()));
    expect(await runHere(exec(file, twice()))).toMatchObject({ code: 0 });
    writeFileSync(file, "notes\n");
    const refused = await runHere(exec(file, twice()));
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("was not written by service-emulator"),
    });
    expect(await runHere(exec(file, twice(), "--force"))).toMatchObject({ code: 0 });
    expect(targetsIn(file)).toHaveLength(2);
  });
});

describe.runIf(existsSync("/dev/full"))("exec --session on what takes no more", () => {
  it("lets the command go on, and fails with one line", async () => {
    const { code, stderr } = await runHere(exec("/dev/full", twice()));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^service-emulator: --session \/dev\/full: ENOSPC.*\n$/),
    ]);
  });
});

/** Opens a session as a process of its own, and hears where it is. */
async function opened(file: string) {
  const child = spawnCli(["open", file, "--json"]);
  const line = await new Promise<string>((told) =>
    child.stdout?.once("data", (text) => told(String(text))),
  );
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

describe("open with a file", () => {
  it("shows the session on loopback, as a page that needs nothing else, until it is interrupted", async () => {
    const file = place();
    await runHere(exec(file, twice()));
    const { child, url } = await opened(file);
    const page = await fetch(url);
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const text = await page.text();
    expect(text).toContain('"target":"/api/metrics"');
    expect(text).toMatch(/default-src 'none'; script-src 'sha256-/);
    child.kill("SIGINT");
    expect(await ended(child)).toBe(0);
  });

  it("refuses to change anything, and to be asked by another host's name", async () => {
    const file = place();
    await runHere(exec(file, twice()));
    const { url } = await opened(file);
    const changed = await fetch(`${url}_emulator/faults`, { method: "POST", body: "{}" });
    expect([changed.status, await changed.json()]).toEqual([
      405,
      { error: { message: "this is a saved session: nothing in it can be changed", path: "" } },
    ]);
    const foreign = get(url, { headers: { host: "evil.example" } });
    const [answer] = await once(foreign, "response");
    expect((answer as IncomingMessage).statusCode).toBe(403);
  });

  it("leaves out a last line that was cut, and says so", async () => {
    const file = place();
    await runHere(exec(file, twice()));
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
    const child = spawnCli(["open", file, "--json"]);
    const said = await new Promise<string>((told) =>
      child.stderr?.once("data", (text) => told(String(text))),
    );
    expect(said).toContain("is cut off or broken, and is left out");
  });

  it.each([
    ["hello\n", "this is no session. Give a file of --session or Save"],
    ["", "this is no session. Give a file of --session or Save"],
    [
      '{"session":2,"version":"9.0.0"}\n',
      "written in a newer form. Open it with service-emulator 9.0.0",
    ],
  ])("refuses a file with %j in one line", async (text, why) => {
    const file = place();
    writeFileSync(file, text);
    const { code, stderr } = await runHere(["open", file]);
    expect([code, stderr]).toEqual([2, `service-emulator: ${file}: ${why}\n`]);
  });

  it("says of a file that is missing that there is none", async () => {
    expect((await runHere(["open", `${place()}x`])).stderr).toContain(": there is no such file");
  });
});
