import { action, get, list, relations } from "../../contract/rows.ts";
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

/** The rows that write one thing alone. */
const writes = <S extends string, C, U>(
  of: Resource,
  singular: S,
  created: Shape<C>,
  updated: Shape<U>,
) =>
  [
    action(of, `create_catalog_${singular}`, { body: object({ data: created }) }),
    action(of, `update_catalog_${singular}`, { body: object({ data: updated }) }),
    action(of, `delete_catalog_${singular}`),
  ] as const;

export const operations = [
  action({ type: "back-in-stock-subscription" }, "create_back_in_stock_subscription", {
    body: backInStock,
  }),
  list(catalogItem, "get_catalog_items"),
  get(catalogItem, "get_catalog_item"),
  ...writes(catalogItem, "item", newItem, updatedItem),
  list(catalogVariant, "get_catalog_variants"),
  get(catalogVariant, "get_catalog_variant"),
  ...writes(catalogVariant, "variant", newVariant, updatedVariant),
  list(catalogCategory, "get_catalog_categories"),
  get(catalogCategory, "get_catalog_category"),
  ...writes(catalogCategory, "category", newCategory, updatedCategory),
  ...relations(catalogItem, ["variants", "categories"]),
  action(catalogItem, "add_categories_to_catalog_item", { body: someCategories }),
  action(catalogItem, "update_categories_for_catalog_item", { body: allCategories }),
  action(catalogItem, "remove_categories_from_catalog_item", { body: someCategories }),
  ...relations(catalogCategory, ["items"]),
  action(catalogCategory, "add_items_to_catalog_category", { body: someItems }),
  action(catalogCategory, "update_items_for_catalog_category", { body: allItems }),
  action(catalogCategory, "remove_items_from_catalog_category", { body: someItems }),
  ...jobRows,
] as const;
