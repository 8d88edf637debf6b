import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { data, to } from "../support/sending.ts";
import { age, name, objects, read } from "./objects-support.ts";

describe("a type of objects", () => {
  it("begins with a draft and an empty mapping, and without a current schema", async () => {
    const { draft, get, schemaOf, mappingOf } = await objects();
    const type = await draft();
    const { data: made, included } = await get(
      `/api/object-types/${type}?include=draft-schema,current-schema,schema-versions`,
    );
    expect(made.attributes).toMatchObject({
      title: "Pet",
      description: "",
      status: "draft",
      namespace: "custom-objects",
    });
    const schema = await schemaOf(type, "draft");
    expect(included.map(({ id }) => id)).toEqual([schema.id]);
    expect(schema.attributes).toMatchObject({
      title: "Pet",
      status: "draft",
      published_at: null,
      visibility: "private",
      required: ["name"],
    });
    expect((await mappingOf(schema.id)).attributes).toEqual({
      property_mappings: [],
      relationship_mappings: [],
    });
    expect(await schemaOf(type)).toBeNull();
    const at = `/api/object-types/${type}/relationships`;
    expect((await get(`${at}/current-schema`)).data).toBeNull();
    expect((await get(`${at}/draft-schema`)).data).toEqual({
      type: "object-schema",
      id: schema.id,
    });
  });

  it("is listed by its namespace, with its schemas", async () => {
    const { draft, post, get } = await objects();
    await draft();
    await post("/api/object-types", data("object-type", { title: "Toy", namespace: "shop" }));
    const titles = async (query: string) =>
      (await get(`/api/object-types${query}`)).many.map(({ attributes }) => attributes["title"]);
    expect(await titles("")).toEqual(["Pet", "Toy"]);
    expect(await titles('?filter=equals(namespace,"shop")')).toEqual(["Toy"]);
    const { links, included } = await get("/api/object-types?include=draft-schema");
    expect(links).not.toHaveProperty("next");
    expect(included).toHaveLength(2);
  });

  it("is published at once, if its creation says so", async () => {
    const { draft, get, schemaOf } = await objects();
    const type = await draft({ status: "active" });
    expect((await get(`/api/object-types/${type}`)).data.attributes["status"]).toBe("active");
    expect((await schemaOf(type)).attributes["status"]).toBe("active");
  });

  it("is refused to an account that may not have any", async () => {
    const fixture =
      "company_id: Tests1\ncustom_objects: false\nkeys: [{ name: full, scopes: full }]\n";
    const { post, get, source } = await objects({ fixtures: [fixtureFile(fixture)] });
    const answer = await post("/api/object-types", data("object-type", { title: "Pet" }));
    expect(refusalOf(answer)).toEqual([403, "forbidden", "/data"]);
    expect(answer.errors[0]).toMatchObject({ title: "Forbidden." });
    expect((await get("/api/object-types")).many).toEqual([]);
    expect(await source("Till")).toMatch(/^[0-9A-Z]{26}$/);
  });

  it("goes with its schemas, mappings, objects, logs, and what leads to it", async () => {
    const { pets, send, ask, get, emulator, relationship, linksIn, map, draft, schemaOf } =
      await objects();
    const { type, source, schema } = await pets();
    const toy = await draft({ status: "active" }, "Toy");
    const of = await schemaOf(toy);
    const id = await relationship(of.id, "object-schema", schema, "owners");
    const mapping = {
      relationship_id: id,
      type: "simple",
      source: {
        type: "custom-object",
        source_id: source,
        id_path: "$['toy']",
        related_id_path: "$['id']",
      },
    };
    expect((await map(of.id, { relationship_mappings: [mapping] })).status).toBe(200);
    await send(source, { id: "rex", name: "Rex", toy: "ball" }, { id: "nobody", toy: "bone" });
    expect(linksIn()).toEqual([
      ["ball", "rex"],
      ["bone", "nobody"],
    ]);
    expect((await ask("DELETE", `/api/object-types/${type}`)).status).toBe(204);
    const left = emulator.state.counts();
    expect(left).toMatchObject({
      "object-types": 1,
      "object-schemas": 1,
      "source-mappings": 1,
      "object-records": 0,
      "object-ingestion-logs": 0,
      "object-links": 0,
    });
    expect((await get(`/api/object-schemas/${of.id}/relationships/object-schemas`)).many).toEqual(
      [],
    );
    expect(refusalOf(await get(`/api/object-types/${type}`))).toEqual([404, "not_found", "/data/"]);
    expect((await send(source, { id: "tom", name: "Tom" })).status).toBe(204);
  });
});

