import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import {
  account,
  definition,
  inGroup,
  inLast,
  isAda,
  newEvent,
  newProfile,
  newSegment,
  ordered,
  property,
  text,
} from "./segment-support.ts";

const never = { measurement_filter: { type: "numeric", operator: "equals", value: 0 } };

describe("a segment does not go stale", () => {
  it("merge: the destination takes over a segment that it does not belong to (metric)", async () => {
    const { create, members, person, order, merge } = await account();
    const buyer = await person("buyer");
    const other = await person("other");
    await order("buyer");
    const id = await create(definition([ordered(0, never)]));
    expect(await members(id)).toEqual(["other"]);
    await merge(buyer, other);
    expect(await members(id)).toEqual([]);
  });

  it("merge: the destination takes over a segment that it does not belong to (list)", async () => {
    const { create, members, person, post, merge } = await account();
    const inside = await person("inside");
    const other = await person("other");
    await post("/api/lists/NewsLs/relationships/profiles", {
      data: [{ type: "profile", id: inside }],
    });
    const id = await create(definition([inGroup(false, "NewsLs")]));
    expect(await members(id)).toEqual(["other"]);
    await merge(inside, other);
    expect(await members(id)).toEqual([]);
  });

  it("a chain of 13 segments, one naming the next, without any circle", async () => {
    const { create, members, person } = await account();
    const ids = [await create(definition([isAda]))];
    for (let i = 0; i < 12; i += 1) ids.push(await create(definition([inGroup(true, ids[i]!)])));
    await person("ada", { first_name: "Ada" });
    const found = [];
    for (const id of ids) found.push((await members(id)).length);
    expect(found).toEqual(ids.map(() => 1));
  });

  it("clock moved back: who left by time is in again", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([ordered(1, inLast(7))]));
    await order("ada");
    emulator.clock.freeze("2026-08-20T12:00:00Z");
    expect(await members(id)).toEqual([]);
    emulator.clock.freeze("2026-07-21T12:00:00Z");
    expect(await members(id)).toEqual(["ada"]);
  });

  it("clock moved back: what has not happened yet does not count", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([ordered(1)]));
    await order("ada", { time: "2026-07-21T00:00:00Z" });
    emulator.clock.freeze("2026-07-22T12:00:00Z");
    expect(await members(id)).toEqual(["ada"]);
    emulator.clock.freeze("2026-07-20T12:00:00Z");
    expect(await members(id)).toEqual([]);
  });

  it("clock moved back to before they joined a list: members are members", async () => {
    const { emulator, create, members, person, post } = await account();
    const data = [{ type: "profile", id: await person("ada") }];
    const [inside, outside] = [inGroup(true, "NewsLs"), inGroup(false, "NewsLs")];
    const before = await create(definition([{ ...inside, timeframe_filter: null }]));
    await post("/api/lists/NewsLs/relationships/profiles", { data });
    emulator.clock.freeze("2026-07-19T12:00:00Z");
    const after = [await create(definition([inside])), await create(definition([outside]))];
    const found = [];
    for (const id of [before, ...after]) found.push(await members(id));
    expect(found).toEqual([["ada"], ["ada"], []]);
  });

  it("restore under a frozen clock: what became due meanwhile is done", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([ordered(1, inLast(7))]));
    await order("ada");
    emulator.state.snapshot("then");
    await emulator.clock.advance("30d");
    expect(await members(id)).toEqual([]);
    emulator.state.restore("then");
    expect(await members(id)).toEqual([]);
  });

  it("reset of the state alone under a clock that was frozen later", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([ordered(1, inLast(7))]));
    await order("ada");
    emulator.clock.of("Tests1").freeze("2026-08-20T12:00:00Z");
    expect(await members(id)).toEqual([]);
  });

  it("account shares the emulator's clock again, which is later and frozen", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([ordered(1, inLast(7))]));
    await order("ada");
    emulator.clock.of("Tests1").freeze("2026-07-20T12:00:00Z");
    emulator.clock.freeze("2026-08-20T12:00:00Z");
    expect(await members(id)).toEqual(["ada"]);
    emulator.clock.of("Tests1").share();
    expect(await members(id)).toEqual([]);
  });

  it("an inactive segment stands still although its processing was still to come", async () => {
    const { emulator, create, members, person, redefine, get } = await account({
      consistency: { segments: "5s" },
    });
    await person("ada", { first_name: "Ada" });
    const id = await create(definition([isAda]));
    await redefine(id, { is_active: false });
    await emulator.clock.advance("5s");
    expect(await members(id)).toEqual([]);
    expect((await get(`/api/segments/${id}`)).data.attributes["is_processing"]).toBe(false);
  });

  it("a segment that is renamed while processing is processing still", async () => {
    const { create, person, redefine, get } = await account({ consistency: { segments: "5s" } });
    await person("ada", { first_name: "Ada" });
    const id = await create(definition([isAda]));
    await redefine(id, { name: "Other" });
    expect((await get(`/api/segments/${id}`)).data.attributes["is_processing"]).toBe(true);
  });

  it("a first definition's work does not end the second's processing", async () => {
    const { emulator, create, person, redefine, get } = await account({
      consistency: { segments: "5s" },
    });
    await person("ada", { first_name: "Ada" });
    const id = await create(definition([isAda]));
    await emulator.clock.advance("4s");
    await redefine(id, { definition: definition([property("title", text("equals", "x"))]) });
    await emulator.clock.advance("1s");
    expect((await get(`/api/segments/${id}`)).data.attributes["is_processing"]).toBe(true);
  });
});

