import { instant, many, one } from "../../contract/members.ts";
import { type Shape, boolean, list, literal, nullable, open } from "../../contract/shape.ts";
import { string, number } from "../../contract/shape.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { linkCollection } from "../../domain/campaigns/links.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

const metadataBytesMax = 100_000;

/** @guess create_catalog_*, bulk_create_catalog_*: An `external_id` has up to 255 characters. */
export const externalId = string({ minLength: 1, maxLength: 255, wellFormed: true });

/** What may be said of items and variants alike, and what stands where nothing is said, or null. */
const looks = {
  image_full_url: { shape: nullable(string()), write: "always", default: "" },
  image_thumbnail_url: { shape: nullable(string()), write: "always", default: "" },
  images: { shape: list(string()), write: "always", default: [] },
  custom_metadata: {
    shape: nullable(open({ maxBytes: metadataBytesMax })),
    write: "always",
    default: {},
  },
  published: { shape: nullable(boolean()), write: "always", default: true },
} as const;

const inventoryPolicy = nullable(literal(0, 1, 2));

/** The id of what is in the one catalog that there is (behaviour.md, 10). */
export const catalogId = (external: unknown): string => `$custom:::$default:::${String(external)}`;

/** A text that a creation has to say, and that nothing takes away, although it is published as one that may be null. */
const text = {
  shape: nullable(string()) as Shape<string>,
  write: "always",
  required: true,
  created: string(),
} as const;
const external = { ...text, write: "create", created: externalId } as const;

/** Of all that is in a catalog (recorded.md, 2). */
const created = { shape: instant(), fraction: "always" } as const;
const dated = { created, updated: created } as const;
const found = { ids: { type: "string", from: "id" } } as const;

const { custom_metadata, images, published, ...urls } = looks;
/** What items and variants say alike, in the order in which they are written. */
const shown = { url: text, ...urls, images, custom_metadata, published, ...dated } as const;

export const itemsOfCategories = linkCollection("catalog-category-item");
export const categoriesOfItems = linkCollection("catalog-item-category");

export const catalogItem = resource("catalog-item", {
  path: "/api/catalog-items",
  attributes: {
    external_id: external,
    title: text,
    description: text,
    price: { shape: nullable(number()), write: "always", default: null },
    ...shown,
  },
  relationships: {
    variants: many("catalog-variant", { by: "item.id" }),
    categories: many("catalog-category", { by: "item.id", hidden: true, write: "always" }),
  },
  natural: ["external_id"],
  fields: { ...found, "category.id": { type: "string", through: itemsOfCategories.name } },
  orders: ["id", "created", ["published", "created"]],
  // @guess get_catalog_items, get_item*_for_catalog_category: Without `sort`, the oldest item comes first.
  defaultSort: "created",
});

export type CatalogItem = RecordOf<typeof catalogItem>;
/** What a price or a stock was matters to flows. */
export const catalogItems = collectionOf(catalogItem, { remembered: true });

export const catalogVariant = resource("catalog-variant", {
  path: "/api/catalog-variants",
  attributes: {
    external_id: external,
    title: text,
    description: text,
    sku: text,
    inventory_policy: { shape: inventoryPolicy, write: "always", default: 0 },
    inventory_quantity: { ...text, shape: nullable(number()) as Shape<number>, created: number() },
    price: { ...text, shape: nullable(number()) as Shape<number>, created: number() },
    ...shown,
  },
  relationships: {
    item: one("catalog-item", { linksOnly: true, write: "create", required: true }),
  },
  natural: ["external_id"],
  fields: found,
  // Of two that fit, the first is taken: few variants share a stock keeping unit or an item.
  orders: ["id", "created", ["sku", "created"], ["item.id", "created"], ["published", "created"]],
  // @guess get_catalog_variants, get_variant*_for_catalog_item: Without `sort`, the oldest variant comes first.
  defaultSort: "created",
});

export const catalogVariants = collectionOf(catalogVariant, { remembered: true });

export const catalogCategory = resource("catalog-category", {
  path: "/api/catalog-categories",
  attributes: { external_id: external, name: text, updated: created },
  relationships: { items: many("catalog-item", { by: "category.id", write: "always" }) },
  kept: { created: instant() },
  natural: ["external_id"],
  fields: {
    ...found,
    created: { type: "datetime" },
    "item.id": { type: "string", through: categoriesOfItems.name },
  },
  orders: ["id", "created"],
  // @guess get_catalog_categories, get_categor*_for_catalog_item: Without `sort`, the oldest category comes first.
  defaultSort: "created",
});

export const catalogCategories = collectionOf(catalogCategory, {
  keys: { created: ({ created: at }) => at },
});
