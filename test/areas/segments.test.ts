import { describe, expect, it } from "vitest";
import { subscribing, suppressing } from "../consent/bodies.ts";
import { metricNamed, newEvent, newProfile } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

type Json = Record<string, unknown>;

/** Groups of conditions: all groups must hold, of each one condition. */
const definition = (...groups: readonly Json[][]) => ({
  condition_groups: groups.map((conditions) => ({ conditions })),
});

const newSegment = (given: unknown, attributes: Json = {}) => ({
  data: { type: "segment", attributes: { name: "Some", definition: given, ...attributes } },
});

const property = (name: string, filter: Json) => ({
  type: "profile-property",
  property: name,
  filter,
});
const text = (operator: string, value: string) => ({ type: "string", operator, value });
const isAda = property("first_name", text("equals", "Ada"));

const ordered = (times: number, more: Json = {}) => ({
  type: "profile-metric",
  metric_id: "Order1",
  measurement: "count",
  measurement_filter: { type: "numeric", operator: "greater-than-or-equal", value: times },
  timeframe_filter: { type: "date", operator: "alltime" },
  ...more,
});

/** An account with a metric and a list, and ways to see who is in a segment. */
async function account(options: Parameters<typeof emulate>[0] = {}) {
  const fixture = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
lists: [{ name: News, id: NewsLs }]
metrics: [{ name: Placed Order, id: Order1 }]
`;
  const ways = await emulate({ fixtures: [fixtureFile(fixture)], ...options });
  const create = async (given: unknown) =>
    (await ways.post("/api/segments", newSegment(given))).data?.id ?? "";
  const members = async (id: string) =>
    (await ways.get(`/api/segments/${id}/profiles`)).many.map(({ attributes: { email } }) =>
      String(email).replace("@example.com", ""),
    );
  const person = async (name: string, attributes: Json = {}) =>
    (await ways.post("/api/profiles", newProfile({ email: `${name}@example.com`, ...attributes })))
      .data.id;
  const order = (name: string, attributes: Json = {}) =>
    ways.post("/api/events", newEvent(attributes, { email: `${name}@example.com` }));
  return { ...ways, create, members, person, order };
}

describe("a segment", () => {
  it("is created with those who belong to it, read, renamed and deleted", async () => {
    const { post, get, patch, ask, person, members } = await account();
    await person("ada", { first_name: "Ada" });
    await person("bob");
    const created = await post(
      "/api/segments",
      newSegment(definition([isAda]), { is_starred: true }),
    );
    expect(created.status).toBe(201);
    expect(created.data.id).toMatch(/^[0-9A-Za-z]{6}$/);
    const { id } = created.data;
    const read = await get(`/api/segments/${id}?additional-fields[segment]=profile_count`);
    expect(read.data.attributes).toMatchObject({
      name: "Some",
      definition: definition([isAda]),
      is_active: true,
      is_processing: false,
      is_starred: true,
      profile_count: 1,
    });
    expect(await members(id)).toEqual(["ada"]);
    const change = {
      data: { type: "segment", id, attributes: { name: "Adas", is_starred: false } },
    };
    expect((await patch(`/api/segments/${id}`, change)).data.attributes).toMatchObject({
      name: "Adas",
      is_starred: false,
      definition: definition([isAda]),
    });
    expect((await ask("DELETE", `/api/segments/${id}`)).status).toBe(204);
    expect((await get(`/api/segments/${id}`)).status).toBe(404);
  });

  it("is worked out anew when it is defined anew", async () => {
    const { patch, create, members, person } = await account();
    await person("ada", { first_name: "Ada" });
    await person("bob", { first_name: "Bob" });
    const id = await create(definition([isAda]));
    const isBob = property("first_name", text("equals", "Bob"));
    const attributes = { definition: definition([isBob]) };
    await patch(`/api/segments/${id}`, { data: { type: "segment", id, attributes } });
    expect(await members(id)).toEqual(["bob"]);
  });

  it("that is not active stands still, and makes up for it later", async () => {
    const { patch, create, members, person } = await account();
    const id = await create(definition([isAda]));
    const set = (is_active: boolean) =>
      patch(`/api/segments/${id}`, { data: { type: "segment", id, attributes: { is_active } } });
    await set(false);
    await person("ada", { first_name: "Ada" });
    expect(await members(id)).toEqual([]);
    await set(true);
    expect(await members(id)).toEqual(["ada"]);
  });

  it("is processing for as long as segments are late", async () => {
    const consistency = { segments: "5s" };
    const { emulator, get, create, members, person } = await account({ consistency });
    await person("ada", { first_name: "Ada" });
    const id = await create(definition([isAda]));
    const processing = async () =>
      (await get(`/api/segments/${id}`)).data.attributes["is_processing"];
    expect([await processing(), await members(id)]).toEqual([true, []]);
    await emulator.clock.advance("5s");
    expect([await processing(), await members(id)]).toEqual([false, ["ada"]]);
  });
});

describe("who belongs to a segment", () => {
  it.each<[string, Json, Json, boolean]>([
    ["a name", { first_name: "Ada" }, isAda, true],
    ["another name", { first_name: "Bob" }, isAda, false],
    ["no name", {}, isAda, false],
    ["a part of a name", { title: "Countess" }, property("title", text("contains", "unt")), true],
    ["no such part", { title: "Lady" }, property("title", text("not-contains", "unt")), true],
    ["a beginning", { locale: "en-GB" }, property("locale", text("starts-with", "en")), true],
    ["an end", { locale: "en-GB" }, property("locale", text("ends-with", "US")), false],
    [
      "a city",
      { location: { city: "Paris" } },
      property("location['city']", text("equals", "Paris")),
      true,
    ],
    [
      "a property",
      { properties: { "Shoe size": 42 } },
      property("properties['Shoe size']", { type: "numeric", operator: "greater-than", value: 41 }),
      true,
    ],
    [
      "a property of another type",
      { properties: { size: "42" } },
      property("properties['size']", { type: "numeric", operator: "equals", value: 42 }),
      false,
    ],
    [
      "a yes",
      { properties: { vip: true } },
      property("properties['vip']", { type: "boolean", operator: "equals", value: true }),
      true,
    ],
    [
      "one of a list",
      { properties: { sizes: ["S", "M"] } },
      property("properties['sizes']", { type: "list", operator: "contains", value: "M" }),
      true,
    ],
    [
      "a property that is set",
      { properties: { __proto__: null, a: 0 } },
      property("properties['a']", { type: "existence", operator: "is-set" }),
      true,
    ],
    [
      "a property that is not set",
      {},
      property("properties['constructor']", { type: "existence", operator: "not-set" }),
      true,
    ],
    [
      "a date",
      {},
      property("created", { type: "date", operator: "before", date: "2026-07-20T12:00:01Z" }),
      true,
    ],
    [
      "a date of one's own",
      { properties: { birthday: "1815-12-10" } },
      property("properties['birthday']", {
        type: "date",
        operator: "between-static",
        start: "1815-01-01T00:00:00Z",
        end: "1816-01-01T00:00:00Z",
      }),
      true,
    ],
  ])("is told by %s", async (_what, attributes, condition, belongs) => {
    const { create, members, person } = await account();
    const before = await create(definition([condition]));
    await person("ada", attributes);
    const after = await create(definition([condition]));
    const expected = belongs ? ["ada"] : [];
    expect([await members(before), await members(after)]).toEqual([expected, expected]);
  });

  it("meets every group, and of a group one condition", async () => {
    const { create, members, person } = await account();
    const isBob = property("first_name", text("equals", "Bob"));
    const inParis = property("location['city']", text("equals", "Paris"));
    const id = await create(definition([isAda, isBob], [inParis]));
    const location = { city: "Paris" };
    await person("ada", { first_name: "Ada", location });
    await person("bob", { first_name: "Bob", location });
    await person("eve", { first_name: "Eve", location });
    await person("abe", { first_name: "Ada" });
    expect(await members(id)).toEqual(["ada", "bob"]);
  });

  it("is told by consent, as it is given and withdrawn", async () => {
    const { post, create, members, person } = await account();
    await person("ada");
    const consent = { channel: "email", can_receive_marketing: true };
    const any = { ...consent, consent_status: { subscription: "any" } };
    const subscribed = { ...consent, consent_status: { subscription: "subscribed" } };
    const [can, did] = await Promise.all(
      [any, subscribed].map((each) =>
        create(definition([{ type: "profile-marketing-consent", consent: each }])),
      ),
    );
    const seen = async () => [await members(can ?? ""), await members(did ?? "")];
    expect(await seen()).toEqual([["ada"], []]);
    const subscribe = "profile-subscription-bulk-create-job";
    const suppress = "profile-suppression-bulk-create-job";
    const people = [{ email: "ada@example.com" }];
    await post(`/api/${subscribe}s`, subscribing(subscribe, people));
    expect(await seen()).toEqual([["ada"], ["ada"]]);
    await post(`/api/${suppress}s`, suppressing(suppress, people));
    expect(await seen()).toEqual([[], []]);
  });

  it("is told by the lists that they are in, and are not in", async () => {
    const { post, ask, create, members, person } = await account();
    const ada = await person("ada");
    const membership = (is_member: boolean) =>
      create(definition([{ type: "profile-group-membership", is_member, group_ids: ["NewsLs"] }]));
    const [inside, outside] = [await membership(true), await membership(false)];
    const path = "/api/lists/NewsLs/relationships/profiles";
    const body = { data: [{ type: "profile", id: ada }] };
    const seen = async () => [await members(inside), await members(outside)];
    expect(await seen()).toEqual([[], ["ada"]]);
    await post(path, body);
    expect(await seen()).toEqual([["ada"], []]);
    await ask("DELETE", path, { body });
    expect(await seen()).toEqual([[], ["ada"]]);
    await person("bob");
    expect(await members(outside)).toEqual(["ada", "bob"].toSorted());
  });

  it("is told by another segment that they are in", async () => {
    const { patch, create, members, person } = await account();
    const first = await create(definition([isAda]));
    const second = await create(
      definition([{ type: "profile-group-membership", is_member: true, group_ids: [first] }]),
    );
    const id = await person("ada", { first_name: "Ada" });
    expect(await members(second)).toEqual(["ada"]);
    const attributes = { first_name: "Augusta" };
    await patch(`/api/profiles/${id}`, { data: { type: "profile", id, attributes } });
    expect(await members(second)).toEqual([]);
  });

  it("is told by how often something happened, in the same commit", async () => {
    const { create, members, order } = await account();
    const id = await create(definition([ordered(2)]));
    await order("ada", { unique_id: "1" });
    expect(await members(id)).toEqual([]);
    await order("ada", { unique_id: "2" });
    expect(await members(id)).toEqual(["ada"]);
    await order("bob", { metric: metricNamed("Visit"), unique_id: "1" });
    await order("bob", { metric: metricNamed("Visit"), unique_id: "2" });
    expect(await members(id)).toEqual(["ada"]);
  });

  it("is told by nothing having happened", async () => {
    const { create, members, person, order } = await account();
    const never = { type: "numeric", operator: "equals", value: 0 };
    const id = await create(definition([ordered(0, { measurement_filter: never })]));
    await person("ada");
    expect(await members(id)).toEqual(["ada"]);
    await order("ada");
    expect(await members(id)).toEqual([]);
  });

  it("is told by a sum", async () => {
    const { create, members, order } = await account();
    const id = await create(definition([ordered(100, { measurement: "sum" })]));
    await order("ada", { unique_id: "1", value: 60 });
    expect(await members(id)).toEqual([]);
    await order("ada", { unique_id: "2", value: 40 });
    expect(await members(id)).toEqual(["ada"]);
  });

  it("is told by properties of events, but by no object and by no $extra", async () => {
    const { create, members, order } = await account();
    const filtered = (name: string) =>
      create(
        definition([
          ordered(1, {
            metric_filters: [{ property: name, filter: { type: "existence", operator: "is-set" } }],
          }),
        ]),
      );
    const ids = [await filtered("color"), await filtered("box"), await filtered("$extra")];
    await order("ada", { properties: { color: "red", box: { width: 1 }, $extra: "<p>" } });
    expect(await Promise.all(ids.map((id) => members(id)))).toEqual([["ada"], [], []]);
  });
});

describe("a segment with a span of time", () => {
  const lately = (times: number) =>
    ordered(times, {
      timeframe_filter: { type: "date", operator: "in-the-last", unit: "day", quantity: 7 },
    });

  it("lets go of people when the time has come, with nothing else happening", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([lately(1)]));
    await order("ada", { time: "2026-07-15T00:00:00Z" });
    await order("bob");
    expect(await members(id)).toEqual(["ada", "bob"]);
    emulator.clock.freeze("2026-07-21T23:59:59Z");
    expect(await members(id)).toEqual(["ada", "bob"]);
    await emulator.clock.advance("1s");
    expect(await members(id)).toEqual(["bob"]);
    await emulator.clock.advance("7d");
    expect(await members(id)).toEqual([]);
  });

  it("takes people in when what was announced happens", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([ordered(1)]));
    await order("ada", { time: "2026-07-21T00:00:00Z" });
    expect(await members(id)).toEqual([]);
    await emulator.clock.advance("12h");
    expect(await members(id)).toEqual(["ada"]);
  });

  it("moves with what happens again", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([lately(1)]));
    await order("ada", { unique_id: "1" });
    await emulator.clock.advance("6d");
    await order("ada", { unique_id: "2" });
    await emulator.clock.advance("6d");
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("1d");
    expect(await members(id)).toEqual([]);
  });

  it("comes back with a snapshot, members, order and what is due", async () => {
    const { emulator, create, members, order } = await account();
    const id = await create(definition([lately(1)]));
    await order("bob");
    await emulator.clock.advance("1d");
    await order("ada");
    emulator.state.snapshot("both");
    emulator.reset(["state"]);
    emulator.state.restore("both");
    expect(await members(id)).toEqual(["bob", "ada"]);
    await emulator.clock.advance("6d");
    expect(await members(id)).toEqual(["ada"]);
  });
});

describe("creating a segment refuses", () => {
  const at = "/data/attributes/definition";
  const first = `${at}/condition_groups/0/conditions/0`;
  const byEmail = { type: "profile-marketing-consent" };

  it.each<[string, unknown, string]>([
    ["a definition that is none", "all", at],
    ["no groups", { condition_groups: [] }, `${at}/condition_groups`],
    ["an empty group", definition([]), `${at}/condition_groups/0/conditions`],
    ["a condition that is none", { condition_groups: [{ conditions: [null] }] }, first],
    ["an unknown kind", definition([{ type: "horoscope" }]), `${first}/type`],
    [
      "an unknown property",
      definition([property("shoe", text("equals", "x"))]),
      `${first}/property`,
    ],
    [
      "an unknown filter",
      definition([property("title", { type: "regex" })]),
      `${first}/filter/type`,
    ],
    [
      "an unknown operator",
      definition([property("title", text("like", "x"))]),
      `${first}/filter/operator`,
    ],
    [
      "an unknown metric",
      definition([{ ...ordered(1), metric_id: "Nobody" }]),
      `${first}/metric_id`,
    ],
    [
      "an unknown list",
      definition([{ type: "profile-group-membership", is_member: true, group_ids: ["No"] }]),
      `${first}/group_ids/0`,
    ],
    [
      "a span without its length",
      definition([
        ordered(1, { timeframe_filter: { type: "date", operator: "in-the-last", unit: "day" } }),
      ]),
      `${first}/timeframe_filter/quantity`,
    ],
    [
      "a span that ends before it begins",
      definition([
        ordered(1, {
          timeframe_filter: {
            type: "date",
            operator: "between-static",
            start: "2027-01-01",
            end: "2020-01-01",
          },
        }),
      ]),
      `${first}/timeframe_filter/end`,
    ],
    [
      "a span of minutes",
      definition([
        ordered(1, {
          timeframe_filter: { type: "date", operator: "in-the-last", unit: "minute", quantity: 5 },
        }),
      ]),
      `${first}/timeframe_filter/unit`,
    ],
    [
      "a metric without a span",
      definition([{ ...ordered(1), timeframe_filter: undefined }]),
      `${first}/timeframe_filter`,
    ],
    [
      "consent without its state",
      definition([{ ...byEmail, consent: { channel: "email", can_receive_marketing: true } }]),
      `${first}/consent/consent_status`,
    ],
    [
      "consent without whether anything may be sent",
      definition([{ ...byEmail, consent: { channel: "email", consent_status: {} } }]),
      `${first}/consent/can_receive_marketing`,
    ],
    [
      "a span for who is in no list",
      definition([
        {
          type: "profile-group-membership",
          is_member: false,
          group_ids: ["NewsLs"],
          timeframe_filter: null,
        },
      ]),
      `${first}/timeframe_filter`,
    ],
    ["a member too many", definition([{ ...isAda, colour: 1 }]), `${first}/colour`],
  ])("%s, with its place", async (_what, given, pointer) => {
    const { post, get } = await account();
    expect(refusalOf(await post("/api/segments", newSegment(given)))).toEqual([
      400,
      "invalid",
      pointer,
    ]);
    expect((await get("/api/segments")).many).toEqual([]);
  });
});

describe("a segment of a fixture", () => {
  const fixture = (segment: string) => `
company_id: Tests1
keys: [{ name: full, scopes: full }]
metrics: [{ name: Placed Order, id: Order1 }]
segments: [${segment}]
profiles:
  - { email: ada@example.com, first_name: Ada }
  - { email: bob@example.com }
`;
  const seeded = async (segment: string) => {
    const { get } = await emulate({ fixtures: [fixtureFile(fixture(segment))] });
    const { many } = await get("/api/segments/Some01/profiles");
    return many.map(({ attributes: { email } }) => email);
  };

  it("has the members that it names", async () => {
    expect(await seeded("{ name: Some, id: Some01, profiles: [bob@example.com] }")).toEqual([
      "bob@example.com",
    ]);
  });

  it("has those who belong to it by its definition", async () => {
    const given = JSON.stringify(definition([isAda]));
    expect(await seeded(`{ name: Some, id: Some01, definition: ${given} }`)).toEqual([
      "ada@example.com",
    ]);
  });

  it("is refused with its line if its definition is wrong", async () => {
    const given = JSON.stringify(definition([{ ...ordered(1), metric_id: "Nobody" }]));
    await expect(seeded(`{ name: Some, id: Some01, definition: ${given} }`)).rejects.toThrow(
      /fixture\.yaml:5: segments\[0\]\.definition.*metric_id: A metric with id Nobody does not exist/,
    );
  });

  it("of the demo names those whom its definition finds", async () => {
    const { get, patch } = await emulate({ fixtures: ["demo"] });
    const ids = async (): Promise<string[]> => {
      const found: string[] = [];
      for (
        let next: string | null | undefined = "/api/segments/VipSe1/profiles?page[size]=100";
        next;
      ) {
        const page = await get(next.replace(/^https?:\/\/[^/]+/, ""));
        found.push(...page.many.map(({ id }) => id));
        next = page.links.next;
      }
      return found.toSorted();
    };
    const named = await ids();
    const { attributes } = (await get("/api/segments/VipSe1")).data;
    await patch("/api/segments/VipSe1", {
      data: { type: "segment", id: "VipSe1", attributes: { definition: attributes["definition"] } },
    });
    expect(named.length).toBeGreaterThan(5);
    expect(await ids()).toEqual(named);
  });
});
