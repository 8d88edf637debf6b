import { describe, expect, it } from "vitest";
import type { Asking } from "../support/emulate.ts";
import { refusalOf } from "../support/emulate.ts";
import {
  catalog,
  category,
  categoryAt,
  idOf,
  item,
  itemAt,
  items,
  namesOf,
  variant,
  variantAt,
} from "./catalogs-support.ts";

const creations = "/api/catalog-item-bulk-create-jobs";
const creating = (...names: string[]) => ({
  data: {
    type: "catalog-item-bulk-create-job",
    attributes: { items: { data: names.map((name) => item(name)) } },
  },
});
const variantsOf = (...given: ReturnType<typeof variant>[]) => ({
  data: {
    type: "catalog-variant-bulk-create-job",
    attributes: { variants: { data: given } },
  },
});

describe("with a processing delay, a job", () => {
  it("is processing, then complete, and only then are its items there", async () => {
    const { emulator, post, get, names } = await catalog({ processingDelay: "10s" });
    const { data } = await post(creations, creating("shirt"));
    const at = `${creations}/${data.id}`;
    const seen = async () => [
      (await get(at)).data.attributes["status"],
      await names("/api/catalog-items"),
    ];
    expect(await seen()).toEqual(["processing", []]);
    await emulator.clock.advance("5s");
    expect(await seen()).toEqual(["processing", []]);
    await emulator.clock.advance("5s");
    expect(await seen()).toEqual(["complete", ["shirt"]]);
    const { attributes, relationships } = (await get(at)).data;
    expect(attributes["completed_at"]).toBe("2026-07-20T12:00:10.000000+00:00");
    expect(relationships["items"]?.data).toHaveLength(1);
    const made = (await get(itemAt("shirt"))).data.attributes["created"];
    expect(made).toBe("2026-07-20T12:00:10.000000+00:00");
  });

  it("may name what an earlier job is still to make", async () => {
    const { emulator, post, names } = await catalog({ processingDelay: "10s" });
    await post(creations, creating("shirt"));
    await post("/api/catalog-variant-bulk-create-jobs", variantsOf(variant("red", "shirt")));
    await emulator.clock.advance("10s");
    expect(await names(`${itemAt("shirt")}/variants`)).toEqual(["red"]);
  });

  it("fails of what somebody else made meanwhile", async () => {
    const { emulator, post, get, addItem } = await catalog({ processingDelay: "10s" });
    const { data } = await post(creations, creating("shirt", "hat"));
    await addItem("shirt", { title: "Mine" });
    await emulator.clock.advance("10s");
    const { attributes } = (await get(`${creations}/${data.id}`)).data;
    expect(attributes).toMatchObject({ completed_count: 1, failed_count: 1 });
    expect((await get(itemAt("shirt"))).data.attributes["title"]).toBe("Mine");
  });
});

describe("jobs", () => {
  it("are listed by their type, as they came, and by their status", async () => {
    const { emulator, post, get } = await catalog({ processingDelay: "10s" });
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      ids.push((await post(creations, creating(name))).data.id);
      await emulator.clock.advance("5s");
    }
    const list = async (query = "") => (await get(creations + query)).many.map(({ id }) => id);
    expect(await list()).toEqual(ids);
    const statuses = ["complete", "processing", "queued", "cancelled"];
    const found = [];
    for (const status of statuses) found.push(await list(`?filter=equals(status,"${status}")`));
    expect(found).toEqual([[ids[0], ids[1]], [ids[2]], [], []]);
    const wrong = await get(`${creations}?filter=equals(status,"done")`);
    expect(refusalOf(wrong)).toEqual([400, "invalid", "filter"]);
    expect((await get("/api/catalog-item-bulk-update-jobs")).many).toEqual([]);
    expect((await get(`/api/catalog-item-bulk-update-jobs/${ids[0]}`)).status).toBe(404);
  });

  it("come in pages of 100, whose size cannot be asked for", async () => {
    const { post, get } = await catalog();
    for (let n = 0; n < 101; n += 1) await post(creations, creating(`${n}`));
    const { many, links } = await get(creations);
    expect(many).toHaveLength(100);
    const rest = await get((links.next ?? "").replace(/^http:\/\/[^/]+/, ""));
    expect(rest.many).toHaveLength(1);
    expect(refusalOf(await get(`${creations}?page[size]=5`))).toEqual([
      400,
      "invalid",
      "page[size]",
    ]);
  });

  it("are gone after seven days, and what they made stays", async () => {
    const { emulator, post, get } = await catalog();
    const { data } = await post(creations, creating("shirt"));
    await emulator.clock.advance("167h");
    expect((await get(`${creations}/${data.id}`)).status).toBe(200);
    await emulator.clock.advance("1h");
    expect((await get(`${creations}/${data.id}`)).status).toBe(404);
    expect((await get(creations)).many).toEqual([]);
    expect((await get(itemAt("shirt"))).status).toBe(200);
  });

  it("of a deletion include nothing", async () => {
    const { get } = await catalog();
    for (const type of ["item", "variant", "category"]) {
      const plural = type === "category" ? "categories" : `${type}s`;
      const answer = await get(`/api/catalog-${type}-bulk-delete-jobs/x?include=${plural}`);
      expect(refusalOf(answer)).toEqual([400, "invalid", "include"]);
    }
  });
});

