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
