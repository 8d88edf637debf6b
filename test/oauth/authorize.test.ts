import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fixtureFile } from "../support/fixture.ts";
import { installing } from "./support.ts";

const html = { accept: "text/html,*/*;q=0.8" };

describe("the consent page", () => {
  it("asks a person which account allows what", async () => {
    const { page } = await installing();
    const { status, headers, text } = await page({
      scope: "profiles:read profiles:write lists:read",
    });
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toMatch(/name="account" value="First1" checked/);
    expect(text).toMatch(/name="account" value="Secnd2" >/);
    expect(text).toMatch(/Profiles<\/span> <span class="soft">see and change</);
    expect(text).toMatch(/Lists<\/span> <span class="soft">see</);
    expect(text).toContain("http://127.0.0.1:5555/callback");
    expect(text).toMatch(/<html lang="en">/);
    expect(text).toMatch(/name="viewport"/);
  });

  it("shows many accounts as a menu", async () => {
    const accounts = Array.from({ length: 7 }, (_, n) => ({ company_id: `Shop0${n}` }));
    const apps = [{ name: "App", client_id: "sync-app" }];
    const fixtures = [fixtureFile(JSON.stringify({ accounts: [...accounts, { apps }] }))];
    const { page } = await installing({ fixtures });
    const { text } = await page({ account: "Shop03" });
    expect(text).toContain('<option value="Shop03" selected>Example Shop (Shop03)</option>');
    expect(text).not.toContain('type="radio"');
  });

  it("escapes every value that it shows", async () => {
    const { page } = await installing();
    const { text } = await page({ state: `"><script>alert(1)</script>` });
    expect(text).not.toMatch(/<script|<b>|<Sons>/);
    expect(text).toContain("Sync &#34;quick&#34; &#60;b&#62;App&#60;/b&#62;");
    expect(text).toContain("Ada &#38; &#60;Sons&#62;");
  });

  it("runs no script, sits in no frame, and is kept by nobody", async () => {
    const { page } = await installing();
    const { headers, text } = await page();
    const policy = headers.get("content-security-policy") ?? "";
    const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(style).toContain("prefers-color-scheme:dark");
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(text).not.toContain("style=");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    ["http://127.0.0.1:5555/callback", "form-action 'self' http://127.0.0.1:5555;"],
    ["https://app.example.com/done?from=us", "form-action 'self' https://app.example.com;"],
    ["com.example.app:/done", "form-action 'self' com.example.app:;"],
  ])("lets its form lead to %s, where the answer goes", async (redirect, expected) => {
    const { page } = await installing();
    const { headers } = await page({ redirect_uri: redirect });
    expect(headers.get("content-security-policy")).toContain(expected);
  });

  it("posts to the same question, and the account that was preselected is no second answer", async () => {
    const { page, fetched } = await installing();
    const { text } = await page({ account: "Secnd2" });
    expect(text).toMatch(/value="Secnd2" checked/);
    const action = /action="([^"]+)"/.exec(text)?.[1]?.replaceAll("&#38;", "&") ?? "";
    const body = new URLSearchParams({ account: "First1", decision: "allow" });
    const { back } = await fetched(action, { method: "POST", body });
    expect(back?.get("code")).toMatch(/^oac_/);
    expect(back?.get("state")).toBe("a state & more");
  });
});

describe("a decision", () => {
  it("to allow gives a code, with the state as it was", async () => {
    const { decide } = await installing();
    const { status, headers, back } = await decide({ decision: "allow", account: "Secnd2" });
    expect([status, headers.get("cache-control")]).toEqual([302, "no-store"]);
    expect(headers.get("location")).toMatch(
      /^http:\/\/127\.0\.0\.1:5555\/callback\?code=oac_\w{40}&/,
    );
    expect(back?.get("state")).toBe("a state & more");
  });

  it("of a script needs nothing: the first account allows it", async () => {
    const { decide, emulator } = await installing();
    expect((await decide()).back?.has("code")).toBe(true);
    expect(emulator.requests.list().at(-1)).toMatchObject({
      operation: "oauth_authorize",
      stage: "oauth",
      account: "First1",
      app: "sync-app",
      status: 302,
    });
  });

  it("to deny says so to the app", async () => {
    const { decide } = await installing();
    const { back } = await decide({ decision: "deny" });
    expect([...(back ?? [])]).toEqual([
      ["error", "access_denied"],
      ["error_description", "The account did not allow it."],
      ["state", "a state & more"],
    ]);
  });

  it("keeps the query that a redirect URI already has", async () => {
    const { decide } = await installing();
    const { headers } = await decide({}, { redirect_uri: "https://app.example.com/done?from=us" });
    expect(headers.get("location")).toMatch(
      /^https:\/\/app\.example\.com\/done\?from=us&code=oac_/,
    );
  });

  it.each([
    [{ account: "Nobody" }, {}, 400, "First1, Secnd2"],
    [{ decision: "perhaps" }, {}, 400, "allow or deny"],
    [{}, { "sec-fetch-site": "cross-site" }, 403, "open the page itself"],
  ])("that is %j with %j is refused with a page", async (answer, headers, status, told) => {
    const { decide } = await installing();
    const refused = await decide(answer, {}, headers);
    expect([refused.status, refused.back]).toEqual([status, undefined]);
    expect(refused.text).toContain(told);
  });
});

