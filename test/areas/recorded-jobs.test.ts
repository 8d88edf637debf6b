import { describe, expect, it } from "vitest";
import { bodies, body, shop } from "./recorded-support.ts";

const suppress = "/api/profile-suppression-bulk-create-jobs";
const imports = "/api/profile-bulk-import-jobs";
const creations = "/api/catalog-item-bulk-create-jobs";
const codes = "/api/coupon-code-bulk-create-jobs";
const links = (...names: string[]) => ({
  links: Object.fromEntries(names.map((name) => [name, expect.stringMatching(/^http:.*\/$/)])),
});

async function accepted(path: string, options: Parameters<typeof shop>[0] = {}) {
  const ways = await shop(options);
  await ways.post("/api/coupons", bodies["/api/coupons"]);
  const { status, data } = await ways.post(path, bodies[path]);
  expect(status).toBe(202);
  const read = async () => (await ways.get(`${path}/${data.id}`)).data;
  return { ...ways, data, read };
}

describe("a profile import", () => {
  it("is queued, with the number of profiles that was sent, and not started", async () => {
    const { data } = await accepted(imports);
    expect(data.attributes).toMatchObject({ status: "queued", total_count: 1, started_at: null });
  });

  it("names its lists without being asked to, also in the collection", async () => {
    const { data, get } = await accepted(imports);
    const relationships = {
      lists: { data: [{ type: "list", id: "NewsLs" }], ...links("self", "related") },
      profiles: links("self", "related"),
      "import-errors": links("related"),
    };
    expect(data.relationships).toEqual(relationships);
    expect((await get(imports)).many[0]?.relationships).toEqual(relationships);
  });
});

describe("a suppression", () => {
  it("is processing, of nobody yet, and yet has an instant of completion", async () => {
    const { data } = await accepted(suppress);
    expect(data.attributes).toMatchObject({ status: "processing", total_count: 0 });
    const { created_at: from, completed_at: until } = data.attributes as Record<string, string>;
    const ms = Date.parse(until as string) - Date.parse(from as string);
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThan(1000);
  });

  it("has links to lists and segments, and the ids of those that it is for", async () => {
    const { data, post } = await accepted(suppress);
    const both = links("self", "related");
    expect(data.relationships).toEqual({ lists: both, segments: both });
    const list = { relationships: { list: { data: { type: "list", id: "NewsLs" } } } };
    const ofList = await post(suppress, body("profile-suppression-bulk-create-job", {}, list));
    expect(ofList.data.relationships).toEqual({
      lists: { data: [{ type: "list", id: "NewsLs" }], ...both },
      segments: both,
    });
  });

  it("counts its people once it is done", async () => {
    const { read } = await accepted(suppress);
    expect((await read()).attributes).toMatchObject({ status: "complete", total_count: 1 });
  });
});

describe("a catalog job", () => {
  it("is processing, without relationships until it is read", async () => {
    const { data, read } = await accepted(creations, { processingDelay: "10s" });
    expect(data.attributes).toMatchObject({
      status: "processing",
      total_count: 2,
      completed_at: null,
      errors: [],
    });
    expect(data).not.toHaveProperty("relationships");
    const running = await read();
    expect(running.attributes["status"]).toBe("processing");
    expect(running.relationships).toEqual({ items: { data: [] } });
  });

  it("that deletes counts up while it is processing", async () => {
    const ways = await shop({ processingDelay: "10s" });
    await ways.post(creations, bodies[creations]);
    await ways.emulator.clock.advance("10s");
    const items = { data: ["hat", "sock"].map((id) => ({ type: "catalog-item", id: idOf(id) })) };
    const deletions = "/api/catalog-item-bulk-delete-jobs";
    const { id } = (await ways.post(deletions, body("catalog-item-bulk-delete-job", { items })))
      .data;
    const seen = async () => {
      const { attributes } = (await ways.get(`${deletions}/${id}`)).data;
      const left = (await ways.get("/api/catalog-items")).many.length;
      return [attributes["status"], attributes["completed_count"], left];
    };
    expect(await seen()).toEqual(["processing", 0, 2]);
    await ways.emulator.clock.advance("5s");
    expect(await seen()).toEqual(["processing", 1, 1]);
    await ways.emulator.clock.advance("5s");
    expect(await seen()).toEqual(["complete", 2, 0]);
  });
});

const idOf = (name: string) => `$custom:::$default:::${name}`;

describe("a job that makes coupon codes", () => {
  it("is processing, with links to its codes", async () => {
    const { data } = await accepted(codes);
    expect(data.attributes).toMatchObject({ status: "processing", total_count: 1 });
    expect(data.relationships).toEqual({ "coupon-codes": links("self", "related") });
  });

  it("has their ids where they are included", async () => {
    const { data, get } = await accepted(codes);
    const read = await get(`${codes}/${data.id}?include=coupon-codes`);
    expect(read.data.relationships["coupon-codes"]).toEqual({
      data: [{ type: "coupon-code", id: "SALE-X1" }],
      ...links("self", "related"),
    });
    expect((await get(`${codes}/${data.id}`)).data.relationships["coupon-codes"]).toEqual(
      links("self", "related"),
    );
  });
});
