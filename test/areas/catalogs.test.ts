import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import {
  catalog,
  category,
  categoryAt,
  idOf,
  item,
  itemAt,
  path,
  variant,
  variantAt,
} from "./catalogs-support.ts";

const full = {
  price: 19.95,
  image_full_url: "https://img.example.com/full.png",
  image_thumbnail_url: "https://img.example.com/thumb.png",
  images: ["https://img.example.com/1.png", "https://img.example.com/2.png"],
  custom_metadata: { "Top Pick": true, nested: { "a.b": "$c" } },
  published: false,
};

describe("a catalog item", () => {
  it("is created whole, and read back as it was created", async () => {
    const { post, get } = await catalog();
    const body = { data: item("shirt", { integration_type: "$custom", ...full }) };
    const { status, data } = await post("/api/catalog-items", body);
    expect(status).toBe(201);
    expect(data.id).toBe("$custom:::$default:::shirt");
    const stamps = { created: expect.any(String), updated: expect.any(String) };
    const said = { external_id: "shirt", title: "Item shirt", description: "Of cotton", ...full };
    const attributes = { ...said, url: "https://shop.example.com/shirt", ...stamps };
    expect(data.attributes).toEqual(attributes);
    const read = await get(itemAt("shirt"));
    expect(read.data.attributes).toEqual({
      ...attributes,
      created: "2026-07-20T12:00:00.000000+00:00",
      updated: "2026-07-20T12:00:00.000000+00:00",
    });
    expect(path(read.data.links["self"])).toBe(`${itemAt("shirt")}/`);
  });

  it("has what stands for what was not said", async () => {
    const { addItem } = await catalog();
    const { data } = await addItem("shirt", { published: null, images: null });
    expect(data.attributes).toMatchObject({
      price: null,
      image_full_url: "",
      image_thumbnail_url: "",
      images: [],
      custom_metadata: {},
      published: true,
    });
  });

  it("links to its variants, where they are", async () => {
    const { addItem, addVariant, names } = await catalog();
    const { data } = await addItem("shirt");
    await addVariant("red", "shirt");
    expect(Object.keys(data.relationships)).toEqual(["variants"]);
    const { self, related } = data.relationships["variants"]?.links ?? {};
    expect(await names(path(self) ?? "")).toEqual(["red"]);
    expect(await names(path(related) ?? "")).toEqual(["red"]);
  });

  it("takes other attributes, keeps the rest, and clears what null is said of", async () => {
    const { emulator, addItem, patch, get } = await catalog();
    await addItem("shirt", full);
    await emulator.clock.advance("1m");
    const attributes = { title: "Blouse", price: null, custom_metadata: { New: 1 }, url: null };
    const data = { type: "catalog-item", id: idOf("shirt"), attributes };
    const { status, data: changed } = await patch(itemAt("shirt"), { data });
    expect(status).toBe(200);
    expect(changed.attributes).toMatchObject({
      title: "Blouse",
      price: null,
      custom_metadata: { New: 1 },
      description: "Of cotton",
      url: "https://shop.example.com/shirt",
      images: full.images,
      published: false,
      created: "2026-07-20T12:00:00.000000+00:00",
      updated: "2026-07-20T12:01:00.000000+00:00",
    });
    expect((await get(itemAt("shirt"))).data).toEqual(changed);
  });

  it("goes with its variants", async () => {
    const { addItem, addVariant, remove, get, names } = await catalog();
    await addItem("shirt");
    await addItem("hat");
    await addVariant("red", "shirt");
    await addVariant("straw", "hat");
    const { status, text } = await remove(itemAt("shirt"));
    expect([status, text]).toEqual([204, ""]);
    expect((await get(itemAt("shirt"))).status).toBe(404);
    expect((await get(variantAt("red"))).status).toBe(404);
    expect(await names("/api/catalog-variants")).toEqual(["straw"]);
    expect((await remove(itemAt("shirt"))).status).toBe(404);
  });

  it("of an id that is taken is refused, and changes nothing", async () => {
    const { addItem, post, get } = await catalog();
    await addItem("shirt");
    const answer = await post("/api/catalog-items", { data: item("shirt", { title: "Other" }) });
    expect(refusalOf(answer)).toEqual([409, "conflict", "/data/attributes/external_id"]);
    expect((await get(itemAt("shirt"))).data.attributes["title"]).toBe("Item shirt");
  });

  it.each(["a b", "ä/ö?#&", "100%", 'say "hi"', "日本 👕", "a:::b", "..", "a\nb", "'"])(
    "with the external id %j is found under it",
    async (externalId) => {
      const { addItem, addVariant, addCategory, get, names } = await catalog();
      const { data } = await addItem(externalId);
      await addVariant(externalId, externalId);
      await addCategory(externalId, {}, [externalId]);
      expect(data.id).toBe(idOf(externalId));
      expect((await get(path(data.links["self"]) ?? "")).data.id).toBe(data.id);
      for (const at of [
        path(data.relationships["variants"]?.links?.["related"]) ?? "",
        `${itemAt(externalId)}/categories`,
        `${categoryAt(externalId)}/relationships/items`,
      ]) {
        expect(await names(at)).toEqual([externalId.replace(/^.*:::/s, "")]);
      }
    },
  );

  it("is found under its id as it is, without any encoding", async () => {
    const { addItem, get } = await catalog();
    await addItem("shirt");
    expect((await get("/api/catalog-items/$custom:::$default:::shirt")).status).toBe(200);
  });
});

