import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const newTag = (name: string, group?: string) => ({
  data: {
    type: "tag",
    attributes: { name },
    ...(group && { relationships: { "tag-group": { data: { type: "tag-group", id: group } } } }),
  },
});
const newGroup = (name: string, exclusive = false) => ({
  data: { type: "tag-group", attributes: { name, exclusive } },
});
const named = (type: string, ...ids: string[]) => ({ data: ids.map((id) => ({ type, id })) });

async function account() {
  const fixture = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
lists: [{ name: One, id: ListA1 }, { name: Two, id: ListB2 }]
segments: [{ name: Some, id: SegmA1 }]
`;
  const ways = await emulate({ fixtures: [fixtureFile(fixture)] });
  const tag = async (name: string, group?: string) =>
    (await ways.post("/api/tags", newTag(name, group))).data.id;
  const names = async (path: string) =>
    (await ways.get(path)).many.map(({ attributes: { name } }) => name);
  return { ...ways, tag, names };
}

describe("a tag", () => {
  it("is created in the default group, read, renamed and deleted", async () => {
    const { post, get, patch, ask } = await account();
    const created = await post("/api/tags", newTag("Summer"));
    expect(created.status).toBe(201);
    const { id } = created.data;
    const read = await get(`/api/tags/${id}?include=tag-group`);
    expect(read.data).toMatchObject({ type: "tag", attributes: { name: "Summer" } });
    expect(read.included[0]?.attributes).toMatchObject({ default: true, exclusive: false });
    const change = { data: { type: "tag", id, attributes: { name: "Autumn" } } };
    expect((await patch(`/api/tags/${id}`, change)).status).toBe(204);
    expect((await get(`/api/tags/${id}`)).data.attributes["name"]).toBe("Autumn");
    expect((await ask("DELETE", `/api/tags/${id}`)).status).toBe(204);
    expect((await get(`/api/tags/${id}`)).status).toBe(404);
  });

  it("has the links to what it is given to", async () => {
    const { tag, get } = await account();
    const { relationships } = (await get(`/api/tags/${await tag("Spring")}`)).data;
    for (const name of ["lists", "segments", "campaigns", "flows"]) {
      expect(relationships[name]?.links).toEqual({
        self: expect.stringMatching(new RegExp(`/relationships/${name}/$`)),
        related: expect.stringMatching(new RegExp(`[^/]/${name}/$`)),
      });
    }
  });

  it("of a name that is taken is refused", async () => {
    const { post, tag } = await account();
    await tag("Summer");
    const { status, errors } = await post("/api/tags", newTag("Summer"));
    expect([status, errors[0]?.code, errors[0]?.title]).toEqual([
      409,
      "tag_service_error",
      "Tag Service Error",
    ]);
  });

  it("is found by parts of its name", async () => {
    const { tag, names } = await account();
    for (const name of ["Summer sale", "Winter sale", "Summer"]) await tag(name);
    expect(await names('/api/tags?filter=contains(name,"sale")')).toEqual([
      "Summer sale",
      "Winter sale",
    ]);
    expect(await names('/api/tags?filter=starts-with(name,"Summer")&sort=-name')).toEqual([
      "Summer sale",
      "Summer",
    ]);
    expect(await names('/api/tags?filter=ends-with(name,"mer")')).toEqual(["Summer"]);
    expect(await names('/api/tags?filter=equals(name,"Summer")')).toEqual(["Summer"]);
  });

  it("is given to lists and segments, seen from both sides, and taken away", async () => {
    const { post, get, ask, tag, names } = await account();
    const id = await tag("Summer");
    const lists = `/api/tags/${id}/relationships/lists`;
    expect((await post(lists, named("list", "ListA1", "ListB2"))).status).toBe(204);
    expect((await post(lists, named("list", "ListA1"))).status).toBe(204);
    await post(`/api/tags/${id}/relationships/segments`, named("segment", "SegmA1"));
    expect((await get(lists)).many).toEqual(named("list", "ListA1", "ListB2").data);
    expect(await names("/api/lists/ListA1/tags")).toEqual(["Summer"]);
    expect((await get("/api/segments/SegmA1/relationships/tags")).many).toEqual([
      { type: "tag", id },
    ]);
    const whole = await get("/api/lists/ListA1?include=tags");
    expect(whole.included).toMatchObject([{ type: "tag", id }]);
    expect((await ask("DELETE", lists, { body: named("list", "ListA1") })).status).toBe(204);
    expect(await names("/api/lists/ListA1/tags")).toEqual([]);
    expect(await names("/api/lists/ListB2/tags")).toEqual(["Summer"]);
  });

  it("goes from what has it when it is deleted, and with what is deleted", async () => {
    const { post, get, ask, tag, names } = await account();
    const [first, second] = [await tag("First"), await tag("Second")];
    for (const id of [first, second]) {
      await post(`/api/tags/${id}/relationships/lists`, named("list", "ListA1"));
    }
    await ask("DELETE", `/api/tags/${first}`);
    expect(await names("/api/lists/ListA1/tags")).toEqual(["Second"]);
    await ask("DELETE", "/api/lists/ListA1");
    expect((await get(`/api/tags/${second}/relationships/lists`)).many).toEqual([]);
  });

  it("is given to all, or to none, if one is not there", async () => {
    const { post, tag, names } = await account();
    const id = await tag("Summer");
    const refused = await post(
      `/api/tags/${id}/relationships/lists`,
      named("list", "ListA1", "Nobody"),
    );
    expect(refusalOf(refused)).toEqual([404, "not_found", "/data/"]);
    expect(await names("/api/lists/ListA1/tags")).toEqual([]);
  });

  it.each(["list", "segment", "campaign", "flow"])(
    "is given to no %s that is not there",
    async (kind) => {
      const { post, tag } = await account();
      const path = `/api/tags/${await tag("Summer")}/relationships/${kind}s`;
      expect(refusalOf(await post(path, named(kind, "Nobody")))).toEqual([
        404,
        "not_found",
        "/data/",
      ]);
    },
  );
});

describe("a tag group", () => {
  it("holds tags, and takes them along when it is deleted", async () => {
    const { post, get, ask, tag, names } = await account();
    const group = (await post("/api/tag-groups", newGroup("Seasons"))).data.id;
    const id = await tag("Summer", group);
    await tag("Elsewhere");
    expect(await names(`/api/tag-groups/${group}/tags`)).toEqual(["Summer"]);
    expect((await get(`/api/tags/${id}/tag-group`)).data.id).toBe(group);
    expect((await ask("DELETE", `/api/tag-groups/${group}`)).status).toBe(204);
    expect(await names("/api/tags")).toEqual(["Elsewhere"]);
  });

  it("that is exclusive lets a list have one of its tags", async () => {
    const { post, tag } = await account();
    const group = (await post("/api/tag-groups", newGroup("Seasons", true))).data.id;
    const [summer, winter] = [await tag("Summer", group), await tag("Winter", group)];
    const give = (id: string) =>
      post(`/api/tags/${id}/relationships/lists`, named("list", "ListA1"));
    expect((await give(summer)).status).toBe(204);
    expect((await give(summer)).status).toBe(204);
    expect(refusalOf(await give(winter))).toEqual([400, "invalid", "/data/0/id"]);
  });

  it("of the start is the default one, which stays", async () => {
    const { get, ask } = await account();
    const { many } = await get("/api/tag-groups?filter=equals(default,true)");
    expect(many).toHaveLength(1);
    expect((await ask("DELETE", `/api/tag-groups/${many[0]?.id}`)).status).toBe(400);
  });

  it("is answered with before 2026-04-15, and with nothing since", async () => {
    const { post, patch } = await account();
    const { id } = (await post("/api/tag-groups", newGroup("Seasons"))).data;
    const change = (name: string) => ({ data: { type: "tag-group", id, attributes: { name } } });
    const path = `/api/tag-groups/${id}`;
    const older = await patch(path, change("Times"), { headers: { revision: "2026-01-15" } });
    expect([older.status, older.data.attributes["name"]]).toEqual([200, "Times"]);
    const newer = await patch(path, change("Years"));
    expect([newer.status, newer.text]).toEqual([204, ""]);
  });
});
