import { refused } from "../../jsonapi/refusal.ts";
import type { Exchange } from "../exchange.ts";
import { type Answer, Plain } from "../stage.ts";
import { clientOf } from "./client.ts";
import { oauthRefusal } from "./refusals.ts";
import type { OAuthRequest } from "./request.ts";

/**
 * Takes a token back (RFC 7009): an access token alone, a refresh token with all that it gave. One
 * that nobody has is as good as revoked; the hint about its kind is not needed to find it.
 */
export function revoke(exchange: Exchange, request: OAuthRequest): Answer {
  const app = clientOf(exchange, request);
  if (refused(app)) return app;
  const { grants } = exchange.world;
  const secret = request.form.values.get("token");
  if (secret === undefined) {
    return oauthRefusal("invalid_request", "The parameter token is required.");
  }
  const holder = grants.wishOf(secret)?.app;
  if (holder !== undefined && holder !== app) {
    return oauthRefusal("invalid_grant", "The token was given to another app.");
  }
  grants.revoke(secret);
  return new Plain(200);
}
