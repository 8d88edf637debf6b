import type { Scope } from "../../contract/scopes.ts";
import { described, list, literal, object, oneOf, string, integer } from "../../contract/shape.ts";
import { act, columns, oneAccountIn, onlyFor as account, option, subject } from "../act.ts";

/** A private key as it may be shown at any time. */
export interface KeyView {
  readonly name: string;
  readonly account: string;
  /** Its first characters. */
  readonly masked: string;
  readonly type: "full" | "read-only" | "custom";
  readonly scopes: readonly Scope[];
}

/** A private key when it is made, which is the only time that all of it is shown. */
export interface NewKeyView extends KeyView {
  /** The key itself, shown only here. */
  readonly key: string;
}

export const keyShape = object({
  name: string({ minLength: 1, maxLength: 100 }),
  "scopes?": option(
    "<scopes>",
    "Grant full, read-only, or scopes such as profiles:read",
    described(
      oneOf(literal("full", "read-only"), list(string(), { min: 1 })),
      "full (default), read-only, or a list such as [profiles:read].",
    ),
  ),
});

/** One word is a kind of key, such as `read-only`. */
const scopesOf = (names: readonly string[]) =>
  names.length === 1 && !names[0]?.includes(":") ? names[0] : names;

const keyActs = {
  create: act("POST /_emulator/keys", "create <name>", {
    does: 'makes a private key, shown once: { "name", "scopes"?: "full" | "read-only" | [...] }',
    account: oneAccountIn("Only for this account"),
    body: keyShape,
    status: 201,
    help: "Create a private key (shown only once)",
    takes: ["Name of the key"],
    sends: ({ name, scopes }) => ({ name, scopes: scopes && scopesOf(scopes as string[]) }),
    // The key alone, so that it can be put into a variable.
    says: ({ key }: NewKeyView) => key,
  }),
  list: act("GET /_emulator/keys", "list", {
    account,
    help: "List the private keys, masked",
    columns: columns<KeyView>(
      "name",
      "KEY=masked",
      "type",
      {
        head: "SCOPES",
        cell: ({ type, scopes }) => (type === "custom" ? scopes.join(", ") : ""),
        elastic: true,
      },
      "account?",
    ),
  }),
  revoke: act("DELETE /_emulator/keys/{name}", "rm <name>", {
    account,
    help: "Revoke a private key; requests that use it are rejected",
    takes: ["Name of the key"],
    data: (_, { name }) => ({ revoked: name }),
    says: (_, { name }) => `${name} is revoked.`,
  }),
};

export const keys = subject(
  "keys",
  "List, create and revoke private keys",
  keyActs,
  "list create rm",
);

/** An access token as it may be shown at any time. */
export interface TokenView {
  readonly id: string;
  /** The client id. */
  readonly app: string;
  readonly account: string;
  readonly scopes: readonly Scope[];
  /** Its first characters. */
  readonly masked: string;
  readonly state: "active" | "expired" | "revoked";
  /** In the account's time, ISO 8601. */
  readonly expiresAt: string;
}

/** A token when it is made: what `POST /oauth/token` would have answered, and whose it is. */
export interface NewTokenView {
  readonly id: string;
  readonly app: string;
  readonly account: string;
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

const app = (means: string) =>
  option("<id>", "Only the app with this client id", described(string({ minLength: 1 }), means));
const one = oneAccountIn("Only for this account");

export const tokenShape = object({
  "app?": app("A client id; default: the first app."),
  "account?": one,
  "scopes?": option(
    "<scopes>",
    "Scopes, such as profiles:read (default: all of the app's)",
    list(string(), { min: 1 }),
  ),
  "expiresIn?": option(
    "<time>",
    "Lifetime: seconds, or a duration such as 10m",
    oneOf(integer(), string()),
  ),
});

const query = { "app?": app("A client id: only this app.") };

const tokenActs = {
  create: act("POST /_emulator/tokens", "create", {
    does: 'makes an OAuth token: { "app"?, "account"?, "scopes"?: [...], "expiresIn"?: 3600 }',
    account: one,
    body: tokenShape,
    status: 201,
    help: "Create a token without an OAuth flow, and print it",
    // The access token alone, so that it can be put into a variable.
    says: ({ access_token: token }: NewTokenView) => token,
  }),
  list: act("GET /_emulator/tokens", "list", {
    query,
    account,
    help: "List the access tokens, masked",
    none: "There is no token.",
    columns: columns<TokenView>(
      ...(["id", "TOKEN=masked", "state", "expiresAt", "app~", "scopes…", "account?"] as const),
    ),
  }),
  revoke: act("DELETE /_emulator/tokens/{id}", "rm <id>", {
    account,
    help: "Revoke an access token; its refresh token stays valid",
    takes: ["Token id, such as token-1"],
    data: (_, { id }) => ({ revoked: id }),
    says: (_, { id }) => `${id} is revoked; its refresh token stays.`,
  }),
  clear: act("DELETE /_emulator/tokens", "clear", {
    query,
    account,
    help: "Revoke all tokens, with their refresh tokens",
    data: () => ({ revoked: "all" }),
    says: () => "They are revoked, with their refresh tokens.",
  }),
};

export const tokens = subject(
  "tokens",
  "List, create and revoke OAuth tokens",
  tokenActs,
  "list create rm clear",
);
