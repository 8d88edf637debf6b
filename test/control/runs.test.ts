import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { emulationOf } from "../../src/explorer.ts";
import type { EmulatorOptions } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { NotedRunner } from "../support/noted-runner.ts";

const command = "npm run sync";

/** An emulator on a socket that may run one command, and how it is asked to run something. */
async function allowing(options: EmulatorOptions = {}, runner = new NotedRunner(command)) {
  const { emulator } = await emulate({ port: 0, ...options });
  emulationOf(emulator).runner = runner;
  const { hostname, port } = new URL(emulator.url);
  const ask = async (
    headers: Record<string, string> = {},
    body: object = { command },
    { host = hostname, at = port, path = "/_emulator/runs", method = "POST" } = {},
  ): Promise<{ status: number | undefined; text: string }> => {
    const text = JSON.stringify(body);
    const length = { "content-length": String(text.length) };
    const asking = request({ host, port: at, path, method, headers: { ...headers, ...length } });
    asking.end(text);
    const [answer] = await once(asking, "response");
    let said = "";
    for await (const part of answer) said += part;
    return { status: answer.statusCode, text: said };
  };
  return { emulator, ask, begun: runner.begun };
}

describe("a command that the start allowed", () => {
  it("is run for whoever asks by loopback", async () => {
    const { ask, begun } = await allowing();
    expect((await ask()).status).toBe(202);
    expect((await ask({}, { command, scenario: "burst-throttle" })).status).toBe(202);
    expect(begun).toEqual([{ command }, { command, scenario: "burst-throttle" }]);
  });

  it.each([
    ["another command", {}, { command: "npm run sync; id" }, "--allow-command"],
    ["the allowed one with something more", {}, { command: `${command} ` }, "--allow-command"],
    ["a member that nobody knows", {}, { command, shell: "id" }, "shell"],
    ["a path as the scenario", {}, { command, scenario: "../../etc/x" }, "scenario"],
    ["a page of another origin", { origin: "http://evil.example" }, { command }, "origin"],
    ["a page of another port", { origin: "http://127.0.0.1:1" }, { command }, "origin"],
    ["a sandboxed page", { origin: "null" }, { command }, "origin"],
    ["a page of another site", { "sec-fetch-site": "cross-site" }, { command }, "another site"],
    ["a page of the same site", { "sec-fetch-site": "same-site" }, { command }, "another site"],
    ["a name that leads here", { host: "evil.example" }, { command }, "names no host"],
    ["an allowed name", { host: "emulator.test" }, { command }, "127.0.0.1"],
    ["a name below localhost", { host: "a.localhost" }, { command }, "127.0.0.1"],
    ["an address of a network", { host: "192.168.1.5" }, { command }, "127.0.0.1"],
  ])("is not run for %s", async (_, headers, body, why) => {
    const { ask, begun } = await allowing({ allowedHosts: ["emulator.test"] });
    const { status, text } = await ask(headers, body);
    expect([400, 403, 404]).toContain(status);
    expect(text).toContain(why);
    expect(begun).toEqual([]);
  });

  it("is not run without the control token, nor with that of a sandbox", async () => {
    const { emulator, ask, begun } = await allowing({ controlToken: "the-token" });
    const { token } = emulator.sandbox();
    expect((await ask()).status).toBe(403);
    expect((await ask({ "x-emulator-token": "another" })).status).toBe(403);
    expect((await ask({ "x-emulator-token": token })).status).toBe(403);
    expect(begun).toEqual([]);
    expect((await ask({ "x-emulator-token": "the-token" })).status).toBe(202);
  });

  it("is neither run nor stopped through the proxy, by whichever name", async () => {
    const { emulator, ask, begun } = await allowing({ intercept: ["api.example.com"] });
    const { url = "" } = emulator.interception ?? {};
    const { port: at } = new URL(url);
    for (const method of ["POST", "DELETE"])
      for (const host of ["api.example.com", new URL(emulator.url).host, new URL(url).host]) {
        const path = `http://${host}/_emulator/runs`;
        const { status } = await ask({ host }, { command }, { at, path, method });
        expect([method, host, status]).toEqual([method, host, 403]);
      }
    expect(begun).toEqual([]);
  });

  it("is none where the start named none", async () => {
    const { ask } = await allowing();
    const { emulator } = await emulate({ port: 0 });
    const { port: at } = new URL(emulator.url);
    const { status, text } = await ask({}, { command }, { at });
    expect(status).toBe(403);
    expect(text).toContain("--allow-command 'npm run sync'");
    expect(await (await emulator.fetch("/_emulator/runs")).json()).toEqual({
      commands: [],
      scenarios: [],
      running: null,
      last: null,
    });
  });
});
