import { describe, expect, it } from "vitest";
import { carried, host, intercepting } from "../../support/proxied.ts";

const metrics = `https://${host}/api/metrics`;

describe("a key that the emulator does not know", () => {
  it("is taken for the full key of the first account, through the proxy alone", async () => {
    const { ask, emulator } = await intercepting();
    expect((await ask(metrics)).status).toBe(200);
    expect(emulator.requests.list()).toMatchObject([{ account: emulator.companyId, key: "full" }]);
    const headers = { authorization: `Service-API-Key ${carried}`, revision: "2026-07-15" };
    expect((await fetch(`${emulator.url}/api/metrics`, { headers })).status).toBe(401);
  });

  it("is refused with strictKeys", async () => {
    const { ask, emulator } = await intercepting({ strictKeys: true });
    expect((await ask(metrics)).status).toBe(401);
    expect((await ask(metrics, { key: emulator.keys.full })).status).toBe(200);
  });

  it("is that of the sandbox for which a proxy was opened", async () => {
    const { ask, emulator, interception } = await intercepting();
    await using sandbox = emulator.sandbox();
    const { url, seen } = await interception.open(sandbox.id);
    expect((await ask(metrics, { through: url })).status).toBe(200);
    expect(emulator.requests.list()).toMatchObject([{ account: sandbox.id }]);
    expect([seen().requests, interception.seen().requests]).toEqual([1, 0]);
  });

  it("is shown by its last four characters, wherever it is sent", async () => {
    const { ask, emulator } = await intercepting();
    await ask(`${metrics}?api_key=${carried}`, { headers: { "x-note": `my ${carried}` } });
    const [entry] = emulator.requests.list();
    const whole = await fetch(`${emulator.url}/_emulator/requests/${entry?.id}`);
    const told = JSON.stringify([entry, await whole.json()]);
    expect(told).not.toContain("carried");
    expect(told).toContain("…wxyz");
  });

  it("goes as a token and as a company id, too", async () => {
    const { ask } = await intercepting();
    const headers = { authorization: "Bearer somebody-elses-token-0001" };
    expect((await ask(metrics, { headers })).status).toBe(200);
    const client = `https://${host}/client/reviews?company_id=OTHER1`;
    expect((await ask(client, { key: "" })).status).toBe(200);
  });
});

describe("a key that the emulator knows", () => {
  it("keeps its scopes", async () => {
    const { ask, emulator } = await intercepting({ fixtures: ["small"] });
    const key = emulator.keys["events-only"] ?? "";
    expect((await ask(metrics, { key })).status).toBe(403);
  });

  it("stays refused once it is revoked", async () => {
    const { ask, emulator } = await intercepting();
    const headers = { "content-type": "application/json" };
    const made = await fetch(`${emulator.url}/_emulator/keys`, {
      method: "POST",
      headers,
      body: '{"name":"mine","scopes":"full"}',
    });
    const { key } = (await made.json()) as { key: string };
    expect((await ask(metrics, { key })).status).toBe(200);
    await fetch(`${emulator.url}/_emulator/keys/mine`, { method: "DELETE" });
    expect((await ask(metrics, { key })).status).toBe(401);
    expect((await ask(metrics)).status).toBe(200);
  });
});