describe("a request that cannot be trusted with a redirect", () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ["without a client_id", { client_id: undefined }, "client_id is missing"],
    ["with an unknown client_id", { client_id: "who" }, "sync-app, other-app"],
    ["without a redirect_uri", { redirect_uri: undefined }, "redirect_uri is missing"],
    ["with a redirect_uri of another", { redirect_uri: "https://evil.example/" }, "registered:"],
    ["with a longer path", { redirect_uri: "http://127.0.0.1/callback/x" }, "registered:"],
    ["with another query", { redirect_uri: "https://app.example.com/done?from=me" }, "registered:"],
    [
      "with a port where it is not loopback",
      { redirect_uri: "https://app.example.com:8443/done?from=us" },
      "registered:",
    ],
    [
      "with a port that there is none of",
      { redirect_uri: "http://127.0.0.1:65536/callback" },
      "registered:",
    ],
    [
      "with localhost for loopback",
      { redirect_uri: "http://localhost:5555/callback" },
      "registered:",
    ],
    [
      "with a loopback address for a user",
      { redirect_uri: "http://127.0.0.1:80@evil.example/callback" },
      "registered:",
    ],
  ])("%s is told on a page, and goes nowhere", async (_, change, told) => {
    const { page, decide } = await installing();
    for (const answer of [await page(change, html), await decide({}, change)]) {
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      expect(answer.text).toContain(told);
      expect(answer.headers.get("x-emulator-hint")).toBeTruthy();
    }
    expect((await page(change, html)).headers.get("content-type")).toContain("text/html");
    expect((await page(change)).headers.get("content-type")).toContain("text/plain");
  });
});

it.each([
  "http://127.0.0.1/callback",
  "http://127.0.0.1:1/callback",
  "https://app.example.com/done?from=us",
  "com.example.app:/done",
])("the redirect URI %s is accepted as it is registered", async (redirect) => {
  const { decide } = await installing();
  expect((await decide({}, { redirect_uri: redirect })).back?.has("code")).toBe(true);
});

it.each<[string, Record<string, string | undefined>, string]>([
  ["no response_type", { response_type: undefined }, "invalid_request"],
  ["response_type token", { response_type: "token" }, "unsupported_response_type"],
  ["no code_challenge", { code_challenge: undefined }, "invalid_request"],
  ["a code_challenge that is no SHA-256", { code_challenge: "short" }, "invalid_request"],
  ["no code_challenge_method", { code_challenge_method: undefined }, "invalid_request"],
  ["code_challenge_method plain", { code_challenge_method: "plain" }, "invalid_request"],
  ["no scope", { scope: undefined }, "invalid_scope"],
  ["an unknown scope", { scope: "profiles:reed" }, "invalid_scope"],
  ["a scope that the app has not registered", { scope: "events:read" }, "invalid_scope"],
])("with %s, the app is told by redirect", async (_, change, error) => {
  const { page } = await installing();
  const { status, back } = await page(change);
  expect([status, back?.get("error"), back?.get("state")]).toEqual([302, error, "a state & more"]);
  expect(back?.get("error_description")).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
});

it("a parameter that is there twice is told by redirect, unless it says where to", async () => {
  const { fetched, emulator } = await installing();
  const asked = (more: string) =>
    fetched(
      `/oauth/authorize?client_id=sync-app&redirect_uri=com.example.app:/done&state=s${more}`,
    );
  const { back } = await asked("&scope=a&scope=b");
  expect(back?.get("error_description")).toBe("The parameter scope is there twice.");
  expect((await asked("&client_id=other-app")).status).toBe(400);
  expect(emulator.requests.list()).toHaveLength(2);
});
