import type { Ability, FilterAbility, Operator, OwnParameter, Paging, Row } from "./operation.ts";
import type { Life, Revision } from "./revisions.ts";
import type { Scope } from "./scopes.ts";
import type { Tier, Windows } from "./tiers.ts";

export type NameOrAbility = string | Ability;

export interface AbilityOptions {
  required?: readonly string[];
  filter?: Readonly<Record<string, readonly Operator[] | Omit<FilterAbility, "name">>>;
  sort?: readonly NameOrAbility[];
  include?: readonly NameOrAbility[];
  fields?: readonly string[];
  additionalFields?: Readonly<Record<string, readonly NameOrAbility[]>>;
  parameters?: Readonly<Record<string, OwnParameter>>;
  paging?: readonly Paging[];
}

export interface RowOptions
  extends AbilityOptions, Life, Pick<Row, "onePage" | "note" | "setting" | "unlessFiltered"> {
  scopes?: readonly Scope[] | readonly (readonly Scope[])[];
  tier?: Tier;
  perDay?: number;
  limits?: Windows;
}

export const since = (revision: Revision, name: string): Ability => ({ name, since: revision });

export const pages = (size: { default: number; max: number } & Life): Paging => ({
  sized: true,
  ...size,
});

/** Pages of a fixed size; `page[size]` is refused (behaviour.md, 7). */
export const fixedPages = (size: number, more: Life & Pick<Paging, "cursor"> = {}): Paging => ({
  default: size,
  max: size,
  sized: false,
  ...more,
});

/** Pages whose size may be chosen since a revision (revisions.json). */
export const pagesSince = (since: Revision, size: number, max = size): readonly Paging[] => [
  pages({ default: size, max, since }),
  fixedPages(size, { until: since }),
];

/** These operators, of which `equals` takes a list as well since the newest revision. */
export const listing = (...operators: readonly Operator[]): Omit<FilterAbility, "name"> => ({
  operators,
  lists: { since: "2026-07-15" },
});

/** The operators of a field that is looked up, and of one that is compared in time. */
export const lookup = listing("any", "equals");
export const range = ["greater-or-equal", "greater-than", "less-or-equal", "less-than"] as const;

/** The pages of a group's members' identifiers: larger before 2024-10-15 (behaviour.md, 7). */
export const memberIdPages = [
  pages({ default: 20, max: 100, since: "2024-10-15" }),
  pages({ default: 20, max: 1000, until: "2024-10-15" }),
];

export const memberFilter = {
  email: lookup,
  phone_number: lookup,
  push_token: lookup,
  _kx: ["equals"],
  joined_group_at: range,
} as const;
