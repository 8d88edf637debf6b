import { boolean, integer, list, literal, nullable, number } from "../../contract/shape.ts";
import { object, open, string } from "../../contract/shape.ts";

/** The most bytes of JSON text that `custom_metadata` may have: 100 kB. */
const metadataBytesMax = 100_000;
/** How many one request may add to another, or take away. @guess */
const linksMax = 1000;

const externalId = string({ minLength: 1, maxLength: 255, wellFormed: true });

/** Which catalog it is in: there is one. @guess: any other is refused */
const place = {
  "integration_type?": nullable(literal("$custom")),
  "catalog_type?": nullable(literal("$default")),
} as const;

const looks = {
  "image_full_url?": nullable(string()),
  "image_thumbnail_url?": nullable(string()),
  "images?": nullable(list(string())),
  "custom_metadata?": nullable(open({ maxBytes: metadataBytesMax })),
  "published?": nullable(boolean()),
} as const;

const inventoryPolicy = { "inventory_policy?": nullable(integer({ min: 0, max: 2 })) } as const;

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
    "price?": nullable(number()),
    ...looks,
  }),
  ...categories,
});

export const updatedItem = object({
  type: literal("catalog-item"),
  id: string({ minLength: 1 }),
  attributes: object({
    "title?": nullable(string()),
    "description?": nullable(string()),
    "url?": nullable(string()),
    "price?": nullable(number()),
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
    ...inventoryPolicy,
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
    "title?": nullable(string()),
    "description?": nullable(string()),
    "url?": nullable(string()),
    "sku?": nullable(string()),
    ...inventoryPolicy,
    "inventory_quantity?": nullable(number()),
    "price?": nullable(number()),
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
  attributes: object({ "name?": nullable(string()) }),
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
