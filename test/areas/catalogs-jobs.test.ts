import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { refusalOf } from "../support/emulate.ts";
import {
  catalog,
  categories,
  category,
  categoryAt,
  idOf,
  item,
  itemAt,
  items,
  variant,
  variantAt,
} from "./catalogs-support.ts";

const types = {
  items: "catalog-item",
  variants: "catalog-variant",
  categories: "catalog-category",
} as const;
type Plural = keyof typeof types;
type Act = "create" | "update" | "delete";

const typeOf = (act: Act, plural: Plural) => `${types[plural]}-bulk-${act}-job`;
const job = (act: Act, plural: Plural, data: readonly unknown[]) => ({
  data: { type: typeOf(act, plural), attributes: { [plural]: { data } } },
});
const at = (plural: Plural, rest: string) => `/data/attributes/${plural}/data/${rest}`;
const named = (plural: Plural, ...ids: string[]) =>
  ids.map((id) => ({ type: types[plural], id: idOf(id) }));
const change = (plural: Plural, id: string, attributes: object, relationships?: object) => ({
  type: types[plural],
  id: idOf(id),
  attributes,
  ...(relationships && { relationships }),
});

async function bulk(options: EmulatorOptions = {}) {
  const ways = await catalog(options);
  const jobsAt = (act: Act, plural: Plural) => `/api/${typeOf(act, plural)}s`;
  const send = (act: Act, plural: Plural, data: readonly unknown[]) =>
    ways.post(jobsAt(act, plural), job(act, plural, data));
  /** Sends a job, and reads it. */
  const run = async (act: Act, plural: Plural, data: readonly unknown[], query = "") => {
    const { data: accepted } = await send(act, plural, data);
    return ways.get(`${jobsAt(act, plural)}/${accepted.id}${query}`);
  };
  return { ...ways, jobsAt, send, run };
}

describe("a bulk job", () => {
  it("is accepted as processing, and done when it is read", async () => {
    const { send, get, jobsAt } = await bulk();
    const accepted = await send("create", "items", [item("shirt"), item("hat")]);
    expect(accepted.status).toBe(202);
    expect(accepted.data).toMatchObject({
      type: "catalog-item-bulk-create-job",
      attributes: {
        status: "processing",
        created_at: "2026-07-20T12:00:00.000000+00:00",
        total_count: 2,
        completed_count: 0,
        failed_count: 0,
        completed_at: null,
        errors: [],
        expires_at: "2026-07-27T12:00:00.000000+00:00",
      },
    });
    expect(accepted.data).not.toHaveProperty("relationships");
    const read = await get(`${jobsAt("create", "items")}/${accepted.data.id}`);
    expect(read.data.attributes).toMatchObject({
      status: "complete",
      completed_count: 2,
      failed_count: 0,
      completed_at: "2026-07-20T12:00:00.000000+00:00",
    });
    expect(read.data.relationships["items"]?.data).toEqual(named("items", "shirt", "hat"));
  });

  it("creates items in their categories, and includes them", async () => {
    const { run, addCategory, names, get } = await bulk();
    await addCategory("tops");
    const given = [item("shirt", { price: 5 }, ["tops"]), item("hat")];
    const { included } = await run("create", "items", given, "?include=items");
    expect(included.map(({ id }) => id)).toEqual([idOf("shirt"), idOf("hat")]);
    expect((await get(itemAt("shirt"))).data).toEqual(included[0]);
    expect(included[0]?.attributes).toMatchObject({ price: 5, published: true });
    expect(await names(`${categoryAt("tops")}/items`)).toEqual(["shirt"]);
  });

  it("updates items, and puts them into other categories", async () => {
    const { run, addItem, addCategory, names, get } = await bulk();
    await addItem("shirt", { price: 5 });
    await addCategory("tops", {}, ["shirt"]);
    await addCategory("sale");
    const moved = { categories: categories("sale") };
    const given = [change("items", "shirt", { title: "Blouse" }, moved)];
    const { data, included } = await run("update", "items", given, "?include=items");
    expect(data.attributes).toMatchObject({ status: "complete", completed_count: 1 });
    expect(included[0]?.attributes).toMatchObject({ title: "Blouse", price: 5 });
    expect((await get(itemAt("shirt"))).data).toEqual(included[0]);
    expect(await names(`${itemAt("shirt")}/categories`)).toEqual(["sale"]);
  });

  it("deletes items, with their variants and out of their categories", async () => {
    const { run, addItem, addVariant, addCategory, get, names } = await bulk();
    await addItem("shirt");
    await addVariant("red", "shirt");
    await addItem("hat");
    await addCategory("tops", {}, ["shirt", "hat"]);
    const { data } = await run("delete", "items", named("items", "shirt"));
    expect(data.attributes).toMatchObject({ completed_count: 1, failed_count: 0 });
    expect(data.relationships["items"]?.data).toEqual(named("items", "shirt"));
    expect((await get(variantAt("red"))).status).toBe(404);
    expect(await names(`${categoryAt("tops")}/items`)).toEqual(["hat"]);
    expect(await names("/api/catalog-items")).toEqual(["hat"]);
  });

  it("creates, updates and deletes variants", async () => {
    const { run, addItem, names } = await bulk();
    await addItem("shirt");
    const given = [variant("red", "shirt"), variant("blue", "shirt")];
    const created = await run("create", "variants", given, "?include=variants");
    expect(created.included.map(({ attributes }) => attributes["sku"])).toEqual([
      "SKU-red",
      "SKU-blue",
    ]);
    const changes = [change("variants", "red", { inventory_quantity: 0 })];
    const updated = await run("update", "variants", changes, "?include=variants");
    expect(updated.included[0]?.attributes).toMatchObject({ inventory_quantity: 0, price: 12.5 });
    await run("delete", "variants", named("variants", "red"));
    expect(await names(`${itemAt("shirt")}/variants`)).toEqual(["blue"]);
  });

  it("creates, updates and deletes categories, with their items", async () => {
    const { run, addItem, names, get } = await bulk();
    for (const name of ["shirt", "hat"]) await addItem(name);
    const created = await run(
      "create",
      "categories",
      [category("tops", {}, ["shirt", "hat"]), category("sale")],
      "?include=categories",
    );
    expect(created.included.map(({ attributes }) => attributes["name"])).toEqual([
      "Category tops",
      "Category sale",
    ]);
    expect(await names(`${categoryAt("tops")}/items`)).toEqual(["shirt", "hat"]);
    const change1 = change("categories", "tops", { name: "Tops" }, { items: items("hat") });
    await run("update", "categories", [change1]);
    expect((await get(categoryAt("tops"))).data.attributes["name"]).toBe("Tops");
    expect(await names(`${categoryAt("tops")}/items`)).toEqual(["hat"]);
    await run("delete", "categories", named("categories", "tops"));
    expect(await names("/api/catalog-categories")).toEqual(["sale"]);
    expect(await names(`${itemAt("hat")}/categories`)).toEqual([]);
  });
});

