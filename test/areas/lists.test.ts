import { describe, expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

const newList = (attributes: Record<string, unknown> = {}) => ({
  data: { type: "list", attributes: { name: "Newsletter", ...attributes } },
});
const ids = (...profiles: string[]) => ({ data: profiles.map((id) => ({ type: "profile", id })) });

/** A list, and so many people who joined it a second after one another. */
async function joined(people: number) {
  const ways = await emulate();
  const { id } = (await ways.post("/api/lists", newList())).data;
  const path = `/api/lists/${id}`;
  const members = `${path}/relationships/profiles`;
  const profiles: string[] = [];
  for (let n = 0; n < people; n += 1) {
    const created = await ways.post("/api/profiles", newProfile({ email: `p${n}@example.com` }));
    profiles.push(created.data.id);
  }
  for (const profile of profiles) {
    await ways.emulator.clock.advance("1s");
    expect((await ways.post(members, ids(profile))).status).toBe(204);
  }
  const names = async (query = "") => {
    const answer = await ways.get(`${path}/profiles${query}`);
    return answer.many.map(({ attributes }) => attributes["email"]);
  };
  return { ...ways, id, path, members, profiles, names };
}

describe("a list", () => {
  it("is created, read back, changed and deleted", async () => {
    const { emulator, post, get, patch, ask } = await emulate();
    const created = await post("/api/lists", newList({ opt_in_process: "single_opt_in" }));
    expect(created.status).toBe(201);
    expect(created.data.id).toMatch(/^[0-9A-Za-z]{6}$/);
    expect(created.data.attributes).toMatchObject({
      name: "Newsletter",
      opt_in_process: "single_opt_in",
    });
    const path = `/api/lists/${created.data.id}`;
    expect((await get(path)).data.attributes["name"]).toBe("Newsletter");
    await emulator.clock.advance("1m");
    const change = { data: { type: "list", id: created.data.id, attributes: { name: "News" } } };
    const changed = await patch(path, change);
    expect(changed.data.attributes).toMatchObject({
      name: "News",
      created: "2026-07-20T12:00:00+00:00",
      updated: "2026-07-20T12:01:00.000000+00:00",
      opt_in_process: "single_opt_in",
    });
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await get(path)).status).toBe(404);
    expect((await ask("DELETE", path)).status).toBe(404);
  });

  it("asks for a double opt-in if nothing is said", async () => {
    const { post } = await emulate();
    const { data } = await post("/api/lists", newList());
    expect(data.attributes["opt_in_process"]).toBe("double_opt_in");
  });

  it("is unchanged, its time too, by a change that says nothing new", async () => {
    const { emulator, post, patch } = await emulate();
    const { id, attributes } = (await post("/api/lists", newList())).data;
    await emulator.clock.advance("1m");
    const same = { data: { type: "list", id, attributes: { name: "Newsletter" } } };
    expect((await patch(`/api/lists/${id}`, same)).data.attributes["updated"]).toBe(
      String(attributes["updated"]).replace(/\.\d+/, ""),
    );
  });

  it.each([
    [{}, "/data"],
    [{ data: { type: "lists", attributes: { name: "a" } } }, "/data/type"],
    [{ data: { type: "list", attributes: {} } }, "/data/attributes/name"],
    [newList({ name: "" }), "/data/attributes/name"],
    [newList({ opt_in_process: "triple" }), "/data/attributes/opt_in_process"],
    [newList({ color: "red" }), "/data/attributes/color"],
  ])("is not made of %j", async (body, pointer) => {
    const { post, get } = await emulate();
    expect(refusalOf(await post("/api/lists", body))).toEqual([400, "invalid", pointer]);
    expect((await get("/api/lists")).many).toEqual([]);
  });

  it("is refused a change whose id is not the path's", async () => {
    const { post, patch } = await emulate();
    const { id } = (await post("/api/lists", newList())).data;
    const body = { data: { type: "list", id: "Other1", attributes: { name: "a" } } };
    expect(refusalOf(await patch(`/api/lists/${id}`, body))).toEqual([400, "invalid", "/data/id"]);
  });

  it("takes its members' membership with it, and leaves the people", async () => {
    const { ask, get, path, profiles } = await joined(2);
    await ask("DELETE", path);
    expect((await get(`/api/profiles/${profiles[0]}/lists`)).many).toEqual([]);
    expect((await get("/api/profiles")).many).toHaveLength(2);
  });
});

