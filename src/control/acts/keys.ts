import type { Scope } from "../../contract/scopes.ts";
import { described, list, literal, object, oneOf, string } from "../../contract/shape.ts";
import { accountIn, act, columns, command, oneAccountIn, option } from "../act.ts";

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
    "names",
  ),
});

const query = object({ "account?": accountIn("Only for this account") });

/** One word is a kind of key, such as `read-only`. */
const scopesOf = (names: readonly string[]) =>
  names.length === 1 && !names[0]?.includes(":") ? names[0] : names;

export const keys = {
  name: "keys",
  does: "List, create and revoke private keys",
  order: "list create rm",
  acts: {
    create: act(
      "POST /_emulator/keys",
      'makes a private key, shown once: { "name", "scopes"?: "full" | "read-only" | [...] }',
      {
        body: keyShape,
        query: object({ "account?": oneAccountIn("Only for this account") }),
        status: 201,
        // The key alone, so that it can be put into a variable.
        command: command<NewKeyView>("create", "Create a private key (shown only once)", {
          takes: { "<name>": "Name of the key" },
          sends: ({ name, scopes }) => ({ name, scopes: scopes && scopesOf(scopes as string[]) }),
          says: ({ key }) => key,
        }),
      },
    ),
    list: act("GET /_emulator/keys", "the private keys, masked", {
      query,
      command: command<unknown, KeyView>("list", "List the private keys, masked", {
        isDefault: true,
        columns: [
          ...columns<KeyView>("name"),
          { head: "KEY", cell: ({ masked }) => masked },
          ...columns<KeyView>("type"),
          {
            head: "SCOPES",
            cell: ({ type, scopes }) => (type === "custom" ? scopes.join(", ") : ""),
            elastic: true,
          },
          { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
        ],
      }),
    }),
    revoke: act("DELETE /_emulator/keys/{name}", "revokes a key", {
      status: 204,
      query,
      command: command("rm", "Revoke a private key; requests that use it are rejected", {
        takes: { "<name>": "Name of the key" },
        data: (_, { name }) => ({ revoked: name }),
        says: (_, { name }) => `${name} is revoked.`,
      }),
    }),
  },
};
