import { describe, expect, it } from "vitest";
import { newest } from "../support/emulate.ts";
import { exchangeOf, installing } from "./support.ts";

const ready = "oat_ReadyAccessToken00001";
const problem = ({ status, text }: { status: number; text: string }) => [
  status,
  JSON.parse(text).errors[0].code,
  JSON.parse(text).errors[0].detail,
];

describe("a request with an access token", () => {
  it("reads the account that allowed it, and no other", async () => {
    const { installed, bearing, emulator } = await installing();
    for (const [account, email] of [
      ["First1", "first@example.com"],
      ["Secnd2", "second@example.com"],
    ] as const) {
      const { access_token: access } = await installed({}, { account });
      const { status, text } = await bearing(access);
      expect([status, JSON.parse(text).data[0].attributes.email]).toEqual([200, email]);
      expect(emulator.requests.list({ app: "sync-app" }).at(-1)).toMatchObject({
        operation: "get_profiles",
        account,
        key: null,
        app: "sync-app",
      });
    }
  });

  it("has the scopes that were asked for", async () => {
    const { installed, bearing } = await installing();
    const { access_token: access } = await installed({ scope: "lists:read" });
    expect((await bearing(access, "/api/lists")).status).toBe(200);
    const refused = await bearing(access);
    expect(problem(refused)).toEqual([
      403,
      "permission_denied",
      "The access token lacks the required scope: profiles:read.",
    ]);
    expect(refused.headers.get("x-emulator-hint")).toContain("must be asked for in scope");
  });

  it("is refused once the token has expired, and told since when and what to do", async () => {
    const { emulator, installed, bearing } = await installing();
    const { access_token: access } = await installed();
    await emulator.clock.advance("3599s");
    expect((await bearing(access)).status).toBe(200);
    await emulator.clock.advance("13s");
    const refused = await bearing(access);
    expect(problem(refused)).toEqual([401, "authentication_failed", "The access token expired."]);
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token", error_description="The access token expired."',
    );
    expect(refused.headers.get("x-emulator-hint")).toMatch(
      /^token-\d expired at 2026-07-20T13:00:00.000Z, 12 s ago; .*grant_type=refresh_token/,
    );
  });

  it("is refused with a token that nobody has, or a private key in its place", async () => {
    const { emulator, bearing } = await installing();
    expect(problem(await bearing("oat_nobodys"))).toEqual([
      401,
      "authentication_failed",
      "No account has this token.",
    ]);
    const refused = await bearing(emulator.keys["full"] ?? "");
    expect(refused.headers.get("x-emulator-hint")).toBe(
      "a private key goes with Service-API-Key, not Bearer, or start with --auth-scheme",
    );
  });

  it("goes by its account's own clock", async () => {
    const { emulator, installed, bearing } = await installing();
    const one = await installed({}, { account: "First1" });
    const other = await installed({}, { account: "Secnd2" });
    emulator.clock.of("Secnd2").advance("1h");
    expect((await bearing(one.access_token)).status).toBe(200);
    expect((await bearing(other.access_token)).status).toBe(401);
  });

  it("is given for a code by the clock of the account that allowed it, whatever else is named", async () => {
    const { emulator, codeFor, token } = await installing();
    const form = exchangeOf(await codeFor({}, { account: "Secnd2" }));
    emulator.clock.of("Secnd2").advance("5m");
    expect((await token({ ...form, account: "First1" })).status).toBe(400);
  });

  it("tells a client its own seconds where the clock runs faster", async () => {
    const { emulator, installed } = await installing();
    emulator.clock.accelerate(60);
    expect((await installed()).expires_in).toBe(59);
  });
});

describe("an installed app", () => {
  it("has a quota of its own in each account, apart from the private keys'", async () => {
    const { emulator, installed, bearing } = await installing({ rateLimits: "real" });
    const scope = "profiles:read coupon-codes:read";
    const one = await installed({ scope }, { account: "First1" });
    const again = await installed({ scope }, { account: "First1" });
    const other = await installed({ scope }, { account: "Secnd2" });
    const most = 75;
    for (let sent = 0; sent < most; sent += 1) await bearing(one.access_token);
    expect((await bearing(one.access_token)).status).toBe(429);
    // The same installed app with another token shares it; another account, or a key, does not.
    expect((await bearing(again.access_token)).status).toBe(429);
    expect((await bearing(other.access_token)).status).toBe(200);
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    expect((await emulator.fetch("/api/profiles", { headers })).status).toBe(200);
    const [first] = emulator.limits.show().accounts;
    const bursts = first?.counters.filter(({ window }) => window === "burst");
    expect(bursts).toMatchObject([
      { name: "get_profiles", used: 1 },
      { app: "sync-app", name: "get_profiles", used: most },
    ]);
    expect(first?.forecasts.map(({ app }) => app)).toEqual(["sync-app", undefined]);
  });

  it("follows what the limits are set to", async () => {
    const { emulator, installed, bearing } = await installing({ rateLimits: "real" });
    const { access_token: access } = await installed();
    const remaining = async () => (await bearing(access)).headers.get("ratelimit-remaining");
    expect(await remaining()).toBe("699");
    emulator.limits.set({ operations: { get_profiles: { steady: 10 } } });
    expect(await remaining()).toBe("8");
    emulator.limits.set({ mode: "off", operations: { get_profiles: null } });
    expect(await remaining()).toBe("699");
  });

  it("is never limited where it asks for tokens", async () => {
    const { page, refresh } = await installing({ rateLimits: "real" });
    for (let sent = 0; sent < 200; sent += 1) expect((await refresh("ort_x")).status).toBe(400);
    const { status, headers } = await page();
    expect([status, headers.has("ratelimit-limit")]).toEqual([200, false]);
  });
});

describe("a reset", () => {
  it("forgets what was given out, and brings the fixture's tokens back as new", async () => {
    const { emulator, installed, bearing, refresh } = await installing();
    const { access_token: access, refresh_token: secret } = await installed();
    await emulator.clock.advance("10m");
    expect((await bearing(ready)).status).toBe(401);
    expect((await refresh("ort_ReadyRefreshToken0001")).status).toBe(200);
    emulator.reset();
    expect((await bearing(access)).status).toBe(401);
    expect((await refresh(secret)).status).toBe(400);
    expect((await bearing(ready)).status).toBe(200);
  });

  it("of the tokens alone leaves the rest", async () => {
    const { emulator, installed, bearing } = await installing();
    const { access_token: access } = await installed();
    emulator.tokens.revoke({ app: "sync-app" });
    emulator.faults.add({ operation: "get_lists", status: 503 });
    emulator.reset(["tokens"]);
    expect((await bearing(access)).status).toBe(401);
    expect((await bearing(ready)).status).toBe(200);
    expect(emulator.faults.list()).toHaveLength(1);
  });

  it("gives the same tokens again, since they are drawn from the seed", async () => {
    const { emulator, installed } = await installing();
    const before = await installed();
    emulator.reset();
    expect(await installed()).toEqual(before);
  });
});

it("restoring a snapshot leaves the tokens as they are", async () => {
  const { emulator, installed, bearing } = await installing();
  emulator.state.snapshot("before");
  const { access_token: access } = await installed();
  emulator.tokens.revoke("token-1");
  emulator.state.restore("before");
  expect([(await bearing(access)).status, (await bearing(ready)).status]).toEqual([200, 401]);
});
