import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { objects } from "./objects-support.ts";

async function related() {
  const ways = await objects();
  const type = await ways.draft();
  const schema = (await ways.schemaOf(type, "draft")).id;
  const toy = await ways.draft({}, "Toy");
  const toySchema = (await ways.schemaOf(toy, "draft")).id;
  const at = `/api/object-schemas/${schema}/relationships`;
  const kinds = {
    objects: { type: "object-schema", id: toySchema, at: `${at}/object-schemas` },
    profiles: { type: "profile-object-schema", id: "profile", at: `${at}/profile-object-schemas` },
  };
  return { ...ways, type, schema, toy, toySchema, kinds };
}

describe.each(["objects", "profiles"] as const)("a relationship to %s", (which) => {
  it("is made, renamed, shown and taken away", async () => {
    const { kinds, get, ask, schema, relationship, type, toy } = await related();
    const { type: of, id, at } = kinds[which];
    const relationship_id = await relationship(schema, of, id, "owner");
    expect((await get(at)).many).toEqual([{ type: of, id }]);
    const meta = { relationship_id, name: "keeper", description: "Feeds it" };
    expect((await ask("PATCH", at, { body: { data: { type: of, id, meta } } })).status).toBe(204);
    const { data, included } = await get(`/api/object-schemas/${schema}?include=${of}s`);
    expect(included.map(({ attributes }) => attributes)).toEqual([{ meta }]);
    expect(data.relationships[`${of}s`]?.data).toEqual([{ type: of, id }]);

    const ofType = of.replace("schema", "type");
    const end = { type: ofType, id: `${which === "objects" ? toy : "profile"}:::keeper` };
    expect((await get(`/api/object-types/${type}/relationships/${ofType}s`)).many).toEqual([end]);
    const whole = await get(`/api/object-types/${type}?include=${ofType}s`);
    expect(whole.included).toMatchObject([{ ...end, attributes: { meta } }]);

    const gone = { data: [{ type: of, id, meta: { relationship_id } }] };
    expect((await ask("DELETE", at, { body: gone })).status).toBe(204);
    expect((await get(at)).many).toEqual([]);
    expect(refusalOf(await ask("DELETE", at, { body: gone }))).toEqual([
      404,
      "not_found",
      "/data/",
    ]);
  });

  it("has a name of its own", async () => {
    const { kinds, post, ask, schema, relationship } = await related();
    const { type, id, at } = kinds[which];
    await relationship(schema, type, id, "owner");
    const again = { data: [{ type, id, meta: { name: "owner" } }] };
    expect(refusalOf(await post(at, again))).toEqual([409, "conflict", "/data"]);
    const other = await relationship(schema, type, id, "keeper");
    const meta = { relationship_id: other, name: "owner" };
    const renamed = await ask("PATCH", at, { body: { data: { type, id, meta } } });
    expect(refusalOf(renamed)).toEqual([409, "conflict", "/data"]);
  });

  it("is shown beside another to the same end, in fields of its own", async () => {
    const { kinds, get, schema, relationship } = await related();
    const { type, id } = kinds[which];
    for (const name of ["owner", "keeper"]) await relationship(schema, type, id, name);
    const only = `include=${type}s&fields[${type}]=meta.name`;
    const { included } = await get(`/api/object-schemas/${schema}?${only}`);
    expect(included.map(({ attributes }) => attributes)).toEqual([
      { meta: { name: "owner" } },
      { meta: { name: "keeper" } },
    ]);
  });

  it("is refused where something of it is not there, and nothing is done", async () => {
    const { kinds, post, get, ask } = await related();
    const { type, id, at } = kinds[which];
    const [good, bad] = [id, "nobody"].map((end) => ({ type, id: end, meta: { name: end } }));
    expect(refusalOf(await post(at, { data: [good, bad] }))).toEqual([
      400,
      "invalid",
      "/data/1/id",
    ]);
    expect((await get(at)).many).toEqual([]);
    expect(refusalOf(await post(at, { data: [{ type, id }] }))).toEqual([
      400,
      "invalid",
      "/data/0/meta",
    ]);
    const meta = { relationship_id: "none", name: "x" };
    const renamed = await ask("PATCH", at, { body: { data: { type, id, meta } } });
    expect(refusalOf(renamed)).toEqual([404, "not_found", "/data/"]);
    const missing = at.replace(/schemas\/\w+/, "schemas/nobody");
    expect(refusalOf(await get(missing))).toEqual([404, "not_found", "/data/"]);
    expect(refusalOf(await post(missing, { data: [good] }))).toEqual([404, "not_found", "/data/"]);
  });

  it("is renamed by the id of its own end alone", async () => {
    const { kinds, ask, schema, relationship } = await related();
    const { type, id, at } = kinds[which];
    const meta = { relationship_id: await relationship(schema, type, id, "owner"), name: "x" };
    const answer = await ask("PATCH", at, { body: { data: { type, id: "other", meta } } });
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/id"]);
  });
});
