import { describe, expect, it } from "vitest";
import { objects } from "../areas/objects-support.ts";
import { fixtureFile } from "../support/fixture.ts";
import { planText, planTexts } from "./support.ts";

const kennel = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
profiles: [{ email: ada@example.com }]
data_sources:
  - title: Clinic
    records:
      - { chart: rex, name: Rex, age: 3, owner: ada@example.com }
      - { chart: tom, age: 5 }
object_types:
  - title: Pet
    source: Clinic
    id: chart
    properties: { name: string, age: int }
    required: [name]
    profiles: { owner: { by: email, member: owner } }
`;

describe("a fixture's objects", () => {
  it("are made of its records as the service does it", async () => {
    const { get, objectsOf, logsOf, linksIn } = await objects({ fixtures: [fixtureFile(kennel)] });
    const [pet] = (await get("/api/object-types?include=current-schema")).many;
    expect(pet?.attributes).toMatchObject({ title: "Pet", status: "active" });
    const type = pet?.id ?? "";
    expect(await objectsOf(type)).toEqual({ rex: { name: "Rex", age: 3 } });
    expect((await logsOf(type))[0]?.attributes["summary"]).toContain("'name' is required");
    const [ada] = (await get("/api/profiles")).many;
    expect(linksIn()).toEqual([["rex", ada?.id]]);
  });

  it("go on as any others do, and are the same at every start", async () => {
    const made = async () => {
      const ways = await objects({ fixtures: [fixtureFile(kennel)] });
      const [type] = (await ways.get("/api/object-types")).many;
      const [source] = (await ways.get("/api/data-sources")).many;
      await ways.send(source?.id ?? "", { chart: "max", name: "Max" });
      return ways.objectsOf(type?.id ?? "").then((all) => JSON.stringify([type, source, all]));
    };
    expect(await made()).toBe(await made());
    expect(await made()).toContain("Max");
  });

  it("are added to a running account, but none of them twice", async () => {
    const { emulator, get } = await objects();
    const { data_sources, object_types } = {
      data_sources: [{ title: "Till" }],
      object_types: [{ title: "Toy", source: "Till", properties: { name: "string" as const } }],
    };
    await emulator.seed({ data_sources, object_types });
    expect((await get("/api/object-types")).many).toHaveLength(1);
    await expect(emulator.seed({ data_sources })).rejects.toThrow(
      /the data source .* is there already/,
    );
  });

  it("are made up of the people, as many as are asked for", async () => {
    const text = `${kennel}generate: { profiles: 5, events: 10, objects: 7 }`;
    const { get, objectsOf } = await objects({ fixtures: [fixtureFile(text)] });
    const types = (await get("/api/object-types")).many;
    const made = types.find(({ attributes }) => attributes["title"] === "Product Registration");
    expect(Object.keys(await objectsOf(made?.id ?? ""))).toHaveLength(7);
  });

  it.each([
    [kennel.replace("source: Clinic", "source: Clinik"), "did you mean Clinic"],
    [kennel.replace("required: [name]", "required: [owner]"), "expected a name in properties"],
    [kennel.replace("age: int", "age: number"), "properties"],
    [
      `${kennel}  - { title: Pet, source: Clinic, properties: {} }`,
      "an object type 'Pet' is already",
    ],
  ])("are refused where they make no sense", async (text, what) => {
    await expect(planText(text)).rejects.toThrow(what);
  });

  it("of one name in two files are refused", async () => {
    const again = "company_id: Tests1\ndata_sources: [{ title: Clinic }]";
    await expect(planTexts([kennel, again])).rejects.toThrow("a data source 'Clinic' is already");
  });
});

it("a fixture's geofences take the place of those that an account begins with", async () => {
  const place = { latitude: 48.1, longitude: 11.5, radius: 200 };
  const fixture = `company_id: Tests1\nkeys: [{ name: full, scopes: full }]\ngeofences: [${JSON.stringify(place)}]`;
  const { get } = await objects({ fixtures: [fixtureFile(fixture)] });
  const { many } = await get("/client/geofences?company_id=Tests1");
  expect(many.map(({ attributes }) => attributes)).toEqual([place]);
});
