import { fixedPages } from "../../contract/row-options.ts";
import { action, get, list } from "../../contract/rows.ts";
import { list as listOf, literal, object, type Shape } from "../../contract/shape.ts";
import {
  namedCategory,
  namedItem,
  namedVariant,
  newCategory,
  newItem,
  newVariant,
  updatedCategory,
  updatedItem,
  updatedVariant,
} from "./body.ts";
import { type Act, type BulkJob, bulkJobs } from "./jobs.ts";
import type { Kind } from "./kinds.ts";

/** @guess bulk_*_catalog_*: One job takes up to 100 records. */
const jobMax = 100;

/** The three rows of a type of job. */
function rowsOf<A extends Act, K extends Kind, T>(
  { act, kind, resource: of }: BulkJob<A, K>,
  shape: Shape<T>,
) {
  const { plural, word } = kind as Pick<K, "plural" | "word">;
  const given = object({ data: listOf(shape, { min: 1, max: jobMax }) });
  return [
    list(of, `get_bulk_${act}_${word}_jobs`, { paging: [fixedPages(100)] }),
    action(of, `bulk_${act}_catalog_${plural}`, {
      body: object({
        data: object({ type: literal(of.type), attributes: object({ [plural]: given }) }),
      }),
    }),
    get(of, `get_bulk_${act}_${word}_job`),
  ] as const;
}

export const jobRows = [
  ...rowsOf(bulkJobs.createItems, newItem),
  ...rowsOf(bulkJobs.updateItems, updatedItem),
  ...rowsOf(bulkJobs.deleteItems, namedItem),
  ...rowsOf(bulkJobs.createVariants, newVariant),
  ...rowsOf(bulkJobs.updateVariants, updatedVariant),
  ...rowsOf(bulkJobs.deleteVariants, namedVariant),
  ...rowsOf(bulkJobs.createCategories, newCategory),
  ...rowsOf(bulkJobs.updateCategories, updatedCategory),
  ...rowsOf(bulkJobs.deleteCategories, namedCategory),
] as const;
