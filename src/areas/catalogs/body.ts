import { list, literal, nullable, number, object, string } from "../../contract/shape.ts";
import {
  externalId,
  inventoryPolicy,
  looks,
  maybeNumber,
  maybeText,
} from "../../domain/catalog-shape.ts";

/** How many one request may add to another, or take away. @guess */
const linksMax = 1000;

/** Which catalog it is in: there is one. @guess: any other is refused */
const place = {
  "integration_type?": nullable(literal("$custom")),
  "catalog_type?": nullable(literal("$default")),
} as const;

const identifier = <const T extends string>(type: T) =>
  object({ type: literal(type), id: string({ minLength: 1 }) });

const categories = {
  "relationships?": object({
    "categories?": object({ "data?": list(identifier("catalog-category"), { max: linksMax }) }),
  }),
} as const;

const items = {
  "relationships?": object({
    "items?": object({ "data?": list(identifier("catalog-item"), { max: linksMax }) }),
  }),
} as const;

export const newItem = object({
  type: literal("catalog-item"),
  attributes: object({
    external_id: externalId,
    ...place,
    title: string(),
    description: string(),
    url: string(),
    "price?": maybeNumber,
    ...looks,
  }),
  ...categories,
});

export const updatedItem = object({
  type: literal("catalog-item"),
  id: string({ minLength: 1 }),
  attributes: object({
    "title?": maybeText,
    "description?": maybeText,
    "url?": maybeText,
    "price?": maybeNumber,
    ...looks,
  }),
  ...categories,
});

export const newVariant = object({
  type: literal("catalog-variant"),
  attributes: object({
    external_id: externalId,
    ...place,
    title: string(),
    description: string(),
    url: string(),
    sku: string(),
    "inventory_policy?": inventoryPolicy,
    inventory_quantity: number(),
    price: number(),
    ...looks,
  }),
  relationships: object({ item: object({ data: identifier("catalog-item") }) }),
});

export const updatedVariant = object({
  type: literal("catalog-variant"),
  id: string({ minLength: 1 }),
  attributes: object({
    "title?": maybeText,
    "description?": maybeText,
    "url?": maybeText,
    "sku?": maybeText,
    "inventory_policy?": inventoryPolicy,
    "inventory_quantity?": maybeNumber,
    "price?": maybeNumber,
    ...looks,
  }),
});

export const newCategory = object({
  type: literal("catalog-category"),
  attributes: object({ external_id: externalId, name: string(), ...place }),
  ...items,
});

export const updatedCategory = object({
  type: literal("catalog-category"),
  id: string({ minLength: 1 }),
  attributes: object({ "name?": maybeText }),
  ...items,
});

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
