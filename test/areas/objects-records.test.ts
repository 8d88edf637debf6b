import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { newProfile } from "../support/bodies.ts";
import { data, to } from "../support/sending.ts";
import { age, type Fields, name, objects, read } from "./objects-support.ts";

describe("an object", () => {
  it("is made of what its data source is sent, and made anew of what is sent again", async () => {
    const { pets, send, get, objectsOf } = await objects();
    const { type, source } = await pets();
    await send(source, { id: "rex", name: "Rex", age: 3, more: 1 }, { id: 7, name: "Tom" });
    expect(await objectsOf(type)).toEqual({ rex: { name: "Rex", age: 3 }, 7: { name: "Tom" } });
    await send(source, { id: "rex", name: "King" });
    expect(await objectsOf(type)).toEqual({ rex: { name: "King" }, 7: { name: "Tom" } });
    const { data: rex } = await get(`/api/object-records/${encodeURIComponent(`${type}:::rex`)}`);
    expect(rex).toMatchObject({
      type: "object-record",
      id: `${type}:::rex`,
      attributes: { record_properties: { name: "King" } },
    });
  });

  it("is not found by an unknown type, which is named first, nor by an unknown id", async () => {
    const { pets, get } = await objects();
    const { type } = await pets();
    const unknown = await get("/api/object-records/nobody:::rex");
    expect(refusalOf(unknown)).toEqual([404, "not_found", "/data/"]);
    expect(unknown.errors[0]?.detail).toBe("Object type `nobody` not found");
    const missing = await get(`/api/object-records/${type}:::rex`);
    expect(refusalOf(missing)).toEqual([404, "not_found", "/data/"]);
    expect(missing.errors[0]?.detail).toContain(`${type}:::rex`);
  });

  it("is read where paths lead, also through lists, and never in what objects inherit", async () => {
    const { pets, map, send, objectsOf } = await objects();
    const { type, source, schema } = await pets({ required: [] });
    const at = (id: number, data_path: string) => ({
      id,
      type: "simple",
      source: { source_id: source, id_path: "$['key']['it\\'s']", data_path },
    });
    const property_mappings = [at(1, "$['lines'][*]['sku']"), at(2, "$['constructor']['length']")];
    await map(schema, { property_mappings });
    await send(
      source,
      { key: { "it's": "a" }, lines: [{ sku: "x" }, {}, { sku: "y" }] },
      { key: { "it's": "b" }, lines: "none" },
    );
    expect(await objectsOf(type)).toEqual({ a: { name: ["x", "y"] }, b: {} });
  });

  it("has a constant, and a property of any name", async () => {
    const { pets, map, send, objectsOf } = await objects();
    const strange = { id: 1, name: "__proto__", type: "string" };
    const { type, source, schema } = await pets({ properties: [strange, age], required: [] });
    await map(schema, {
      property_mappings: [read(1, source, "name"), { id: 2, type: "constant", value: 4 }],
    });
    await send(source, { id: "rex", name: "Rex" });
    const { rex } = await objectsOf(type);
    expect(Object.entries(rex ?? {})).toEqual([
      ["__proto__", "Rex"],
      ["age", 4],
    ]);
  });

  it("is made of several sources once all that it must have is there", async () => {
    const { pets, source, map, send, objectsOf, logsOf } = await objects();
    const { type, source: clinic, schema } = await pets({ required: ["name", "age"] });
    const register = await source("Register");
    const property_mappings = [read(1, clinic, "name"), read(2, register, "age", "tag")];
    await map(schema, { property_mappings });
    await send(clinic, { id: "rex", name: "Rex" });
    expect(await objectsOf(type)).toEqual({});
    expect((await logsOf(type))[0]?.attributes["summary"]).toContain("'age' is required");
    await send(register, { tag: "rex", age: 3 });
    expect(await objectsOf(type)).toEqual({ rex: { name: "Rex", age: 3 } });
    await send(clinic, { id: "rex", name: "King" });
    expect(await objectsOf(type)).toEqual({ rex: { name: "King", age: 3 } });
  });

  it("feeds every type whose mapping names its source", async () => {
    const { pets, draft, schemaOf, map, send, objectsOf } = await objects();
    const { type, source } = await pets();
    const other = await draft({ status: "active" }, "Patient");
    await map((await schemaOf(other)).id, {
      property_mappings: [read(1, source, "name", "chart")],
    });
    await send(source, { id: "rex", chart: "c-1", name: "Rex" });
    expect(Object.keys(await objectsOf(type))).toEqual(["rex"]);
    expect(Object.keys(await objectsOf(other))).toEqual(["c-1"]);
  });

  it("waits for its time", async () => {
    const { pets, send, objectsOf, emulator } = await objects({ processingDelay: "5s" });
    const { type, source } = await pets();
    await emulator.clock.advance("5s");
    await send(source, { id: "rex", name: "Rex" });
    expect(await objectsOf(type)).toEqual({});
    await emulator.clock.advance("5s");
    expect(Object.keys(await objectsOf(type))).toEqual(["rex"]);
  });

  it("is on pages in the order in which it came, also once it is made anew", async () => {
    const { pets, send, get, map } = await objects();
    const made = await pets();
    const ids = ["c", "a", "d", "b", "e"];
    for (const id of ids) await send(made.source, { id, name: id });
    await send(made.source, { id: "a", name: "again" });
    const walk = async () => {
      const found: string[] = [];
      let next: string | null | undefined =
        `/api/object-types/${made.type}/object-records?page[size]=2`;
      while (next) {
        const page: Awaited<ReturnType<typeof get>> = await get(
          next.replace(/^http:\/\/[^/]+/, ""),
        );
        found.push(...page.many.map(({ id }) => id.split(":::")[1] ?? ""));
        next = page.links.next;
      }
      return found;
    };
    expect(await walk()).toEqual(ids);
    await map(made.schema, { property_mappings: [read(1, made.source, "id")] });
    expect(await walk()).toEqual(ids);
    const linkage = `/api/object-types/${made.type}/relationships/object-records`;
    expect((await get(linkage)).many.map(({ id }) => id.split(":::")[1])).toEqual(ids);
  });
});