describe("the members of a list", () => {
  it("come in the order in which they joined, or the other way round", async () => {
    const { names } = await joined(3);
    const order = ["p0@example.com", "p1@example.com", "p2@example.com"];
    expect(await names()).toEqual(order);
    expect(await names("?sort=joined_group_at")).toEqual(order);
    expect(await names("?sort=-joined_group_at")).toEqual(order.toReversed());
  });

  it("come a page at a time, forwards and back again", async () => {
    const { path, get } = await joined(5);
    const seen: unknown[] = [];
    let link: string | null | undefined = `${path}/profiles?page[size]=2&sort=-joined_group_at`;
    let last = await get(link);
    while (link) {
      const url: URL = new URL(link, "http://emulator.localhost");
      last = await get(url.pathname + url.search);
      seen.push(last.many.map(({ attributes }) => attributes["email"]));
      link = last.links.next;
    }
    expect(seen).toEqual([
      ["p4@example.com", "p3@example.com"],
      ["p2@example.com", "p1@example.com"],
      ["p0@example.com"],
    ]);
    const back = new URL(last.links.prev as string);
    const before = await get(back.pathname + back.search);
    expect(before.many.map(({ attributes }) => attributes["email"])).toEqual(seen[1]);
  });

  it("are found by when they joined, and by who they are", async () => {
    const { names } = await joined(4);
    const time = (second: number) => `2026-07-20T12:00:0${second}Z`;
    expect(await names(`?filter=greater-than(joined_group_at,${time(2)})`)).toEqual([
      "p2@example.com",
      "p3@example.com",
    ]);
    const both = `and(greater-or-equal(joined_group_at,${time(2)}),less-than(joined_group_at,${time(4)}))`;
    expect(await names(`?filter=${both}`)).toEqual(["p1@example.com", "p2@example.com"]);
    expect(await names('?filter=any(email,["P3@example.com","p0@example.com","x@y.z"])')).toEqual([
      "p0@example.com",
      "p3@example.com",
    ]);
    const narrowed = `and(equals(email,"p0@example.com"),greater-than(joined_group_at,${time(2)}))`;
    expect(await names(`?filter=${narrowed}`)).toEqual([]);
  });

  it("are found by the token of a device of theirs", async () => {
    const { names, post } = await joined(3);
    const own = async (token: string, email: string) =>
      post("/api/push-tokens", {
        data: {
          type: "push-token",
          attributes: {
            token,
            platform: "ios",
            vendor: "apns",
            profile: { data: { type: "profile", attributes: { email } } },
          },
        },
      });
    await own("phone", "p1@example.com");
    await own("tablet", "p1@example.com");
    await own("other", "p2@example.com");
    await own("stranger", "nobody@example.com");
    expect(await names('?filter=equals(push_token,"phone")')).toEqual(["p1@example.com"]);
    expect(await names('?filter=any(push_token,["other","tablet","phone","stranger"])')).toEqual([
      "p1@example.com",
      "p2@example.com",
    ]);
    const both = 'and(equals(email,"p2@example.com"),equals(push_token,"phone"))';
    expect(await names(`?filter=${both}`)).toEqual([]);
    expect(await names('?filter=equals(push_token,"gone")')).toEqual([]);
  });

  it("are shown by their ids alone, in the same pages", async () => {
    const { members, get, profiles } = await joined(3);
    const page = await get(`${members}?page[size]=2`);
    expect(page.many).toEqual(profiles.slice(0, 2).map((id) => ({ type: "profile", id })));
    const next = new URL(page.links.next as string);
    expect((await get(next.pathname + next.search)).many).toEqual([
      { type: "profile", id: profiles[2] },
    ]);
  });

  it("join once, however often they are added, and keep the time at which they did", async () => {
    const { members, post, names, profiles, get, path } = await joined(2);
    await post(members, ids(profiles[0] ?? "", profiles[0] ?? ""));
    expect(await names()).toEqual(["p0@example.com", "p1@example.com"]);
    const counted = await get(`${path}?additional-fields[list]=profile_count`);
    expect(counted.data.attributes["profile_count"]).toBe(2);
  });

  it("leave, which somebody who is no member may do too", async () => {
    const { members, ask, names, profiles } = await joined(2);
    const body = ids(profiles[0] ?? "");
    expect((await ask("DELETE", members, { body })).status).toBe(204);
    expect((await ask("DELETE", members, { body })).status).toBe(204);
    expect(await names()).toEqual(["p1@example.com"]);
  });

  it("neither join nor leave if one of them does not exist: each is named with its place", async () => {
    const { members, ask, post, names, profiles } = await joined(1);
    const body = ids("nobody", profiles[0] ?? "", "noone");
    for (const answer of [await post(members, body), await ask("DELETE", members, { body })]) {
      expect(answer.status).toBe(400);
      expect(answer.errors.map(({ source }) => source.pointer)).toEqual([
        "/data/0/id",
        "/data/2/id",
      ]);
    }
    expect(await names()).toEqual(["p0@example.com"]);
  });

  it("are a thousand in one call at most, and one at least", async () => {
    const { members, post, profiles } = await joined(1);
    const many = (count: number) => ids(...Array.from({ length: count }, () => profiles[0] ?? ""));
    expect((await post(members, many(1000))).status).toBe(204);
    expect(refusalOf(await post(members, many(1001)))).toEqual([400, "invalid", "/data"]);
    expect(refusalOf(await post(members, many(0)))).toEqual([400, "invalid", "/data"]);
  });

  it("are those of a list that there is", async () => {
    const { get, post, profiles } = await joined(1);
    expect((await get("/api/lists/Nothing/profiles")).status).toBe(404);
    const body = ids(profiles[0] ?? "");
    expect((await post("/api/lists/Nothing/relationships/profiles", body)).status).toBe(404);
  });

  it("change no consent", async () => {
    const { get, profiles } = await joined(1);
    const query = "?additional-fields[profile]=subscriptions";
    const { attributes } = (await get(`/api/profiles/${profiles[0]}${query}`)).data;
    expect(attributes["subscriptions"]).toMatchObject({
      email: { marketing: { consent: "NEVER_SUBSCRIBED" } },
    });
  });

  it("are back with a snapshot, in their order", async () => {
    const { emulator, members, ask, names, profiles } = await joined(3);
    emulator.state.snapshot("three");
    await ask("DELETE", members, { body: ids(profiles[1] ?? "") });
    expect(await names()).toHaveLength(2);
    emulator.state.restore("three");
    expect(await names()).toEqual(["p0@example.com", "p1@example.com", "p2@example.com"]);
  });
});

describe("the members of a segment", () => {
  it("are read as a list's are, also by their ids", async () => {
    const { get } = await emulate({ fixtures: ["small"] });
    const { many } = await get("/api/segments/VipSe1/profiles");
    expect(many.map(({ attributes }) => attributes["email"])).toEqual(["ada.byron@example.com"]);
    const filter = `filter=equals(profile_id,"${many[0]?.id}")`;
    expect((await get(`/api/segments/VipSe1/profiles?${filter}`)).many).toHaveLength(1);
    expect((await get("/api/segments/VipSe1/relationships/profiles")).many).toEqual([
      { type: "profile", id: many[0]?.id },
    ]);
  });
});
