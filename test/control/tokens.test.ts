import { describe, expect, it } from "vitest";
import { installing } from "../oauth/support.ts";
import { emulate } from "../support/emulate.ts";

async function minting() {
  const ways = await installing();
  const call = async (method: string, path = "", body?: unknown) => {
    const response = await ways.emulator.fetch(`/_emulator/tokens${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  const status = async (token: string, path?: string) => (await ways.bearing(token, path)).status;
  return { ...ways, call, status };
}

describe("POST /_emulator/tokens", () => {
  it("makes a token of the first app for the first account, with all of its scopes", async () => {
    const { call, status, refresh } = await minting();
    const made = await call("POST");
    expect(made).toEqual({
      status: 201,
      json: {
        id: "token-2",
        app: "sync-app",
        account: "First1",
        access_token: expect.stringMatching(/^oat_/),
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^ort_/),
        scope: "profiles:read profiles:write lists:read coupon-codes:read",
      },
    });
    expect(await status(made.json.access_token)).toBe(200);
    expect((await refresh(made.json.refresh_token)).status).toBe(200);
  });

  it("makes one as it is told", async () => {
    const { emulator, call, status } = await minting();
    const body = { app: "other-app", account: "Secnd2", scopes: ["lists:read"], expiresIn: 90 };
    const { json } = await call("POST", "", body);
    expect(json).toMatchObject({ app: "other-app", account: "Secnd2", scope: "lists:read" });
    expect([json.expires_in, await status(json.access_token, "/api/lists")]).toEqual([90, 200]);
    expect(await status(json.access_token)).toBe(403);
    await emulator.clock.advance("90s");
    expect(await status(json.access_token, "/api/lists")).toBe(401);
    expect((await call("POST", "?account=Secnd2", {})).json.account).toBe("Secnd2");
  });

  it("makes one that is over already", async () => {
    const { emulator, status } = await minting();
    const { access_token: access, expires_in: seconds } = emulator.tokens.create({ expiresIn: 0 });
    expect([seconds, await status(access)]).toEqual([0, 401]);
  });

  it.each<[unknown, number, string]>([
    [{ app: "sync" }, 404, "app"],
    [{ account: "Nobody" }, 404, "id"],
    [{ scopes: ["profiles:reed"] }, 400, "scopes[0]"],
    [{ scopes: ["lists:read", "events:read"] }, 400, "scopes[1]"],
    [{ scopes: [] }, 400, "scopes"],
    [{ expiresIn: -1 }, 400, "expiresIn"],
    [{ expiresIn: "soon" }, 400, "expiresIn"],
    [{ expires: 3600 }, 400, "expires"],
  ])("refuses %j, and makes nothing", async (body, status, path) => {
    const { call } = await minting();
    expect(await call("POST", "", body)).toMatchObject({ status, json: { error: { path } } });
    expect((await call("GET")).json).toHaveLength(1);
  });

  it("says what is missing where no app is registered", async () => {
    const { emulator } = await emulate();
    expect(() => emulator.tokens.create()).toThrow("the fixture's apps: has them");
  });
});

describe("the tokens that there are", () => {
  it("are listed, masked, with what became of them", async () => {
    const { emulator, call } = await minting();
    emulator.tokens.create({ app: "other-app", account: "Secnd2" });
    emulator.tokens.revoke("token-2");
    await emulator.clock.advance("10m");
    const { json } = await call("GET");
    expect(json).toMatchObject([
      { id: "token-1", app: "sync-app", account: "First1", masked: "oat_Rea…", state: "expired" },
      { id: "token-2", app: "other-app", account: "Secnd2", state: "revoked" },
    ]);
    expect(JSON.stringify(json)).not.toContain("oat_ReadyAccess");
    expect((await call("GET", "?account=Secnd2")).json).toHaveLength(1);
    expect((await call("GET", "?app=sync-app")).json).toHaveLength(1);
    expect((await call("GET", "?app=sync")).status).toBe(404);
  });

  it("are revoked one by one, or all of an app with their refresh tokens", async () => {
    const { emulator, call, status, refresh } = await minting();
    const [one, two] = [emulator.tokens.create(), emulator.tokens.create()];
    expect((await call("DELETE", `/${one.id}`)).status).toBe(204);
    expect([await status(one.access_token), await status(two.access_token)]).toEqual([401, 200]);
    expect((await refresh(one.refresh_token)).status).toBe(200);
    expect((await call("DELETE", "/token-99")).status).toBe(404);
    expect((await call("DELETE", "?app=other-app")).status).toBe(204);
    expect(await status(two.access_token)).toBe(200);
    expect((await call("DELETE")).status).toBe(204);
    expect(await status(two.access_token)).toBe(401);
    expect((await refresh(two.refresh_token)).status).toBe(400);
  });
});

it("an app is told with its secret to who runs the emulator", async () => {
  const { emulator } = await installing();
  expect(emulator.apps).toMatchObject([
    {
      clientId: "sync-app",
      clientSecret: "a-secret:with%odd+signs",
      tokens: [{ account: "First1", accessToken: "oat_ReadyAccessToken00001" }],
    },
    { clientId: "other-app", name: "Other App", tokens: [] },
  ]);
});
