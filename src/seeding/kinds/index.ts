import { webFeed } from "../../domain/resources/template.ts";
import { campaigns } from "./campaigns.ts";
import { catalog_categories, catalog_items, catalog_variants } from "./catalog.ts";
import { images, templates, universal_content } from "./content.ts";
import { flows } from "./flows.ts";
import { forms } from "./forms.ts";
import { type Kind, ofResource } from "./kind.ts";
import { data_sources, object_types } from "./objects.ts";
import { reviews } from "./reviews.ts";
import { webhooks } from "./webhooks.ts";
import { wholeApi } from "../../areas/index.ts";
import { answeredBy } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import type { Collection } from "../../world/store/store.ts";
import type { Slices } from "../../world/time/slices.ts";
import { instantOf } from "../fixture/values.ts";
import type { Records } from "../plan.ts";

/** The kinds of records that fixtures write out, by their sections. A kind may name those before it, and comes after them. */
export const kinds = {
  catalog_categories,
  catalog_items,
  catalog_variants,
  data_sources,
  object_types,
  templates,
  universal_content,
  images,
  webhooks,
  web_feeds: ofResource(webFeed, {
    noun: "web feed",
    says: "Web feeds.",
    called: "name",
    ids: "number",
    late: true,
  }),
  campaigns,
  flows,
  forms,
  reviews,
} as const;

export type KindName = keyof typeof kinds;

/** All of the table, with nothing said of what their items are. */
export const allKinds = Object.entries(kinds) as unknown as readonly (readonly [
  name: KindName,
  kind: Kind,
])[];

export const collectionOf = ({ type }: Pick<Kind, "type">): Collection =>
  answeredBy(wholeApi(), type).collection;

/** Puts the records of the kinds that are late, or of the others, into an account: what is there already stays as it is. */
export function* plantRecordsOf(
  account: Account,
  isLate: boolean,
  records: Records,
  planted: number,
): Slices<void> {
  const now = allKinds.filter(([, { late = false }]) => late === isLate);
  const all = now.flatMap(([name, kind]) => {
    const planned = records[name] ?? [];
    if (planned.length === 0) return [];
    const table = account.table(collectionOf(kind));
    const fresh = planned
      .filter(({ id }) => table.get(id) === undefined)
      .map((record) => ({ ...record, created: instantOf(record.created, planted) }));
    if (!kind.asWritten) fresh.sort((a, b) => a.created - b.created);
    for (const record of fresh) account.commit(kind.changes(account, record as never, planted));
    return { kind, fresh };
  });
  for (const { kind, fresh } of all) {
    for (const record of fresh) yield* kind.after?.(account, record as never, planted) ?? [];
  }
}
