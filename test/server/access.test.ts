import { beforeAll, describe, expect, it } from "vitest";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";

/** What tells a stranger nothing but what this program is, and what has an address that nobody can guess. */
const open = [
  "GET /_emulator/health",
  "GET /_emulator/images/{id}",
  "GET /_emulator/links/{token}",
  "POST /_emulator/links/{token}",
  "GET /_emulator/operations",
  "GET /_emulator/truth",
  "GET /_emulator/openapi.json",
  "GET /_emulator/service/openapi.json",
];

const anywhere = "0.0.0.0";
const token = "the-token-that-was-given";

async function listening(options: EmulatorOptions) {
  const { emulator } = await emulate({ port: 0, ...options });
  const url = emulator.url.replace(anywhere, "127.0.0.1");
  const ask = async (operation: string, sent: string | undefined) => {
    const [method = "", path = ""] = operation.split(" ");
    const gone = new AbortController();
    const { status } = await fetch(url + path.replace(/\{\w+\}/g, "none"), {
      method,
      signal: gone.signal,
      ...(sent !== undefined && { headers: { "x-emulator-token": sent } }),
    });
    gone.abort();
    return status;
  };
  return { emulator, url, ask };
}

/** Every line of the control API, as it describes itself: asked once, since all have the same. */
const operations: string[] = [];
beforeAll(async () => {
  await using emulator = await createEmulator({ fixtures: ["test/support/empty.yaml"] });
  const answer = await emulator.fetch("/_emulator/openapi.json");
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  for (const [path, methods] of Object.entries(paths)) {
    operations.push(...Object.keys(methods).map((each) => `${each.toUpperCase()} ${path}`));
  }
});

const places: readonly (readonly [string, EmulatorOptions])[] = [
  ["on loopback", {}],
  ["on loopback with a control token", { controlToken: token }],
  ["on loopback with a control token and open reads", { controlToken: token, openReads: true }],
  ["beyond loopback", { host: anywhere, controlToken: token }],
  ["beyond loopback with open reads", { host: anywhere, controlToken: token, openReads: true }],
];
const senders = [
  ["no token", undefined],
  ["a wrong token", "another"],
  ["the token", token],
] as const;

describe.each(places)("%s", (_, options) => {
  it.each(senders)("with %s the control API refuses what it must", async (__, sent) => {
    const { ask } = await listening(options);
    const refused: string[] = [];
    for (const operation of operations) {
      if ((await ask(operation, sent)) === 403) refused.push(operation);
    }
    const isRead = (operation: string) => operation.startsWith("GET ");
    const needsToken = (operation: string) =>
      !open.includes(operation) &&
      (isRead(operation)
        ? options.host === anywhere && !options.openReads
        : options.controlToken !== undefined);
    expect(operations.length).toBeGreaterThan(50);
    expect(operations).toEqual(expect.arrayContaining(open));
    expect(refused).toEqual(sent === token ? [] : operations.filter(needsToken));
  });
});

describe("the health of an emulator beyond loopback", () => {
  const health = async (url: string, headers: Record<string, string> = {}) =>
    (await (await fetch(`${url}/_emulator/health`, { headers })).json()) as object;

  it("says to a stranger that it is well, and nothing that opens anything", async () => {
    const { url } = await listening({ host: anywhere });
    expect(await health(url)).toEqual({ status: "ok", version: expect.any(String) });
  });

  it("says the rest with the token, or where reads are open", async () => {
    const { emulator, url } = await listening({ host: anywhere });
    const known = { "x-emulator-token": emulator.controlToken ?? "" };
    expect(await health(url, known)).toMatchObject({ accounts: [{ companyId: "Tests1" }] });
    const other = await listening({ host: anywhere, openReads: true });
    expect(await health(other.url)).toMatchObject({ accounts: [{ companyId: "Tests1" }] });
  });
});

it("the refusal of a read says what to send", async () => {
  const { url } = await listening({ host: anywhere });
  const answer = await fetch(`${url}/_emulator/state`);
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { error: { message: expect.stringContaining("x-emulator-token"), path: "" } },
  ]);
});
