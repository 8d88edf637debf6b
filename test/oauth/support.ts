import { createHash } from "node:crypto";
import type { EmulatorOptions } from "../../src/index.ts";
import { emulate, newest } from "../support/emulate.ts";

const verifier = "a-verifier-of-forty-three-characters-or-more";
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** What an app asks with when all is right. */
const question = {
  response_type: "code",
  client_id: "sync-app",
  redirect_uri: "http://127.0.0.1:5555/callback",
  scope: "profiles:read lists:read",
  state: "a state & more",
  code_challenge: challenge,
  code_challenge_method: "S256",
};

type Parameters = Readonly<Record<string, string | undefined>>;

const queryOf = (parameters: Parameters): URLSearchParams => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given as [string, string][]);
};

const secrets = { "sync-app": "a-secret:with%odd+signs", "other-app": "other-secret" } as const;
export type AppName = keyof typeof secrets;

/** Basic as RFC 6749, 2.3.1, has it: both halves are encoded. */
export const basic = (app: AppName, secret: string = secrets[app]) =>
  `Basic ${btoa(`${encodeURIComponent(app)}:${encodeURIComponent(secret)}`)}`;

/** The parameters of a code's exchange. */
export const exchangeOf = (code: string): Parameters => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: question.redirect_uri,
  code_verifier: verifier,
});

/** An emulator with apps, and what an app does. Everything right unless told otherwise. */
export async function installing(options: EmulatorOptions = {}) {
  const ways = await emulate({ fixtures: ["test/support/apps.yaml"], ...options });
  const { emulator } = ways;
  const fetched = async (path: string, init: RequestInit = {}) => {
    const response = await emulator.fetch(path, { redirect: "manual", ...init });
    const text = await response.text();
    const { status, headers } = response;
    const location = headers.get("location");
    const back = location === null ? undefined : new URL(location).searchParams;
    const json = () => JSON.parse(text) as Record<string, string>;
    return { status, headers, text, back, json };
  };
  const pathOf = (change: Parameters = {}) =>
    `/oauth/authorize?${queryOf({ ...question, ...change })}`;
  const page = (change?: Parameters, headers: Record<string, string> = {}) =>
    fetched(pathOf(change), { headers });
  const decide = (
    answer: Parameters = {},
    change: Parameters = {},
    headers: Record<string, string> = {},
  ) => fetched(pathOf(change), { method: "POST", body: queryOf(answer), headers });
  const codeFor = async (change: Parameters = {}, answer: Parameters = {}) =>
    (await decide(answer, change)).back?.get("code") ?? "";
  const tell = (
    path: string,
    form: Parameters | string,
    { app = "sync-app" as AppName, headers = {} as Record<string, string> } = {},
  ) =>
    fetched(path, {
      method: "POST",
      headers: {
        authorization: basic(app),
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
      body: typeof form === "string" ? form : queryOf(form).toString(),
    });
  const token = (form: Parameters | string, options?: Sending) =>
    tell("/oauth/token", form, options);
  const revoke = (form: Parameters | string, options?: Sending) =>
    tell("/oauth/revoke", form, options);
  const installed = async (change: Parameters = {}, answer: Parameters = {}) => {
    const code = await codeFor(change, answer);
    return { code, ...(await token(exchangeOf(code))).json() } as {
      code: string;
      access_token: string;
      refresh_token: string;
      scope: string;
      expires_in: unknown;
    };
  };
  const refresh = (secret: string, more: Parameters = {}) =>
    token({ grant_type: "refresh_token", refresh_token: secret, ...more });
  const bearing = async (secret: string, path = "/api/profiles") => {
    const headers = { authorization: `Bearer ${secret}`, revision: newest };
    return fetched(path, { headers });
  };
  return {
    ...ways,
    pathOf,
    page,
    decide,
    codeFor,
    token,
    revoke,
    installed,
    refresh,
    bearing,
    fetched,
  };
}

type Sending = { app?: AppName; headers?: Record<string, string> };

/** A refusal in OAuth's own form, as short as a test wants to read it. */
export const refusal = ({ status, json }: { status: number; json: () => { error?: string } }) => [
  status,
  json().error,
];
