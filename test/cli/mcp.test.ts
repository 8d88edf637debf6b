import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Portions } from "../../src/cli/actions/mcp/serve.ts";
import { bin, runHere } from "../support/cli.ts";

interface Said {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** An agent that talks to the built command, as the protocol's own client does. */
async function connected() {
  const client = new Client({ name: "agent", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, "mcp"] }));
  const call = async (name: string, input: object = {}) => {
    const said = (await client.callTool({ name, arguments: { ...input } })) as unknown as Said;
    return { text: said.content.map(({ text }) => text).join(""), isError: said.isError === true };
  };
  return { client, call };
}

/** One that changes something is of its test alone. */
async function agent() {
  const own = await connected();
  onTestFinished(() => own.client.close());
  return own;
}

describe("mcp", () => {
  let reader: Awaited<ReturnType<typeof connected>>;
  beforeAll(async () => {
    reader = await connected();
  });
  afterAll(() => reader.client.close());

  it("lists its tools, each with a description and a schema", async () => {
    const { tools } = await reader.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      "start exam explore plan_fault requests why state clock reset more".split(" "),
    );
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/\.$/);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
  });

  it("starts an emulator, plans a fault, and says why a request failed; it ends with the session", async () => {
    const { client, call } = await agent();
    const started = JSON.parse((await call("start", { options: ["--fixtures=small"] })).text);
    const [{ key }] = started.accounts[0].keys;
    const planned = await call("plan_fault", { operation: "get_lists", status: 429, times: 1 });
    expect(planned).toMatchObject({ isError: false });
    const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
    expect((await fetch(`${started.url}/api/lists`, { headers })).status).toBe(429);
    expect((await call("requests", { failed: true })).text).toMatch(/429 .*get_lists/);
    expect((await call("why")).text).toContain("fault-1: status");
    expect((await call("clock", { act: "advance", to: "60s" })).isError).toBe(false);
    expect((await call("state")).text).toMatch(/profiles +\d/);
    expect((await call("reset", { only: "faults" })).isError).toBe(false);
    await client.close();
    await expect(fetch(`${started.url}/_emulator/health`)).rejects.toThrow("fetch failed");
  }, 120_000);

  it("grades a client against a fresh emulator", async () => {
    const { call } = await agent();
    const command = [process.execPath, "examples/naive.mjs"];
    const { text, isError } = await call("exam", { command, scenario: "burst-throttle" });
    expect(text).toContain("✗  retry-after");
    expect(text.length).toBeLessThan(6000);
    expect(isError).toBe(true);
  }, 120_000);

  it.each([
    ["a field that there is not", "why", { idd: "x" }, "idd"],
    ["an option in the place of a word", "reset", { only: "--all" }, "only"],
    ["a tool that there is not", "frobnicate", {}, "unknown tool frobnicate"],
    ["a handle that there is not", "more", { handle: "rest-9" }, "no such handle rest-9"],
  ])("refuses %s", async (_, name, input, text) => {
    const said = await reader.call(name, input);
    expect(said).toMatchObject({ isError: true, text: expect.stringContaining(text) });
  });

  it("gives a long text in portions, each behind a handle that is good once", () => {
    const portions = new Portions();
    const whole = Array.from({ length: 2000 }, (_, index) => `line ${index}`).join("\n");
    let read = "";
    for (let text: string | undefined = portions.first(whole); text !== undefined;) {
      expect(text.length).toBeLessThan(5100);
      const [, shown = text, handle = ""] = /^(.*)\n… \d+ .* handle (\S+)$/s.exec(text) ?? [];
      read += shown;
      text = portions.next(handle);
      expect(portions.next(handle)).toBe(undefined);
    }
    expect(read).toBe(whole);
  });

  it("is named by the help", async () => {
    expect((await runHere(["mcp", "--help"])).stdout).toContain("Model Context Protocol");
  });
});
