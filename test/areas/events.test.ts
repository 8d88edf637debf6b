import { describe, expect, it } from "vitest";
import { metricNamed, newEvent } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));
const nested = (levels: number): object =>
  levels === 1 ? { end: true } : { deeper: nested(levels - 1) };

describe("creating an event", () => {
  it("answers 202 with nothing, and makes its profile and its metric", async () => {
    const { post, get } = await emulate();
    const { status, text, headers } = await post(
      "/api/events",
      newEvent({}, { first_name: "Ada" }),
    );
    expect([status, text, headers.get("content-length"), headers.get("content-type")]).toEqual([
      202,
      "",
      "0",
      null,
    ]);
    const { many: profiles } = await get("/api/profiles");
    const { many: metrics } = await get("/api/metrics");
    expect(profiles[0]?.attributes).toMatchObject({ email: "ada@example.com", first_name: "Ada" });
    expect(metrics[0]?.attributes).toMatchObject({
      name: "Placed Order",
      integration: { object: "integration", key: "api", name: "API", category: "API" },
    });
    const { many } = await get("/api/events");
    expect(many[0]?.relationships).toMatchObject({
      profile: { data: { type: "profile", id: profiles[0]?.id } },
      metric: { data: { type: "metric", id: metrics[0]?.id } },
    });
  });

  it("finds the profile and the metric that are there", async () => {
    const { post, get } = await emulate();
    await post("/api/events", newEvent({ unique_id: "1" }));
    await post("/api/events", newEvent({ unique_id: "2" }, { email: "ADA@example.com" }));
    expect((await get("/api/profiles")).many).toHaveLength(1);
    expect((await get("/api/metrics")).many).toHaveLength(1);
    expect((await get("/api/events")).many).toHaveLength(2);
  });

  it("cuts its time to seconds and reads it back in three forms", async () => {
    const { post, get } = await emulate();
    await post("/api/events", newEvent({ time: "2026-07-01T10:00:00.900+02:00" }));
    const { many } = await get("/api/events");
    const at = Date.UTC(2026, 6, 1, 8) / 1000;
    expect(many[0]?.attributes).toMatchObject({
      timestamp: at,
      datetime: "2026-07-01T08:00:00+00:00",
    });
    expect(many[0]?.attributes["uuid"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-/);
  });

  it("adds the value, the currency and the unique id to its properties", async () => {
    const { post, get } = await emulate();
    await post(
      "/api/events",
      newEvent({ properties: { a: 1 }, value: 9.5, value_currency: "EUR", unique_id: "u" }),
    );
    expect((await get("/api/events")).many[0]?.attributes["event_properties"]).toEqual({
      a: 1,
      $event_id: "u",
      $value: 9.5,
      $value_currency: "EUR",
    });
  });

  it("keeps the first of two with the same unique id, profile and metric", async () => {
    const { post, get } = await emulate();
    await post("/api/events", newEvent({ unique_id: "u", properties: { n: 1 } }));
    expect(
      (await post("/api/events", newEvent({ unique_id: "u", properties: { n: 2 } }))).status,
    ).toBe(202);
    await post("/api/events", newEvent({ unique_id: "u", metric: metricNamed("Other") }));
    await post("/api/events", newEvent({ unique_id: "u" }, { email: "bob@example.com" }));
    const { many } = await get("/api/events");
    expect(many).toHaveLength(3);
    expect(many.map(({ attributes }) => attributes["event_properties"])).toContainEqual({
      n: 1,
      $event_id: "u",
    });
  });

  it("without a unique id is one for a profile, metric and second", async () => {
    const { emulator, post, get } = await emulate();
    await post("/api/events", newEvent());
    await post("/api/events", newEvent());
    await emulator.clock.advance("1s");
    await post("/api/events", newEvent());
    expect((await get("/api/events")).many).toHaveLength(2);
  });

  it("moves the profile's last_event_date forward, never back", async () => {
    const { post, get } = await emulate();
    await post("/api/events", newEvent({ time: "2026-07-02T00:00:00Z" }));
    await post("/api/events", newEvent({ time: "2026-07-01T00:00:00Z" }));
    const { many } = await get("/api/profiles");
    expect(many[0]?.attributes["last_event_date"]).toBe("2026-07-02T00:00:00+00:00");
  });

  it("names its profile by id, or is told that there is none", async () => {
    const { post, get } = await emulate();
    await post("/api/events", newEvent({ unique_id: "1" }));
    const id = (await get("/api/profiles")).many[0]?.id;
    const profile = (of: unknown) => ({ data: { type: "profile", id: of, attributes: {} } });
    expect(
      (await post("/api/events", newEvent({ unique_id: "2", profile: profile(id) }))).status,
    ).toBe(202);
    const unknown = await post("/api/events", newEvent({ profile: profile("nobody") }));
    expect(refusalOf(unknown)).toEqual([400, "invalid", "/data/attributes/profile/data/id"]);
  });

  it.each([{}, { external_id: "x" }, { anonymous_id: "x" }, { _kx: "x" }])(
    "refuses a profile that is named by %j alone",
    async (identifier) => {
      const { post } = await emulate();
      const answer = await post("/api/events", newEvent({}, { email: null, ...identifier }));
      expect(refusalOf(answer)).toEqual([400, "invalid", "/data/attributes/profile"]);
    },
  );

  it("patches the profile's properties as its meta says", async () => {
    const { post, get } = await emulate();
    const meta = { patch_properties: { append: { tags: "new" } } };
    await post("/api/events", newEvent({}, { properties: { tags: ["old"] }, meta }));
    expect((await get("/api/profiles")).many[0]?.attributes.properties).toEqual({
      tags: ["old", "new"],
    });
  });
});

describe("the ingestion limits", () => {
  const at = "/data/attributes/properties";
  it.each<[string, Record<string, unknown>, [number, string?]]>([
    ["300 properties", { properties: properties(300) }, [202]],
    ["301 properties", { properties: properties(301) }, [400, at]],
    ["a field of 100,000 bytes", { properties: { a: "x".repeat(100_000) } }, [202]],
    ["a field of 100,001 bytes", { properties: { a: "x".repeat(100_001) } }, [400, `${at}/a`]],
    [
      "a field of 100,002 bytes in fewer characters",
      { properties: { a: "€".repeat(33_334) } },
      [400, `${at}/a`],
    ],
    [
      "a long field deep inside",
      { properties: { a: [{ b: "x".repeat(100_001) }] } },
      [400, `${at}/a`],
    ],
    ["an array of 4,000 items", { properties: { a: Array(4000).fill(0) } }, [202]],
    ["an array of 4,001 items", { properties: { a: Array(4001).fill(0) } }, [400, `${at}/a`]],
    ["objects ten levels deep", { properties: { a: nested(10) } }, [202]],
    ["objects eleven levels deep", { properties: { a: nested(11) } }, [400, `${at}/a`]],
    ["the first second of 2000", { time: "2000-01-01T00:00:00Z" }, [202]],
    ["the last second of 1999", { time: "1999-12-31T23:59:59Z" }, [400, "/data/attributes/time"]],
    ["a year from now", { time: "2027-07-20T12:00:00Z" }, [202]],
    [
      "a second more than a year from now",
      { time: "2027-07-20T12:00:01Z" },
      [400, "/data/attributes/time"],
    ],
  ])("%s", async (_, attributes, [status, pointer]) => {
    const { post, get } = await emulate();
    const answer = await post("/api/events", newEvent(attributes));
    expect(answer.status).toBe(status);
    expect(answer.errors?.[0]?.source.pointer).toBe(pointer);
    expect((await get("/api/events")).many).toHaveLength(status === 202 ? 1 : 0);
    expect((await get("/api/profiles")).many).toHaveLength(status === 202 ? 1 : 0);
  });

  it("a year from now is a whole one where it has 366 days", async () => {
    const { post } = await emulate({ frozenAt: "2027-07-20T12:00:00Z" });
    const answers = ["2028-07-20T12:00:00Z", "2028-07-20T12:00:01Z"].map((time) =>
      post("/api/events", newEvent({ time })),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([202, 400]);
  });

  const said = {
    "attributes/properties": (of: object) => ({ attributes: { properties: of } }),
    "attributes/meta/patch_properties/append": (append: object) => ({
      attributes: { meta: { patch_properties: { append } } },
    }),
    properties: (properties: object) => ({ attributes: {}, properties }),
  };
  it.each(
    Object.entries(said).flatMap(([place, of]) => [
      [place, "100,001 bytes", of, "x".repeat(100_001)] as const,
      [place, "4,001 items", of, Array(4001).fill(0)] as const,
      [place, "eleven levels", of, nested(11)] as const,
    ]),
  )("are those of the profile's %s, too: %s", async (place, _, of, a) => {
    const { post, get, emulator } = await emulate();
    const { attributes, ...beside } = of({ a }) as { attributes: object };
    const data = { type: "profile", attributes: { email: "a@b.co", ...attributes }, ...beside };
    for (const path of ["/api/events", `/client/events?company_id=${emulator.companyId}`]) {
      const answer = await post(path, newEvent({ profile: { data } }));
      expect(refusalOf(answer)).toEqual([
        400,
        "invalid",
        `/data/attributes/profile/data/${place}/a`,
      ]);
    }
    expect((await get("/api/profiles")).many).toEqual([]);
  });
});

describe("reading events", () => {
  /** Ten events, an hour apart, of two profiles and two metrics. */
  async function ten() {
    const asked = await emulate();
    for (let n = 0; n < 10; n += 1) {
      const metric = metricNamed(n % 2 === 0 ? "Even" : "Odd");
      const profile = { email: n < 5 ? "ada@example.com" : "bob@example.com" };
      const time = `2026-07-01T0${n}:00:00Z`;
      await asked.post("/api/events", newEvent({ metric, time, properties: { n } }, profile));
    }
    const numbers = async (query: string) => {
      const { many } = await asked.get(`/api/events?${query}`);
      return many.map(({ attributes }) => (attributes["event_properties"] as { n: number }).n);
    };
    const metrics = (await asked.get("/api/metrics")).many;
    const profiles = (await asked.get("/api/profiles?sort=email")).many;
    return { ...asked, numbers, even: metrics[0]?.id, ada: profiles[0]?.id };
  }

  it("gives the newest first, or the oldest if that is asked", async () => {
    const { numbers } = await ten();
    expect(await numbers("")).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await numbers("sort=timestamp")).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("filters by metric, by profile, by both, and by time", async () => {
    const { numbers, even, ada } = await ten();
    expect(await numbers(`filter=equals(metric_id,"${even}")`)).toEqual([8, 6, 4, 2, 0]);
    expect(await numbers(`filter=equals(profile_id,"${ada}")`)).toEqual([4, 3, 2, 1, 0]);
    expect(await numbers(`filter=equals(profile_id,"${ada}"),equals(metric_id,"${even}")`)).toEqual(
      [4, 2, 0],
    );
    const six = Date.UTC(2026, 6, 1, 6) / 1000;
    const span = `greater-or-equal(datetime,2026-07-01T03:00:00Z),less-than(timestamp,${six})`;
    expect(await numbers(`filter=${span}&sort=datetime`)).toEqual([3, 4, 5]);
    expect(await numbers(`filter=greater-than(timestamp,${six}.5)&sort=datetime`)).toEqual([
      7, 8, 9,
    ]);
  });

  it("includes each profile and metric once", async () => {
    const { get } = await ten();
    const { included } = await get(
      "/api/events?include=profile,metric&fields[profile]=email&fields[metric]=name",
    );
    expect(included.map(({ attributes }) => attributes)).toEqual([
      { email: "bob@example.com" },
      { email: "ada@example.com" },
      { name: "Odd" },
      { name: "Even" },
    ]);
  });

  it("narrows its attributes to the fields that are asked for", async () => {
    const { get } = await ten();
    const { many } = await get("/api/events?fields[event]=timestamp,event_properties&page[size]=1");
    expect(many[0]?.attributes).toEqual({
      timestamp: Date.UTC(2026, 6, 1, 9) / 1000,
      event_properties: { n: 9 },
    });
  });

  it("reads one, its profile, its metric, and the identifiers of both", async () => {
    const { get } = await ten();
    const [event] = (await get("/api/events")).many;
    const base = `/api/events/${event?.id}`;
    expect((await get(`${base}/`)).data).toEqual(event);
    expect((await get(`${base}/profile/`)).data.attributes["email"]).toBe("bob@example.com");
    expect((await get(`${base}/metric`)).data.attributes["name"]).toBe("Odd");
    expect((await get(`${base}/relationships/metric/`)).data).toEqual(
      event?.relationships["metric"]?.data,
    );
    expect((await get(`${base}/relationships/profile`)).data).toEqual(
      event?.relationships["profile"]?.data,
    );
  });

  it("answers 400 for an id that cannot be one, 404 for one that is not there", async () => {
    const { get } = await emulate();
    expect(refusalOf(await get("/api/events/short"))).toEqual([400, "invalid", "/data/id"]);
    expect(refusalOf(await get("/api/events/00000000000"))).toEqual([404, "not_found", "/data/"]);
  });

  it("has fixed pages of 200 before 2026-01-15", async () => {
    const { get } = await ten();
    const old = { headers: { revision: "2025-10-15" } };
    expect(refusalOf(await get("/api/events?page[size]=2", old))).toEqual([
      400,
      "invalid",
      "page[size]",
    ]);
    expect((await get("/api/events", old)).many).toHaveLength(10);
  });
});

describe("bulk creating events", () => {
  const path = "/api/event-bulk-create-jobs";
  const at = "/data/attributes/events-bulk-create/data";
  const of = (email: string, events: readonly Record<string, unknown>[]) => ({
    type: "event-bulk-create",
    attributes: {
      profile: { data: { type: "profile", attributes: { email } } },
      events: {
        data: events.map((attributes) => ({
          type: "event",
          attributes: { properties: {}, metric: metricNamed("Visit"), ...attributes },
        })),
      },
    },
  });
  const bulk = (...people: ReturnType<typeof of>[]) => ({
    data: {
      type: "event-bulk-create-job",
      attributes: { "events-bulk-create": { data: people } },
    },
  });
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ unique_id: String(n) }));

  it("writes every event, with its profile and metric", async () => {
    const { post, get } = await emulate();
    const body = bulk(of("ada@example.com", numbered(2)), of("bob@example.com", numbered(1)));
    const { status, text } = await post(path, body);
    expect([status, text]).toEqual([202, ""]);
    expect((await get("/api/events")).many).toHaveLength(3);
    expect((await get("/api/profiles")).many).toHaveLength(2);
    expect((await get("/api/metrics")).many).toHaveLength(1);
  });

  it("keeps the first of those that are alike, as one by one", async () => {
    const { post, get } = await emulate();
    await post(path, bulk(of("ada@example.com", [{ value: 1 }, { value: 2 }])));
    const { many } = await get("/api/events");
    expect(many.map(({ attributes }) => attributes["event_properties"])).toEqual([{ $value: 1 }]);
  });

  it("is refused whole, with the place of each that is wrong", async () => {
    const { post, get } = await emulate();
    const late = { time: "2030-01-01T00:00:00Z" };
    const nobody = { ...of("", [{}]), attributes: { ...of("", [{}]).attributes } };
    Object.assign(nobody.attributes, { profile: { data: { type: "profile", attributes: {} } } });
    const refused = await post(path, bulk(of("ada@example.com", [{}, late]), nobody));
    expect(refused.errors.map(({ source }) => source.pointer)).toEqual([
      `${at}/0/attributes/events/data/1/attributes/time`,
      `${at}/1/attributes/profile`,
    ]);
    expect((await get("/api/events")).many).toEqual([]);
  });

  it("takes 1,000 events and refuses 1,001", async () => {
    const { post } = await emulate();
    const halves = (count: number) =>
      bulk(of("ada@example.com", numbered(500)), of("bob@example.com", numbered(count - 500)));
    expect(refusalOf(await post(path, halves(1001)))).toEqual([400, "invalid", at]);
    expect((await post(path, halves(1000))).status).toBe(202);
  });
});

describe("with a processing delay", () => {
  it("an event can be read once the delay is over, with the time at which it came", async () => {
    const { emulator, post, get } = await emulate({ processingDelay: "2s" });
    expect((await post("/api/events", newEvent())).status).toBe(202);
    expect((await get("/api/events")).many).toEqual([]);
    await emulator.clock.advance("2s");
    const [event] = (await get("/api/events")).many;
    expect(event?.attributes["datetime"]).toBe("2026-07-20T12:00:00+00:00");
  });

  it("a bad event is refused at once", async () => {
    const { post } = await emulate({ processingDelay: "2s" });
    expect((await post("/api/events", newEvent({ time: "1999-01-01" }))).status).toBe(400);
  });

  it("an option that is no duration is refused", async () => {
    await expect(emulate({ processingDelay: "soon" })).rejects.toThrow("expected a duration");
  });
});
