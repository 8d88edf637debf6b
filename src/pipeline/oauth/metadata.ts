import { scopes } from "../../contract/scopes.ts";
import type { Exchange } from "../exchange.ts";
import { Plain } from "../stage.ts";

/** What an app must know of this server (RFC 8414), by the request's own host. */
export function metadata({ incoming: { origin } }: Exchange): Plain {
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