describe("odd definitions", () => {
  const names = ["constructor", "toString", "__proto__", "hasOwnProperty"];
  it.each<[string, unknown]>([
    ...names.flatMap((name): [string, unknown][] => [
      [`the kind ${name}`, definition([{ type: name }])],
      [`the filter ${name}`, definition([property("title", { type: name })])],
      [`the operator ${name}`, definition([property("created", { type: "date", operator: name })])],
    ]),
    ["a kind that is an object", definition([{ type: { toString: 1 } }])],
    [
      "a filter of a kind that is an object",
      definition([property("title", { type: { toString: 1 } })]),
    ],
    [
      "a number for a filter",
      definition([{ type: "profile-property", property: "title", filter: 5 }]),
    ],
    [
      "null for a filter",
      definition([{ type: "profile-property", property: "title", filter: null }]),
    ],
    ["a text for a span", definition([ordered(1, { timeframe_filter: "alltime" })])],
  ])("are refused: %s", async (_what, given) => {
    const { post } = await account();
    const answer = await post("/api/segments", newSegment(given));
    expect([answer.status, answer.errors?.[0]?.code]).toEqual([400, "invalid"]);
  });

  it("update with definition null", async () => {
    const { create, redefine } = await account();
    const id = await create(definition([isAda]));
    expect(refusalOf(await redefine(id, { definition: null }))[0]).toBe(400);
  });

  it("a property whose value cannot be a text does not break the write", async () => {
    const { create, post } = await account();
    await create(definition([property("properties['a']", text("equals", "x"))]));
    const answer = await post("/api/profiles", newProfile({ properties: { a: { toString: 1 } } }));
    expect(answer.status).toBe(201);
  });

  it("an array with such an item in an event does not break the write", async () => {
    const { create, post } = await account();
    const filters = [{ property: "a", filter: text("equals", "x") }];
    await create(definition([ordered(1, { metric_filters: filters })]));
    const answer = await post("/api/events", newEvent({ properties: { a: [{ toString: 1 }] } }));
    expect(answer.status).toBe(202);
  });

  it("a $value that is such an array does not break the write", async () => {
    const { create, post } = await account();
    await create(definition([ordered(1, { measurement: "sum" })]));
    const answer = await post(
      "/api/events",
      newEvent({ properties: { $value: [{ toString: 1 }] } }),
    );
    expect(answer.status).toBe(202);
  });

  it("a date that lies ahead is after today", async () => {
    const { create, members, person } = await account();
    const id = await create(
      definition([
        property("properties['renewal']", {
          type: "date",
          operator: "after",
          date: "2026-08-01T00:00:00Z",
        }),
      ]),
    );
    await person("ada", { properties: { renewal: "2026-12-01" } });
    expect(await members(id)).toEqual(["ada"]);
  });

  it("a segment that says not to be in itself, by way of another too", async () => {
    const { create, redefine } = await account();
    const id = await create(definition([isAda]));
    const self = await redefine(id, { definition: definition([inGroup(false, id)]) });
    expect(refusalOf(self)).toEqual([400, "invalid", "/data/attributes/definition"]);
    const other = await create(definition([inGroup(true, id)]));
    const back = await redefine(id, { definition: definition([inGroup(true, other)]) });
    expect(back.status).toBe(400);
  });
});

