import { operationsOf } from "./act.ts";
import { type NewTokenView, tokens, tokenShape, type TokenView } from "./acts/credentials.ts";
import { scopes } from "../contract/scopes.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import { parseDuration } from "../world/time/duration.ts";
import { type App, lifeMs, type Token, tokenState, type Wish } from "../world/grants.ts";
import { maskedKey } from "../world/keys.ts";
import type { World } from "../world/world.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { accountNamed, oneAccount, singleAccount } from "./operation.ts";
import { ControlError, notAmong, withId } from "../emulation/problem.ts";
import { readAs } from "./read.ts";

/** Ten years. */
const lifeMsMax = 315_360_000_000;

const viewOf = (world: World, token: Token): TokenView => {
  const { id, secret, grant, expires, scopes: has } = token;
  const now = world.account(grant.account)?.clock.now() ?? expires;
  return {
    id,
    app: grant.app.clientId,
    account: grant.account,
    scopes: [...has],
    masked: maskedKey(secret),
    state: tokenState(token, now),
    expiresAt: formatDatetime(expires),
  };
};

/** Makes a token without asking anybody, which may be over at once. @param of the only account that it may be of */
function make({ world }: Emulation, input: unknown, of?: string): NewTokenView {
  const { app: clientId, account: id, scopes: asked, expiresIn } = readAs(tokenShape, input);
  const account = oneAccount(world, accountNamed(of, id, "account"));
  const app = appOf(world, clientId);
  const granted = [...new Set(asked?.map(scopeReader(app)) ?? app.scopes)];
  const life = expiresIn === undefined ? lifeMs.access : lifeOf(expiresIn);
  const wish = { app, account: account.id, scopes: granted };
  const token = world.grants.mint(wish, account.clock.now(), { lifeMs: life });
  return {
    id: token.id,
    app: app.clientId,
    account: account.id,
    access_token: token.secret,
    token_type: "Bearer",
    expires_in: life === 0 ? 0 : account.clock.clientSeconds(life),
    refresh_token: token.grant.refreshToken,
    scope: granted.join(" "),
  };
}

function appOf({ grants }: World, clientId: string | undefined): App {
  const known = grants.apps();
  const [first] = known;
  if (first === undefined)
    throw new ControlError("no app is registered: the fixture's apps: has them", "app");
  const found = clientId === undefined ? first : grants.app(clientId);
  if (found !== undefined) return found;
  const names = known.map((app) => app.clientId);
  throw notAmong(names, clientId ?? "", `no app '${clientId}'`, "app", "unknown");
}

const scopeReader = (app: App) => (scope: string, index: number) => {
  const found = scopes.find((known) => known === scope);
  const path = `scopes[${index}]`;
  if (found === undefined) throw notAmong(scopes, scope, `no scope '${scope}'`, path);
  if (app.scopes.has(found)) return found;
  throw new ControlError(`${app.name} has not registered ${scope}`, path);
};

function lifeOf(expiresIn: number | string): number {
  const seconds = typeof expiresIn === "number" || /^\d+$/.test(expiresIn);
  const ms = seconds ? Number(expiresIn) * 1000 : parseDuration(expiresIn);
  if (ms !== undefined && ms >= 0 && ms <= lifeMsMax) return ms;
  throw new ControlError("expected seconds, or a duration such as 10m", "expiresIn");
}

type Which = { readonly account?: string | undefined; readonly app?: string | undefined };

const isMeant =
  ({ account, app }: Which) =>
  (wish: Wish): boolean =>
    (account === undefined || wish.account === account) &&
    (app === undefined || wish.app.clientId === app);

const tokensOf = ({ grants }: World, which: Which): Token[] =>
  grants.tokens().filter(({ grant }) => isMeant(which)(grant));

const listOf = ({ world }: Emulation, which: Which): TokenView[] =>
  tokensOf(world, known(world, which)).map((token) => viewOf(world, token));

/** Revokes one access token; its refresh token still gives another. @param account only of this one */
function revokeOne({ world }: Emulation, id: string, account?: string): void {
  withId("token", tokensOf(world, { account }), id).revoked = true;
}

/** Revokes them with their refresh tokens, as when an account removes an app. */
export const revokeTokens = ({ world }: Emulation, which: Which): void =>
  world.grants.revokeAll(isMeant(known(world, which)));

/** The same tokens. @throws ControlError for an account or an app that there is not */
function known(world: World, which: Which): Which {
  if (which.account !== undefined) singleAccount(world, which.account);
  if (which.app !== undefined) appOf(world, which.app);
  return which;
}

/** The OAuth tokens, as the library has them. `account`: a company id, `app`: a client id. */
export interface TokensFace {
  /** Makes one without asking anybody. `expiresIn`: seconds, or a duration; default: an hour. */
  create(options?: {
    app?: string;
    account?: string;
    scopes?: readonly string[];
    expiresIn?: number | string;
  }): NewTokenView;
  list(which?: { account?: string; app?: string }): TokenView[];
  /** One access token by its id; or, of an app or an account, all with their refresh tokens. */
  revoke(which: string | { account?: string; app?: string }): void;
}

export const tokensFace = (emulation: Emulation): TokensFace => ({
  create: (options = {}) => make(emulation, options),
  list: (which = {}) => listOf(emulation, which),
  revoke: (which) =>
    typeof which === "string" ? revokeOne(emulation, which) : revokeTokens(emulation, which),
});

export const tokenOperations = operationsOf(tokens.acts, {
  create: ({ emulation, account, body }) => make(emulation, body, account),
  list: ({ emulation, account, query: { app } }) => listOf(emulation, { account, app }),
  revoke: ({ emulation, account, id }) => revokeOne(emulation, id, account),
  clear: ({ emulation, account, query: { app } }) => revokeTokens(emulation, { account, app }),
});
