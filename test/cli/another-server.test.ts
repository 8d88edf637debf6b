import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { empty, runHere } from "../support/cli.ts";

/** A server that is no emulator. @returns its URL */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const commands = [
  ["clock"],
  ["faults", "list"],
  ["keys", "list"],
  ["outbox", "list"],
  ["rates"],
  ["report"],
  ["requests", "list"],
  ["state", "show"],
] as const;

describe("a server that is no emulator", () => {
  const answers: Readonly<Record<string, [status: number, body: string]>> = {
    "other JSON": [200, '{"status":"ok"}'],
    "a list": [200, "[]"],
    "an error of its own": [404, '{"message":"no such route"}'],
    "a page": [200, "<html></html>"],
    nothing: [204, ""],
    "a way elsewhere": [302, ""],
  };
  it.each(Object.entries(answers))("that answers with %s is told of", async (_, [status, body]) => {
    const url = await serving((_asked, response) => {
      response.writeHead(status, { "content-type": "application/json", location: "/" }).end(body);
    });
    const told = `service-emulator: what answers at ${url} is no service-emulator: start one, or say where it is with --url\n`;
    for (const words of commands) {
      const { code, stdout, stderr } = await runHere([...words, "--url", url]);
      expect([words, code, stdout, stderr]).toEqual([words, 3, "", told]);
    }
  });
});

describe("a text with control characters", () => {
  const evil = "\u001B[2J\u001B]0;owned\u0007\u009B31m\u202Eevil";

  it("of a server that says it is an emulator moves nothing in the terminal", async () => {
    const url = await serving((_asked, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-emulator-version": "9" });
      response.end(JSON.stringify({ [evil]: evil }));
    });
    const { code, stdout } = await runHere(["rates", "--url", url]);
    expect(code).toBe(0);
    expect(stdout).toContain("\\u{1b}[2J\\u{1b}]0;owned\\u{7}\\u{9b}31m\\u{202e}evil");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
  });

  it("of a client moves nothing in the terminal, and is as it was as JSON", async () => {
    await using emulator = await createEmulator({ fixtures: [empty], port: 0 });
    const url = ["--url", emulator.url];
    await emulator.seed({
      lists: [{ name: "All" }],
      campaigns: [{ name: evil, subject: "Hello", included: ["All"] }],
    });
    const { stdout } = await runHere(["campaigns", "list", ...url]);
    expect(stdout).toContain("\\u{1b}[2J");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
    const json = await runHere(["campaigns", "list", "--json", ...url]);
    expect(JSON.parse(json.stdout)).toMatchObject({ campaigns: [{ name: evil }] });
  });
});