describe("a schema", () => {
  it("is published later, takes the place of the current one, and stays among the versions", async () => {
    const { pets, post, get, schemaOf, change, emulator } = await objects({
      processingDelay: "5s",
    });
    const { type } = await pets();
    expect((await get(`/api/object-types/${type}`)).data.attributes["status"]).toBe("publishing");
    await emulator.clock.advance("5s");
    const first = await schemaOf(type);
    expect(first.attributes).toMatchObject({
      status: "active",
      published_at: "2026-07-20T12:00:05+00:00",
    });
    const body = data(
      "object-schema",
      { title: "Pets", properties: [name] },
      { relationships: { "object-type": to("object-type", type) } },
    );
    const second = await post("/api/object-schemas", body);
    expect(second.data.attributes).toMatchObject({ status: "draft", title: "Pets", required: [] });
    expect((await get(`/api/object-types/${type}`)).data.attributes["title"]).toBe("Pets");
    const published = await change(second.data.id, { status: "active" });
    expect(published.data.attributes["status"]).toBe("publishing");
    expect((await schemaOf(type)).id).toBe(first.id);
    await emulator.clock.advance("5s");
    expect((await schemaOf(type)).id).toBe(second.data.id);
    expect(await schemaOf(type, "draft")).toBeNull();
    const versions = (await get(`/api/object-types/${type}/schema-versions`)).many;
    expect(versions.map(({ id, attributes: { status } }) => [id, status])).toEqual([
      [second.data.id, "active"],
      [first.id, "undefined"],
    ]);
    const ids = await get(`/api/object-types/${type}/relationships/schema-versions`);
    expect(ids.many.map(({ id }) => id)).toEqual([second.data.id, first.id]);
  });

  it("is changed while it is a draft, and its type has the same title and description", async () => {
    const { draft, schemaOf, change, get } = await objects();
    const type = await draft();
    const { id } = await schemaOf(type, "draft");
    const said = { title: "Dog", description: "Barks", properties: [name, age], required: [] };
    expect((await change(id, said)).data.attributes).toMatchObject(said);
    const { title, description } = (await get(`/api/object-types/${type}`)).data.attributes;
    expect([title, description]).toEqual(["Dog", "Barks"]);
    expect((await change(id, { status: "draft" })).data.attributes).toMatchObject(said);
  });

  it("is not changed once it is published", async () => {
    const { pets, change } = await objects();
    const { schema } = await pets();
    expect(refusalOf(await change(schema, { title: "Dog" }))).toEqual([409, "conflict", "/data"]);
  });

  it("has at most one draft beside it, of a type that there is", async () => {
    const { draft, post } = await objects();
    const body = (id: string) =>
      data(
        "object-schema",
        { title: "Pet", properties: [] },
        { relationships: { "object-type": to("object-type", id) } },
      );
    const second = await post("/api/object-schemas", body(await draft()));
    expect(refusalOf(second)).toEqual([409, "conflict", "/data"]);
    expect(refusalOf(await post("/api/object-schemas", body("nobody")))).toEqual([
      400,
      "invalid",
      "/data/relationships/object-type/data/id",
    ]);
  });

  it.each([
    [{ properties: [name, { ...age, id: 1 }] }, "properties/1/id"],
    [{ properties: [name, { ...age, name: "name" }] }, "properties/1/name"],
    [{ properties: [{ ...name, id: 0 }] }, "properties/0/id"],
    [{ properties: [{ ...name, type: "list" }] }, "properties/0/type"],
    [{ required: ["owner"] }, "required/0"],
    [{ status: "publishing" }, "status"],
  ])("is refused with %j", async (attributes, place) => {
    const { draft, schemaOf, change } = await objects();
    const { id } = await schemaOf(await draft(), "draft");
    const answer = await change(id, attributes);
    expect(refusalOf(answer)).toEqual([400, "invalid", `/data/attributes/${place}`]);
    const whole = await draft(attributes, "Dog").catch((error: Error) => error.message);
    expect(whole).toContain(`object-schema/data/attributes/${place}`);
  });
});

