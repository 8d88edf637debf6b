import { changing, data, type Fields, type IdOf, type Sending, to } from "./sending.ts";

const identifiers = (type: string, ...ids: string[]) => ({
  data: ids.map((id) => to(type, id).data),
});

const looks = {
  title: "Shirt",
  description: "Of cotton",
  url: "https://shop.example.com/shirt",
  images: ["https://shop.example.com/shirt.png"],
  custom_metadata: { cut: "slim" },
};

/** A kind of thing: how one is made, changed, and what is said of it beside. */
interface Kind {
  readonly type: string;
  readonly plural: string;
  readonly word: string;
  readonly made: (idOf: IdOf, fresh: string) => { readonly data: Fields };
  readonly changed: Fields;
}

const kinds: readonly Kind[] = [
  {
    type: "catalog-category",
    plural: "categories",
    word: "category",
    made: (_, fresh) => data("catalog-category", { external_id: fresh, name: "Shirts" }),
    changed: { name: "Tops" },
  },
  {
    type: "catalog-item",
    plural: "items",
    word: "item",
    made: (idOf, fresh) =>
      data(
        "catalog-item",
        { ...looks, external_id: fresh, price: 9.5 },
        {
          relationships: {
            categories: identifiers("catalog-category", idOf("catalog-category")),
          },
        },
      ),
    changed: { title: "Blouse" },
  },
  {
    type: "catalog-variant",
    plural: "variants",
    word: "variant",
    made: (idOf, fresh) =>
      data(
        "catalog-variant",
        { ...looks, external_id: fresh, sku: "S-1", inventory_quantity: 3, price: 9.5 },
        { relationships: { item: to("catalog-item", idOf("catalog-item")) } },
      ),
    changed: { inventory_policy: 2 },
  },
];

type Successes = Record<string, (idOf: IdOf, fresh: string) => readonly Sending[]>;

const ofKind = ({ type, plural, word, made, changed }: Kind): Successes => {
  const job = (act: string, things: readonly Fields[]): readonly Sending[] => [
    { body: data(`${type}-bulk-${act}-job`, { [plural]: { data: things } }) },
  ];
  return {
    [`create_catalog_${word}`]: (idOf, fresh) => [{ body: made(idOf, fresh) }],
    [`update_catalog_${word}`]: changing(type, changed),
    // The second is there already, which is an error of the job.
    [`bulk_create_catalog_${plural}`]: (idOf, fresh) => {
      const thing = made(idOf, `${fresh}-bulk`).data;
      return job("create", [thing, thing]);
    },
    [`bulk_update_catalog_${plural}`]: (idOf) =>
      job("update", [{ type, id: idOf(type), attributes: changed }]),
    [`bulk_delete_catalog_${plural}`]: (idOf) => job("delete", [{ type, id: idOf(type) }]),
  };
};

const categoriesOf = (idOf: IdOf) => [
  { body: identifiers("catalog-category", idOf("catalog-category")) },
];
const itemsOf = (idOf: IdOf) => [{ body: identifiers("catalog-item", idOf("catalog-item")) }];

/** More are not made by any test. */
const categoriesMax = 1000;

/** The newest category, to which nothing was put: what is there may not be put again. */
function emptyOf(idOf: IdOf): string {
  let newest = idOf("catalog-category");
  for (let which = 1; which < categoriesMax; which += 1) {
    try {
      newest = idOf("catalog-category", which);
    } catch {
      break;
    }
  }
  return newest;
}

export const catalogSuccesses: Successes = {
  ...Object.assign({}, ...kinds.map(ofKind)),
  add_categories_to_catalog_item: (idOf) => [
    { body: identifiers("catalog-category", emptyOf(idOf)) },
  ],
  update_categories_for_catalog_item: categoriesOf,
  remove_categories_from_catalog_item: categoriesOf,
  add_items_to_catalog_category: (idOf) =>
    itemsOf(idOf).map((each) => ({ ...each, id: emptyOf(idOf) })),
  update_items_for_catalog_category: itemsOf,
  remove_items_from_catalog_category: itemsOf,
};

export const catalogFilling = [
  ...kinds.map(({ word }) => `create_catalog_${word}`),
  ...kinds.flatMap(({ plural }) =>
    ["create", "update", "delete"].map((act) => `bulk_${act}_catalog_${plural}`),
  ),
  // What those jobs took away is there again, also its relations.
  ...kinds.map(({ word }) => `create_catalog_${word}`),
];
