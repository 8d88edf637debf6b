// How an app gets tokens for an account: somebody consents once, and it refreshes them from then on.
import { again, ok } from "./client.mjs";

const credentials = btoa("demo-app:ocs_ExampleAppSecretDemo0001");
const redirect_uri = "http://127.0.0.1:5555/callback";
const code_verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const consent = new URLSearchParams({
  response_type: "code",
  client_id: "demo-app",
  redirect_uri,
  scope: "profiles:read",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
});

async function post({ url }, path, form) {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams(form),
    redirect: "manual",
    signal: AbortSignal.timeout(2000),
  });
  const { status, headers } = response;
  return { status, headers, json: status === 200 ? await response.json() : undefined };
}

const tokens = async (service, form) =>
  ok(await again(() => post(service, "/oauth/token", form))).json;

/** Tokens, with the consent of the account. */
export async function signIn(service) {
  const path = `/oauth/authorize?${consent}`;
  const { headers } = ok(await again(() => post(service, path, { account: service.companyId })));
  const code = new URL(headers.get("location")).searchParams.get("code");
  return tokens(service, { grant_type: "authorization_code", code, redirect_uri, code_verifier });
}

/** Tokens in place of those that have expired. */
export const refresh = (service, refresh_token) =>
  tokens(service, { grant_type: "refresh_token", refresh_token });
