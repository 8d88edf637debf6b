import { action, get, list, pages, relation, type RowOptions } from "../../contract/rows.ts";
import type { Resource } from "../../contract/resource.ts";
import { object, type Shape } from "../../contract/shape.ts";
import { backInStock } from "../../domain/back-in-stock.ts";
import {
  allCategories,
  allItems,
  newCategory,
  newItem,
  newVariant,
  someCategories,
  someItems,
  updatedCategory,
  updatedItem,
  updatedVariant,
} from "./body.ts";
import { jobRows } from "./job-rows.ts";
import { catalogCategory, catalogItem, catalogVariant } from "./resources.ts";

const scopes = ["catalogs:read"] as const;
const writing = { scopes: ["catalogs:write"], tier: "L" } as const;
const paged = {
  scopes,
  tier: "XL",
  sort: ["created"],
  paging: [pages({ default: 100, max: 100 })],
} as const;

/** What each kind is asked for by, wherever many of it are shown. */
const manyItems = {
  ...paged,
  filter: {
    ids: ["any"],
    "category.id": ["equals"],
    title: ["contains"],
    published: ["equals"],
  },
  include: ["variants"],
  fields: ["catalog-item", "catalog-variant"],
} as const satisfies RowOptions;

const manyVariants = {
  ...paged,
  filter: {
    ids: ["any"],
    "item.id": ["equals"],
    sku: ["equals"],
    title: ["contains"],
    published: ["equals"],
  },
  fields: ["catalog-variant"],
} as const satisfies RowOptions;

const manyCategories = {
  ...paged,
  filter: { ids: ["any"], "item.id": ["equals"], name: ["contains"] },
  fields: ["catalog-category"],
} as const satisfies RowOptions;

/** The rows that write one thing alone. */
function writes<S extends string, C, U>(
  of: Resource,
  singular: S,
  created: Shape<C>,
  updated: Shape<U>,
) {
  const at = `${of.path}/{id}`;
  const shown = { ...writing, fields: [of.type] };
  return [
    action(of, `create_catalog_${singular}`, {
      post: of.path,
      ...shown,
      body: object({ data: created }),
      success: 201,
    }),
    action(of, `update_catalog_${singular}`, {
      patch: at,
      ...shown,
      body: object({ data: updated }),
      success: 200,
    }),
    action(of, `delete_catalog_${singular}`, { delete: at, ...writing, success: 204, empty: true }),
  ] as const;
}

const linking = { ...writing, success: 204, empty: true } as const;
const itemsAt = `${catalogCategory.path}/{id}/relationships/items`;
const categoriesAt = `${catalogItem.path}/{id}/relationships/categories`;

const [variantsOfItem, variantIdsOfItem] = relation(
  catalogItem,
  "variants",
  ["get_variants_for_catalog_item", "get_variant_ids_for_catalog_item"],
  manyVariants,
);

export const operations = [
  action({ type: "back-in-stock-subscription" }, "create_back_in_stock_subscription", {
    post: "/api/back-in-stock-subscriptions",
    scopes: ["catalogs:write", "profiles:write"],
    tier: "XL",
    body: backInStock,
    success: 202,
    empty: true,
  }),
  list(catalogItem, "get_catalog_items", manyItems),
  get(catalogItem, "get_catalog_item", {
    scopes,
    tier: "XL",
    include: ["variants"],
    fields: ["catalog-item", "catalog-variant"],
  }),
  ...writes(catalogItem, "item", newItem, updatedItem),
  list(catalogVariant, "get_catalog_variants", manyVariants),
  get(catalogVariant, "get_catalog_variant", { scopes, tier: "XL", fields: ["catalog-variant"] }),
  ...writes(catalogVariant, "variant", newVariant, updatedVariant),
  list(catalogCategory, "get_catalog_categories", manyCategories),
  get(catalogCategory, "get_catalog_category", {
    scopes,
    tier: "XL",
    fields: ["catalog-category"],
  }),
  ...writes(catalogCategory, "category", newCategory, updatedCategory),
  variantsOfItem,
  { ...variantIdsOfItem, since: "2024-10-15" },
  ...relation(
    catalogItem,
    "categories",
    ["get_categories_for_catalog_item", "get_category_ids_for_catalog_item"],
    manyCategories,
  ),
  action(catalogItem, "add_categories_to_catalog_item", {
    post: categoriesAt,
    ...linking,
    body: someCategories,
  }),
  action(catalogItem, "update_categories_for_catalog_item", {
    patch: categoriesAt,
    ...linking,
    body: allCategories,
  }),
  action(catalogItem, "remove_categories_from_catalog_item", {
    delete: categoriesAt,
    ...linking,
    body: someCategories,
  }),
  ...relation(
    catalogCategory,
    "items",
    ["get_items_for_catalog_category", "get_item_ids_for_catalog_category"],
    manyItems,
  ),
  action(catalogCategory, "add_items_to_catalog_category", {
    post: itemsAt,
    ...linking,
    body: someItems,
  }),
  action(catalogCategory, "update_items_for_catalog_category", {
    patch: itemsAt,
    ...linking,
    body: allItems,
  }),
  action(catalogCategory, "remove_items_from_catalog_category", {
    delete: itemsAt,
    ...linking,
    body: someItems,
  }),
  ...jobRows,
] as const;
