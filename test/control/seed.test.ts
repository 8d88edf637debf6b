import { describe, expect, it } from "vitest";
import { ControlError, type Emulator, type Fixture } from "../../src/index.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ email: `p${at}@example.com` }));

const buyers = {
  name: "Buyers",
  definition: {
    condition_groups: [
      {
        conditions: [
          {
            type: "profile-property",
            property: "email",
            filter: { type: "string", operator: "contains", value: "@shop.example" },
          },
        ],
      },
    ],
  },
};

/** An emulator with Ada, a metric, a list and a segment by definition. */
async function shop(options: Parameters<typeof emulate>[0] = {}) {
  const ways = await emulate(options);
  await ways.emulator.seed({
    metrics: [{ name: "Placed Order" }],
    lists: [{ name: "Newsletter" }],
    segments: [buyers],
    profiles: [{ email: "ada@example.com" }],
  });
  const emails = async (path = "/api/profiles", asking = {}) =>
    (await ways.get(`${path}?page[size]=100`, asking)).many
      .map(({ attributes }) => attributes["email"])
      .sort();
  return { ...ways, emails };
}

/** How many records of each kind there are. */
const countsOf = ({ state }: Emulator) => state.counts();

const refusalOf = async (added: Promise<unknown>) => {
  const error = await added.catch((each: unknown) => each);
  expect(error).toBeInstanceOf(ControlError);
  const { reason: message, path } = error as ControlError;
  return { message, path };
};

