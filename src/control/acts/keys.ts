import type { Scope } from "../../contract/scopes.ts";
import { described, list, literal, object, oneOf, string } from "../../contract/shape.ts";
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

const acts = {
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

export const keys = subject("keys", "List, create and revoke private keys", acts, "list create rm");