describe("what fails in a bulk job is counted and told, and the rest is done:", () => {
  const errorsOf = (attributes: Record<string, unknown>) =>
    (attributes["errors"] as { code: string; source: object; id: string }[]).map(
      ({ code, source }) => ({ code, ...source }),
    );

  it("ids that are taken, also in the same job, and categories that are not there", async () => {
    const { run, addItem, get, names } = await bulk();
    await addItem("shirt", { title: "First" });
    const given = [item("shirt"), item("hat"), item("hat"), item("sock", {}, ["none"])];
    const { data } = await run("create", "items", given);
    expect(data.attributes).toMatchObject({ total_count: 4, completed_count: 1, failed_count: 3 });
    expect(errorsOf(data.attributes)).toEqual([
      { code: "conflict", pointer: at("items", "0/attributes/external_id") },
      { code: "conflict", pointer: at("items", "2/attributes/external_id") },
      { code: "invalid", pointer: at("items", "3/relationships/categories/data/0/id") },
    ]);
    expect(data.attributes["errors"]).toContainEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      code: "conflict",
      title: "Conflict.",
      detail: expect.stringContaining(idOf("hat")),
      source: { pointer: at("items", "2/attributes/external_id") },
    });
    expect(await names("/api/catalog-items")).toEqual(["shirt", "hat"]);
    expect((await get(itemAt("shirt"))).data.attributes["title"]).toBe("First");
  });

  it.each(["update", "delete"] as const)("things to %s that are not there", async (act) => {
    const { run, addCategory } = await bulk();
    await addCategory("tops");
    const given = ["none", "tops"].map((id) =>
      act === "update" ? change("categories", id, { name: "x" }) : named("categories", id)[0],
    );
    const { data } = await run(act, "categories", given);
    expect(data.attributes).toMatchObject({ completed_count: 1, failed_count: 1 });
    expect(errorsOf(data.attributes)).toEqual([
      { code: "not_found", pointer: at("categories", "0") },
    ]);
  });

  it("variants of items that are not there", async () => {
    const { run } = await bulk();
    const { data } = await run("create", "variants", [variant("red", "none")]);
    expect(errorsOf(data.attributes)).toEqual([
      { code: "invalid", pointer: at("variants", "0/relationships/item/data/id") },
    ]);
  });
});

describe("a bulk job is refused whole", () => {
  it.each<[string, Act, Plural, unknown[], string]>([
    [
      "with an item without title",
      "create",
      "items",
      [item("a"), item("b", { title: null })],
      "1/attributes/title",
    ],
    [
      "with too much metadata",
      "update",
      "items",
      [change("items", "a", { custom_metadata: { x: "x".repeat(100_000) } })],
      "0/attributes/custom_metadata",
    ],
    [
      "with a variant of nothing",
      "create",
      "variants",
      [{ ...variant("a", "b"), relationships: {} }],
      "0/relationships/item",
    ],
    [
      "with a change of nobody",
      "update",
      "categories",
      [{ type: "catalog-category", attributes: {} }],
      "0/id",
    ],
    ["with the deletion of another kind", "delete", "items", named("variants", "a"), "0/type"],
    [
      "with a deletion that says more",
      "delete",
      "variants",
      [change("variants", "a", {})],
      "0/attributes",
    ],
    ["with nothing", "create", "items", [], ""],
    [
      "with 101",
      "delete",
      "categories",
      named("categories", ...Array.from({ length: 101 }, (_, n) => `${n}`)),
      "",
    ],
  ])("%s", async (_, act, plural, given, rest) => {
    const { send, get, jobsAt, names } = await bulk();
    const answer = await send(act, plural, given);
    expect(refusalOf(answer)).toEqual([400, "invalid", at(plural, rest).replace(/\/$/, "")]);
    expect((await get(jobsAt(act, plural))).many).toEqual([]);
    expect(await names("/api/catalog-items")).toEqual([]);
  });

  it("over 5 MB, and not with 100", async () => {
    const { send, names } = await bulk();
    const large = { custom_metadata: { text: "x".repeat(60_000) } };
    const many = Array.from({ length: 100 }, (_, n) => item(`${n}`, n < 70 ? large : {}));
    expect((await send("create", "items", many)).status).toBe(202);
    expect((await names("/api/catalog-items")).length).toBe(100);
    const more = Array.from({ length: 100 }, (_, n) => item(`m${n}`, large));
    expect(refusalOf(await send("create", "items", more))).toEqual([
      413,
      "payload_too_large",
      "/data/",
    ]);
  });
});
