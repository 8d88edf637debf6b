import { describe, expect, it } from "vitest";
import type { FaultInput, OperationId } from "../../src/index.ts";
import { fixtureFile } from "../support/fixture.ts";
import { exchangeOf, installing, refusal } from "./support.ts";

describe("the requests of OAuth", () => {
  it("are journaled by operation, app and account", async () => {
    const { emulator, fetched, page, installed, refresh, revoke } = await installing();
    await fetched("/.well-known/oauth-authorization-server");
    await page();
    const { refresh_token: secret } = await installed({}, { account: "Secnd2" });
    await refresh(secret);
    await revoke({ token: secret });
    await refresh(secret);
    const seen = emulator.requests
      .list()
      .map(({ operation, app, account, status, stage }) => [
        operation,
        app,
        account,
        status,
        stage,
      ]);
    expect(seen).toEqual([
      ["oauth_metadata", null, null, 200, "oauth"],
      ["oauth_authorize", "sync-app", null, 200, "oauth"],
      ["oauth_authorize", "sync-app", "Secnd2", 302, "oauth"],
      ["oauth_token", "sync-app", "Secnd2", 200, "oauth"],
      ["oauth_token", "sync-app", "Secnd2", 200, "oauth"],
      ["oauth_revoke", "sync-app", "Secnd2", 200, "oauth"],
      ["oauth_token", "sync-app", "Secnd2", 400, "oauth"],
    ]);
    expect(emulator.requests.list().at(-1)?.hint).toBe("The refresh token was revoked.");
  });

  it("show no secret in the journal", async () => {
    const { emulator, installed, codeFor, token, refresh, revoke, bearing } = await installing();
    const code = await codeFor();
    const form = exchangeOf(code);
    const given = (await token({ ...form, client_secret: "a-secret:with" })).json();
    const more = await installed();
    await bearing(more.access_token, `/api/lists?x=${more.access_token}`);
    await refresh(more.refresh_token);
    await revoke({ token: more.access_token });
    const shown = JSON.stringify(
      emulator.requests.list().map(({ id }) => emulator.requests.show(id)),
    );
    const secrets = [code, given["access_token"], more.access_token, more.refresh_token];
    for (const secret of [...secrets, form["code_verifier"], "a-secret:with"]) {
      expect(secret).toBeTruthy();
      expect(shown).not.toContain(secret);
    }
    expect(shown).toContain("grant_type=authorization_code");
    expect(shown).toContain(`${code.slice(0, 7)}…`);
  });
});

describe("a fault", () => {
  it("on oauth_token answers in OAuth's own form", async () => {
    const { emulator, installed, refresh } = await installing();
    const { refresh_token: secret } = await installed();
    emulator.faults.add({ operation: "oauth_token", status: 503, retryAfter: 2 });
    const refused = await refresh(secret);
    expect(refusal(refused)).toEqual([503, "temporarily_unavailable"]);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(refused.headers.get("x-emulator-fault")).toBe("fault-1");
    expect((await refresh(secret)).status).toBe(200);
  });

  it("may come with a fixture, for its account", async () => {
    const faults = [{ operation: "oauth_token", status: 503, times: "always" }];
    const apps = [{ name: "A", client_id: "sync-app", client_secret: "a-secret:with%odd+signs" }];
    const accounts = [{ company_id: "First1", apps, faults }, { company_id: "Secnd2" }];
    const fixtures = [fixtureFile(JSON.stringify({ accounts }))];
    const { codeFor, token } = await installing({ fixtures });
    const status = async (account: string) =>
      (await token(exchangeOf(await codeFor({}, { account })))).status;
    expect([await status("First1"), await status("Secnd2")]).toEqual([503, 200]);
  });

  it.each<[number, string]>([
    [400, "invalid_request"],
    [401, "invalid_client"],
    [403, "access_denied"],
    [429, "temporarily_unavailable"],
    [500, "server_error"],
  ])("of status %d is called %s there", async (status, error) => {
    const { emulator, refresh } = await installing();
    emulator.faults.add({ area: "oauth", status });
    expect(refusal(await refresh("x"))).toEqual([status, error]);
  });

  it("can lose the answer to a code, which is then used up", async () => {
    const { emulator, codeFor, token } = await installing();
    const form = exchangeOf(await codeFor());
    emulator.faults.add({ operation: "oauth_token", connection: "reset", where: "after" });
    await expect(token(form)).rejects.toThrow("fetch failed");
    expect(emulator.requests.list().at(-1)).toMatchObject({ status: null, lostStatus: 200 });
    expect(refusal(await token(form))).toEqual([400, "invalid_grant"]);
  });

  it.each<[string, FaultInput["match"], boolean]>([
    ["its app", { app: "sync-app" }, true],
    ["another app", { app: "other-app" }, false],
    ["its account", { account: "First1" }, true],
    ["another account", { account: "Secnd2" }, false],
    ["a field of its form", { body: { grant_type: "refresh_token" } }, true],
    ["another field", { body: { grant_type: "authorization_code" } }, false],
  ])("meets a request for a token with %s, or not", async (_, match, expected) => {
    const { emulator, installed, refresh } = await installing();
    const { refresh_token: secret } = await installed();
    emulator.faults.add({ operation: "oauth_token", match, status: 500 } as FaultInput);
    expect((await refresh(secret)).status === 500).toBe(expected);
  });

  it("meets the requests of an installed app, and nobody else's", async () => {
    const { emulator, installed, bearing, get } = await installing();
    const { access_token: access } = await installed();
    emulator.faults.add({
      operation: "get_profiles",
      match: { app: "sync-app" },
      status: 503,
      times: "always",
    });
    expect((await bearing(access)).status).toBe(503);
    expect((await get("/api/profiles")).status).toBe(200);
  });

  it("can fill the windows of an installed app alone", async () => {
    const { emulator, installed, bearing, get } = await installing({ rateLimits: "real" });
    const { access_token: access } = await installed();
    emulator.faults.add({
      operation: "get_profiles",
      match: { app: "sync-app" },
      limit: "steady",
    });
    expect((await bearing(access)).status).toBe(429);
    expect((await get("/api/profiles")).status).toBe(200);
  });

  it.each<[FaultInput, string]>([
    [{ operation: "oauth_token", limit: "steady" }, "limit"],
    [{ area: "oauth", sequence: ["pass", { limit: "burst" }] }, "sequence[1].limit"],
    [{ operation: "oauth_revoke", spoil: "truncate" }, "spoil"],
    [{ operation: "oauth_tokens" as OperationId, status: 503 }, "operation"],
  ])("%j is refused: there is nothing for it to do", async (fault, path) => {
    const { emulator } = await installing();
    expect(() => emulator.faults.add(fault)).toThrow(expect.objectContaining({ path }));
  });

  it("for every operation that fills a window leaves OAuth alone", async () => {
    const { emulator, page, bearing } = await installing({ rateLimits: "real" });
    emulator.faults.add({ operation: "*", limit: "burst" });
    expect((await page()).status).toBe(200);
    expect((await bearing("oat_ReadyAccessToken00001")).status).toBe(429);
  });
});
