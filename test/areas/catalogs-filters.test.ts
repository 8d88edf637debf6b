import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { catalog, idOf, namesOf, path } from "./catalogs-support.ts";

interface Made {
  readonly name: string;
  readonly published: boolean;
  readonly in: readonly string[];
}

/** Twelve items of two colours in two categories, four made at each of three instants. */
async function shop() {
  const ways = await catalog();
  for (const name of ["tops", "sale"]) await ways.addCategory(name);
  const made: Made[] = [];
  for (let n = 0; n < 12; n += 1) {
    const inside = ["tops", "sale"].filter((_, place) => (n & (1 << place)) !== 0);
    const title = `${n % 4 < 2 ? "Red" : "Blue"} shirt, 50% "new"`;
    await ways.addItem(`i${n}`, { title, published: n % 3 > 0 }, inside);
    await ways.addVariant(`v${n}`, `i${n % 3}`, { title, published: n % 3 > 0, sku: `S${n % 5}` });
    made.push({ name: `i${n}`, published: n % 3 > 0, in: inside });
    if (n % 4 === 3) ways.emulator.clock.advance("1m");
  }
  return { ...ways, made };
}

const any = (...ids: string[]) => `any(ids,[${ids.map((id) => `"${idOf(id)}"`).join()}])`;

describe("items are found", () => {
  it("by any of their filters, sorted and paged, as if each had been asked", async () => {
    const { get, made } = await shop();
    const conditions = fc.record({
      published: fc.option(fc.boolean()),
      category: fc.option(fc.constantFrom("tops", "sale", "none")),
      title: fc.option(fc.constantFrom("Red", "shirt, 50%", "red")),
      ids: fc.option(
        fc.uniqueArray(fc.constantFrom("i1", "i5", "i6", "i11", "none"), { minLength: 1 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        conditions,
        fc.boolean(),
        fc.integer({ min: 1, max: 13 }),
        async ({ published, category, title, ids }, descending, size) => {
          const filter = [
            published === null ? [] : `equals(published,${published})`,
            category === null ? [] : `equals(category.id,"${idOf(category)}")`,
            title === null ? [] : `contains(title,"${encodeURIComponent(title)}")`,
            ids === null ? [] : any(...ids),
          ]
            .flat()
            .join();
          const wanted = made
            .filter((each) => published === null || each.published === published)
            .filter((each) => category === null || each.in.includes(category))
            .filter(({ name }) => title !== "Red" || Number(name.slice(1)) % 4 < 2)
            .filter(() => title !== "red")
            .filter(({ name }) => ids === null || ids.some((id) => id === name))
            .map(({ name }) => name);
          if (descending) wanted.reverse();
          const query = `sort=${descending ? "-" : ""}created&page[size]=${size}`;
          const met: string[] = [];
          let at: string | undefined =
            `/api/catalog-items?${query}${filter && `&filter=${filter}`}`;
          while (at !== undefined) {
            const page = await get(at);
            met.push(...namesOf(page));
            at = path(page.links.next);
          }
          expect(met).toEqual(wanted);
        },
      ),
      { numRuns: 80 },
    );
  });

  it("in pages of 100, and of no more", async () => {
    const { get } = await catalog();
    for (const type of ["items", "variants", "categories"]) {
      expect((await get(`/api/catalog-${type}?page[size]=100`)).status).toBe(200);
      const answer = await get(`/api/catalog-${type}?page[size]=101`);
      expect(refusalOf(answer)).toEqual([400, "invalid", "page[size]"]);
    }
  });

  it.each([
    ["items", `equals(title,"x")`],
    ["items", `equals(sku,"x")`],
    ["items", `equals(published,"yes")`],
    ["items", `any(category.id,["x"])`],
    ["variants", `contains(sku,"x")`],
    ["categories", `equals(ids,"x")`],
    ["categories", `contains(title,"x")`],
  ])("of %s not by %s", async (type, filter) => {
    const { get } = await catalog();
    expect(refusalOf(await get(`/api/catalog-${type}?filter=${filter}`))).toEqual([
      400,
      "invalid",
      "filter",
    ]);
  });
});

describe("variants are found", () => {
  it.each([
    [`equals(item.id,"${idOf("i1")}")`, ["v1", "v4", "v7", "v10"]],
    [`equals(sku,"S2")`, ["v2", "v7"]],
    [`equals(sku,"S2"),equals(item.id,"${idOf("i1")}")`, ["v7"]],
    [`equals(published,false)`, ["v0", "v3", "v6", "v9"]],
    [`contains(title,"Red"),equals(item.id,"${idOf("i0")}")`, ["v0", "v9"]],
    [any("v3", "i3", "v1"), ["v1", "v3"]],
    [`equals(item.id,"${idOf("none")}")`, []],
  ])("by %s", async (filter, wanted) => {
    const { names } = await shop();
    expect(await names(`/api/catalog-variants?filter=${filter}`)).toEqual(wanted);
    expect(await names(`/api/catalog-variants?filter=${filter}&sort=-created`)).toEqual(
      wanted.toReversed(),
    );
  });

  it("by what they are now", async () => {
    const { names, patch } = await shop();
    const attributes = { sku: "NEW", published: true };
    const data = { type: "catalog-variant", id: idOf("v2"), attributes };
    await patch(`/api/catalog-variants/${idOf("v2")}`, { data });
    expect(await names(`/api/catalog-variants?filter=equals(sku,"S2")`)).toEqual(["v7"]);
    expect(await names(`/api/catalog-variants?filter=equals(sku,"NEW")`)).toEqual(["v2"]);
  });
});

describe("categories are found", () => {
  it.each([
    [`equals(item.id,"${idOf("i3")}")`, ["tops", "sale"]],
    [`equals(item.id,"${idOf("i2")}")`, ["sale"]],
    [`equals(item.id,"${idOf("i0")}")`, []],
    [`contains(name,"top")`, ["tops"]],
    [any("sale", "i1"), ["sale"]],
  ])("by %s", async (filter, wanted) => {
    const { names } = await shop();
    expect(await names(`/api/catalog-categories?filter=${filter}`)).toEqual(wanted);
  });
});

it("only parts of texts, and what a relationship is narrowed by, are looked for along the way", async () => {
  const { emulator } = await catalog();
  const response = await emulator.fetch("/_emulator/operations");
  const { operations } = (await response.json()) as {
    operations: { id: string; area: string; filtersAlong: string[] }[];
  };
  const along = operations
    .filter(({ area, filtersAlong }) => area === "catalogs" && filtersAlong.length > 0)
    .map(
      ({ id, filtersAlong }) => `${id}: ${filtersAlong.map((pair) => pair.split(",")[0]).join()}`,
    );
  expect(along.sort()).toEqual([
    "get_catalog_categories: name",
    "get_catalog_items: title",
    "get_catalog_variants: title",
    "get_categories_for_catalog_item: name,item.id",
    "get_category_ids_for_catalog_item: name,item.id",
    "get_item_ids_for_catalog_category: category.id,published,title",
    "get_items_for_catalog_category: category.id,published,title",
    "get_variant_ids_for_catalog_item: item.id,published,sku,title",
    "get_variants_for_catalog_item: item.id,published,sku,title",
  ]);
});
