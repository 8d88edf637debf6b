import { type AreaExamples, type Example, made } from "../../support/areas/example.ts";
import { changing, creating, fresh, job, to, toAll } from "./bodies.ts";

const idOf = (external: string): string => `$custom:::$default:::${external}`;
const named = (type: string, ...externals: readonly string[]) =>
  toAll(type, ...externals.map(idOf));

const page = (external: string) => `https://shop.example.com/products/${external}`;
const item = (external_id: string, title: string) =>
  fresh("catalog-item", {
    external_id,
    title,
    description: "For the long way home",
    url: page(external_id),
    price: 29.5,
  });
const variant = (external_id: string, title: string) =>
  fresh(
    "catalog-variant",
    {
      external_id,
      title,
      description: "For the long way home",
      sku: external_id.toUpperCase(),
      inventory_quantity: 8,
      price: 29.5,
      url: page("compass"),
    },
    { item: to("catalog-item", idOf("compass")) },
  );
const category = (external_id: string, name: string) =>
  fresh("catalog-category", { external_id, name });

const apparel = named("catalog-category", "apparel");
const lantern = named("catalog-item", "lantern");

/** The nine rows of the jobs of one kind: they work on two things of their own. */
function jobs(
  [word, plural]: readonly [string, string],
  rows: string,
  records: readonly ReturnType<typeof fresh>[],
  change: Readonly<Record<string, unknown>>,
): Record<string, Example> {
  const type = `catalog-${word}`;
  const ids = records.map(({ attributes }) => idOf(String(attributes?.["external_id"])));
  const given = {
    create: records,
    update: ids.map((id) => changing(type, id, change).data),
    delete: toAll(type, ...ids).data,
  };
  const progress = ["status", "total_count", "completed_count"];
  return Object.fromEntries(
    Object.entries(given).flatMap(([act, items]): [string, Example][] => {
      const name = `${word.toUpperCase()}_${act.toUpperCase()}`;
      return [
        [
          `bulk_${act}_catalog_${plural}`,
          {
            body: job(`${type}-bulk-${act}-job`, plural, items),
            keep: { [name]: made },
            show: progress,
          },
        ],
        [
          `get_bulk_${act}_${rows}_jobs`,
          { query: 'filter=equals(status,"complete")', show: progress },
        ],
        [`get_bulk_${act}_${rows}_job`, { id: `$${name}`, show: progress }],
      ];
    }),
  );
}

export const catalogs: AreaExamples = {
  title: "Catalogs",
  intro:
    "What a shop sells: items, their variants, and the categories that items are in. An id is `$custom:::$default:::` and the external id.",
  see: { fixtures: "../fixtures.md" },
  ids: {
    "catalog-items": idOf("jacket"),
    "catalog-variants": idOf("jacket-s"),
    "catalog-categories": idOf("apparel"),
  },
  requests: {
    get_catalog_items: {
      query: 'filter=contains(title,"Jacket")&include=variants',
      show: ["title", "price"],
    },
    get_catalog_item: { query: "fields[catalog-item]=title,price", show: ["title", "price"] },
    create_catalog_item: {
      body: { data: item("compass", "Pocket Compass") },
      show: ["title", "price"],
    },
    update_catalog_item: {
      id: idOf("compass"),
      body: changing("catalog-item", idOf("compass"), { price: 24.5 }),
    },
    get_catalog_variants: {
      query: 'filter=equals(item.id,"$custom:::$default:::jacket")',
      show: ["title", "sku", "inventory_quantity"],
    },
    get_catalog_variant: { show: ["title", "sku", "inventory_quantity"] },
    create_catalog_variant: {
      body: { data: variant("compass-brass", "Pocket Compass (brass)") },
      show: ["title", "sku", "inventory_quantity"],
    },
    update_catalog_variant: {
      id: idOf("compass-brass"),
      body: changing("catalog-variant", idOf("compass-brass"), { inventory_quantity: 7 }),
    },
    get_catalog_categories: { query: 'filter=contains(name,"a")&sort=created', show: ["name"] },
    get_catalog_category: { show: ["name"] },
    create_catalog_category: { body: { data: category("outdoors", "Outdoors") } },
    update_catalog_category: {
      id: idOf("outdoors"),
      body: changing("catalog-category", idOf("outdoors"), { name: "Out of doors" }),
    },
    get_variants_for_catalog_item: { show: ["title"] },
    get_variant_ids_for_catalog_item: {},
    get_categories_for_catalog_item: { show: ["name"] },
    get_category_ids_for_catalog_item: {},
    add_categories_to_catalog_item: { id: idOf("compass"), body: apparel },
    update_categories_for_catalog_item: {
      id: idOf("compass"),
      note: "The item is in these categories afterwards, and in no other.",
      body: named("catalog-category", "outdoors", "sale"),
    },
    remove_categories_from_catalog_item: {
      id: idOf("compass"),
      body: named("catalog-category", "sale"),
    },
    get_items_for_catalog_category: { show: ["title"] },
    get_item_ids_for_catalog_category: {},
    add_items_to_catalog_category: { id: idOf("outdoors"), body: lantern },
    update_items_for_catalog_category: {
      id: idOf("outdoors"),
      note: "The category has these items afterwards, and no other.",
      body: named("catalog-item", "lantern", "jacket"),
    },
    remove_items_from_catalog_category: { id: idOf("outdoors"), body: lantern },
    create_back_in_stock_subscription: {
      body: creating(
        "back-in-stock-subscription",
        {
          channels: ["EMAIL"],
          profile: { data: fresh("profile", { email: "ada.byron@example.com" }) },
        },
        { variant: to("catalog-variant", idOf("jacket-l")) },
      ),
    },
    ...jobs(["item", "items"], "catalog_items", [item("mug", "Tin Mug"), item("rope", "Rope")], {
      published: false,
    }),
    ...jobs(
      ["variant", "variants"],
      "variants",
      [variant("compass-steel", "Pocket Compass (steel)")],
      { inventory_quantity: 0 },
    ),
    ...jobs(
      ["category", "categories"],
      "categories",
      [category("maps", "Maps"), category("books", "Books")],
      { name: "Paper" },
    ),
    delete_catalog_variant: { id: idOf("compass-brass") },
    delete_catalog_item: { id: idOf("compass") },
    delete_catalog_category: { id: idOf("outdoors") },
  },
};
