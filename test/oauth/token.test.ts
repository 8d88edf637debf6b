import { describe, expect, it } from "vitest";
import { basic, exchangeOf, installing, refusal } from "./support.ts";

describe("POST /oauth/token", () => {
  it("answers with what was granted, for nobody's cache", async () => {
    const { codeFor, token } = await installing();
    const answer = await token(exchangeOf(await codeFor()));
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^oat_[0-9A-Za-z]{40}$/),
      token_type: "bearer",
      expires_in: 3599,
      refresh_token: expect.stringMatching(/^ort_[0-9A-Za-z]{40}$/),
      scope: "profiles:read lists:read",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ["no grant_type", { grant_type: undefined }, "invalid_request"],
    ["an empty grant_type", { grant_type: "" }, "invalid_request"],
    ["another grant_type", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["no code", { code: undefined }, "invalid_request"],
    ["no redirect_uri", { redirect_uri: undefined }, "invalid_request"],
    ["no code_verifier", { code_verifier: undefined }, "invalid_request"],
    ["a code_verifier of 42 characters", { code_verifier: "v".repeat(42) }, "invalid_request"],
    ["a code_verifier of 129 characters", { code_verifier: "v".repeat(129) }, "invalid_request"],
    ["the wrong code_verifier", { code_verifier: "v".repeat(43) }, "invalid_grant"],
    ["an unknown code", { code: "oac_unknown" }, "invalid_grant"],
    [
      "another port than it was asked with",
      { redirect_uri: "http://127.0.0.1:1/callback" },
      "invalid_grant",
    ],
    ["another client_id than Basic's", { client_id: "other-app" }, "invalid_request"],
    ["no refresh_token", { grant_type: "refresh_token" }, "invalid_request"],
  ])("with %s is refused in OAuth's own form", async (_, change, error) => {
    const { codeFor, token } = await installing();
    const form = { ...exchangeOf(await codeFor()), ...change };
    const refused = await token(form);
    expect(refusal(refused)).toEqual([400, error]);
    expect(refused.json()["error_description"]).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });

  it("refuses the code of another app", async () => {
    const { codeFor, token } = await installing();
    expect(refusal(await token(exchangeOf(await codeFor()), { app: "other-app" }))).toEqual([
      400,
      "invalid_grant",
    ]);
  });

  it("refuses a code after five minutes", async () => {
    const { emulator, codeFor, token } = await installing();
    const [early, late] = [await codeFor(), await codeFor()];
    await emulator.clock.advance("299s");
    expect((await token(exchangeOf(early))).status).toBe(200);
    await emulator.clock.advance("1s");
    expect(refusal(await token(exchangeOf(late)))).toEqual([400, "invalid_grant"]);
  });

  it("takes a code once: a second time revokes what the first gave", async () => {
    const { installed, token, bearing, refresh } = await installing();
    const { code, access_token: access, refresh_token: secret } = await installed();
    expect((await bearing(access)).status).toBe(200);
    expect(refusal(await token(exchangeOf(code)))).toEqual([400, "invalid_grant"]);
    expect((await bearing(access)).status).toBe(401);
    expect(refusal(await refresh(secret))).toEqual([400, "invalid_grant"]);
  });

  it("leaves a code good that was tried with the wrong verifier", async () => {
    const { codeFor, token } = await installing();
    const form = exchangeOf(await codeFor());
    await token({ ...form, code_verifier: "v".repeat(43) });
    expect((await token(form)).status).toBe(200);
  });

  it.each<[string, Record<string, string>, string]>([
    ["no Authorization", { authorization: "" }, "base64(client_id:client_secret)"],
    ["a private key", { authorization: "Service-API-Key pk_x" }, "base64"],
    ["an unknown client", { authorization: `Basic ${btoa("who:x")}` }, "sync-app, other-app"],
    ["a wrong secret", { authorization: basic("sync-app", "wrong") }, "secret"],
    ["Basic without a colon", { authorization: `Basic ${btoa("sync-app")}` }, "base64"],
  ])("with %s answers 401 invalid_client, and how to do it", async (_, headers, told) => {
    const { token, revoke } = await installing();
    for (const refused of [
      await token({ grant_type: "refresh_token" }, { headers }),
      await revoke({ token: "x" }, { headers }),
    ]) {
      expect(refusal(refused)).toEqual([401, "invalid_client"]);
      expect(refused.headers.get("www-authenticate")).toBe('Basic realm="oauth"');
      expect(refused.headers.get("x-emulator-hint")).toContain(told);
    }
  });

  it("takes a secret that a client has not encoded", async () => {
    const { token } = await installing();
    const authorization = `Basic ${btoa("sync-app:a-secret:with%odd+signs")}`;
    const refused = await token({ grant_type: "refresh_token" }, { headers: { authorization } });
    expect(refusal(refused)).toEqual([400, "invalid_request"]);
  });

  it("asks for a form", async () => {
    const { token } = await installing();
    const headers = { "content-type": "application/json" };
    const refused = await token('{"grant_type":"refresh_token"}', { headers });
    expect(refusal(refused)).toEqual([400, "invalid_request"]);
    expect(refused.headers.get("x-emulator-hint")).toContain("x-www-form-urlencoded");
  });

  it("asks for POST", async () => {
    const { fetched } = await installing();
    const refused = await fetched("/oauth/token");
    expect(refusal(refused)).toEqual([405, "invalid_request"]);
    expect(refused.headers.get("allow")).toBe("POST");
    const lost = await fetched("/oauth/tokens");
    expect(refusal(lost)).toEqual([404, "invalid_request"]);
    expect(lost.headers.get("x-emulator-hint")).toBe("did you mean /oauth/token?");
  });
});

