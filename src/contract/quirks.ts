import { markdownTable } from "./markdown-table.ts";

/** Mistakes of the service's own that were recorded, by the names under which users ask for them. */
const quirks = {
  "aggregate-sort-refused":
    "`query_metric_aggregates` refuses any `sort` with 400, and with 500 if `by` is given",
  "image-name-lost": "`update_image` without a `name` sets the name to null",
  "image-size-zero": "`get_images` refuses `greater-than(size,0)` with 400",
  "lists-prev-cursor":
    "`get_lists` filtered by `any(id,…)` has a `prev` link on its first page, which leads nowhere",
  "schema-unknown-500": "`create_profile_schema_relationship` answers 500 to an unknown schema id",
  "starred-ignored": "`get_segments` ignores a filter on `is_starred`",
} as const;

export type Quirk = keyof typeof quirks;

export type QuirkFile = `${string}.${"yaml" | "yml" | "json"}`;

export const isQuirkFile = (name: string): name is QuirkFile => /\.(?:ya?ml|json)$/i.test(name);

export const quirkNames = Object.keys(quirks) as readonly Quirk[];

export const isQuirk = (name: string): name is Quirk => Object.hasOwn(quirks, name);

export const quirksTable = (): string =>
  markdownTable([["quirk", "what it does"], ...quirkNames.map((id) => [`\`${id}\``, quirks[id]])]);
