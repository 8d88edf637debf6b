import { describe, expect, it } from "vitest";
import { fixtureFile } from "../support/fixture.ts";
import { catalog, categoryAt, itemAt, variantAt } from "../areas/catalogs-support.ts";
import { planText } from "./support.ts";

const shop = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
catalog_categories:
  - { external_id: tops, name: Tops, created: -3d }
  - { external_id: sale, name: Sale, created: -1d }
catalog_items:
  - { external_id: hat, title: Hat, description: "", url: "", published: null, created: -1d }
  - external_id: shirt
    title: Shirt
    description: Of cotton
    url: https://shop.example.com/shirt
    price: 20
    custom_metadata: { "a.b": 1 }
    categories: [sale, tops, sale]
    created: -2d
catalog_variants:
  - { external_id: red, item: shirt, created: -2d }
  - { external_id: blue, item: shirt, title: Blue, price: 25, sku: S-1, inventory_quantity: 7, created: -1d }
`;

describe("a fixture's catalog", () => {
  it("is there from the start, as if it had been made at its times", async () => {
    const { names, get } = await catalog({ fixtures: [fixtureFile(shop)] });
    expect(await names("/api/catalog-items")).toEqual(["shirt", "hat"]);
    expect(await names("/api/catalog-variants?sort=-created")).toEqual(["blue", "red"]);
    const { attributes } = (await get(itemAt("shirt"))).data;
    expect(attributes).toMatchObject({
      external_id: "shirt",
      price: 20,
      images: [],
      custom_metadata: { "a.b": 1 },
      created: "2026-07-18T12:00:00.000000+00:00",
      updated: "2026-07-18T12:00:00.000000+00:00",
    });
    expect((await get(itemAt("hat"))).data.attributes).toMatchObject({
      published: true,
      price: null,
    });
  });

  it("puts items into their categories, either way", async () => {
    const { names } = await catalog({ fixtures: [fixtureFile(shop)] });
    expect(await names(`${itemAt("shirt")}/categories`)).toEqual(["tops", "sale"]);
    expect(await names(`${categoryAt("sale")}/items`)).toEqual(["shirt"]);
  });

  it("gives a variant what its item has, where nothing else is said", async () => {
    const { get, names } = await catalog({ fixtures: [fixtureFile(shop)] });
    expect((await get(variantAt("red"))).data).toMatchObject({
      attributes: { title: "Shirt", price: 20, sku: "red", inventory_quantity: 0 },
    });
    expect(await names(`${itemAt("shirt")}/variants`)).toEqual(["red", "blue"]);
    expect((await get(variantAt("blue"))).data.attributes).toMatchObject({
      title: "Blue",
      description: "Of cotton",
      price: 25,
      sku: "S-1",
      inventory_quantity: 7,
    });
  });

  it("comes back with a reset", async () => {
    const { emulator, names, remove } = await catalog({ fixtures: [fixtureFile(shop)] });
    await remove(itemAt("shirt"));
    await emulator.reset();
    expect(await names(`${categoryAt("sale")}/items?filter=equals(published,true)`)).toEqual([
      "shirt",
    ]);
    expect(await names(`${itemAt("shirt")}/variants`)).toEqual(["red", "blue"]);
  });

  it("of the demo can be read", async () => {
    const { names } = await catalog({ fixtures: ["demo"] });
    expect(await names(`${categoryAt("sale")}/items?include=variants`)).toEqual(["jacket"]);
    expect(await names(`${itemAt("jacket")}/variants`)).toEqual(["jacket-s", "jacket-l"]);
  });
});

const item = `{ external_id: shirt, title: A, description: A, url: A`;

describe("a fixture's catalog is refused", () => {
  it.each([
    [
      "with an item twice",
      `catalog_items:\n  - ${item} }\n  - ${item} }`,
      "one.yaml:3: catalog_items[1].external_id: a catalog item 'shirt' is already at one.yaml:2",
    ],
    [
      "with an unknown category",
      `catalog_categories: [{ external_id: tops, name: T }]\ncatalog_items:\n  - ${item}, categories: [top] }`,
      "one.yaml:3: catalog_items[0].categories[0]: unknown catalog category 'top' (did you mean tops?)",
    ],
    [
      "with a variant of nothing",
      "catalog_variants: [{ external_id: red, item: shirt }]",
      "one.yaml:1: catalog_variants[0].item: unknown catalog item 'shirt' (expected an external_id)",
    ],
    [
      "with a time to come",
      `catalog_items: [${item}, created: 2d }]`,
      "one.yaml:1: catalog_items[0].created: expected a time in the past",
    ],
    [
      "without a title",
      "catalog_items: [{ external_id: shirt, description: A, url: A }]",
      "one.yaml:1: catalog_items[0].title: the field 'title' is required",
    ],
  ])("%s", async (_, text, message) => {
    await expect(planText(text)).rejects.toThrow(message);
  });
});
