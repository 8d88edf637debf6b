import type { Scope } from "../../contract/scopes.ts";
import { described, integer, list, object, oneOf, string } from "../../contract/shape.ts";
import { accountIn, act, columns, command, oneAccountIn, option } from "../act.ts";

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

const text = string({ minLength: 1 });
const app = (means: string) =>
  option("<id>", "Only the app with this client id", described(text, means));

export const tokenShape = object({
  "app?": app("A client id; default: the first app."),
  "account?": described(text, "A company id; default: the first account."),
  "scopes?": option(
    "<scopes>",
    "Scopes, such as profiles:read (default: all of the app's)",
    described(list(string(), { min: 1 }), "Default: all that the app has registered."),
  ),
  "expiresIn?": option(
    "<time>",
    "Lifetime: seconds, or a duration such as 10m",
    oneOf(integer(), string()),
    "number",
  ),
});

const ofAccount = { "account?": accountIn("Only for this account") };
const ofApp = object({ "app?": app("A client id: only this app."), ...ofAccount });

export const tokens = {
  name: "tokens",
  does: "List, create and revoke OAuth tokens",
  order: "list create rm clear",
  acts: {
    create: act(
      "POST /_emulator/tokens",
      'makes an OAuth token: { "app"?, "account"?, "scopes"?: [...], "expiresIn"?: 3600 }',
      {
        body: tokenShape,
        query: object({ "account?": oneAccountIn("Only for this account") }),
        status: 201,
        // The access token alone, so that it can be put into a variable.
        command: command<NewTokenView>(
          "create",
          "Create a token without an OAuth flow, and print it",
          { says: ({ access_token: token }) => token },
        ),
      },
    ),
    list: act("GET /_emulator/tokens", "the OAuth tokens, masked", {
      query: ofApp,
      command: command<unknown, TokenView>("list", "List the access tokens, masked", {
        isDefault: true,
        none: "There is no token.",
        columns: [
          ...columns<TokenView>("id"),
          { head: "TOKEN", cell: ({ masked }) => masked },
          ...columns<TokenView>("state"),
          { head: "EXPIRES", cell: ({ expiresAt }) => expiresAt },
          { head: "APP", cell: ({ app }) => app, elastic: true },
          { head: "SCOPES", cell: ({ scopes }) => scopes.join(", "), elastic: "cut" },
          { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
        ],
      }),
    }),
    revoke: act(
      "DELETE /_emulator/tokens/{id}",
      "revokes an access token; its refresh token stays",
      {
        query: object(ofAccount),
        status: 204,
        command: command("rm", "Revoke an access token; its refresh token stays valid", {
          takes: { "<id>": "Token id, such as token-1" },
          data: (_, { id }) => ({ revoked: id }),
          says: (_, { id }) => `${id} is revoked; its refresh token stays.`,
        }),
      },
    ),
    clear: act("DELETE /_emulator/tokens", "revokes all, refresh tokens too", {
      status: 204,
      query: ofApp,
      command: command("clear", "Revoke all tokens, with their refresh tokens", {
        data: () => ({ revoked: "all" }),
        says: () => "They are revoked, with their refresh tokens.",
      }),
    }),
  },
};
