import { webFeed } from "../../domain/resources/web-feed.ts";
import { campaigns } from "./campaigns.ts";
import { catalog_categories, catalog_items, catalog_variants } from "./catalog.ts";
import { images, templates, universal_content } from "./content.ts";
import { flows } from "./flows.ts";
import { forms } from "./forms.ts";
import { ofResource } from "./kind.ts";
import { data_sources, object_types } from "./objects.ts";
import { reviews } from "./reviews.ts";
import { webhooks } from "./webhooks.ts";

/** The kinds of records that fixtures write out, by their sections. A kind may name those before it. */
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
  }),
  campaigns,
  flows,
  forms,
  reviews,
} as const;

export type KindName = keyof typeof kinds;

/** What is planted when: each part of the table before what may need it. */
export const kindsBefore = {
  segments: [
    "catalog_categories",
    "catalog_items",
    "catalog_variants",
    "data_sources",
    "object_types",
    "templates",
    "universal_content",
    "images",
  ],
  theEnd: ["webhooks", "web_feeds", "campaigns", "flows", "forms", "reviews"],
} as const satisfies Readonly<Record<string, readonly KindName[]>>;
