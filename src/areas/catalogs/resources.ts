import { list, string } from "../../contract/shape.ts";
import { type Attribute, many, one, resource } from "../../contract/resource.ts";
import {
  catalogCategories,
  catalogItems,
  catalogVariants,
  categoriesOfItems,
  itemsOfCategories,
} from "../../domain/catalog-collections.ts";
import { inventoryPolicy } from "../../domain/catalog-shape.ts";

const texts = {
  external_id: { type: "string" },
  title: { type: "string" },
  description: { type: "string" },
} as const satisfies Record<string, Attribute>;

/** Of all that is in a catalog (recorded.md, 2). */
const dated = {
  created: { type: "datetime", fraction: "always" },
  updated: { type: "datetime", fraction: "always" },
} as const satisfies Record<string, Attribute>;

const looks = {
  price: { type: "number" },
  url: { type: "string" },
  image_full_url: { type: "string" },
  image_thumbnail_url: { type: "string" },
  images: { type: "any", shape: list(string()), nullable: false },
  custom_metadata: { type: "object" },
  published: { type: "boolean" },
  ...dated,
} as const satisfies Record<string, Attribute>;

const found = {
  ids: { type: "string", from: "id" },
  created: { type: "datetime" },
} as const;

export const catalogItem = resource("catalog-item", {
  path: "/api/catalog-items",
  collection: catalogItems.name,
  attributes: { ...texts, ...looks },
  relationships: {
    variants: many("catalog-variant", { by: "item.id" }),
    categories: many("catalog-category", { by: "item.id", hidden: true }),
  },
  fields: {
    ...found,
    "category.id": { type: "string", through: itemsOfCategories.name },
    title: { type: "string" },
    published: { type: "boolean" },
  },
  // @guess
  defaultSort: "created",
});

export const catalogVariant = resource("catalog-variant", {
  path: "/api/catalog-variants",
  collection: catalogVariants.name,
  attributes: {
    ...texts,
    sku: { type: "string" },
    inventory_policy: { type: "integer", shape: inventoryPolicy },
    inventory_quantity: { type: "number" },
    ...looks,
  },
  relationships: { item: one("catalog-item", "item", { linksOnly: true }) },
  fields: {
    ...found,
    "item.id": { type: "string" },
    sku: { type: "string" },
    title: { type: "string" },
    published: { type: "boolean" },
  },
  // @guess
  defaultSort: "created",
});

export const catalogCategory = resource("catalog-category", {
  path: "/api/catalog-categories",
  collection: catalogCategories.name,
  attributes: {
    external_id: { type: "string" },
    name: { type: "string" },
    updated: dated.updated,
  },
  relationships: { items: many("catalog-item", { by: "category.id" }) },
  fields: {
    ...found,
    "item.id": { type: "string", through: categoriesOfItems.name },
    name: { type: "string" },
  },
  // @guess
  defaultSort: "created",
});
