import { type Collection, collection } from "../world/store.ts";
import type {
  CatalogCategory,
  CatalogItem,
  CatalogJob,
  CatalogVariant,
} from "./catalog-records.ts";
import { linkCollection } from "./links.ts";

/** The kinds of record of a catalog; see `collections.ts` for what the parts mean. */
export const catalogItems = collection<CatalogItem>("catalog-item", {
  keys: {
    id: ({ id }) => id,
    title: ({ title }) => title,
    published: ({ published }) => published,
    created: ({ created }) => created,
  },
  indexes: [["id"], ["created"], ["published", "created"]],
});

export const catalogVariants = collection<CatalogVariant>("catalog-variant", {
  keys: {
    id: ({ id }) => id,
    "item.id": ({ item }) => item,
    sku: ({ sku }) => sku,
    title: ({ title }) => title,
    published: ({ published }) => published,
    created: ({ created }) => created,
  },
  // Of two that fit, the first is taken: few variants share a stock keeping unit or an item.
  indexes: [
    ["id"],
    ["created"],
    ["sku", "created"],
    ["item.id", "created"],
    ["published", "created"],
  ],
});

export const catalogCategories = collection<CatalogCategory>("catalog-category", {
  keys: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    created: ({ created }) => created,
  },
  indexes: [["id"], ["created"]],
});

export const itemsOfCategories = linkCollection("catalog-category-item");
export const categoriesOfItems = linkCollection("catalog-item-category");

const jobs = (type: string): Collection<CatalogJob> =>
  collection(type, {
    keys: { status: ({ status }) => status, created: ({ created }) => created },
    indexes: [["created"], ["status", "created"]],
  });

export const itemCreations = jobs("catalog-item-bulk-create-job");
export const itemUpdates = jobs("catalog-item-bulk-update-job");
export const itemDeletions = jobs("catalog-item-bulk-delete-job");
export const variantCreations = jobs("catalog-variant-bulk-create-job");
export const variantUpdates = jobs("catalog-variant-bulk-update-job");
export const variantDeletions = jobs("catalog-variant-bulk-delete-job");
export const categoryCreations = jobs("catalog-category-bulk-create-job");
export const categoryUpdates = jobs("catalog-category-bulk-update-job");
export const categoryDeletions = jobs("catalog-category-bulk-delete-job");
