import { change, creation } from "../../contract/bodies.ts";
import { list, literal, nullable, object, string } from "../../contract/shape.ts";
import { catalogCategory, catalogItem, catalogVariant } from "./resources.ts";

/** @guess add_*_to_catalog_*, update_*_for_catalog_*, remove_*_from_catalog_*: A request may name up to 1,000 records. */
const linksMax = 1000;

/** Which catalog it is in: there is one. @guess create_catalog_*, bulk_create_catalog_*: A `catalog_type` other than `$default` is rejected. */
const place = {
  "integration_type?": nullable(literal("$custom")),
  "catalog_type?": nullable(literal("$default")),
} as const;

const identifier = <const T extends string>(type: T) =>
  object({ type: literal(type), id: string({ minLength: 1 }) });

export const newItem = creation(catalogItem, place);
export const updatedItem = change(catalogItem);
export const newVariant = creation(catalogVariant, place);
export const updatedVariant = change(catalogVariant);
export const newCategory = creation(catalogCategory, place);
export const updatedCategory = change(catalogCategory);

/** One that is only named. */
export const namedItem = identifier("catalog-item");
export const namedVariant = identifier("catalog-variant");
export const namedCategory = identifier("catalog-category");

/** Those that are put to another, or taken from it. */
export const someItems = object({ data: list(namedItem, { min: 1, max: linksMax }) });
export const someCategories = object({ data: list(namedCategory, { min: 1, max: linksMax }) });

/** Those that another is to have, and no others: perhaps none. */
export const allItems = object({ data: list(namedItem, { max: linksMax }) });
export const allCategories = object({ data: list(namedCategory, { max: linksMax }) });
