import { defaultsOf } from "../../areas/catalogs/kinds.ts";
import { type CatalogItem, catalogCategories, externalId } from "../../areas/catalogs/resources.ts";
import { catalogCategory, catalogItem, catalogItems } from "../../areas/catalogs/resources.ts";
import { catalogVariant, catalogVariants } from "../../areas/catalogs/resources.ts";
import { categoriesOfItems, itemsOfCategories, catalogId } from "../../areas/catalogs/resources.ts";
import { attributesIn } from "../../contract/bodies.ts";
import { described, list, phrase, string } from "../../contract/shape.ts";
import { linking } from "../../domain/campaigns/links.ts";
import { put } from "../../world/store/store.ts";
import { dated, kind, unchanged } from "./kind.ts";

const { "created?": created } = dated;
const ids = ({ external_id }: { readonly external_id: string }) => catalogId(external_id);

export const catalog_categories = kind({
  noun: "catalog category",
  says: "Categories of the catalog.",
  type: catalogCategory.type,
  called: "external_id",
  ids,
  shape: attributesIn(catalogCategory, "create", { "created?": created }),
  planned: (item) => item,
  changes: (account, record) => [put(catalogCategories, unchanged(account, record))],
});

export const catalog_items = kind({
  noun: "catalog item",
  says: "Items of the catalog.",
  type: catalogItem.type,
  called: "external_id",
  ids,
  shape: attributesIn(catalogItem, "create", {
    "categories?": described(list(string()), "The external ids of its categories."),
    "created?": created,
  }),
  planned({ categories: named = [], ...rest }, place, around) {
    const inside = named.map(
      (name, at) => around.require("catalog_categories", name, place.at("categories", at)).id,
    );
    return { ...defaultsOf(catalogItem), ...said(rest), categories: [...new Set(inside)] };
  },
  changes: (account, { categories: __, ...item }) => [put(catalogItems, unchanged(account, item))],
  // oxlint-disable-next-line require-yield
  *after(account, { id, categories }) {
    const item = account.table(catalogItems).get(id);
    const inside = categories.flatMap((each) => account.table(catalogCategories).get(each) ?? []);
    if (item === undefined || categories.length === 0) return;
    account.commit(linking(account, direction, item, inside));
  },
});

const direction = { links: categoriesOfItems, back: itemsOfCategories };

/** Of which nothing is said, a variant has its item's. */
export const catalog_variants = kind({
  noun: "catalog variant",
  says: "Variants of items. They have their item's values where they say nothing.",
  type: catalogVariant.type,
  called: "external_id",
  ids,
  shape: attributesIn(
    catalogVariant,
    "update",
    { "sku?": phrase("Default: its external id."), "created?": created },
    { external_id: externalId, item: phrase("The external id of its item.") },
  ),
  planned({ item, ...rest }, place, around) {
    const of = around.require("catalog_items", item, place.at("item"));
    const { title, description, url, price } = of as unknown as CatalogItem;
    const like = { title, description, url, price: price ?? 0 };
    const stock = { sku: rest.external_id, inventory_quantity: 0 };
    return { ...defaultsOf(catalogVariant), ...like, ...stock, ...said(rest), item: of.id };
  },
  changes: (account, record) => [put(catalogVariants, unchanged(account, record))],
});

const said = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };
