import { hash } from "node:crypto";
import type { Scope } from "../contract/scopes.ts";
import type { Chance } from "./dice.ts";
import { accessToken, authorizationCode, refreshToken } from "./ids.ts";
import { remember } from "./keys.ts";
import { Redaction } from "./journal/redact.ts";

/** How long what is given out lasts, in milliseconds of world time (behaviour.md, 12). */
export const lifeMs = { code: 300_000, access: 3_600_000, unusedRefresh: 7_776_000_000 } as const;

/** An app that accounts may install (specification, "Authentication"). */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The most that it may ask for. */
  readonly scopes: ReadonlySet<Scope>;
}

type Scopes = readonly Scope[];

/** What an account is asked to allow an app. */
export interface Wish {
  readonly app: App;
  /** A company id. */
  readonly account: string;
  readonly scopes: Scopes;
}

/** What an account has allowed an app, with the refresh token that stays the same. */
export interface Grant extends Wish {
  readonly refreshToken: string;
  /** World time. */
  refreshUsed: number;
  revoked: boolean;
}

/** An access token: it lives on by its own time when another is fetched. */
export interface Token {
  readonly id: string;
  readonly secret: string;
  readonly grant: Grant;
  readonly scopes: ReadonlySet<Scope>;
  readonly lifeMs: number;
  /** World time. */
  readonly expires: number;
  /** By itself: see `tokenState`. */
  revoked: boolean;
}

interface Code extends Wish {
  readonly redirectUri: string;
  /** The verifier's SHA-256, base64url (RFC 7636). */
  readonly challenge: string;
  readonly expires: number;
  /** What it was exchanged for. */
  gave: Grant | undefined;
}

type Exchange = Pick<Code, "app" | "redirectUri"> & { readonly verifier: string };

/** A token that is there from the start, and again after a reset. */
export interface ReadyToken {
  readonly app: string;
  readonly account: string;
  readonly scopes: Scopes;
  readonly lifeMs: number;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What a token has that is not made for it. */
type Given = Partial<Pick<ReadyToken, "accessToken" | "refreshToken" | "lifeMs">>;

/** Why a code or a refresh token gives nothing: OAuth's `invalid_grant`. */
export class Denied {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** How many codes, grants and tokens are remembered each: those not used for longest make room. */
const rememberedMax = 10_000;

/** The apps, and what the accounts have allowed them. Times are those of the account's own clock. */
export class Grants {
  readonly #chance: Chance;
  readonly #redaction: Redaction;
  readonly #apps = new Map<string, App>();
  readonly #ready: ReadyToken[] = [];
  readonly #codes = new Map<string, Code>();
  /** By refresh token. */
  readonly #grants = new Map<string, Grant>();
  /** By access token. */
  readonly #tokens = new Map<string, Token>();
  #made = 0;

  /** @param redaction is told the secrets of the apps */
  constructor(chance: Chance, redaction = new Redaction()) {
    this.#chance = chance;
    this.#redaction = redaction;
  }

  register(app: App): void {
    this.#apps.set(app.clientId, app);
    this.#redaction.hide(app.clientSecret);
  }

  app(clientId: string | undefined): App | undefined {
    return this.#apps.get(clientId ?? "");
  }

