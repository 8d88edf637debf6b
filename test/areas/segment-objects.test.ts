import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { data } from "../support/sending.ts";
import { type Fields, objects, read } from "./objects-support.ts";

/** People with pets, which a clinic knows by the email or the id of their owners. */
async function kennel(options: EmulatorOptions = {}) {
  const ways = await objects(options);
  const { post, get, map, publish, relationship, schemaOf } = ways;
  const source = await ways.source("Clinic");
  const born = { id: 3, name: "born", type: "timestamp" };
  const type = await ways.draft({ properties: [...properties, born] });
  const { id: schema } = await schemaOf(type, "draft");
  const owner = await relationship(schema, "profile-object-schema", "profile", "owner");
  const related_id_paths = [
    { identifier_type: "service-id", path: "$['owner']" },
    { identifier_type: "email", path: "$['owner']" },
  ];
  const mapping = {
    property_mappings: [read(1, source, "name"), read(2, source, "age"), read(3, source, "born")],
    relationship_mappings: [
      {
        relationship_id: owner,
        type: "simple",
        source: { type: "profile", source_id: source, id_path: "$['id']", related_id_paths },
      },
    ],
  };
  expect((await map(schema, mapping)).status).toBe(200);
  await publish(type);
  const person = async (name: string) =>
    (await post("/api/profiles", data("profile", { email: `${name}@example.com` }))).data.id;
  const send = (...records: Fields[]) => ways.send(source, ...records);
  /** A segment of those who have so many pets, of which all that is said holds. */
  const segment = async (count: number, ...filters: object[]) => {
    const filter = { type: "numeric", operator: "greater-than-or-equal", value: count };
    const condition = {
      type: "profile-has-custom-object",
      object_type_id: type,
      object_type_relationship_id: owner,
      filter,
      filters,
    };
    const definition = { condition_groups: [{ conditions: [condition] }] };
    const made = await post("/api/segments", data("segment", { name: "Owners", definition }));
    expect([made.status, made.text]).toEqual([201, made.text]);
    return async () =>
      (await get(`/api/segments/${made.data.id}/profiles`)).many
        .map(({ attributes }) => String(attributes["email"]).replace(/@.*/, ""))
        .toSorted();
  };
  return { ...ways, type, schema, owner, source, mapping, person, send, segment };
}

const properties = [
  { id: 1, name: "name", type: "string" },
  { id: 2, name: "age", type: "int" },
];
const older = (value: number) => ({
  property_id: 2,
  filter: { type: "numeric", operator: "greater-than", value },
});

describe("a segment of those who have objects", () => {
  it("has those to whom enough of them are related, at once and from then on", async () => {
    const { person, send, segment, remove, type } = await kennel();
    await person("ada");
    await person("bob");
    await send({ id: "rex", name: "Rex", owner: "ada@example.com" });
    const [some, two] = [await segment(1), await segment(2)];
    expect([await some(), await two()]).toEqual([["ada"], []]);
    await send(
      { id: "tom", name: "Tom", owner: "ada@example.com" },
      { id: "max", name: "Max", owner: "bob@example.com" },
    );
    expect([await some(), await two()]).toEqual([["ada", "bob"], ["ada"]]);
    await remove(`${type}:::max`);
    expect(await some()).toEqual(["ada"]);
  });

  it("counts those that are as its filters say, whenever they change", async () => {
    const { person, send, segment } = await kennel();
    await person("ada");
    await person("bob");
    const called = { property_id: 1, filter: { type: "string", operator: "equals", value: "Rex" } };
    const members = await segment(1, older(3), called);
    await send(
      { id: "rex", name: "Rex", age: 5, owner: "ada@example.com" },
      { id: "tom", name: "Tom", age: 5, owner: "bob@example.com" },
      { id: "max", name: "Rex", age: 2, owner: "bob@example.com" },
    );
    expect(await members()).toEqual(["ada"]);
    await send({ id: "max", name: "Rex", age: 4, owner: "bob@example.com" });
    await send({ id: "rex", name: "Rex", age: 1, owner: "ada@example.com" });
    expect(await members()).toEqual(["bob"]);
  });

  it("lets them go as time passes", async () => {
    const { emulator, person, send, segment } = await kennel();
    await person("ada");
    const young = {
      property_id: 3,
      filter: { type: "date", operator: "in-the-last", quantity: 2, unit: "day" },
    };
    const members = await segment(1, young);
    await send({ id: "rex", name: "Rex", born: "2026-07-20T00:00:00Z", owner: "ada@example.com" });
    expect(await members()).toEqual(["ada"]);
    await emulator.clock.advance("3d");
    expect(await members()).toEqual([]);
  });

  it("has whom an object is given to, in the place of whom it is taken from", async () => {
    const { person, send, segment } = await kennel();
    await person("ada");
    await person("bob");
    const members = await segment(1);
    await send({ id: "rex", name: "Rex", owner: "ada@example.com" });
    await send({ id: "rex", name: "Rex", owner: "bob@example.com" });
    expect(await members()).toEqual(["bob"]);
  });

  it("does not count what is only named", async () => {
    const { person, send, segment } = await kennel();
    await person("ada");
    const members = await segment(1);
    // The schema requires a name: there is no object, though it is related.
    await send({ id: "rex", owner: "ada@example.com" });
    expect(await members()).toEqual([]);
  });

  it("follows a mapping that says otherwise", async () => {
    const { person, send, segment, map, mapping, schema, source } = await kennel();
    await person("ada");
    const members = await segment(1, older(3));
    await send({ id: "rex", name: "Rex", age: 1, years: 9, owner: "ada@example.com" });
    expect(await members()).toEqual([]);
    const property_mappings = [read(1, source, "name"), read(2, source, "years")];
    expect((await map(schema, { ...mapping, property_mappings })).status).toBe(200);
    expect(await members()).toEqual(["ada"]);
  });
});

describe("the objects of a profile that is merged", () => {
  it("are those of the other at once, and each is theirs once", async () => {
    const { post, person, send, segment, linksIn } = await kennel();
    const [ada, bob] = [await person("ada"), await person("bob")];
    const members = await segment(2);
    await send(
      { id: "rex", name: "Rex", owner: "ada@example.com" },
      { id: "tom", name: "Tom", owner: "bob@example.com" },
    );
    await post("/api/profile-merge", {
      data: {
        type: "profile-merge",
        id: bob,
        relationships: { profiles: { data: [{ type: "profile", id: ada }] } },
      },
    });
    expect(linksIn().toSorted()).toEqual([
      ["rex", bob],
      ["tom", bob],
    ]);
    expect(await members()).toEqual(["bob"]);
    // What knows them by the id that is gone means the other, too.
    await send({ id: "max", name: "Max", owner: ada });
    expect(linksIn()).toContainEqual(["max", bob]);
  });
});
