import type { Account } from "../world/account.ts";
import type { Token } from "../world/grants.ts";
import type { Key } from "../world/keys.ts";
import type { World } from "../world/world.ts";
import { header, type Incoming } from "./incoming.ts";

/**
 * Who a request says it is from. `none`: no header, or one that is not understood. A token may have
 * ended: whether it has is asked when it is used. `oauth`: whom a request of OAuth is about.
 */
export type Credentials =
  | { readonly kind: "none" | "unknown" | "unknown token" }
  | { readonly kind: "key"; readonly account: Account; readonly key: Key }
  | { readonly kind: "token"; readonly account: Account; readonly token: Token }
  | { readonly kind: "company" | "oauth"; readonly account: Account };

/** Of `/client`: by its company id. */
export function companyOf(world: World, id: string | undefined, incoming: Incoming): Credentials {
  if (!id) return { kind: "none" };
  const account = world.account(id) ?? standInOf(world, incoming);
  return account === undefined ? { kind: "unknown" } : { kind: "company", account };
}

/** Of `/api`: by a private key or an access token. */
export function bearerOf(world: World, incoming: Incoming): Credentials {
  const [, scheme, secret] =
    /^(\S+) +(\S+)\s*$/.exec(header(incoming, "authorization") ?? "") ?? [];
  if (scheme === undefined || secret === undefined) return { kind: "none" };
  const named = scheme.toLowerCase();
  const ofKeys = named === world.settings.authScheme.toLowerCase();
  const found = ofKeys ? world.findKey(secret) : undefined;
  if (found !== undefined) return { kind: "key", ...found };
  const key = ofKeys ? standInKey(world, secret, incoming) : undefined;
  if (key !== undefined) return key;
  if (named !== "bearer") return { kind: ofKeys ? "unknown" : "none" };
  const token = world.grants.find(secret);
  const account = world.account(token?.grant.account ?? "");
  if (token !== undefined && account !== undefined) return { kind: "token", account, token };
  return standInKey(world, secret, incoming) ?? { kind: ofKeys ? "unknown" : "unknown token" };
}

/** The account that those are taken for whose key, token or company id nobody knows; undefined: none. */
function standInOf(world: World, { intercepted }: Incoming): Account | undefined {
  if (intercepted === undefined || intercepted.isStrict) return undefined;
  const [first] = world.accounts.values();
  return intercepted.account === undefined ? first : world.account(intercepted.account);
}

/** The account's full key in place of one that nobody knows. Where that is revoked, so is this. */
function standInKey(world: World, secret: string, incoming: Incoming): Credentials | undefined {
  const account = standInOf(world, incoming);
  const key = account?.keys.find(({ name, grant }) => name === "full" || grant === "full");
  if (account === undefined || key === undefined || world.revokedKeys.has(secret)) return undefined;
  return world.redaction.hideForeign(secret) ? { kind: "key", account, key } : undefined;
}

/** The client id of the installed app that asks; undefined: no app does. */
export const appOf = (credentials: Credentials): string | undefined =>
  credentials.kind === "token" ? credentials.token.grant.app.clientId : undefined;
