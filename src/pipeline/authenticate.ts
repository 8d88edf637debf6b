import { authenticationFailed, invalid, invalidParameter } from "../jsonapi/refusal.ts";
import { notAuthenticated, type Refusal, tokenRefused } from "../jsonapi/refusal.ts";
import { type Token, tokenState } from "../world/grants.ts";
import { admit, type Admitted, type Opened } from "./exchange.ts";
import { header } from "./incoming.ts";
import type { Stage } from "./stage.ts";

/** Specification, "Authentication"; behaviour.md, 2 and 16. */
export const authenticate: Stage<Opened, Admitted> = (exchange) => {
  const { credentials, world, family, incoming, operation } = exchange;
  const { authScheme, badKeyStatus } = world.settings;
  const sent = header(incoming, "authorization");
  const refused = family === "client" && sent !== undefined ? refusalOfKey(exchange) : undefined;
  if (refused !== undefined) return refused;
  const lapsed = credentials.kind === "token" ? refusalOf(exchange, credentials.token) : undefined;
  if (lapsed !== undefined) return lapsed;
  if ("account" in credentials) return admit(exchange, credentials.account);
  const [account] = world.accounts.values();
  if (family === "client") {
    const missing = credentials.kind === "none";
    if (missing && operation?.open && account !== undefined) return admit(exchange, account);
    const detail = missing ? "company_id is required." : "No account has this company_id.";
    const wrong = missing ? "company_id is missing" : "no account has this company_id";
    return invalidParameter("company_id", detail, `${wrong}: send ${account?.id}`);
  }
  if (credentials.kind === "unknown token") {
    const hint = /^bearer +pk_/i.test(sent ?? "")
      ? `a private key goes with ${authScheme}, not Bearer, or start with --auth-scheme`
      : "no such token here: a reset forgets them; service-emulator tokens create makes one";
    return tokenRefused("No account has this token.", hint);
  }
  if (credentials.kind === "unknown") {
    const names = account?.keys.map(({ name }) => name).join(", ");
    const unset = /^\S+ (?:undefined|null|None|nil)$/.test(sent ?? "")
      ? ", since its variable is not set"
      : "";
    const hint = `no account has this key${unset}: send one that the banner shows (${names})`;
    return authenticationFailed(authScheme, badKeyStatus, hint);
  }
  const wrong = sent ? `Authorization has ${schemeOf(sent)}` : "no Authorization header";
  const or = sent ? ", or start with --auth-scheme" : "";
  return notAuthenticated(authScheme, `${wrong}: send Authorization: ${authScheme} <key>${or}`);
};

/** A client's call takes no key; one that needs no company either does not look at it, as published clients send it there. */
function refusalOfKey(exchange: Opened): Refusal | undefined {
  const { operation } = exchange;
  if (operation?.open) {
    exchange.hint = `Authorization is ignored: ${operation.id} needs no key`;
    return undefined;
  }
  const detail = "A private key is never used with client endpoints.";
  const hint = "/client takes no private key: send company_id, and no Authorization header";
  return invalid("/data/", detail, hint);
}

/** Why an access token is good for nothing any more, and what to do. */
function refusalOf({ now }: Opened, token: Token): Refusal | undefined {
  const state = tokenState(token, now);
  if (state === "active") return undefined;
  if (state === "revoked") {
    const next = token.grant.revoked ? "the app must be allowed anew" : "fetch another";
    return tokenRefused("The access token was revoked.", `${token.id} was revoked: ${next}`);
  }
  const seconds = Math.floor((now - token.expires) / 1000);
  const when = `${new Date(token.expires).toISOString()}, ${seconds} s ago`;
  const next = "POST /oauth/token with grant_type=refresh_token gives another";
  return tokenRefused("The access token expired.", `${token.id} expired at ${when}; ${next}`);
}

/** Only the first word of a header that may hold a secret. */
function schemeOf(sent: string): string {
  const [scheme] = /^[\w-]{1,40}(?= )/.exec(sent) ?? [];
  return scheme === undefined ? "no scheme" : `the scheme ${scheme}`;
}