describe("objects that are deleted", () => {
  it("are gone, and what was sent by then brings them back no more", async () => {
    const { pets, send, remove, objectsOf, map } = await objects();
    const { type, source, schema } = await pets();
    await send(source, { id: "rex", name: "Rex" }, { id: "tom", name: "Tom" });
    expect((await remove(`${type}:::rex`, `${type}:::nobody`)).status).toBe(202);
    expect(Object.keys(await objectsOf(type))).toEqual(["tom"]);
    await map(schema, { property_mappings: [read(1, source, "name")] });
    expect(Object.keys(await objectsOf(type))).toEqual(["tom"]);
    await send(source, { id: "rex", name: "Rex II" });
    expect(await objectsOf(type)).toEqual({ rex: { name: "Rex II" }, tom: { name: "Tom" } });
  });

  it("are refused, all of them, where a type is not known, or there are too many", async () => {
    const { pets, send, remove, objectsOf } = await objects();
    const { type, source } = await pets();
    await send(source, { id: "rex", name: "Rex" });
    const unknown = await remove(`${type}:::rex`, "nobody:::rex");
    expect(refusalOf(unknown)).toEqual([404, "not_found", "/data/"]);
    expect(unknown.errors[0]?.detail).toBe("Object type `nobody` not found");
    const at = "/data/relationships/object-records/data";
    const many = Array.from({ length: 501 }, (_, index) => `${type}:::${index}`);
    expect(refusalOf(await remove(...many))).toEqual([400, "invalid", at]);
    expect(Object.keys(await objectsOf(type))).toEqual(["rex"]);
  });
});

