import { type Beside, Refusal } from "../../jsonapi/refusal.ts";
import { Plain } from "../stage.ts";
import { words } from "../../contract/words.ts";

/** OAuth's own errors: RFC 6749, 4.1.2.1 and 5.2. */
const codes = words(`
  invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type
  unsupported_response_type invalid_scope access_denied server_error temporarily_unavailable
`);

export type OAuthCode = (typeof codes)[number];

type Extra = Pick<Beside, "status" | "hint" | "headers">;

export function oauthRefusal(code: OAuthCode, detail: string, extra: Extra = {}): Refusal {
  const problem = { code, title: code, detail, pointer: "/data/" };
  return new Refusal(extra.status ?? 400, [problem], extra);
}

export const invalidRequest = (detail: string, extra?: Extra): Refusal =>
  oauthRefusal("invalid_request", detail, extra);

/** 401, with the way to authenticate that is understood (RFC 6749, 5.2). */
export const invalidClient = (detail: string, hint: string): Refusal =>
  oauthRefusal("invalid_client", detail, {
    status: 401,
    hint,
    headers: { "www-authenticate": 'Basic realm="oauth"' },
  });

/** What a refusal of the service's is called here: a fault may ask for any status. */
const codeOf = (status: number): OAuthCode => {
  if (status === 429 || status === 503) return "temporarily_unavailable";
  if (status >= 500) return "server_error";
  if (status === 401) return "invalid_client";
  return status === 403 ? "access_denied" : "invalid_request";
};

/** Any refusal in OAuth's own form: `{"error", "error_description"}`. */
export function errorOf({ status, problems, headers, hint }: Refusal): Plain {
  const [problem] = problems;
  const code = codes.find((each) => each === problem?.code) ?? codeOf(status);
  const body = JSON.stringify({ error: code, error_description: problem?.detail });
  const own = { ...headers, "content-type": "application/json" };
  return new Plain(status, body, { headers: own, hint });
}
