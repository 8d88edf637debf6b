import { type OAuthRow, oauthRows } from "../../contract/oauth.ts";
import { nearest } from "../../world/name-match.ts";
import type { Exchange } from "../exchange.ts";
import { type Answer, type Stage, Plain } from "../stage.ts";
import { authorize } from "./authorize.ts";
import { invalidRequest } from "./refusals.ts";
import type { OAuthRequest } from "./request.ts";
import { revoke, token } from "./token.ts";
import { scopes } from "../../contract/scopes.ts";

type Handler = (exchange: Exchange, request: OAuthRequest) => Answer;

const handlers: Readonly<Record<OAuthRow["id"], Handler>> = {
  oauth_authorize: authorize,
  oauth_token: token,
  oauth_revoke: revoke,
  oauth_metadata: metadata,
};

/** Answers every request of OAuth (behaviour.md, 12): no key, no revision and no limit is asked for. */
export const oauth: Stage = (exchange) => {
  const { oauth: request, path } = exchange;
  if (request === undefined) return exchange;
  const { match } = request;
  if (match.kind === "row") return handlers[match.row.id](exchange, request);
  if (match.kind === "wrong-method") {
    const allow = match.allow.join(", ");
    const detail = `The method is not allowed here; these are: ${allow}.`;
    return invalidRequest(detail, { status: 405, headers: { allow } });
  }
  const like = nearest(path, new Set(oauthRows.map((row) => row.path)));
  const hint = like && `did you mean ${like}?`;
  return invalidRequest("The path does not exist.", { status: 404, hint });
};

/** What an app must know of this server (RFC 8414), by the request's own host. */
function metadata({ incoming: { origin } }: Exchange): Plain {
  const methods = ["client_secret_basic"];
  const document = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    scopes_supported: scopes,
  };
  const headers = { "content-type": "application/json" };
  return new Plain(200, JSON.stringify(document), { headers });
}
