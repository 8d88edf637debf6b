import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { data } from "../support/sending.ts";
import { manyRecords, objects, oneRecord, recordsAt } from "./objects-support.ts";

describe("a data source", () => {
  it("begins private, without a description, among the custom objects", async () => {
    const { post, get } = await objects();
    const { status, data: made } = await post(
      "/api/data-sources",
      data("data-source", { title: "Till" }),
    );
    const attributes = {
      title: "Till",
      visibility: "private",
      description: "",
      namespace: "custom-objects",
    };
    expect([status, made.attributes]).toEqual([201, attributes]);
    expect((await get(`/api/data-sources/${made.id}`)).data.attributes).toEqual(attributes);
    expect((await get("/api/data-sources")).many.map(({ id }) => id)).toEqual([made.id]);
  });

  it("shows no namespace before 2026-01-15", async () => {
    const { source, get } = await objects();
    const id = await source("Till");
    const headers = { revision: "2025-07-15" };
    const { attributes } = (await get(`/api/data-sources/${id}`, { headers })).data;
    expect(Object.keys(attributes)).toEqual(["title", "visibility", "description"]);
  });

  it("has a title of its own within its namespace", async () => {
    const { source, post } = await objects();
    await source("Till");
    const again = (more: object) =>
      post("/api/data-sources", data("data-source", { title: "Till", ...more }));
    expect(refusalOf(await again({}))).toEqual([409, "conflict", "/data/attributes/title"]);
    expect((await again({ namespace: "shop" })).status).toBe(201);
  });

  it.each([
    [{ title: "" }, "/data/attributes/title"],
    [{ title: "x".repeat(256) }, "/data/attributes/title"],
    [{}, "/data/attributes/title"],
    [{ title: "x", visibility: "public" }, "/data/attributes/visibility"],
  ])("is refused as %j", async (attributes, pointer) => {
    const { post } = await objects();
    const answer = await post("/api/data-sources", data("data-source", attributes));
    expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
  });

  it("cannot go while a mapping names it, and takes what it was sent along when it goes", async () => {
    const { pets, send, map, ask, emulator } = await objects();
    const { source, schema } = await pets();
    await send(source, { id: "rex", name: "Rex" });
    const remove = () => ask("DELETE", `/api/data-sources/${source}`);
    expect(refusalOf(await remove())).toEqual([409, "conflict", "/data"]);
    await map(schema, { property_mappings: [] });
    expect((await remove()).status).toBe(204);
    expect(emulator.state.get("data-source-records").total).toBe(0);
    expect(refusalOf(await remove())).toEqual([404, "not_found", "/data/"]);
  });
});

describe("what a data source is sent", () => {
  it("is taken unseen, one by one and many at once", async () => {
    const { source, post, emulator } = await objects();
    const id = await source("Till");
    const one = await post("/api/data-source-record-create-jobs", oneRecord(id, {}));
    expect([one.status, one.text]).toEqual([204, ""]);
    const many = await post(recordsAt, manyRecords(id, [{ id: null }, { anything: [1] }]));
    expect([many.status, many.text]).toEqual([204, ""]);
    expect(emulator.state.get("data-source-records").total).toBe(3);
  });

  it("is refused where there is no such source", async () => {
    const { post } = await objects();
    const unknown = await post(recordsAt, manyRecords("nobody", [{}]));
    expect(refusalOf(unknown)).toEqual([404, "not_found", "/data/"]);
    const one = await post("/api/data-source-record-create-jobs", oneRecord("nobody", {}));
    expect(refusalOf(one)).toEqual([404, "not_found", "/data/"]);
  });

  it("is refused without a source", async () => {
    const { post } = await objects();
    const { data: all } = manyRecords("nobody", [{}]);
    const { relationships: _, ...rest } = all as unknown as Record<string, unknown>;
    const answer = await post(recordsAt, { data: rest });
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/relationships"]);
  });

  it("has at most 500 records", async () => {
    const { source, post, emulator } = await objects();
    const id = await source("Till");
    const all = (count: number) =>
      manyRecords(
        id,
        Array.from({ length: count }, () => ({})),
      );
    const at = "/data/attributes/data-source-records/data";
    expect(refusalOf(await post(recordsAt, all(501)))).toEqual([400, "invalid", at]);
    expect(refusalOf(await post(recordsAt, all(0)))).toEqual([400, "invalid", at]);
    expect((await post(recordsAt, all(500))).status).toBe(204);
    expect(emulator.state.get("data-source-records").total).toBe(500);
  });

  it("has records of at most 512,000 bytes", async () => {
    const { source, post } = await objects();
    const id = await source("Till");
    const text = "x".repeat(512_000);
    const answer = await post(recordsAt, manyRecords(id, [{}, { text }]));
    const at = "/data/attributes/data-source-records/data/1/attributes/record";
    expect(refusalOf(answer)).toEqual([400, "invalid", at]);
    const fits = { text: text.slice('{"text":""}'.length) };
    expect((await post(recordsAt, manyRecords(id, [fits]))).status).toBe(204);
  });

  it("has at most 4,000,000 bytes in all, which other requests may have", async () => {
    const { source, post, emulator } = await objects();
    const id = await source("Till");
    const large = manyRecords(
      id,
      Array.from({ length: 9 }, () => ({ text: "x".repeat(450_000) })),
    );
    expect(refusalOf(await post(recordsAt, large))).toEqual([413, "payload_too_large", "/data/"]);
    expect(emulator.state.get("data-source-records").total).toBe(0);
    const elsewhere = await post("/api/events", large);
    expect(elsewhere.status).toBe(400);
  });
});