  apps(): App[] {
    return [...this.#apps.values()];
  }

  tokens(): Token[] {
    return [...this.#tokens.values()];
  }

  find(secret: string): Token | undefined {
    const token = this.#tokens.get(secret);
    // What is used makes no room for others.
    if (token !== undefined) remember(this.#tokens, secret, token, rememberedMax);
    return token;
  }

  /** What a code, a refresh token or an access token was given for. */
  wishOf(secret: string): Wish | undefined {
    const code = this.#codes.get(secret);
    return code ?? this.#grants.get(secret) ?? this.#tokens.get(secret)?.grant;
  }

  /** The account allows it. @returns the code, good for one exchange */
  allow(wish: Wish & Pick<Code, "redirectUri" | "challenge">, now: number): string {
    const secret = authorizationCode(this.#chance);
    const code = { ...wish, expires: now + lifeMs.code, gave: undefined };
    remember(this.#codes, secret, code, rememberedMax);
    return secret;
  }

  /**
   * Exchanges a code. One that comes again takes back what it gave (RFC 6749, 4.1.2). @guess oauth_token: A code that
   * is rejected for what comes with it can be used again.
   */
  exchange(secret: string, by: Exchange, now: number): Token | Denied {
    const code = this.#codes.get(secret);
    if (code === undefined || code.app !== by.app)
      return new Denied("The code is unknown, or was not given to this app.");
    if (code.gave !== undefined) {
      code.gave.revoked = true;
      return new Denied("The code was used before; what it gave is revoked.");
    }
    if (now >= code.expires) return new Denied(`The code expired at ${textOf(code.expires)}.`);
    if (code.redirectUri !== by.redirectUri)
      return new Denied("The redirect_uri is not the one that the code was asked with.");
    if (hash("sha256", by.verifier, "base64url") !== code.challenge) {
      return new Denied("The code_verifier does not belong to the code_challenge.");
    }
    code.gave = this.#begin(code, now);
    return this.#issue(code.gave, code.scopes, now);
  }

  /** Another access token for a refresh token; others live on. @param scopes fewer than were granted; else all */
  refresh(secret: string, app: App, scopes: Scopes | undefined, now: number): Token | Denied {
    const grant = this.#grants.get(secret);
    if (grant === undefined || grant.app !== app)
      return new Denied("The refresh token is unknown, or was not given to this app.");
    if (grant.revoked) return new Denied("The refresh token was revoked.");
    const expires = grant.refreshUsed + lifeMs.unusedRefresh;
    if (now >= expires) return new Denied(`The refresh token died unused at ${textOf(expires)}.`);
    grant.refreshUsed = now;
    remember(this.#grants, secret, grant, rememberedMax);
    return this.#issue(grant, scopes ?? grant.scopes, now);
  }

  /** Revokes an access token alone, or a refresh token with all that it has given (RFC 7009). */
  revoke(secret: string): void {
    const token = this.#tokens.get(secret);
    if (token !== undefined) token.revoked = true;
    const grant = this.#grants.get(secret);
    if (grant !== undefined) grant.revoked = true;
  }

  /** Revokes all that is meant, with its refresh tokens, also what is on its way. */
  revokeAll(isMeant: (wish: Wish) => boolean): void {
    for (const grant of this.#grants.values()) if (isMeant(grant)) grant.revoked = true;
    for (const { grant } of this.#tokens.values()) if (isMeant(grant)) grant.revoked = true;
    for (const [secret, code] of this.#codes) if (isMeant(code)) this.#codes.delete(secret);
  }

  /** Makes a token without asking anybody. */
  mint(wish: Wish, now: number, given: Given = {}): Token {
    return this.#issue(this.#begin(wish, now, given.refreshToken), wish.scopes, now, given);
  }

  /** Mints a token that every reset brings back, as new. */
  addReady(ready: ReadyToken, now: number): void {
    const app = this.#apps.get(ready.app);
    if (app === undefined) throw new Error(`no app ${ready.app} for a ready token`);
    this.#ready.push(ready);
    this.mint({ ...ready, app }, now, ready);
  }

  seeds(): { readonly apps: readonly App[]; readonly ready: readonly ReadyToken[] } {
    return { apps: this.apps(), ready: [...this.#ready] };
  }

  /** Gives out what another has given out: each goes its own way from here. */
  copy(other: Grants): void {
    const held = { codes: other.#codes, grants: other.#grants, tokens: other.#tokens };
    const { codes, grants, tokens } = structuredClone(held);
    for (const [secret, code] of codes) this.#codes.set(secret, code);
    for (const [secret, grant] of grants) this.#grants.set(secret, grant);
    for (const [secret, token] of tokens) this.#tokens.set(secret, token);
    this.#made = other.#made;
  }

  /** Forgets all that was given out, but not the apps. @param only what this account has allowed */
  clear(only?: string): void {
    const goes = ({ account }: { readonly account: string }) => account === (only ?? account);
    for (const held of [this.#codes, this.#grants]) {
      for (const [secret, wish] of held) if (goes(wish)) held.delete(secret);
    }
    for (const [secret, { grant }] of this.#tokens) if (goes(grant)) this.#tokens.delete(secret);
    this.#ready.splice(0, Infinity, ...this.#ready.filter((token) => !goes(token)));
  }

  #begin({ app, account, scopes }: Wish, now: number, given?: string): Grant {
    const secret = given ?? refreshToken(this.#chance);
    const grant = { app, account, scopes, refreshToken: secret, refreshUsed: now, revoked: false };
    remember(this.#grants, secret, grant, rememberedMax);
    return grant;
  }

  #issue(grant: Grant, scopes: Scopes, now: number, given: Given = {}): Token {
    this.#made += 1;
    const secret = given.accessToken ?? accessToken(this.#chance);
    const life = given.lifeMs ?? lifeMs.access;
    const token: Token = {
      id: `token-${this.#made}`,
      secret,
      grant,
      scopes: new Set(scopes),
      lifeMs: life,
      expires: now + life,
      revoked: false,
    };
    remember(this.#tokens, secret, token, rememberedMax);
    return token;
  }
}

/** Whether an access token is good for anything, at an instant of its account's clock. */
export function tokenState(token: Token, now: number): "active" | "expired" | "revoked" {
  const { revoked, grant, expires } = token;
  if (revoked || grant.revoked) return "revoked";
  return now >= expires ? "expired" : "active";
}

const textOf = (ms: number): string => new Date(ms).toISOString();