describe("a fixture that is added to a running emulator", () => {
  it("comes to what is there, and may name it", async () => {
    const { emulator, emails, get } = await shop();
    const added = await emulator.seed({
      profiles: [{ email: "bob@example.com", lists: ["Newsletter"] }],
      events: [
        { profile: "ada@example.com", metric: "Placed Order", time: "-1h", value: 9 },
        { profile: "bob@example.com", metric: "Placed Order", time: "-2h", value: 8 },
      ],
    });
    expect(added).toEqual([{ companyId: "Tests1", profiles: 1, events: 2 }]);
    expect(await emails()).toEqual(["ada@example.com", "bob@example.com"]);
    const events = await get("/api/events?include=profile,metric&sort=-datetime");
    expect(events.many.map(({ attributes }) => attributes["event_properties"])).toEqual([
      { $value: 9 },
      { $value: 8 },
    ]);
    const [list] = (await get("/api/lists")).many;
    expect(await emails(`/api/lists/${list?.id}/profiles`)).toEqual(["bob@example.com"]);
  });

  it("tells when a person of before was last heard of", async () => {
    const { emulator, get } = await shop();
    await emulator.seed({
      events: [{ profile: "ada@example.com", metric: "Placed Order", time: "-1h" }],
    });
    const [ada] = (await get("/api/profiles")).many;
    expect(ada?.attributes["last_event_date"]).toBe("2026-07-20T11:00:00+00:00");
  });

  it("fills the segments of before with those who belong to them", async () => {
    const { emulator, emails, get } = await shop();
    await emulator.seed({
      profiles: [{ email: "cyd@shop.example" }, { email: "dan@example.com" }],
    });
    const [segment] = (await get("/api/segments")).many;
    expect(await emails(`/api/segments/${segment?.id}/profiles`)).toEqual(["cyd@shop.example"]);
  });

  it("has nothing of it there if the fiftieth record is wrong", async () => {
    const { emulator, emails } = await shop();
    const [before, keys] = [countsOf(emulator), emulator.privateKeys.list()];
    const profiles = people(49);
    profiles.push({ email: "p7@example.com" });
    const fixture = {
      lists: [{ name: "More" }],
      keys: [{ name: "more", scopes: "full" }],
      profiles,
      generate: { profiles: 60, events: 200 },
    };
    expect(await refusalOf(emulator.seed(fixture))).toEqual({
      path: "profiles[49].email",
      message: "'p7@example.com' is already at profiles[7]",
    });
    expect(countsOf(emulator)).toEqual(before);
    expect(await emails()).toEqual(["ada@example.com"]);
    expect(emulator.privateKeys.list()).toEqual(keys);
  });

  it.each([
    [
      "a person",
      { profiles: [{ email: "ADA@example.com" }] },
      "profiles[0].email",
      "'ADA@example.com' is already at account Tests1",
    ],
    [
      "a metric",
      { metrics: [{ name: "Placed Order" }] },
      "metrics[0].name",
      "a metric 'Placed Order' is already at account Tests1",
    ],
    [
      "a segment",
      { segments: [{ name: "Buyers" }] },
      "",
      "account Tests1: the segment 'Buyers' is there already",
    ],
    [
      "a key by the same name",
      { keys: [{ name: "full", scopes: "full" }] },
      "",
      "account Tests1: the key 'full' is there already",
    ],
    [
      "a setting that is another",
      { timezone: "Asia/Tokyo" },
      "timezone",
      "account Tests1 says otherwise at account Tests1; expected the same, or nothing",
    ],
    [
      "somebody nobody knows",
      { events: [{ profile: "adah@example.com", metric: "Placed Order", time: "-1h" }] },
      "events[0].profile",
      "unknown profile 'adah@example.com' (did you mean ada@example.com?)",
    ],
    ["an unknown member", { profile: [] }, "profile", "unknown member"],
  ])("is refused for %s", async (_, fixture, path, message) => {
    const { emulator } = await shop();
    const before = countsOf(emulator);
    expect(await refusalOf(emulator.seed(fixture as Fixture))).toEqual({ path, message });
    expect(countsOf(emulator)).toEqual(before);
  });

  it.each([
    ["an unknown member", { profiles: [{ emial: "a@b.co" }] }, "unknown member", "email"],
    ["no object", { profiles: [null] }, "expected an object", undefined],
  ])("is refused over HTTP for %s, in the words of JSON", async (_, fixture, message, nearest) => {
    const { emulator } = await shop();
    const body = JSON.stringify(fixture);
    const response = await emulator.fetch("/_emulator/seed", { method: "POST", body });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: object };
    expect(error).toEqual(expect.objectContaining({ message, ...(nearest && { nearest }) }));
  });

  it("is refused the second time, since its events are there already", async () => {
    const { emulator } = await shop();
    const fixture = {
      events: [
        { profile: "ada@example.com", metric: "Placed Order", time: "-1h", unique_id: "one" },
      ],
    };
    await emulator.seed(fixture);
    expect((await refusalOf(emulator.seed(fixture))).message).toBe(
      "account Tests1: an event of 'ada@example.com' with the same metric and unique_id (or second) is there already",
    );
  });

  it("is refused where somebody whom no fixture can name has the identifier", async () => {
    const { emulator, post } = await shop();
    await post("/api/profiles", {
      data: { type: "profile", attributes: { anonymous_id: "device-1", email: "x@example.com" } },
    });
    const fixture = { profiles: [{ external_id: "7", anonymous_id: "device-1" }] };
    expect(await refusalOf(emulator.seed(fixture))).toEqual({
      path: "",
      message: "account Tests1: a profile with anonymous_id 'device-1' is there already",
    });
  });

  it("brings apps, tokens and faults, once", async () => {
    const { emulator, get } = await shop();
    const token = "oat_MyOwnReadyToken00001";
    const fixture = {
      apps: [{ name: "My App", client_id: "my-app" }],
      tokens: [{ app: "my-app", access_token: token }],
      faults: [{ operation: "get_metrics", status: 503 }],
    } as const;
    await emulator.seed(fixture);
    const answer = await emulator.fetch("/api/profiles", {
      headers: { authorization: `Bearer ${token}`, revision: "2026-07-15" },
    });
    expect(answer.status).toBe(200);
    expect((await get("/api/metrics")).status).toBe(503);
    expect((await get("/api/metrics")).status).toBe(200);
    expect((await refusalOf(emulator.seed(fixture))).message).toBe(
      "account Tests1: the app 'my-app' is there already",
    );
    expect((await get("/api/metrics")).status).toBe(200);
  });

  it("is refused where another account has the key", async () => {
    const { emulator } = await shop();
    const key = emulator.keys["full"] ?? "";
    const fixture = { company_id: "Other1", keys: [{ name: "full", scopes: "full", key }] };
    expect((await refusalOf(emulator.seed(fixture))).message).toBe(
      "account Other1: the key 'full' is there already",
    );
    expect(emulator.state.counts("Tests1")).toBeDefined();
    expect(() => emulator.state.counts("Other1")).toThrow(ControlError);
  });

  it("generates as many as it says, whoever is there already", async () => {
    const { emulator, get } = await shop();
    const fixture = { generate: { profiles: 20, events: 100 } };
    for (const times of [1, 2]) {
      const [added] = await emulator.seed(fixture);
      expect([times, added]).toEqual([times, { companyId: "Tests1", profiles: 20, events: 100 }]);
    }
    expect((await get("/api/profiles?page[size]=100")).many).toHaveLength(41);
  });

  it("brings accounts and keys of their own", async () => {
    const { emulator, emails } = await shop();
    const key = "pk_anotheraccount0001";
    const fixture = {
      company_id: "Other1",
      keys: [{ name: "full", scopes: "full", key }],
      profiles: [{ email: "eve@example.com" }],
    };
    expect(await emulator.seed(fixture)).toEqual([{ companyId: "Other1", profiles: 1, events: 0 }]);
    expect(await emails("/api/profiles", { key })).toEqual(["eve@example.com"]);
    expect(await emails()).toEqual(["ada@example.com"]);
  });

  it("is gone after a reset", async () => {
    const { emulator, emails } = await shop();
    emulator.reset();
    expect(await emails()).toEqual([]);
  });

  it("comes to a sandbox that it names, by the sandbox's own clock", async () => {
    const { emulator, emails } = await shop();
    const sandbox = emulator.sandbox({ from: "current" });
    sandbox.clock.set("2026-08-01T00:00:00Z");
    await emulator.seed({
      company_id: sandbox.companyId,
      profiles: [{ email: "sam@example.com" }],
      events: [{ profile: "ada@example.com", metric: "Placed Order", time: "-1h" }],
    });
    const key = sandbox.keys["full"] ?? "";
    expect(await emails("/api/profiles", { key })).toEqual(["ada@example.com", "sam@example.com"]);
    expect(await emails()).toEqual(["ada@example.com"]);
    const events = await sandbox.fetch("/api/events", {
      headers: { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" },
    });
    expect(await events.json()).toMatchObject({
      data: [{ attributes: { datetime: "2026-07-31T23:00:00+00:00" } }],
    });
  });

  it("of two at once, has the second see what the first brought", async () => {
    const { emulator, emails } = await shop();
    const both = await Promise.allSettled([
      emulator.seed({ profiles: [{ email: "new@example.com" }] }),
      emulator.seed({ profiles: [{ email: "new@example.com" }] }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await emails()).toEqual(["ada@example.com", "new@example.com"]);
  });

  it("outlives the process in a data folder, people, events, members and new accounts alike", async () => {
    const dataDir = newFolder();
    const key = "pk_anotheraccount0001";
    const first = await shop({ dataDir });
    await first.emulator.seed({
      accounts: [
        {
          company_id: "Tests1",
          profiles: [{ email: "cyd@shop.example", lists: ["Newsletter"] }],
          events: [{ profile: "ada@example.com", metric: "Placed Order", time: "-1h" }],
          catalog_items: [
            { external_id: "shirt", title: "Shirt", description: "Red", url: "https://a.example" },
          ],
        },
        {
          company_id: "Other1",
          keys: [{ name: "full", scopes: "full", key }],
          profiles: [{ email: "eve@example.com" }],
        },
      ],
    });
    const had = countsOf(first.emulator);
    await first.emulator.close();

    const second = await emulate({ dataDir });
    expect(countsOf(second.emulator)).toEqual(had);
    const emails = async (path: string, asking = {}) =>
      (await second.get(path, asking)).many.map(({ attributes }) => attributes["email"]).sort();
    expect(await emails("/api/profiles")).toEqual(["ada@example.com", "cyd@shop.example"]);
    expect(await emails("/api/profiles", { key })).toEqual(["eve@example.com"]);
    const [segment] = (await second.get("/api/segments")).many;
    expect(await emails(`/api/segments/${segment?.id}/profiles`)).toEqual(["cyd@shop.example"]);
    const after = await second.post("/api/profiles", {
      data: { type: "profile", attributes: { email: "late@example.com" } },
    });
    expect(after.status).toBe(201);
  });
});

it("people who are added come after those who are there, also after the unnamed", async () => {
  const { emulator, get } = await shop();
  await emulator.seed({
    profiles: [{ email: "bob@example.com" }],
    events: [{ profile: "ADA@example.com", metric: "Placed Order", time: "-1h" }],
  });
  await emulator.seed({ profiles: [{ email: "cleo@example.com" }] });
  const { many } = await get("/api/profiles?sort=id");
  const emails = many.map(({ attributes }) => attributes["email"]);
  expect(emails).toEqual(["ada@example.com", "bob@example.com", "cleo@example.com"]);
});

describe("POST /_emulator/seed", () => {
  const call = async (ways: Awaited<ReturnType<typeof emulate>>, body: unknown) => {
    const response = await ways.emulator.fetch("/_emulator/seed", {
      method: "POST",
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  };

  it("adds a document of more than a megabyte", async () => {
    const ways = await emulate();
    const properties = { text: "x".repeat(1000) };
    const profiles = people(1500).map((each) => ({ ...each, properties }));
    expect(await call(ways, { profiles })).toEqual({
      status: 200,
      json: { added: [{ companyId: "Tests1", profiles: 1500, events: 0 }] },
    });
  });

  it("refuses with the member that is wrong", async () => {
    const ways = await emulate();
    expect(await call(ways, { profiles: [{ email: "no address" }] })).toEqual({
      status: 400,
      json: { error: { path: "profiles[0].email", message: expect.stringMatching(/email/) } },
    });
  });
});
