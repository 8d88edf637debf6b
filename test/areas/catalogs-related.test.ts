import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import {
  catalog,
  categories,
  categoryAt,
  idOf,
  itemAt,
  items,
  namesOf,
  path,
  variantAt,
} from "./catalogs-support.ts";

type Ways = Awaited<ReturnType<typeof catalog>>;

/** Three items and two categories, with nothing between them. */
async function shop() {
  const ways = await catalog();
  for (const name of ["shirt", "hat", "sock"]) await ways.addItem(name);
  for (const name of ["tops", "sale"]) await ways.addCategory(name);
  return ways;
}

const categoriesOf = (item: string) => `${itemAt(item)}/relationships/categories`;
const itemsOf = (category: string) => `${categoryAt(category)}/relationships/items`;

/** What is in each category, by what the categories say and by what the items say. */
async function shelves({ names }: Ways) {
  const said = { tops: await names(itemsOf("tops")), sale: await names(itemsOf("sale")) };
  for (const item of ["shirt", "hat", "sock"]) {
    const own = await names(categoriesOf(item));
    const others = Object.entries(said).filter(([, inside]) => inside.includes(item));
    expect(own).toEqual(others.map(([category]) => category));
    expect(await names(`${itemAt(item)}/categories`)).toEqual(own);
  }
  return said;
}

describe("items and categories", () => {
  it("are put to each other from either side, once", async () => {
    const ways = await shop();
    const added = await ways.post(categoriesOf("shirt"), categories("tops", "sale", "tops"));
    expect([added.status, added.text]).toEqual([204, ""]);
    const again = await ways.post(itemsOf("sale"), items("sock", "shirt"));
    expect(refusalOf(again)).toEqual([409, "conflict", "/data"]);
    await ways.post(itemsOf("sale"), items("sock"));
    expect(await shelves(ways)).toEqual({ tops: ["shirt"], sale: ["shirt", "sock"] });
    const page = await ways.get(`${categoryAt("sale")}/items`);
    expect(page.many[0]).toMatchObject({ type: "catalog-item", attributes: { price: null } });
    const identifiers = await ways.get(itemsOf("sale"));
    expect(identifiers.many[0]).toEqual({ type: "catalog-item", id: idOf("shirt") });
  });

  it("are replaced from either side: what is not named goes, perhaps all", async () => {
    const ways = await shop();
    await ways.post(itemsOf("tops"), items("shirt", "hat"));
    expect((await ways.patch(itemsOf("tops"), items("hat", "sock"))).status).toBe(204);
    expect(await shelves(ways)).toEqual({ tops: ["hat", "sock"], sale: [] });
    await ways.patch(categoriesOf("hat"), categories("sale"));
    expect(await shelves(ways)).toEqual({ tops: ["sock"], sale: ["hat"] });
    await ways.patch(categoriesOf("sock"), categories());
    expect(await shelves(ways)).toEqual({ tops: [], sale: ["hat"] });
  });

  it("are taken from each other from either side; what is not there is no matter", async () => {
    const ways = await shop();
    await ways.post(itemsOf("tops"), items("shirt", "hat", "sock"));
    const { status, text } = await ways.remove(itemsOf("tops"), items("hat", "none"));
    expect([status, text]).toEqual([204, ""]);
    await ways.remove(categoriesOf("sock"), categories("tops", "sale"));
    expect(await shelves(ways)).toEqual({ tops: ["shirt"], sale: [] });
  });

  it("are put to each other by a create, and replaced by an update", async () => {
    const ways = await shop();
    await ways.addItem("tie", {}, ["sale", "tops"]);
    expect(await ways.names(categoriesOf("tie"))).toEqual(["tops", "sale"]);
    await ways.addCategory("new", {}, ["tie", "hat"]);
    expect(await ways.names(itemsOf("new"))).toEqual(["hat", "tie"]);
    const update = (attributes: object, relationships?: object) => ({
      data: { type: "catalog-item", id: idOf("tie"), attributes, relationships },
    });
    await ways.patch(itemAt("tie"), update({ title: "Tie" }));
    expect(await ways.names(categoriesOf("tie"))).toEqual(["tops", "sale", "new"]);
    await ways.patch(itemAt("tie"), update({}, { categories: categories("new") }));
    expect(await ways.names(categoriesOf("tie"))).toEqual(["new"]);
    const data = { type: "catalog-category", id: idOf("new"), attributes: {} };
    await ways.patch(categoryAt("new"), { data: { ...data, relationships: { items: items() } } });
    expect(await ways.names(categoriesOf("tie"))).toEqual([]);
  });

  it("are all there, or nothing is done", async () => {
    const ways = await shop();
    for (const [method, body] of [
      ["POST", items("shirt", "none")],
      ["PATCH", items("shirt", "none")],
    ] as const) {
      const answer = await ways.ask(method, itemsOf("tops"), { body });
      expect(refusalOf(answer)).toEqual([400, "invalid", "/data/1/id"]);
    }
    expect(await shelves(ways)).toEqual({ tops: [], sale: [] });
    const wrong = await ways.post(itemsOf("tops"), categories("tops"));
    expect(refusalOf(wrong)).toEqual([400, "invalid", "/data/0/type"]);
    expect(refusalOf(await ways.post(itemsOf("none"), items("shirt")))).toEqual([
      404,
      "not_found",
      "/data/",
    ]);
    expect((await ways.get(`${categoryAt("none")}/items`)).status).toBe(404);
  });

  it("part when either is deleted", async () => {
    const ways = await shop();
    await ways.post(itemsOf("tops"), items("shirt", "hat"));
    await ways.post(itemsOf("sale"), items("shirt"));
    await ways.remove(itemAt("shirt"));
    expect(await ways.names(itemsOf("tops"))).toEqual(["hat"]);
    expect(
      await ways.names(`/api/catalog-items?filter=equals(category.id,"${idOf("sale")}")`),
    ).toEqual([]);
    await ways.remove(categoryAt("tops"));
    expect(await ways.names(categoriesOf("hat"))).toEqual([]);
    expect((await ways.get(itemAt("hat"))).status).toBe(200);
    await ways.addCategory("tops");
    await ways.addItem("shirt");
    expect(await ways.names(itemsOf("tops"))).toEqual([]);
    expect(await ways.names(categoriesOf("shirt"))).toEqual([]);
  });

  it("of the same external id are no others' for it", async () => {
    const { addItem, addCategory, names } = await catalog();
    await addItem("x");
    await addItem("y");
    await addCategory("x", {}, ["y"]);
    await addCategory("y", {}, ["x"]);
    expect(await names(itemsOf("x"))).toEqual(["y"]);
    expect(await names(categoriesOf("x"))).toEqual(["y"]);
  });
});

