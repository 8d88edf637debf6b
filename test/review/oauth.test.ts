import { describe, expect, it } from "vitest";
import { installing, refusal } from "../oauth/support.ts";
import { newest } from "../support/emulate.ts";

const ready = "oat_ReadyAccessToken00001";

describe("a decision", () => {
  // README, "OAuth": "`POST /oauth/authorize` | the decision: `account` and `decision`". What is not read
  // counts as allowed by the first account: a script that denies in JSON has installed the app.
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
  // world/grants.ts: "those not used for longest make room"; README: "a reset … brings the fixture's
  // tokens back", it never says that a token in use ends by itself.
  it("that is in use is not the one that makes room", async () => {
    const { emulator, bearing } = await installing();
    for (let made = 0; made < 10_001; made += 1) {
      emulator.tokens.create({ app: "sync-app", scopes: ["profiles:read"] });
      if (made % 1000 === 0) expect((await bearing(ready)).status).toBe(200);
    }
    expect((await bearing(ready)).status).toBe(200);
  });

  // README: "A reset … brings the fixture's tokens back"; the test of the house: "as new". They are
  // given out by the clock that the same reset puts back right after.
  it("of the fixture's is new after a reset of tokens and clock", async () => {
    const { emulator, bearing } = await installing();
    emulator.clock.set("2026-07-20T09:00:00Z");
    emulator.reset(["tokens", "clock"]);
    expect((await bearing(ready)).status).toBe(200);
    emulator.clock.advance("11m");
    expect((await bearing(ready)).status).toBe(401);
  });

  // RFC 6749, 3.3, and what POST /oauth/token itself does: each scope once.
  it("has each scope once, however often it is asked for", async () => {
    const { emulator } = await installing();
    const scopes = ["lists:read", "lists:read"];
    expect(emulator.tokens.create({ app: "sync-app", scopes }).scope).toBe("lists:read");
  });

  // RFC 6750, 3: an access token that does not enable access: the answer MUST include WWW-Authenticate;
  // 3.1: insufficient_scope, 403. The 401 of a token goes by it already.
  it("without the scope is told so in WWW-Authenticate too", async () => {
    const { emulator, fetched } = await installing();
    const { access_token: token } = emulator.tokens.create({ scopes: ["lists:read"] });
    const headers = { authorization: `Bearer ${token}`, revision: newest };
    const answer = await fetched("/api/profiles", { headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer .*error="insufficient_scope"/);
  });

  // control/tokens.ts, `revokeAll`: "as when an account removes an app"; a code that is on its way is
  // exchanged all the same.
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

describe("a secret in a request", () => {
  // README, "OAuth": "Secrets are masked wherever requests are shown."
  it.each([
    ["hush", "client%5Fsecret=hush-hush"],
    ["hush", "client_secret=se,hush&x=1"],
    ["hush", "password=se}hush&x=1"],
    ["hush", '{"client_secret":"two words, hush","x":1}'],
    ["hush", '{"password":"a\\"hush"}'],
    ["ReadyRefresh", "refresh%5Ftoken=ort%5FReadyRefreshToken0001"],
  ])("is not shown by the journal: %s of %s", async (secret, body) => {
    const { emulator, token } = await installing();
    await token(body);
    const [entry] = emulator.requests.list();
    expect(JSON.stringify(emulator.requests.show(entry?.id ?? ""))).not.toContain(secret);
  });

  // The same sentence; design, section 10: "Keys are redacted in journal and logs." A word boundary is
  // asked for before `oat_`, and there is none after `%20` or `%3D`.
  it.each([
    `/api/profiles?authorization=Bearer%20${ready}`,
    `/api/profiles?next=%2Fcallback%3Ft%3D${ready}`,
    "/api/profiles?api_key=%70k_abcdefghijklmnopq",
  ])("is not shown in a target: %s", async (path) => {
    const { emulator, fetched } = await installing();
    await fetched(path);
    const [entry] = emulator.requests.list();
    expect(decodeURIComponent(entry?.target ?? "")).not.toMatch(/ReadyAccessToken|pk_abcdefghijk/);
  });

  it("is not shown in a test id", async () => {
    const { emulator, fetched } = await installing();
    await fetched("/api/profiles", { headers: { "x-emulator-test-id": ready } });
    expect(JSON.stringify(emulator.requests.list())).not.toContain(ready);
  });
});

describe("a fault on an account with a clock of its own", () => {
  // README, "Faults": "`ttl` | Stop for good after this long", "`between` | … or offsets from planning".
  // It is planned by the emulator's clock and asked by the account's.
  it.each([{ ttl: "10m" }, { between: ["+0s", "+10m"] as const }])(
    "acts for as long as it was planned: %j",
    async (when) => {
      const { emulator, get } = await installing();
      emulator.clock.of("First1").freeze("2027-01-01T00:00:00Z");
      const match = { account: "First1" };
      const { id } = emulator.faults.add({
        operation: "get_profiles",
        status: 503,
        match,
        ...when,
      } as never);
      expect(emulator.faults.list().find((fault) => fault.id === id)?.state).toBe("active");
      expect((await get("/api/profiles")).status).toBe(503);
    },
  );

  // README, `hold`: "Keep refusing the same caller until its Retry-After is over". design, "Clock": going
  // back to real after an advance drops the windows. The hold of two seconds lasts an hour.
  it("holds nobody for longer than it promised when time goes back", async () => {
    const { emulator, get } = await installing();
    emulator.clock.advance("1h");
    emulator.faults.add({ operation: "get_profiles", status: 429, retryAfter: 2 });
    expect((await get("/api/profiles")).headers.get("retry-after")).toBe("2");
    emulator.clock.set("2026-07-20T12:00:00Z");
    emulator.clock.advance("3s");
    expect((await get("/api/profiles")).status).toBe(200);
  });
});

describe("the rate headers", () => {
  // behaviour.md, 16: "rate headers … on every non-429; where nothing was taken Remaining = Limit". A 401
  // tells the published limit, a 200 the one that was set.
  it("of a 401 tell the limits that were set", async () => {
    const { emulator, bearing } = await installing({ rateLimits: "real" });
    emulator.limits.set({ operations: { get_profiles: { burst: 1, steady: 5 } } });
    const told = async (secret: string) => (await bearing(secret)).headers.get("ratelimit-limit");
    expect(await told("oat_nobodysTokenAtAll0001")).toBe("5, 1;w=1, 5;w=60");
  });
});
