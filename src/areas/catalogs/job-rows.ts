import type { Tier } from "../../contract/tiers.ts";
import { action, fixedPages, get, list } from "../../contract/rows.ts";
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

/** The most things that one job may be given. @guess */
const jobMax = 100;

/** The three rows of a type of job. @param tier of its reads */
function rowsOf<A extends Act, K extends Kind, T>(
  { act, kind, resource: of }: BulkJob<A, K>,
  shape: Shape<T>,
  tier: Tier,
) {
  const { type, plural, word } = kind as { type: string } & Pick<K, "plural" | "word">;
  const reading = { scopes: ["catalogs:read"], tier } as const;
  const given = object({ data: listOf(shape, { min: 1, max: jobMax }) });
  return [
    list(of, `get_bulk_${act}_${word}_jobs`, {
      ...reading,
      filter: { status: ["equals"] },
      fields: [of.type],
      paging: [fixedPages(100)],
    }),
    action(of, `bulk_${act}_catalog_${plural}`, {
      post: of.path,
      scopes: ["catalogs:write"],
      tier: "L",
      fields: [of.type],
      body: object({
        data: object({ type: literal(of.type), attributes: object({ [plural]: given }) }),
      }),
      success: 202,
    }),
    get(of, `get_bulk_${act}_${word}_job`, {
      ...reading,
      // What was deleted cannot be included.
      ...(act === "delete"
        ? { fields: [of.type] }
        : { include: [plural], fields: [type, of.type] }),
    }),
  ] as const;
}

export const jobRows = [
  ...rowsOf(bulkJobs.createItems, newItem, "L"),
  ...rowsOf(bulkJobs.updateItems, updatedItem, "L"),
  ...rowsOf(bulkJobs.deleteItems, namedItem, "XL"),
  ...rowsOf(bulkJobs.createVariants, newVariant, "L"),
  ...rowsOf(bulkJobs.updateVariants, updatedVariant, "L"),
  ...rowsOf(bulkJobs.deleteVariants, namedVariant, "XL"),
  ...rowsOf(bulkJobs.createCategories, newCategory, "XL"),
  ...rowsOf(bulkJobs.updateCategories, updatedCategory, "XL"),
  ...rowsOf(bulkJobs.deleteCategories, namedCategory, "XL"),
] as const;