describe("include=variants", () => {
  it("brings the variants of every item that is shown, and names them in it", async () => {
    const ways = await shop();
    await ways.addVariant("red", "shirt");
    await ways.addVariant("blue", "shirt");
    await ways.addVariant("straw", "hat");
    await ways.post(itemsOf("tops"), items("shirt"));
    const named = ["red", "blue"].map((id) => ({ type: "catalog-variant", id: idOf(id) }));
    for (const at of [itemAt("shirt"), `${categoryAt("tops")}/items`, "/api/catalog-items"]) {
      const { data, many, included } = await ways.get(`${at}?include=variants`);
      const [first] = Array.isArray(many) ? many : [data];
      expect(first?.relationships["variants"]?.data).toEqual(named);
      expect(included.map(({ attributes }) => attributes["external_id"])).toEqual(
        at === "/api/catalog-items" ? ["red", "blue", "straw"] : ["red", "blue"],
      );
    }
    const slim = await ways.get(
      `${itemAt("shirt")}?include=variants&fields[catalog-variant]=sku&fields[catalog-item]=title`,
    );
    expect(slim.included[0]?.attributes).toEqual({ sku: "SKU-red" });
    expect(slim.data.attributes).toEqual({ title: "Item shirt" });
  });

  it("is not for variants, categories, or identifiers", async () => {
    const ways = await shop();
    await ways.addVariant("red", "shirt");
    for (const at of [
      variantAt("red"),
      "/api/catalog-variants",
      categoryAt("tops"),
      itemsOf("tops"),
    ]) {
      expect(refusalOf(await ways.get(`${at}?include=variants`))).toEqual([
        400,
        "invalid",
        "include",
      ]);
    }
  });
});