describe("a catalog item is refused", () => {
  const at = "/data/attributes";
  it.each<[string, Record<string, unknown>, string]>([
    ["without text for its id", { external_id: "" }, `${at}/external_id`],
    ["with half a character in its id", { external_id: "\ud800" }, `${at}/external_id`],
    ["of another integration", { integration_type: "shop" }, `${at}/integration_type`],
    ["of another catalog", { catalog_type: "other" }, `${at}/catalog_type`],
    ["with a price that is text", { price: "12" }, `${at}/price`],
    ["with images that are no texts", { images: [1] }, `${at}/images/0`],
    ["with an attribute of a variant", { sku: "A" }, `${at}/sku`],
    ["with null for its title", { title: null }, `${at}/title`],
    [
      "with more than 100 kB of metadata",
      { custom_metadata: { text: "ö".repeat(50_000) } },
      `${at}/custom_metadata`,
    ],
  ])("%s", async (_, more, pointer) => {
    const { post, names } = await catalog();
    const answer = await post("/api/catalog-items", { data: item("shirt", more) });
    expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
    expect(await names("/api/catalog-items")).toEqual([]);
  });

  it("in a category that is not there, and is not made", async () => {
    const { addCategory, post, names } = await catalog();
    await addCategory("tops");
    const answer = await post("/api/catalog-items", { data: item("shirt", {}, ["tops", "none"]) });
    const pointer = "/data/relationships/categories/data/1/id";
    expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
    expect(await names("/api/catalog-items")).toEqual([]);
    expect(await names(`${categoryAt("tops")}/items`)).toEqual([]);
  });

  it("as a change of another than its path names, or of none", async () => {
    const { addItem, patch } = await catalog();
    await addItem("shirt");
    const data = { type: "catalog-item", id: idOf("hat"), attributes: { title: "x" } };
    expect(refusalOf(await patch(itemAt("shirt"), { data }))).toEqual([400, "invalid", "/data/id"]);
    expect(refusalOf(await patch(itemAt("hat"), { data }))).toEqual([404, "not_found", "/data/"]);
  });

  it("not with exactly 100 kB of metadata", async () => {
    const { addItem } = await catalog();
    const custom_metadata = { t: "x".repeat(100_000 - '{"t":""}'.length) };
    expect((await addItem("shirt", { custom_metadata })).status).toBe(201);
  });
});

describe("a catalog variant", () => {
  it("is created, read, changed and deleted, and knows its item", async () => {
    const { addItem, addVariant, patch, get, remove } = await catalog();
    await addItem("shirt");
    const { data } = await addVariant("red", "shirt", { inventory_policy: 2 });
    expect(data.attributes).toMatchObject({
      external_id: "red",
      sku: "SKU-red",
      inventory_policy: 2,
      inventory_quantity: 3,
      price: 12.5,
      published: true,
      images: [],
    });
    const links = { self: expect.any(String), related: expect.any(String) };
    expect(data.relationships).toEqual({ item: { links } });
    const attributes = { inventory_quantity: 0, price: null };
    const body = { data: { type: "catalog-variant", id: data.id, attributes } };
    expect((await patch(variantAt("red"), body)).data.attributes).toMatchObject({
      inventory_quantity: 0,
      price: 12.5,
      sku: "SKU-red",
    });
    expect((await remove(variantAt("red"))).status).toBe(204);
    expect((await get(variantAt("red"))).status).toBe(404);
    expect((await get(itemAt("shirt"))).status).toBe(200);
  });

  it("needs an item that is there, and an id that is not", async () => {
    const { addItem, addVariant, post } = await catalog();
    const lost = await post("/api/catalog-variants", { data: variant("red", "shirt") });
    expect(refusalOf(lost)).toEqual([400, "invalid", "/data/relationships/item/data/id"]);
    await addItem("shirt");
    await addVariant("red", "shirt");
    const again = await post("/api/catalog-variants", { data: variant("red", "shirt") });
    expect(refusalOf(again)).toEqual([409, "conflict", "/data/attributes/external_id"]);
    const odd = variant("blue", "shirt", { inventory_policy: 3 });
    expect(refusalOf(await post("/api/catalog-variants", { data: odd }))).toEqual([
      400,
      "invalid",
      "/data/attributes/inventory_policy",
    ]);
  });
});

describe("a catalog category", () => {
  it("is created, read, renamed and deleted", async () => {
    const { addCategory, patch, get, remove, post } = await catalog();
    const { data } = await addCategory("tops");
    expect(data.attributes).toEqual({
      external_id: "tops",
      name: "Category tops",
      updated: expect.any(String),
    });
    expect(Object.keys(data.relationships)).toEqual(["items"]);
    const body = { data: { type: "catalog-category", id: data.id, attributes: { name: "Tops" } } };
    expect((await patch(categoryAt("tops"), body)).status).toBe(200);
    expect((await get(categoryAt("tops"))).data.attributes["name"]).toBe("Tops");
    const again = await post("/api/catalog-categories", { data: category("tops") });
    expect(refusalOf(again)).toEqual([409, "conflict", "/data/attributes/external_id"]);
    expect((await remove(categoryAt("tops"))).status).toBe(204);
    expect((await get(categoryAt("tops"))).status).toBe(404);
  });
});
