import { change, creation } from "../../contract/bodies.ts";
import { type Shape, literal, nullable, object, string } from "../../contract/shape.ts";
import { list as listOf } from "../../contract/shape.ts";
import { bodyOf } from "../bodies.ts";
import { catalogCategory, catalogItem, catalogVariant } from "./resources.ts";
import { fixedPages } from "../../contract/row-options.ts";
import { action, get, list, relations, rows } from "../../contract/rows.ts";
import { type Act, type BulkJob, bulkJobs } from "./jobs.ts";
import type { Kind } from "./kinds.ts";
import type { Resource } from "../../contract/resource.ts";
import { backInStock } from "../../domain/back-in-stock.ts";

/** @guess add_*_to_catalog_*, update_*_for_catalog_*, remove_*_from_catalog_*: A request may name up to 1,000 records. */
const linksMax = 1000;

/** Which catalog it is in: there is one. @guess create_catalog_*, bulk_create_catalog_*: A `catalog_type` other than `$default` is rejected. */
const place = {
  "integration_type?": nullable(literal("$custom")),
  "catalog_type?": nullable(literal("$default")),
} as const;

const identifier = <const T extends string>(type: T) =>
  object({ type: literal(type), id: string({ minLength: 1 }) });

const newItem = creation(catalogItem, place);
const updatedItem = change(catalogItem);
const newVariant = creation(catalogVariant, place);
const updatedVariant = change(catalogVariant);
const newCategory = creation(catalogCategory, place);
const updatedCategory = change(catalogCategory);

const namedItem = identifier("catalog-item");
const namedCategory = identifier("catalog-category");

/** Those that are put to another, or taken from it. */
const some = <T>(of: Shape<T>) => object({ data: listOf(of, { min: 1, max: linksMax }) });
/** Those that another is to have, and no others: perhaps none. */
const all = <T>(of: Shape<T>) => object({ data: listOf(of, { max: linksMax }) });

/** @guess bulk_*_catalog_*: One job takes up to 100 records. */
const jobMax = 100;

function rowsOf<A extends Act, K extends Kind, T>(
  { act, kind, resource: of }: BulkJob<A, K>,
  shape: Shape<T>,
) {
  const { plural, word } = kind as Pick<K, "plural" | "word">;
  const given = object({ data: listOf(shape, { min: 1, max: jobMax }) });
  return [
    list(of, `get_bulk_${act}_${word}_jobs`, { paging: [fixedPages(100)] }),
    action(of, `bulk_${act}_catalog_${plural}`, {
      body: bodyOf(of.type, { attributes: object({ [plural]: given }) }),
    }),
    get(of, `get_bulk_${act}_${word}_job`),
  ] as const;
}

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
  ...rows(catalogItem, ["list", "get"]),
  ...writes(catalogItem, "item", newItem, updatedItem),
  ...rows(catalogVariant, ["list", "get"]),
  ...writes(catalogVariant, "variant", newVariant, updatedVariant),
  ...rows(catalogCategory, ["list", "get"]),
  ...writes(catalogCategory, "category", newCategory, updatedCategory),
  ...relations(catalogItem, ["variants", "categories"]),
  action(catalogItem, "add_categories_to_catalog_item", { body: some(namedCategory) }),
  action(catalogItem, "update_categories_for_catalog_item", { body: all(namedCategory) }),
  action(catalogItem, "remove_categories_from_catalog_item", { body: some(namedCategory) }),
  ...relations(catalogCategory, ["items"]),
  action(catalogCategory, "add_items_to_catalog_category", { body: some(namedItem) }),
  action(catalogCategory, "update_items_for_catalog_category", { body: all(namedItem) }),
  action(catalogCategory, "remove_items_from_catalog_category", { body: some(namedItem) }),
  ...rowsOf(bulkJobs.createItems, newItem),
  ...rowsOf(bulkJobs.updateItems, updatedItem),
  ...rowsOf(bulkJobs.deleteItems, namedItem),
  ...rowsOf(bulkJobs.createVariants, newVariant),
  ...rowsOf(bulkJobs.updateVariants, updatedVariant),
  ...rowsOf(bulkJobs.deleteVariants, identifier("catalog-variant")),
  ...rowsOf(bulkJobs.createCategories, newCategory),
  ...rowsOf(bulkJobs.updateCategories, updatedCategory),
  ...rowsOf(bulkJobs.deleteCategories, namedCategory),
] as const;