describe("two accounts", () => {
  it("have the same external ids, and share nothing", async () => {
    const ways = await catalog({ fixtures: ["test/support/two.yaml"] });
    const { emulator, post, patch, ask, get } = ways;
    const [first = {}, second = {}] = emulator.accounts.map(({ keys }): Asking => ({
      key: keys[0]?.key ?? "",
    }));
    for (const [asking, title] of [
      [first, "First"],
      [second, "Second"],
    ] as const) {
      const made = await post("/api/catalog-items", { data: item("shirt", { title }) }, asking);
      expect(made.status).toBe(201);
      await post("/api/catalog-variants", { data: variant("red", "shirt") }, asking);
      await post("/api/catalog-categories", { data: category("tops", {}, ["shirt"]) }, asking);
    }
    const { data: job } = await post(creations, creating("hat"), first);
    const title = async (asking: Asking) => (await get(itemAt("shirt"), asking)).data.attributes;
    expect(await title(first)).toMatchObject({ title: "First" });
    expect(await title(second)).toMatchObject({ title: "Second" });
    expect((await get(`${creations}/${job.id}`, second)).status).toBe(404);
    expect((await get(itemAt("hat"), second)).status).toBe(404);
    await patch(`${categoryAt("tops")}/relationships/items`, items(), first);
    await ask("DELETE", itemAt("shirt"), first);
    expect(await title(second)).toMatchObject({ title: "Second" });
    expect((await get(variantAt("red"), second)).status).toBe(200);
    const inside = `/api/catalog-items?filter=equals(category.id,"${idOf("tops")}")`;
    expect(namesOf(await get(inside, first))).toEqual([]);
    expect(namesOf(await get(inside, second))).toEqual(["shirt"]);
    expect(namesOf(await get(`${categoryAt("tops")}/items`, second))).toEqual(["shirt"]);
  });
});

describe("the stored records of a catalog", () => {
  it("are counted and shown by their kind, filtered as the service does", async () => {
    const { emulator, addItem, addCategory } = await catalog();
    await addItem("shirt");
    await addItem("hat", { published: false });
    await addCategory("tops", {}, ["shirt"]);
    const { state } = emulator;
    expect(state.counts()).toMatchObject({
      "catalog-items": 2,
      "catalog-variants": 0,
      "catalog-categories": 1,
    });
    const inside = state.get("catalog-items", { filter: `equals(category.id,"${idOf("tops")}")` });
    expect(inside.records).toMatchObject([{ id: idOf("shirt"), title: "Item shirt" }]);
    expect(state.get("catalog-categories").records).toMatchObject([{ external_id: "tops" }]);
  });
});

describe("a catalog comes back", () => {
  it("with a snapshot, whole: what was made is gone, what was deleted is there", async () => {
    const { emulator, addItem, addVariant, addCategory, remove, names, get } = await catalog();
    await addItem("shirt");
    await addVariant("red", "shirt");
    await addCategory("tops", {}, ["shirt"]);
    emulator.state.snapshot("before");
    await remove(itemAt("shirt"));
    await addItem("hat", {}, ["tops"]);
    emulator.state.restore("before");
    expect(await names("/api/catalog-items")).toEqual(["shirt"]);
    expect(await names(`${categoryAt("tops")}/items`)).toEqual(["shirt"]);
    expect(await names(`${itemAt("shirt")}/relationships/categories`)).toEqual(["tops"]);
    expect((await get(`${itemAt("shirt")}?include=variants`)).included).toHaveLength(1);
  });

  it("with a snapshot of a job on its way, which is then done", async () => {
    const { emulator, post, names, get } = await catalog({ processingDelay: "10s" });
    const { data } = await post(creations, creating("shirt"));
    emulator.state.snapshot("queued");
    await emulator.clock.advance("10s");
    expect(await names("/api/catalog-items")).toEqual(["shirt"]);
    emulator.clock.freeze("2026-07-20T12:00:00Z");
    emulator.state.restore("queued");
    expect(await names("/api/catalog-items")).toEqual([]);
    await emulator.clock.advance("10s");
    expect(await names("/api/catalog-items")).toEqual(["shirt"]);
    expect((await get(`${creations}/${data.id}`)).data.attributes["status"]).toBe("complete");
  });

  it("empty with a reset", async () => {
    const { emulator, addItem, addCategory, names } = await catalog();
    await addItem("shirt");
    await addCategory("tops", {}, ["shirt"]);
    await emulator.reset();
    for (const type of ["items", "variants", "categories"]) {
      expect(await names(`/api/catalog-${type}`)).toEqual([]);
    }
    await addItem("shirt");
    await addCategory("tops");
    expect(await names(`${categoryAt("tops")}/items`)).toEqual([]);
  });
});

describe("a wish to be told when a variant is back", () => {
  it("is accepted of a variant of the catalog, and of one that is not in it", async () => {
    const { addItem, addVariant, post, get } = await catalog();
    await addItem("shirt");
    await addVariant("red", "shirt");
    const profile = { data: { type: "profile", attributes: { email: "ada@example.com" } } };
    for (const id of [idOf("red"), idOf("none")]) {
      const { status } = await post("/api/back-in-stock-subscriptions", {
        data: {
          type: "back-in-stock-subscription",
          attributes: { channels: ["EMAIL"], profile },
          relationships: { variant: { data: { type: "catalog-variant", id } } },
        },
      });
      expect(status).toBe(202);
    }
    const { many } = await get("/api/events");
    expect(many.map(({ attributes }) => attributes["event_properties"])).toContainEqual(
      expect.objectContaining({ variant_id: idOf("red") }),
    );
  });
});
