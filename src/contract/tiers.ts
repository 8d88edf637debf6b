/** How many requests a window lets pass. `day` only where a row has a day window. */
export type Windows = { readonly burst: number; readonly steady: number; readonly day?: number };

/** The five rate tiers (specification, "Rate limits", 2). Burst is per second, steady per minute. */
export const tiers = {
  XS: { burst: 1, steady: 15 },
  S: { burst: 3, steady: 60 },
  M: { burst: 10, steady: 150 },
  L: { burst: 75, steady: 700 },
  XL: { burst: 350, steady: 3500 },
} as const satisfies Record<string, Windows>;

export type Tier = keyof typeof tiers;

/** What a path without a row is limited by (behaviour.md, 16, "rate headers"). */
export const tierOfUnknownPaths: Tier = "M";

/**
 * Stricter limits, a counter for each `parameter=value` on all rows (behaviour.md, 11). Values not listed are
 * counted under the tier of the row that is asked, in a counter of their own.
 */
export const parameterLimits: Readonly<Record<string, Windows>> = {
  "additional-fields[profile]=predictive_analytics": tiers.M,
  "additional-fields[list]=profile_count": tiers.XS,
  "additional-fields[segment]=profile_count": tiers.XS,
  "include=lists": tiers.XS,
  "include=segments": tiers.XS,
};
