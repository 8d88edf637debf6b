import { describe, expect, it } from "vitest";
import { installing, refusal } from "./support.ts";
import { newest } from "../support/emulate.ts";

const ready = "oat_ReadyAccessToken00001";

describe("a decision", () => {
  it.each([
    ["application/json", '{"decision":"deny"}'],
    ["application/x-www-form-urlencoded", `x=${"a".repeat(100_001)}&decision=deny`],
  ])("that cannot be read (%s) is not taken for a yes", async (type, body) => {
    const { page, fetched } = await installing();
    const { text } = await page();
    const path = /action="([^"]+)"/.exec(text)?.[1]?.replaceAll("&#38;", "&") ?? "";
    const headers = { "content-type": type };
    const { back } = await fetched(path, { method: "POST", body, headers });
    expect(back?.get("code") ?? null).toBe(null);
  });
});

describe("a token", () => {
  it("that is in use is not the one that makes room", async () => {
    const { emulator, bearing } = await installing();
    for (let made = 0; made < 10_001; made += 1) {
      emulator.tokens.create({ app: "sync-app", scopes: ["profiles:read"] });
      if (made % 1000 === 0) expect((await bearing(ready)).status).toBe(200);
    }
    expect((await bearing(ready)).status).toBe(200);
  });

  it("of the fixture's is new after a reset of tokens and clock", async () => {
    const { emulator, bearing } = await installing();
    emulator.clock.set("2026-07-20T09:00:00Z");
    emulator.reset(["tokens", "clock"]);
    expect((await bearing(ready)).status).toBe(200);
    await emulator.clock.advance("11m");
    expect((await bearing(ready)).status).toBe(401);
  });

  it("has each scope once, however often it is asked for", async () => {
    const { emulator } = await installing();
    const scopes = ["lists:read", "lists:read"];
    expect(emulator.tokens.create({ app: "sync-app", scopes }).scope).toBe("lists:read");
  });

  it("without the scope is told so in WWW-Authenticate too", async () => {
    const { emulator, fetched } = await installing();
    const { access_token: token } = emulator.tokens.create({ scopes: ["lists:read"] });
    const headers = { authorization: `Bearer ${token}`, revision: newest };
    const answer = await fetched("/api/profiles", { headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer .*error="insufficient_scope"/);
  });

  it("is not to be had for a code once everything of the account was revoked", async () => {
    const { emulator, codeFor, token } = await installing();
    const code = await codeFor();
    emulator.tokens.revoke({ account: "First1", app: "sync-app" });
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: "http://127.0.0.1:5555/callback",
      code_verifier: "a-verifier-of-forty-three-characters-or-more",
    };
    expect(refusal(await token(form))).toEqual([400, "invalid_grant"]);
  });
});

describe("the rate headers", () => {
  it("of a 401 tell the limits that were set", async () => {
    const { emulator, bearing } = await installing({ rateLimits: "real" });
    emulator.limits.set({ operations: { get_profiles: { burst: 1, steady: 5 } } });
    const told = async (secret: string) => (await bearing(secret)).headers.get("ratelimit-limit");
    expect(await told("oat_nobodysTokenAtAll0001")).toBe("5, 1;w=1, 5;w=60");
  });
});
