import { expect, it, onTestFinished } from "vitest";
import { createEmulator, type Emulator } from "../../../src/index.ts";
import { type Proxy, proxyBefore } from "./proxy.ts";

async function noting(): Promise<{ emulator: Emulator; proxy: Proxy; ask: Ask }> {
  const emulator = await createEmulator({ fixtures: ["test/support/empty.yaml"], port: 0 });
  const proxy = await proxyBefore(emulator.url);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await emulator.close();
  });
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: "2026-07-15",
  };
  const ask: Ask = (call, init = {}) =>
    fetch(`${proxy.urlFor(call)}/api/lists?sort=id`, { headers, ...init });
  return { emulator, proxy, ask };
}

type Ask = (call: string, init?: RequestInit) => Promise<Response>;

it("notes the call of each attempt, and the emulator sees none of it", async () => {
  const { emulator, proxy, ask } = await noting();
  emulator.faults.add({ operation: "get_lists", status: 429, retryAfter: 2, hold: false });
  await ask("one");
  await ask("two");
  expect(proxy.log).toMatchObject([
    { call: "one", target: "/api/lists?sort=id", status: 429, headers: { "retry-after": "2" } },
    { call: "two", method: "GET", status: 200, died: false, readable: true },
  ]);
  expect(JSON.stringify(emulator.requests.list())).not.toMatch(/~one|~two|"one"|"two"/);
});

it("passes on how a connection ends, and notes it", async () => {
  const { emulator, proxy, ask } = await noting();
  emulator.faults.add({ operation: "get_lists", connection: "reset" });
  emulator.faults.add({ operation: "get_lists", connection: "close-mid-body" });
  emulator.faults.add({ operation: "get_lists", spoil: "malformed" });
  await expect(ask("reset")).rejects.toThrow("fetch failed");
  await expect(ask("cut").then((response) => response.text())).rejects.toThrow("terminated");
  await expect(ask("spoilt").then((response) => response.json())).rejects.toThrow(SyntaxError);
  expect(proxy.log).toMatchObject([
    { call: "reset", died: true, left: false },
    { call: "cut", status: 200, died: true, left: false },
    { call: "spoilt", status: 200, died: false, readable: false },
  ]);
});

it("notes who went away before the answer came", async () => {
  const { emulator, proxy, ask } = await noting();
  emulator.faults.add({ operation: "get_lists", connection: "hang" });
  await expect(ask("gone", { signal: AbortSignal.timeout(100) })).rejects.toThrow("aborted");
  await expect.poll(() => proxy.log).toMatchObject([{ call: "gone", died: true, left: true }]);
});
