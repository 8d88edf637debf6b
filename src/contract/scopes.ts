/** Every scope of the service (specification, "Authentication", 6; behaviour of newer areas: their rows). */
export const scopes = [
  "accounts:read",
  "campaigns:read",
  "campaigns:write",
  "catalogs:read",
  "catalogs:write",
  "conversations:read",
  "conversations:write",
  "coupon-codes:read",
  "coupon-codes:write",
  "coupons:read",
  "coupons:write",
  "custom-objects:read",
  "custom-objects:write",
  "data-privacy:read",
  "data-privacy:write",
  "events:read",
  "events:write",
  "flows:read",
  "flows:write",
  "forms:read",
  "forms:write",
  "images:read",
  "images:write",
  "lists:read",
  "lists:write",
  "metrics:read",
  "metrics:write",
  "profiles:read",
  "profiles:write",
  "push-tokens:read",
  "push-tokens:write",
  "reviews:read",
  "reviews:write",
  "segments:read",
  "segments:write",
  "subscriptions:read",
  "subscriptions:write",
  "tags:read",
  "tags:write",
  "templates:read",
  "templates:write",
  "tracking-settings:read",
  "tracking-settings:write",
  "web-feeds:read",
  "web-feeds:write",
  "webhooks:read",
  "webhooks:write",
] as const;

export type Scope = (typeof scopes)[number];

/** The three ways to give a private key its scopes (specification, "Authentication", 5). */
export type ScopeGrant = "full" | "read-only" | readonly Scope[];

const granted: Readonly<Record<"full" | "read-only", ReadonlySet<Scope>>> = {
  full: new Set(scopes),
  "read-only": new Set(scopes.filter((scope) => scope.endsWith(":read"))),
};

export const grantedScopes = (grant: ScopeGrant): ReadonlySet<Scope> =>
  typeof grant === "string" ? granted[grant] : new Set(grant);