describe("a refresh", () => {
  it("gives another access token and the same refresh token; the old one lives on", async () => {
    const { emulator, installed, refresh, bearing } = await installing();
    const first = await installed();
    await emulator.clock.advance("30m");
    const second = (await refresh(first.refresh_token)).json();
    expect(second["refresh_token"]).toBe(first.refresh_token);
    expect(second["access_token"]).not.toBe(first.access_token);
    expect((await bearing(first.access_token)).status).toBe(200);
    await emulator.clock.advance("30m");
    expect((await bearing(first.access_token)).status).toBe(401);
    expect((await bearing(second["access_token"] ?? "")).status).toBe(200);
  });

  it("is over after ninety days without one", async () => {
    const { emulator, installed, refresh } = await installing();
    const { refresh_token: secret } = await installed();
    await emulator.clock.advance("89d");
    expect((await refresh(secret)).status).toBe(200);
    await emulator.clock.advance("89d");
    expect((await refresh(secret)).status).toBe(200);
    await emulator.clock.advance("90d");
    expect(refusal(await refresh(secret))).toEqual([400, "invalid_grant"]);
  });

  it("may ask for fewer scopes, never for more", async () => {
    const { installed, refresh, bearing } = await installing();
    const { refresh_token: secret } = await installed();
    const fewer = (await refresh(secret, { scope: "lists:read" })).json();
    expect(fewer["scope"]).toBe("lists:read");
    expect((await bearing(fewer["access_token"] ?? "")).status).toBe(403);
    const more = await refresh(secret, { scope: "lists:read profiles:write" });
    expect(refusal(more)).toEqual([400, "invalid_scope"]);
    expect((await refresh(secret)).json()["scope"]).toBe("profiles:read lists:read");
  });

  it("of another app is refused", async () => {
    const { installed, token } = await installing();
    const { refresh_token: secret } = await installed();
    const form = { grant_type: "refresh_token", refresh_token: secret };
    expect(refusal(await token(form, { app: "other-app" }))).toEqual([400, "invalid_grant"]);
  });
});

describe("a revocation", () => {
  it("of an access token leaves the refresh token", async () => {
    const { installed, revoke, bearing, refresh } = await installing();
    const { access_token: access, refresh_token: secret } = await installed();
    const done = await revoke({ token: access, token_type_hint: "access_token" });
    expect([done.status, done.text]).toEqual([200, ""]);
    expect((await bearing(access)).status).toBe(401);
    expect((await refresh(secret)).status).toBe(200);
  });

  it("of a refresh token takes what it gave along", async () => {
    const { installed, revoke, bearing, refresh } = await installing();
    const { access_token: access, refresh_token: secret } = await installed();
    expect((await revoke({ token: secret })).status).toBe(200);
    expect((await bearing(access)).status).toBe(401);
    expect(refusal(await refresh(secret))).toEqual([400, "invalid_grant"]);
  });

  it("of what nobody has is as good as done", async () => {
    const { revoke } = await installing();
    expect((await revoke({ token: "who" })).status).toBe(200);
  });

  it("is refused for another app's token, and without one", async () => {
    const { installed, revoke, bearing } = await installing();
    const { access_token: access } = await installed();
    const foreign = await revoke({ token: access }, { app: "other-app" });
    expect(refusal(foreign)).toEqual([400, "invalid_grant"]);
    expect((await bearing(access)).status).toBe(200);
    expect(refusal(await revoke({}))).toEqual([400, "invalid_request"]);
  });
});
