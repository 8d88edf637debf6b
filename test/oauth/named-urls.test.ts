import { expect, it } from "vitest";
import { fixtureFile } from "../support/fixture.ts";
import { exchangeOf, installing } from "./support.ts";

it("an app is installed by way of named URLs, each step by another", async () => {
  const { fetched, page, codeFor, token } = await installing();
  const { text } = await page();
  const action = /action="([^"]+)"/.exec(text)?.[1]?.replaceAll("&#38;", "&") ?? "";
  expect(action.startsWith("/oauth/authorize?")).toBe(true);
  const named = await fetched(`/~install${action}`);
  expect(named.text).toContain('action="/~install/oauth/authorize?');
  expect((await token(exchangeOf(await codeFor()))).status).toBe(200);
  const decided = await fetched(`/~install${action}`, { method: "POST" });
  const code = decided.back?.get("code") ?? "";
  expect((await token(exchangeOf(code))).status).toBe(200);
});

it("a server's document names the endpoints of the URL by which it was asked", async () => {
  const { emulator, fetched } = await installing();
  const path = "/.well-known/oauth-authorization-server";
  for (const asked of [`/~x${path}`, `${path}/~x`]) {
    const { issuer, token_endpoint: endpoint } = (await fetched(asked)).json();
    expect([issuer, endpoint]).toEqual([
      emulator.urlFor("x"),
      `${emulator.urlFor("x")}/oauth/token`,
    ]);
  }
  expect((await fetched(path)).json()["issuer"]).toBe(emulator.url);
});

it("a redirect URI that is a named URL of the emulator is the same without its name", async () => {
  const here = "http://emulator.localhost";
  const apps = [
    {
      name: "App",
      client_id: "sync-app",
      client_secret: "a-secret:with%odd+signs",
      redirect_uris: [`${here}/done`, "https://app.example.com/~x/done"],
      scopes: ["profiles:read", "lists:read"],
    },
  ];
  const fixtures = [fixtureFile(JSON.stringify({ accounts: [{ company_id: "Shop01", apps }] }))];
  const { page, decide, token } = await installing({ fixtures });
  const redirect = `${here}/~x/done`;
  const { headers, back } = await decide({}, { redirect_uri: redirect });
  expect(headers.get("location")).toContain(`${redirect}?code=`);
  const code = back?.get("code") ?? "";
  expect((await token({ ...exchangeOf(code), redirect_uri: `${here}/~y/done` })).status).toBe(200);
  for (const other of [`${here}/~x/other`, `${here}/~/done`, "https://app.example.com/done"]) {
    expect((await page({ redirect_uri: other })).status).toBe(400);
  }
});
