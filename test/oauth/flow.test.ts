import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { newest } from "../support/emulate.ts";
import { installing } from "./support.ts";

const redirectUri = "http://127.0.0.1:5555/callback";

/** A certified client of OAuth, by way of the emulator's own fetch. */
async function client() {
  const { emulator } = await installing();
  const options = {
    [oauth.customFetch]: (url: string, init: object) => emulator.fetch(url, init),
    [oauth.allowInsecureRequests]: true,
  } as const;
  const issuer = new URL(emulator.url);
  const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const app: oauth.Client = { client_id: "sync-app" };
  const auth = oauth.ClientSecretBasic("a-secret:with%odd+signs");

  /** A person who allows what the app asks. @returns what the app hears, and its verifier */
  const allowed = async (decision = "allow") => {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? "");
    const asked = {
      client_id: app.client_id,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "profiles:read lists:read",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    const body = new URLSearchParams({ decision, account: "Secnd2" });
    const answer = await emulator.fetch(url, { method: "POST", body, redirect: "manual" });
    expect(answer.status).toBe(302);
    const back = new URL(answer.headers.get("location") ?? "");
    return { back, state, verifier };
  };
  const tokens = async () => {
    const { back, state, verifier } = await allowed();
    const heard = oauth.validateAuthResponse(server, app, back, state);
    const sent = [server, app, auth, heard, redirectUri, verifier, options] as const;
    const response = await oauth.authorizationCodeGrantRequest(...sent);
    return oauth.processAuthorizationCodeResponse(server, app, response);
  };
  const profiles = (token: string) =>
    oauth.protectedResourceRequest(
      token,
      "GET",
      new URL("/api/profiles", emulator.url),
      new Headers({ revision: newest }),
      null,
      options,
    );
  const refreshed = async (token: string) => {
    const response = await oauth.refreshTokenGrantRequest(server, app, auth, token, options);
    return oauth.processRefreshTokenResponse(server, app, response);
  };
  const revoked = async (token: string) =>
    oauth.processRevocationResponse(
      await oauth.revocationRequest(server, app, auth, token, options),
    );
  return { emulator, server, app, allowed, tokens, profiles, refreshed, revoked };
}

const emails = async (response: Response) =>
  ((await response.json()) as { data: { attributes: { email: string } }[] }).data.map(
    ({ attributes }) => attributes.email,
  );

describe("an app with a certified client", () => {
  it("finds the server, is allowed, gets a token with PKCE, and reads the account's data", async () => {
    const { tokens, profiles } = await client();
    const given = await tokens();
    expect(given).toMatchObject({
      token_type: "bearer",
      expires_in: 3599,
      scope: "profiles:read lists:read",
    });
    expect(await emails(await profiles(given.access_token))).toEqual(["second@example.com"]);
  });

  it("hears that it was not allowed", async () => {
    const { server, app, allowed } = await client();
    const { back, state } = await allowed("deny");
    expect(() => oauth.validateAuthResponse(server, app, back, state)).toThrow(
      expect.objectContaining({ error: "access_denied" }),
    );
  });

  it("meets the end of its token, fetches another, and goes on", async () => {
    const { emulator, tokens, profiles, refreshed } = await client();
    const first = await tokens();
    await emulator.clock.advance("1h");
    await expect(profiles(first.access_token)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: "bearer", parameters: { error: "invalid_token" } }],
    });
    const second = await refreshed(first.refresh_token ?? "");
    expect(second.refresh_token).toBe(first.refresh_token);
    expect((await profiles(second.access_token)).status).toBe(200);
  });

  it("gives its refresh token back, and nothing of it is good any more", async () => {
    const { tokens, profiles, refreshed, revoked } = await client();
    const given = await tokens();
    await revoked(given.refresh_token ?? "");
    await expect(profiles(given.access_token)).rejects.toMatchObject({ status: 401 });
    await expect(refreshed(given.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
      status: 400,
    });
  });
});