describe("an ingestion log", () => {
  it.each([
    [{ name: "Rex" }, "missing_id", "id", null],
    [{ id: "", name: "Rex" }, "missing_id", "id", null],
    [{ id: "\ud800", name: "Rex" }, "missing_id", "id", null],
    [{ id: "rex" }, "missing_required_property", "name", null],
    [{ id: "rex", name: null }, "missing_required_property", "name", null],
    [{ id: "rex", name: 3 }, "invalid_type", "name", "3"],
    [{ id: "rex", name: "Rex", age: 1.5 }, "invalid_type", "age", "1.5"],
  ])("tells why %j became no object", async (record, code, property, invalid_value) => {
    const { pets, send, objectsOf, logsOf } = await objects();
    const { type, source } = await pets();
    await send(source, record, { id: "tom", name: "Tom" });
    expect(Object.keys(await objectsOf(type))).toEqual(["tom"]);
    const [log, ...more] = await logsOf(type);
    expect(more).toEqual([]);
    expect(log?.attributes).toMatchObject({
      status: "error",
      event_type: "validation_error",
      errors: [{ code, property, invalid_value }],
    });
  });

  it.each([
    ["boolean", true, "true"],
    ["float", 1.5, "1.5"],
    ["int", 3, 3.5],
    ["string", "x", 1],
    ["timestamp", "2026-07-20T12:00:00Z", "yesterday"],
  ])("tells values of the type %s from others", async (type, good, bad) => {
    const { pets, send, objectsOf, logsOf } = await objects();
    const { type: of, source } = await pets({ properties: [{ ...name, type }, age] });
    await send(source, { id: "good", name: good }, { id: "bad", name: bad });
    expect(Object.keys(await objectsOf(of))).toEqual(["good"]);
    expect(await logsOf(of)).toHaveLength(1);
  });

  it("names the object, as it was if it was, and its type", async () => {
    const { pets, send, get, objectsOf } = await objects();
    const { type, source } = await pets();
    await send(source, { id: "rex", name: "Rex" }, { id: "rex" });
    expect(await objectsOf(type)).toEqual({ rex: { name: "Rex" } });
    const { many, included } = await get(
      `/api/object-types/${type}/object-ingestion-logs?include=object-record,object-type`,
    );
    expect(many[0]?.relationships).toEqual({
      "object-type": to("object-type", type),
      "object-record": to("object-record", `${type}:::rex`),
    });
    expect(included.map(({ id }) => id)).toEqual([`${type}:::rex`, type]);
  });

  it("is listed by what it is about, the newest first, on pages of 50", async () => {
    const { pets, send, logsOf, get, emulator } = await objects();
    const { type, source } = await pets();
    for (let minute = 0; minute < 3; minute += 1) {
      await send(source, { id: `pet-${minute}` });
      await emulator.clock.advance("1m");
    }
    const about = async (filter: string) =>
      (await logsOf(type, `?filter=${filter}`)).map(({ relationships }) =>
        String((relationships["object-record"]?.data as Fields | undefined)?.["id"]).slice(-1),
      );
    expect(await about('any(status,["error","warning"])')).toEqual(["2", "1", "0"]);
    expect(await about('equals(status,"info")')).toEqual([]);
    expect(await about(`equals(record_id,"${type}:::pet-1")`)).toEqual(["1"]);
    expect(await about("greater-or-equal(timestamp,2026-07-20T12:01:00Z)")).toEqual(["2", "1"]);
    expect(await about("less-than(timestamp,2026-07-20T12:01:00Z)")).toEqual(["0"]);
    await send(source, ...Array.from({ length: 50 }, (_, index) => ({ id: `more-${index}` })));
    const first = await get(`/api/object-types/${type}/object-ingestion-logs`);
    expect(first.many).toHaveLength(50);
    const second = await get((first.links.next ?? "").replace(/^http:\/\/[^/]+/, ""));
    expect(second.many).toHaveLength(3);
    const sized = await get(`/api/object-types/${type}/object-ingestion-logs?page[size]=5`);
    expect(refusalOf(sized)).toEqual([400, "invalid", "page[size]"]);
  });

  it("is kept for 14 days of the account's time", async () => {
    const { pets, send, logsOf, emulator } = await objects();
    const { type, source } = await pets();
    await send(source, { id: "old" });
    await emulator.clock.advance("7d");
    await send(source, { id: "young" });
    await emulator.clock.advance("6d");
    expect(await logsOf(type)).toHaveLength(2);
    await emulator.clock.advance("25h");
    expect(await logsOf(type)).toHaveLength(1);
    await emulator.clock.advance("7d");
    expect(await logsOf(type)).toEqual([]);
    await send(source, { id: "new" });
    await emulator.clock.advance("15d");
    expect(await logsOf(type)).toEqual([]);
  });
});