describe("a page of related things", () => {
  /** Nine items in a category, three made at each of three instants, put there in another order. */
  async function nine() {
    const ways = await catalog();
    for (let n = 0; n < 9; n += 1) {
      await ways.addItem(`i${n}`, { published: n % 2 === 0 });
      await ways.addVariant(`v${n}`, "i0", { published: n % 2 === 0 });
      if (n % 3 === 2) ways.emulator.clock.advance("1m");
    }
    await ways.addCategory("all");
    for (const n of [4, 8, 0, 7, 1, 3, 6, 2, 5]) await ways.post(itemsOf("all"), items(`i${n}`));
    return ways;
  }
  const order = [0, 1, 2, 3, 4, 5, 6, 7, 8];

  it.each([
    [`${categoryAt("all")}/items`, "i"],
    [itemsOf("all"), "i"],
    [`${itemAt("i0")}/variants`, "v"],
    [`${itemAt("i0")}/relationships/variants`, "v"],
  ])(
    "of %s is sorted by when they were made, there and back, whatever its size",
    async (at, of) => {
      const { names, get } = await nine();
      const all = order.map((n) => `${of}${n}`);
      expect(await names(at)).toEqual(all);
      for (const [sort, wanted] of [
        ["created", all],
        ["-created", all.toReversed()],
      ] as const) {
        for (const size of [1, 2, 4, 9]) {
          const met: string[] = [];
          const back: string[] = [];
          let page = await get(`${at}?sort=${sort}&page[size]=${size}`);
          met.push(...namesOf(page));
          for (let next = path(page.links.next); next; next = path(page.links.next)) {
            page = await get(next);
            met.push(...namesOf(page));
          }
          for (let prev = path(page.links.prev); prev; prev = path(page.links.prev)) {
            page = await get(prev);
            back.unshift(...namesOf(page));
          }
          expect(met).toEqual(wanted);
          expect(back).toEqual(wanted.slice(0, back.length));
          expect(9 - back.length).toBeLessThanOrEqual(size);
        }
      }
    },
  );

  it("keeps its place while others come and go", async () => {
    const { get, post, remove, addItem } = await nine();
    const first = await get(`${categoryAt("all")}/items?sort=-created&page[size]=4`);
    expect(namesOf(first)).toEqual(["i8", "i7", "i6", "i5"]);
    await remove(itemAt("i5"));
    await remove(itemsOf("all"), items("i3"));
    await addItem("late", {}, ["all"]);
    await post(itemsOf("all"), items("i3"));
    const rest = await get(path(first.links.next) ?? "");
    expect(namesOf(rest)).toEqual(["i4", "i3", "i2", "i1"]);
  });

  it("is filtered too, and pages through what is left", async () => {
    const { get, names } = await nine();
    const published = `filter=equals(published,true)`;
    expect(await names(`${categoryAt("all")}/items?${published}&sort=-created`)).toEqual([
      "i8",
      "i6",
      "i4",
      "i2",
      "i0",
    ]);
    const first = await get(`${itemAt("i0")}/variants?${published}&page[size]=3`);
    expect(namesOf(first)).toEqual(["v0", "v2", "v4"]);
    expect(await names(path(first.links.next) ?? "")).toEqual(["v6", "v8"]);
    const ids = `filter=any(ids,["${idOf("i3")}","${idOf("i1")}","${idOf("none")}"])`;
    expect(await names(`${itemsOf("all")}?${ids}`)).toEqual(["i1", "i3"]);
  });

  it("is of its own alone, whatever else the filter names", async () => {
    const { names, addCategory, addItem, addVariant } = await nine();
    await addItem("other");
    await addVariant("others", "other", { sku: "SKU-v1" });
    await addCategory("few", {}, ["i2", "i1", "other"]);
    const few = `filter=equals(category.id,"${idOf("few")}")`;
    expect(await names(`${categoryAt("all")}/items?${few}`)).toEqual(["i1", "i2"]);
    const ids = `filter=any(ids,["${idOf("i1")}","${idOf("other")}"])`;
    expect(await names(`${categoryAt("all")}/items?${ids}`)).toEqual(["i1"]);
    expect(await names(`${itemAt("i0")}/variants?filter=equals(sku,"SKU-v1")`)).toEqual(["v1"]);
    const others = `filter=equals(item.id,"${idOf("other")}")`;
    expect(await names(`${itemAt("i0")}/variants?${others}`)).toEqual([]);
  });

  it("of identifiers of variants is there from 2024-10-15 on", async () => {
    const { get } = await nine();
    const at = `${itemAt("i0")}/relationships/variants`;
    expect((await get(at, { headers: { revision: "2024-10-15" } })).status).toBe(200);
    expect((await get(at, { headers: { revision: "2024-07-15" } })).status).toBe(404);
    const related = `${itemAt("i0")}/variants`;
    expect((await get(related, { headers: { revision: "2023-10-15" } })).status).toBe(200);
  });
});
