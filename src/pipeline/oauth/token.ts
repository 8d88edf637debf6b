import { refused } from "../../jsonapi/refusal.ts";
import { type App, Denied, type Token } from "../../world/grants.ts";
import type { Exchange } from "../exchange.ts";
import { type Answer, Plain } from "../stage.ts";
import { clientOf, scopesOf } from "./client.ts";
import { unnamed } from "../named-url.ts";
import { plain, type OAuthRequest } from "./request.ts";
import { invalidRequest, oauthRefusal } from "./refusals.ts";

type Values = OAuthRequest["form"]["values"];

/** Gives an access token for a code or for a refresh token (RFC 6749, 4.1.3 and 6). */
export function token(exchange: Exchange, request: OAuthRequest): Answer {
  const app = clientOf(exchange, request);
  if (refused(app)) return app;
  const { values } = request.form;
  const type = values.get("grant_type");
  if (type === "authorization_code") return ofCode(exchange, app, values);
  if (type === "refresh_token") return ofRefreshToken(exchange, app, values);
  if (type === undefined) return missing("grant_type");
  const detail = `There is no grant_type ${plain(type)}: authorization_code and refresh_token are.`;
  return oauthRefusal("unsupported_grant_type", detail);
}

function ofCode(exchange: Exchange, app: App, values: Values): Answer {
  const code = values.get("code");
  const redirectUri = values.get("redirect_uri");
  const verifier = values.get("code_verifier");
  if (code === undefined) return missing("code");
  if (redirectUri === undefined) return missing("redirect_uri");
  if (verifier === undefined) return missing("code_verifier");
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    const detail = "The code_verifier has 43 to 128 letters, digits and - . _ ~ (RFC 7636).";
    return invalidRequest(detail);
  }
  const { world, now, incoming } = exchange;
  const by = { app, redirectUri: unnamed(redirectUri, incoming), verifier };
  return answerOf(exchange, world.grants.exchange(code, by, now));
}

/** The same refresh token comes back, and access tokens that there are live on (behaviour.md, 12). */
function ofRefreshToken(exchange: Exchange, app: App, values: Values): Answer {
  const { world, now } = exchange;
  const secret = values.get("refresh_token");
  if (secret === undefined) return missing("refresh_token");
  const text = values.get("scope");
  const wish = world.grants.wishOf(secret);
  // Whose token it is not hears nothing of what was granted.
  const granted = wish?.app === app ? new Set(wish.scopes) : undefined;
  const fewer = text !== undefined && granted ? scopesOf(text, granted, "was granted") : undefined;
  if (refused(fewer)) return fewer;
  return answerOf(exchange, world.grants.refresh(secret, app, fewer, now));
}

function answerOf({ clock }: Exchange, given: Token | Denied): Answer {
  if (given instanceof Denied) return oauthRefusal("invalid_grant", given.why, { hint: given.why });
  const { secret, lifeMs, grant, scopes } = given;
  const answer = {
    access_token: secret,
    token_type: "bearer",
    // What a client waits for is in its own seconds, of which one has begun (recorded.md, 6).
    expires_in: Math.max(1, clock.clientSeconds(lifeMs) - 1),
    refresh_token: grant.refreshToken,
    scope: [...scopes].join(" "),
  };
  const headers = { "content-type": "application/json" };
  return new Plain(200, JSON.stringify(answer), { headers });
}

const missing = (name: string) => invalidRequest(`The parameter ${name} is required.`);

/**
 * Takes a token back (RFC 7009): an access token alone, a refresh token with all that it gave. One
 * that nobody has is as good as revoked; the hint about its kind is not needed to find it.
 */
export function revoke(exchange: Exchange, request: OAuthRequest): Answer {
  const app = clientOf(exchange, request);
  if (refused(app)) return app;
  const { grants } = exchange.world;
  const secret = request.form.values.get("token");
  if (secret === undefined) return missing("token");
  const holder = grants.wishOf(secret)?.app;
  if (holder !== undefined && holder !== app)
    return oauthRefusal("invalid_grant", "The token was given to another app.");
  grants.revoke(secret);
  return new Plain(200);
}
