import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newEvent, metricNamed } from "../support/bodies.ts";
import { crashed, newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import type { OperationId } from "../../src/index.ts";
import { account, items, marketing, subscribeType } from "./account.ts";
import { acting, ada } from "./system-events-support.ts";

const email = "Subscribed to Email Marketing";
const path = `/api/${subscribeType}s`;
const namesOf = (events: readonly { metric: unknown }[]) => events.map(({ metric }) => metric);

describe("an event of the service's own", () => {
  it("comes when the act is done, not when it was asked for", async () => {
    const ways = await acting({ processingDelay: "10s" });
    await ways.subscribe(["email"], "Single");
    expect(await ways.events()).toEqual([]);
    await ways.emulator.clock.advance("10s");
    const at = "2026-07-20T12:00:10+00:00";
    expect(await ways.events()).toMatchObject([{ at }, { at }]);
  });

  it("has the time of its account's own clock", async () => {
    const ways = await acting();
    ways.emulator.clock.of("Tests1").freeze("2026-08-01T09:30:00Z");
    await ways.suppress();
    expect(await ways.events()).toMatchObject([{ at: "2026-08-01T09:30:00+00:00" }]);
  });

  it("is the profile's last event, and changes the profile", async () => {
    const ways = await acting();
    await ways.emulator.clock.advance("1m");
    await ways.members("POST");
    expect((await ways.read(ways.id)).data.attributes).toMatchObject({
      last_event_date: "2026-07-20T12:01:00+00:00",
      updated: "2026-07-20T12:01:00+00:00",
    });
  });

  it("does not make an event of the future older", async () => {
    const ways = await acting();
    await ways.post("/api/events", newEvent({ time: "2026-08-01" }, ada));
    await ways.members("POST");
    expect((await ways.read(ways.id)).data.attributes["last_event_date"]).toBe(
      "2026-08-01T00:00:00+00:00",
    );
  });

  it("is one for each of two acts in one second", async () => {
    const ways = await acting();
    await ways.subscribe(["email"]);
    await ways.unsubscribe(["email"]);
    await ways.subscribe(["email"]);
    await ways.imported("Single", "Double");
    expect(namesOf(await ways.events())).toEqual([
      email,
      "Unsubscribed from Email Marketing",
      email,
      "Subscribed to List",
      "Subscribed to List",
    ]);
  });

  it("is for each profile of a batch, and of one that is named twice once", async () => {
    const ways = await account();
    const person = (name: string) => ({
      attributes: { email: `${name}@example.com`, ...marketing(["email"]) },
    });
    await ways.post(path, items(subscribeType, ["a", "b", "a"].map(person), "Single"));
    const { many } = await ways.get("/api/events");
    expect(many).toHaveLength(4);
  });

  it("is for whoever has the address: the phone number's holder, not who gave the email", async () => {
    const ways = await acting();
    const other = { email: "b@example.com", phone_number: ada.phone_number };
    await ways.post(
      path,
      items(subscribeType, [{ attributes: { ...other, ...marketing(["sms"]) } }], "Single"),
    );
    expect((await ways.events()).map(({ profile }) => profile)).toEqual([ways.id, ways.id]);
  });

  it("is for the profile into which somebody was merged meanwhile, who keeps those of both", async () => {
    const ways = await acting({ processingDelay: "1m" });
    const into = await ways.profile({ email: "kept@example.com" });
    await ways.merge(into, ways.id);
    await ways.post(
      path,
      items(subscribeType, [
        { id: ways.id, attributes: { email: ada.email, ...marketing(["email"]) } },
      ]),
    );
    await ways.emulator.clock.advance("2m");
    const events = await ways.events();
    expect(namesOf(events).toSorted()).toEqual(["Merged Profile", email]);
    expect(new Set(events.map(({ profile }) => profile))).toEqual(new Set([into]));
  });

  it("has the same id, and its metric too, in two emulators that did the same", async () => {
    const texts = [];
    for (const ways of [await acting(), await acting()]) {
      await ways.subscribe(["email", "sms"], "Single");
      await ways.mergeAnother();
      texts.push((await ways.get("/api/events?include=metric,profile")).text);
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it("stays when its profile is deleted, as every event does", async () => {
    const ways = await acting();
    await ways.suppress();
    const { status } = await ways.post("/api/data-privacy-deletion-jobs", {
      data: {
        type: "data-privacy-deletion-job",
        attributes: { profile: { data: { type: "profile", id: ways.id, attributes: {} } } },
      },
    });
    expect(status).toBe(202);
    expect(await ways.events()).toHaveLength(1);
    expect((await ways.get("/api/events?filter=has(profile)")).many).toEqual([]);
  });
});

describe("no event is written", () => {
  it("by a historical import, which says what was so already", async () => {
    const ways = await acting();
    const consented_at = "2025-01-01T00:00:00Z";
    const said = { consent: "SUBSCRIBED", consented_at };
    const person = { ...ada, subscriptions: { email: { marketing: said } } };
    const body = items(subscribeType, [{ attributes: person }], "Double", {
      historical_import: true,
    });
    expect((await ways.post(path, body)).status).toBe(202);
    expect((await ways.get("/api/lists/Double/profiles")).many).toHaveLength(1);
    expect(await ways.events()).toEqual([]);
  });

  it("by consent, suppression and lists of a fixture", async () => {
    const fixture = `
keys: [{ name: full, scopes: full }]
lists: [{ name: News }]
profiles:
  - { email: a@example.com, lists: [News], consent: { email: SUBSCRIBED } }
  - { email: b@example.com, consent: { email: UNSUBSCRIBED }, suppression: [{ reason: USER_SUPPRESSED }] }
`;
    const { emulator, get } = await emulate({ fixtures: [fixtureFile(fixture)] });
    await emulator.seed({ profiles: [{ email: "c@example.com", lists: ["News"] }] });
    expect((await get("/api/events")).many).toEqual([]);
    expect((await get("/api/metrics")).many).toEqual([]);
  });

  it.each([
    ["one wrong address in it", [{ attributes: { email: "wrong", ...marketing(["email"]) } }], ""],
    ["a list that is not there", [], "Nobody"],
  ])("by a batch that is refused whole for %s", async (_, more, list) => {
    const ways = await acting();
    const good = { attributes: { email: ada.email, ...marketing(["email"]) } };
    const refused = await ways.post(path, items(subscribeType, [good, ...more], list));
    expect(refused.status).toBe(400);
    expect(await ways.events()).toEqual([]);
  });

  it("where adding members to a list is refused for one of them", async () => {
    const ways = await acting();
    const body = { data: [ways.id, "nobody"].map((id) => ({ type: "profile", id })) };
    expect((await ways.post("/api/lists/Single/relationships/profiles", body)).status).toBe(400);
    expect(await ways.events()).toEqual([]);
  });
});

describe("the metric of the service's own events", () => {
  it("is there from the first of them on, and shares one integration with the others", async () => {
    const ways = await acting();
    const metrics = async () => (await ways.get("/api/metrics")).many;
    const before = (await metrics()).length;
    await ways.subscribe(["email"], "Single");
    await ways.suppress();
    await ways.suppress();
    const born = (await metrics()).slice(before);
    expect(born).toHaveLength(3);
    const integrations = born.map(({ attributes }) => attributes["integration"]);
    expect(new Set(integrations.map((each) => JSON.stringify(each))).size).toBe(1);
    const found = await ways.get('/api/metrics?filter=equals(integration.name,"Service")');
    expect(found.many).toHaveLength(3);
  });

  it("is not a customer's of the same name, which was born from the API", async () => {
    const ways = await acting();
    await ways.post("/api/events", newEvent({ metric: metricNamed(email) }, ada));
    await ways.subscribe(["email"]);
    const keys = (await ways.events()).map(
      ({ integration }) => (integration as { key: string }).key,
    );
    expect(keys).toEqual(["api", "service"]);
  });

  it("is the fixture's, if it has one of that name", async () => {
    const fixture = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
lists: [{ name: News, id: NewsLs }]
metrics: [{ name: Subscribed to List, id: Joined }]
profiles: [{ id: 01JGFJJZ00ADABYR0N00000001, email: a@example.com }]
`;
    const { ask, get } = await emulate({ fixtures: [fixtureFile(fixture)] });
    const data = [{ type: "profile", id: "01JGFJJZ00ADABYR0N00000001" }];
    await ask("POST", "/api/lists/NewsLs/relationships/profiles", { body: { data } });
    const { many } = await get("/api/metrics");
    expect(many).toMatchObject([{ id: "Joined", attributes: { integration: { key: "service" } } }]);
    expect((await get('/api/events?filter=equals(metric_id,"Joined")')).many).toHaveLength(1);
  });
});

describe("what follows from an event of the service's own", () => {
  /** Somebody has joined a list once, so that its metric is there. */
  async function counted() {
    const ways = await acting();
    const other = await ways.profile({ email: "b@example.com" });
    const body = { data: [{ type: "profile", id: other }] };
    await ways.post("/api/lists/Single/relationships/profiles", body);
    const metric = (await ways.get('/api/metrics?filter=equals(integration.name,"Service")'))
      .many[0];
    return { ...ways, metric: metric?.id ?? "", other };
  }

  it("a segment that counts its metric has the profile at once", async () => {
    const ways = await counted();
    const condition = {
      type: "profile-metric",
      metric_id: ways.metric,
      measurement: "count",
      measurement_filter: { type: "numeric", operator: "greater-than-or-equal", value: 1 },
      timeframe_filter: { type: "date", operator: "alltime" },
    };
    const definition = { condition_groups: [{ conditions: [condition] }] };
    const { data } = await ways.post("/api/segments", {
      data: { type: "segment", attributes: { name: "Joined", definition } },
    });
    const members = async () =>
      (await ways.get(`/api/segments/${data.id}/profiles`)).many.map(({ id }) => id);
    expect(await members()).toEqual([ways.other]);
    await ways.members("POST");
    expect(await members()).toEqual([ways.other, ways.id]);
  });

  it("the aggregates of its metric count it", async () => {
    const ways = await counted();
    await ways.members("POST");
    const { data } = await ways.post("/api/metric-aggregates", {
      data: {
        type: "metric-aggregate",
        attributes: {
          metric_id: ways.metric,
          measurements: ["count"],
          filter: [
            "greater-or-equal(datetime,2026-07-20T00:00:00)",
            "less-than(datetime,2026-07-21T00:00:00)",
          ],
        },
      },
    });
    expect(data.attributes["data"]).toMatchObject([{ measurements: { count: [2] } }]);
  });

  it("the journal names it, as the service's own", async () => {
    const ways = await acting();
    await ways.members("POST");
    const [entry] = ways.emulator.requests.list({ operation: "add_profiles_to_list" });
    const own = (entry?.written ?? []).filter(({ ofService }) => ofService);
    expect(own.map(({ collection, change }) => `${change} ${collection}`)).toEqual([
      "created metric",
      "created event",
    ]);
  });

  it("a state's difference, an export and a data folder have it", async () => {
    const dataDir = newFolder();
    const ways = await acting({ dataDir });
    ways.emulator.state.snapshot("before");
    await ways.subscribe(["email"], "Single");
    expect(ways.emulator.state.diff("before")["Tests1"]).toMatchObject({
      events: { counts: { added: 2, removed: 0, changed: 0 } },
      metrics: { counts: { added: 2 } },
    });
    const shown = "/api/events?include=metric,profile";
    const { text } = await ways.get(shown);
    const again = await emulate({ dataDir: crashed(dataDir) });
    expect((await again.get(shown)).text).toBe(text);
    const folder = join(newFolder(), "saved");
    await ways.emulator.state.export(folder);
    const other = await emulate();
    await other.emulator.state.import(folder);
    const key = ways.emulator.keys["full"] ?? "";
    expect((await other.get(shown, { key })).text).toBe(text);
    ways.emulator.state.restore("before");
    expect((await ways.get("/api/events")).many).toEqual([]);
  });
});

describe("an act whose answer was lost, done again", () => {
  /** The same request twice; the first answer is lost. */
  async function retried(
    operation: OperationId,
    given: (ways: Awaited<ReturnType<typeof acting>>) => Promise<unknown>,
    does: (ways: Awaited<ReturnType<typeof acting>>) => Promise<unknown>,
  ) {
    const ways = await acting();
    await given(ways);
    const observed = await ways.emulator.observe({ preset: "strict" });
    const fault = ways.emulator.faults.add({ operation, where: "after", connection: "reset" });
    await expect(does(ways)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    await ways.emulator.clock.advance("1s");
    await does(ways);
    const { rules } = await observed();
    const rule = rules.find(({ rule: id }) => id === "doubled-write");
    return { doubled: ways.emulator.faults.get(fault.id).doubledWrites, verdict: rule?.verdict };
  }

  it("doubles nothing that was written already", async () => {
    const nothing = async () => {};
    const found = await retried("bulk_subscribe_profiles", nothing, (ways) =>
      ways.subscribe(["email"], "Single"),
    );
    expect(found).toMatchObject({ doubled: 0 });
    expect(found.verdict).not.toBe("fail");
  });

  it("doubles nothing where it is another act by then: of the list, then of everything", async () => {
    const found = await retried(
      "bulk_unsubscribe_profiles",
      (ways) => ways.subscribe(["email"], "Single"),
      (ways) => ways.unsubscribe(["email"], "Single"),
    );
    expect(found).toMatchObject({ doubled: 0 });
    expect(found.verdict).not.toBe("fail");
  });
});
