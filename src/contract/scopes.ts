import { words } from "./words.ts";

/** What a key may be let read and write; accounts are only read. */
const kinds = words(`
  campaigns catalogs conversations coupon-codes coupons custom-objects data-privacy events flows forms images
  lists metrics profiles push-tokens reviews segments subscriptions tags templates tracking-settings web-feeds
  webhooks
`);

export type Scope = "accounts:read" | `${(typeof kinds)[number]}:${"read" | "write"}`;

/** Every scope of the service (specification, "Authentication", 6; behaviour of newer areas: their rows). */
export const scopes: readonly Scope[] = [
  "accounts:read",
  ...kinds.flatMap((kind) => [`${kind}:read`, `${kind}:write`] as const),
];

/** The three ways to give a private key its scopes (specification, "Authentication", 5). */
export type ScopeGrant = "full" | "read-only" | readonly Scope[];

const granted: Readonly<Record<"full" | "read-only", ReadonlySet<Scope>>> = {
  full: new Set(scopes),
  "read-only": new Set(scopes.filter((scope) => scope.endsWith(":read"))),
};

export const grantedScopes = (grant: ScopeGrant): ReadonlySet<Scope> =>
  typeof grant === "string" ? granted[grant] : new Set(grant);
