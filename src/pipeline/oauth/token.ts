import { scopes, type Scope } from "../../contract/scopes.ts";
import { refused, type Refusal, payloadTooLarge } from "../../jsonapi/refusal.ts";
import { type App, Denied, type Token } from "../../world/grants.ts";
import { nearest } from "../../world/name-match.ts";
import type { World } from "../../world/world.ts";
import type { Exchange } from "../exchange.ts";
import { unnamed } from "../incoming.ts";
import { type Answer, Plain } from "../stage.ts";
import { invalidRequest, oauthRefusal, invalidClient } from "./refusals.ts";
import { plain, type OAuthRequest, formProblem, formBytesMax } from "./request.ts";

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

const known: ReadonlySet<string> = new Set(scopes);

/** The scopes that a text asks for, each once. @param most those that may be asked for @param by who says so */
export function scopesOf(text: string, most: ReadonlySet<string>, by: string) {
  const asked = [...new Set(text.split(" ").filter((scope) => scope !== ""))];
  const odd = asked.find((scope) => !known.has(scope));
  if (odd !== undefined) {
    const like = nearest(odd, scopes);
    const hint = like && `did you mean ${like}?`;
    return oauthRefusal("invalid_scope", `There is no scope ${plain(odd)}.`, { hint });
  }
  const beyond = asked.find((scope) => !most.has(scope));
  if (beyond !== undefined) {
    const hint = `${by}: ${[...most].join(" ")}`;
    return oauthRefusal("invalid_scope", `The scope ${beyond} is more than ${by}.`, { hint });
  }
  if (asked.length > 0) return asked as readonly Scope[];
  return oauthRefusal("invalid_scope", "The scope parameter is required.");
}

export const noSuchApp = "No app has this client_id.";

export function clientIds({ grants }: World): string {
  const known = grants.apps().map(({ clientId }) => clientId);
  return `the client ids here: ${known.join(", ") || "none; the fixture's apps: has them"}`;
}

/** The app behind a request for a token, if its form is readable and its secret right (behaviour.md, 12). */
function clientOf({ incoming, world }: Exchange, request: OAuthRequest): App | Refusal {
  const { form, isForm, basic, app } = request;
  if (!isForm) {
    const hint = "send Content-Type: application/x-www-form-urlencoded";
    return invalidRequest("The body is not a form.", { hint });
  }
  if (incoming.body === undefined || incoming.body.length > formBytesMax)
    return payloadTooLarge(formBytesMax);
  const problem = formProblem(form);
  if (problem !== undefined) return invalidRequest(problem);
  if (basic === undefined) {
    const hint = "send Authorization: Basic base64(client_id:client_secret)";
    return invalidClient("Client authentication is missing: it goes into Basic.", hint);
  }
  if (app === undefined) return invalidClient(noSuchApp, clientIds(world));
  if (!basic.secrets.includes(app.clientSecret))
    return invalidClient(
      "The client_secret is wrong.",
      `see the secret of ${app.name} in its fixture`,
    );
  const named = form.values.get("client_id");
  if (named === undefined || named === app.clientId) return app;
  return invalidRequest("The client_id is another than that of Basic.");
}