describe("objects are related", () => {
  it("to profiles by their identifiers, the first that finds any", async () => {
    const { pets, relationship, map, send, post, linksIn } = await objects();
    const { source, schema } = await pets();
    const id = await relationship(schema, "profile-object-schema", "profile", "owner");
    const ada = (await post("/api/profiles", newProfile({ email: "ada@example.com" }))).data.id;
    const till = (
      await post("/api/profiles", newProfile({ email: "till@example.com", external_id: "till-7" }))
    ).data.id;
    const paths = [
      { identifier_type: "email", path: "$['owners'][*]" },
      { identifier_type: "external-id", path: "$['till']" },
      { identifier_type: "service-id", path: "$['profile']" },
    ];
    const from = {
      type: "profile",
      source_id: source,
      id_path: "$['id']",
      related_id_paths: paths,
    };
    await map(schema, {
      property_mappings: [read(1, source, "name")],
      relationship_mappings: [{ relationship_id: id, type: "simple", source: from }],
    });
    await send(
      source,
      { id: "a", name: "A", owners: ["ADA@example.com", "nobody@example.com"], till: "till-7" },
      { id: "b", name: "B", owners: ["nobody@example.com"], till: "till-7" },
      { id: "c", name: "C", profile: ada },
      { id: "d", name: "D", owners: [] },
    );
    expect(linksIn().toSorted()).toEqual([
      ["a", ada],
      ["b", till],
      ["c", ada],
    ]);
    await post("/api/data-privacy-deletion-jobs", {
      data: {
        type: "data-privacy-deletion-job",
        attributes: {
          profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
        },
      },
    });
    expect(linksIn()).toEqual([["b", till]]);
  });

  it("to objects that need not be there yet, in the place of those before or beside them", async () => {
    const { pets, relationship, map, send, linksIn } = await objects();
    const { source, schema } = await pets();
    const friends = await relationship(schema, "object-schema", schema, "friends");
    const related = (update_strategy: string | null) =>
      map(schema, {
        property_mappings: [read(1, source, "name")],
        relationship_mappings: [
          {
            relationship_id: friends,
            type: "simple",
            source: {
              type: "custom-object",
              source_id: source,
              id_path: "$['id']",
              related_id_path: "$['friends'][*]",
              update_strategy,
            },
          },
        ],
      });
    await related(null);
    await send(source, { id: "a", name: "A", friends: ["b", "c"] });
    await send(source, { id: "a", name: "A", friends: ["c", "d"] });
    expect(
      linksIn()
        .map(([, end]) => end)
        .toSorted(),
    ).toEqual(["c", "d"]);
    await related("additive");
    expect(
      linksIn()
        .map(([, end]) => end)
        .toSorted(),
    ).toEqual(["b", "c", "d"]);
  });
});

describe("a schema that is published", () => {
  it("makes the objects anew of all that was ever sent", async () => {
    const { pets, send, post, change, objectsOf, logsOf, draft, schemaOf, map, publish, source } =
      await objects();
    const { type, source: from } = await pets();
    await send(from, { id: "rex", name: "Rex", age: 3 }, { id: "tom", name: "Tom", age: "old" });
    const body = data(
      "object-schema",
      {
        title: "Pet",
        properties: [
          { ...name, name: "called" },
          { ...age, type: "string" },
        ],
      },
      { relationships: { "object-type": to("object-type", type) } },
    );
    const { id } = (await post("/api/object-schemas", body)).data;
    expect(Object.keys(await objectsOf(type))).toEqual(["rex"]);
    await change(id, { status: "active" });
    expect(await objectsOf(type)).toEqual({ tom: { called: "Tom", age: "old" } });
    expect((await logsOf(type)).length).toBeGreaterThan(1);

    const till = await source("Till");
    await send(till, { id: "x", name: "Early" });
    const late = await draft({}, "Late");
    await map((await schemaOf(late, "draft")).id, { property_mappings: [read(1, till, "name")] });
    expect(await objectsOf(late)).toEqual({});
    await publish(late);
    expect(await objectsOf(late)).toEqual({ x: { name: "Early" } });
  });
});