describe("a mapping", () => {
  const path = { id_path: "$['id']", data_path: "$['name']" };

  it.each([
    [[{ id: 9, type: "constant", value: 1 }], "property_mappings/0/id"],
    [[{ id: 2, type: "constant", value: "three" }], "property_mappings/0/value"],
    [[read(1, "nobody", "name")], "property_mappings/0/source/source_id"],
    [[1, 1].map((id) => ({ id, type: "constant", value: "x" })), "property_mappings/1/id"],
  ])("is refused with %j", async (property_mappings, place) => {
    const { draft, schemaOf, map } = await objects();
    const { id } = await schemaOf(await draft(), "draft");
    const answer = await map(id, { property_mappings });
    expect(refusalOf(answer)).toEqual([400, "invalid", `/data/attributes/${place}`]);
  });

  it.each(["", "$", "name", "$.name", "$['a'", "$[0]", "$['a'].b", "$..a"])(
    "is refused with the path '%s'",
    async (wrong) => {
      const { draft, source, schemaOf, map } = await objects();
      const source_id = await source("Till");
      const { id } = await schemaOf(await draft(), "draft");
      for (const part of ["id_path", "data_path"]) {
        const from = { source_id, ...path, [part]: wrong };
        const answer = await map(id, {
          property_mappings: [{ id: 1, type: "simple", source: from }],
        });
        const at = `/data/attributes/property_mappings/0/source/${part}`;
        expect(refusalOf(answer)).toEqual([400, "invalid", at]);
      }
    },
  );

  it("is refused with a relationship that the schema has not, or of another kind", async () => {
    const { pets, map, relationship } = await objects();
    const { schema, source } = await pets();
    const owner = await relationship(schema, "profile-object-schema", "profile", "owner");
    const from = {
      type: "custom-object",
      source_id: source,
      id_path: "$['id']",
      related_id_path: "$['x']",
    };
    const mapped = (relationship_id: string) =>
      map(schema, { relationship_mappings: [{ relationship_id, type: "simple", source: from }] });
    const at = "/data/attributes/relationship_mappings/0";
    expect(refusalOf(await mapped("none"))).toEqual([400, "invalid", `${at}/relationship_id`]);
    expect(refusalOf(await mapped(owner))).toEqual([400, "invalid", `${at}/source/type`]);
  });

  it("of a new draft is the current one's, unless it says another", async () => {
    const { pets, post, mappingOf, schemaOf } = await objects();
    const { type, schema } = await pets();
    const body = data(
      "object-schema",
      { title: "Pet", properties: [name, age] },
      { relationships: { "object-type": to("object-type", type) } },
    );
    await post("/api/object-schemas", body);
    const draft = await mappingOf((await schemaOf(type, "draft")).id);
    expect(draft.attributes).toEqual((await mappingOf(schema)).attributes);
  });

  it("is read by its own id, and by its schema", async () => {
    const { pets, get, mappingOf } = await objects();
    const { schema } = await pets();
    const mapping = await mappingOf(schema);
    expect((await get(`/api/source-mappings/${mapping.id}`)).data).toEqual(mapping);
    const linkage = await get(`/api/object-schemas/${schema}/relationships/source-mapping`);
    expect(linkage.data).toEqual({ type: "source-mapping", id: mapping.id });
  });
});