describe("members", () => {
  it("asked for twice are listed once", async () => {
    const { create, person, get } = await account();
    const id = await create(definition([isAda]));
    await person("ada", { first_name: "Ada" });
    const path = `/api/segments/${id}/profiles?filter=any(email,["ada@example.com","ADA@example.com"])`;
    expect((await get(path)).many).toHaveLength(1);
  });

  it("ordering by time and paging both ways through a list", async () => {
    const { emulator, post, get, person } = await account();
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await person(`p${i}`));
    for (const id of [3, 1, 5, 0, 2, 6, 4].map((i) => ids[i])) {
      await post("/api/lists/NewsLs/relationships/profiles", { data: [{ type: "profile", id }] });
      await emulator.clock.advance("1s");
    }
    const short = (u: string) => u.replace(/^https?:\/\/[^/]+/, "");
    for (const sort of ["", "&sort=joined_group_at", "&sort=-joined_group_at"]) {
      let page = await get(`/api/lists/NewsLs/profiles?page[size]=3${sort}`);
      const seen = [page.many.map((p) => p.id)];
      while (page.links.next) {
        page = await get(short(page.links.next));
        seen.push(page.many.map((p) => p.id));
      }
      const back = [page.many.map((p) => p.id)];
      while (page.links.prev) {
        page = await get(short(page.links.prev));
        back.unshift(page.many.map((p) => p.id));
      }
      const want = [3, 1, 5, 0, 2, 6, 4].map((i) => ids[i]);
      if (sort.includes("-")) want.reverse();
      expect(seen.flat()).toEqual(want);
      expect(back.flat()).toEqual(want);
    }
  });
});

describe("the members of a list or segment", () => {
  it("say since when they are members", async () => {
    const { create, person, get } = await account();
    const id = await create(definition([isAda]));
    await person("ada", { first_name: "Ada" });
    const { many } = await get(`/api/segments/${id}/profiles`);
    expect(many[0]?.attributes).toHaveProperty("joined_group_at");
    const one = await get(`/api/segments/${id}/profiles?fields[profile]=email,joined_group_at`);
    expect(one.status).toBe(200);
  });

  it("relationships before 2025 take pages of 1000", async () => {
    const { get } = await account();
    const r = await get("/api/lists/NewsLs/relationships/profiles?page[size]=1000", {
      headers: { revision: "2024-07-15" },
    });
    expect(r.status).toBe(200);
  });
});

describe("values that are none", () => {
  it("unset, null in property text filters: not set meets not-equals only", async () => {
    const { create, members, person } = await account();
    const ids = [];
    for (const [op, v] of [
      ["equals", ""],
      ["contains", ""],
      ["starts-with", ""],
      ["ends-with", ""],
    ] as const)
      ids.push(await create(definition([property("title", text(op, v))])));
    await person("ada");
    for (const id of ids) expect(await members(id)).toEqual([]);
  });

  it("an import goes on after it", async () => {
    const { create, post, get } = await account();
    await create(definition([property("properties['a']", text("equals", "x"))]));
    await post("/api/profile-bulk-import-jobs", {
      data: {
        type: "profile-bulk-import-job",
        attributes: {
          profiles: {
            data: [
              {
                type: "profile",
                attributes: { email: "eve@b.co", properties: { a: { toString: 1 } } },
              },
              { type: "profile", attributes: { email: "ada@b.co" } },
            ],
          },
        },
      },
    });
    const jobs = await get("/api/profile-bulk-import-jobs");
    expect((await get("/api/profiles")).many).toHaveLength(2);
    expect(jobs.many[0]?.attributes["status"]).toBe("complete");
  });
});
