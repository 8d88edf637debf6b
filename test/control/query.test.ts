import { describe, expect, it } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { event } from "../support/inspector.ts";

/** An emulator that was asked a few things, and what a query finds of them: the paths and the statuses. */
async function asked() {
  const emulator = await createEmulator({ fixtures: ["small"], frozenAt: "2026-07-20T12:00:00Z" });
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    "content-type": "application/json",
  };
  const send = (path: string, init: RequestInit = {}) =>
    emulator.fetch(path, {
      ...init,
      headers: { ...headers, revision: "2026-07-15", ...init.headers },
    });
  await send("/api/events", { method: "POST", body: event("ada@example.com") });
  await send("/api/events", { method: "POST", body: event("bob@example.com", "Viewed Product") });
  await send("/api/nowhere");
  await send("/api/accounts", { headers: { "x-emulator-test-id": "the first" } });
  await send("/api/accounts");
  const sandbox = emulator.sandbox({ name: "test/retry.test.ts > retries" });
  await sandbox.fetch("/api/lists");
  const read = async (query: string) => {
    const answer = await emulator.fetch(`/_emulator/requests?${new URLSearchParams({ query })}`);
    return (await answer.json()) as {
      requests?: { target: string; status: number }[];
      error?: { message: string; nearest?: string };
    };
  };
  const find = async (query: string) =>
    (await read(query)).requests?.map(({ target, status }) => `${target.slice(5)} ${status}`);
  return { read, find };
}

describe("a query for requests", () => {
  it.each([
    ["status:4xx", ["nowhere 404", "accounts 429"]],
    ["status:4xx -status:429", ["nowhere 404"]],
    ["429", ["accounts 429"]],
    ["-rejected -wrote", ["accounts 200", "lists 200"]],
    ["operation:get_accounts", ["accounts 200", "accounts 429"]],
    ["operation~accounts status:200", ["accounts 200"]],
    ['test:"the first"', ["accounts 200"]],
    ["person:ada", ["events 202"]],
    ['metric:"viewed product"', ["events 202"]],
    ["body~bob@example", ["events 202"]],
    ["body~nobody", []],
    ["sandbox:retry", ["lists 200"]],
    [">1000s", []],
    ["<1000s method:post", ["events 202", "events 202"]],
    ["since:11:59:59 until:12:00:01 nowhere", ["nowhere 404"]],
    ["since:12:00:01", []],
  ])("finds by %s", async (query, found) => {
    const { find } = await asked();
    expect(await find(query)).toEqual(found);
  });

  it.each([
    ["opration:x", "no requests have 'opration:'", "operation"],
    ["operation:get_acounts", "no operation 'get_acounts'", "get_accounts"],
    ["status:teapot", "'status:teapot': expected 429 or 4xx", undefined],
    ["stage:limits", "no stage 'limits'", "limit"],
    ["rejcted", "no word 'rejcted'", "rejected"],
    [">soon", "'>soon': expected a length of time such as >100ms", undefined],
  ])("says what is wrong with %s", async (query, message, nearest) => {
    const { read } = await asked();
    expect((await read(query)).error).toMatchObject({ message, ...(nearest && { nearest }) });
  });
});
