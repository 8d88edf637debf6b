import { describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { consenting, consentOf } from "../consent/bodies.ts";
import { metricNamed, newEvent, newProfile } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

type Fields = Record<string, unknown>;

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));
const nested = (levels: number): object =>
  levels === 1 ? { end: true } : { deeper: nested(levels - 1) };

const at = "/data/attributes/profile";
const ada = { email: "ada@example.com" };
const someone = (attributes: Fields, beside: Fields = {}) => ({
  data: { type: "profile", attributes, ...beside },
});

const subscription = (attributes: Fields, list = "Single") => ({
  data: {
    type: "subscription",
    attributes: { profile: someone(attributes) },
    relationships: { list: { data: { type: "list", id: list } } },
  },
});

const token = (profile: Fields, more: Fields = {}) => ({
  data: {
    type: "push-token",
    attributes: {
      token: "device-1",
      platform: "ios",
      vendor: "apns",
      profile: someone(profile),
      ...more,
    },
  },
});

/** An account with two lists, and a client that knows its company id. */
async function client(options: Parameters<typeof emulate>[0] = {}) {
  const fixture = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
lists:
  - { name: Single, id: Single, opt_in_process: single_opt_in }
  - { name: Double, id: Double, opt_in_process: double_opt_in }
`;
  const ways = await emulate({ fixtures: [fixtureFile(fixture)], ...options });
  const send = (path: string, body: unknown) =>
    ways.post(`/client/${path}?company_id=Tests1`, body);
  const profiles = async () => (await ways.get("/api/profiles")).many;
  return { ...ways, send, profiles };
}

describe("subscribing as a client", () => {
  it("subscribes one profile, with its properties, to a list", async () => {
    const ways = await client();
    const body = subscription({ ...ada, first_name: "Ada", properties: { source: "footer" } });
    const { status, text } = await ways.send("subscriptions", body);
    expect([status, text]).toEqual([202, ""]);
    const [profile] = await ways.profiles();
    expect(profile?.attributes).toMatchObject({
      first_name: "Ada",
      properties: { source: "footer" },
    });
    expect((await consentOf(ways, ada.email)).email.consent).toBe("SUBSCRIBED");
    expect((await ways.get("/api/lists/Single/profiles")).many).toHaveLength(1);
  });

  it("to a double opt-in list waits for the click", async () => {
    const ways = await client();
    await ways.send("subscriptions", subscription(ada, "Double"));
    expect(await ways.profiles()).toEqual([]);
    const [waiting] = ways.emulator.confirmations.list();
    ways.emulator.confirmations.click(waiting?.id ?? "");
    expect((await consentOf(ways, ada.email)).email).toMatchObject({
      consent: "SUBSCRIBED",
      double_optin: "True",
    });
  });

  it("subscribes to the channels that it names", async () => {
    const ways = await client();
    const person = { ...ada, phone_number: "+12125550101", ...consenting("sms", "SUBSCRIBED") };
    await ways.send("subscriptions", subscription(person));
    const { email, sms } = await consentOf(ways, ada.email);
    expect([email.consent, sms.consent]).toEqual(["NEVER_SUBSCRIBED", "SUBSCRIBED"]);
  });

  it.each<[string, Fields, string, string]>([
    ["an unknown list", ada, "Nobody", "/data/relationships/list/data/id"],
    ["nobody", { first_name: "Ada" }, "Single", `${at}/data/attributes`],
    ["a bad email", { email: "ada" }, "Single", `${at}/data/attributes/email`],
  ])("refuses %s", async (_what, attributes, list, pointer) => {
    const { send, profiles } = await client();
    const refused = await send("subscriptions", subscription(attributes, list));
    expect(refusalOf(refused)).toEqual([400, "invalid", pointer]);
    expect(await profiles()).toEqual([]);
  });
});

describe("events and profiles of a client", () => {
  it("are written, and answered with nothing", async () => {
    const ways = await client();
    const event = await ways.send("events", newEvent({ value: 5 }));
    const profile = await ways.send("profiles", newProfile({ title: "Countess" }));
    expect([event.status, event.text, profile.status, profile.text]).toEqual([202, "", 202, ""]);
    expect((await ways.get("/api/events")).many).toHaveLength(1);
    const found = await ways.profiles();
    expect(found).toHaveLength(1);
    expect(found[0]?.attributes).toMatchObject({ title: "Countess" });
  });

  it("come in bulk for one profile", async () => {
    const { send, get } = await client();
    const events = ["a", "b"].map((unique_id) => ({
      type: "event",
      attributes: { properties: {}, metric: metricNamed("Visit"), unique_id },
    }));
    const body = {
      data: {
        type: "event-bulk-create",
        attributes: { profile: someone(ada), events: { data: events } },
      },
    };
    expect((await send("event-bulk-create", body)).status).toBe(202);
    expect((await get("/api/events")).many).toHaveLength(2);
  });

  it("are refused with the place of what is wrong", async () => {
    const { send } = await client();
    const late = newEvent({ time: "2030-01-01T00:00:00Z" });
    expect(refusalOf(await send("events", late))).toEqual([
      400,
      "invalid",
      "/data/attributes/time",
    ]);
    expect(refusalOf(await send("profiles", someone({ title: "Countess" })))).toEqual([
      400,
      "invalid",
      "/data",
    ]);
  });

  it.each<[string, Fields, number]>([
    ["300 properties", { properties: numbered(300) }, 202],
    ["301 properties", { properties: numbered(301) }, 400],
    ["a field of 100,000 bytes", { properties: { a: "x".repeat(100_000) } }, 202],
    ["a field of 100,001 bytes", { properties: { a: "x".repeat(100_001) } }, 400],
    ["4,000 items", { properties: { a: Array(4000).fill(0) } }, 202],
    ["4,001 items", { properties: { a: Array(4001).fill(0) } }, 400],
    ["ten levels", { properties: { a: nested(10) } }, 202],
    ["eleven levels", { properties: { a: nested(11) } }, 400],
    ["the year 2000", { time: "2000-01-01T00:00:00Z" }, 202],
    ["the year before", { time: "1999-12-31T23:59:59Z" }, 400],
    ["a year ahead", { time: "2027-07-20T12:00:00Z" }, 202],
    ["more than a year ahead", { time: "2027-07-20T12:00:01Z" }, 400],
  ])("are limited as those of a server: %s", async (_what, attributes, status) => {
    const { send } = await client();
    expect((await send("events", newEvent(attributes))).status).toBe(status);
  });

  it.each<[string, (id: string) => unknown, string]>([
    ["profiles", (id) => someone({}, { id }), "profiles"],
    ["events", (id) => newEvent({ profile: someone({}, { id }) }), "events"],
    ["push-tokens", (id) => token({}, { profile: someone({}, { id }) }), "push-tokens"],
  ])("%s do not tell whether an id is somebody's", async (_what, bodyOf, path) => {
    const ways = await client();
    const { id } = (await ways.post("/api/profiles", newProfile())).data;
    const known = await ways.send(path, bodyOf(id));
    const unknown = await ways.send(path, bodyOf("01NOBODY"));
    expect([known.status, known.text]).toEqual([202, ""]);
    expect([unknown.status, unknown.text]).toEqual([202, ""]);
    expect(await ways.profiles()).toHaveLength(1);
  });

  it("do not tell that two identifiers are two people's", async () => {
    const ways = await client();
    await ways.post("/api/profiles", newProfile());
    await ways.post("/api/profiles", newProfile({ email: "b@b.co", external_id: "b" }));
    const { status, text } = await ways.send("profiles", newProfile({ external_id: "b" }));
    expect([status, text]).toEqual([202, ""]);
    expect((await ways.profiles()).map(({ attributes }) => attributes["external_id"])).toEqual([
      null,
      "b",
    ]);
  });
});

describe("push tokens", () => {
  it("registered by a client can be read on the server's side", async () => {
    const { send, get } = await client();
    const device_metadata = { device_model: "Phone 5", environment: "debug" };
    expect((await send("push-tokens", token(ada, { device_metadata }))).status).toBe(202);
    const { many, included } = await get("/api/push-tokens?include=profile");
    expect(many).toMatchObject([
      {
        type: "push-token",
        attributes: {
          token: "device-1",
          platform: "ios",
          vendor: "apns",
          enablement_status: "AUTHORIZED",
          background: "AVAILABLE",
          created: "2026-07-20T12:00:00+00:00",
          metadata: { device_model: "Phone 5", environment: "debug", app_id: null },
        },
        relationships: { profile: { data: { type: "profile", id: included[0]?.id } } },
      },
    ]);
    const [{ id } = { id: "" }] = many;
    expect((await get(`/api/push-tokens/${id}`)).status).toBe(200);
    const profile = included[0]?.id;
    expect((await get(`/api/push-tokens/${id}/profile`)).data.id).toBe(profile);
    expect((await get(`/api/push-tokens/${id}/relationships/profile`)).data.id).toBe(profile);
    expect((await get(`/api/profiles/${profile}/push-tokens`)).many).toHaveLength(1);
    expect((await get(`/api/profiles/${profile}/relationships/push-tokens`)).many).toEqual([
      { type: "push-token", id },
    ]);
    const whole = await get(`/api/profiles/${profile}?include=push-tokens`);
    expect(whole.included).toMatchObject([{ type: "push-token", id }]);
  });

  it("belong to whoever registered them last", async () => {
    const { send, get } = await client();
    await send("push-tokens", token(ada));
    await send("push-tokens", token({ email: "bob@example.com" }));
    const { many, included } = await get("/api/push-tokens?include=profile");
    expect(many).toHaveLength(1);
    expect(included[0]?.attributes["email"]).toBe("bob@example.com");
  });

  it("are unregistered by a client, and deleted on the server's side", async () => {
    const { send, get, ask } = await client();
    const unregister = (platform: string) =>
      send("push-token-unregister", {
        data: {
          type: "push-token-unregister",
          attributes: { token: "device-1", platform, profile: someone(ada) },
        },
      });
    await send("push-tokens", token(ada));
    expect((await unregister("android")).status).toBe(202);
    expect((await get("/api/push-tokens")).many).toHaveLength(1);
    expect((await unregister("ios")).status).toBe(202);
    expect((await get("/api/push-tokens")).many).toEqual([]);
    await send("push-tokens", token(ada));
    const [{ id } = { id: "" }] = (await get("/api/push-tokens")).many;
    expect((await ask("DELETE", `/api/push-tokens/${id}`)).status).toBe(204);
    expect((await get(`/api/push-tokens/${id}`)).status).toBe(404);
  });

  it("are created with a key, and found by profile, platform and status", async () => {
    const { post, get } = await client();
    const create = (body: unknown) => post("/api/push-tokens", body);
    expect((await create(token(ada))).status).toBe(202);
    const other = {
      token: "device-2",
      platform: "android",
      vendor: "fcm",
      enablement_status: "DENIED",
    };
    expect((await create(token(ada, other))).status).toBe(202);
    const [first] = (await get("/api/push-tokens?include=profile")).included;
    const found = async (filter: string) =>
      (await get(`/api/push-tokens?filter=${filter}`)).many.map(
        ({ attributes: { token } }) => token,
      );
    expect(await found(`equals(profile.id,"${first?.id}")`)).toEqual(["device-1", "device-2"]);
    expect(await found('equals(platform,"android")')).toEqual(["device-2"]);
    expect(await found('equals(enablement_status,"AUTHORIZED")')).toEqual(["device-1"]);
  });

  it("go with their profile", async () => {
    const { post, get } = await client();
    await post("/api/push-tokens", token(ada));
    const attributes = { profile: someone(ada) };
    await post("/api/data-privacy-deletion-jobs", {
      data: { type: "data-privacy-deletion-job", attributes },
    });
    expect((await get("/api/push-tokens")).many).toEqual([]);
  });

  it("need somebody", async () => {
    const { send, post } = await client();
    expect(refusalOf(await send("push-tokens", token({})))).toEqual([400, "invalid", at]);
    expect(refusalOf(await post("/api/push-tokens", token({})))).toEqual([400, "invalid", at]);
  });
});

describe("subscribing to back in stock", () => {
  it("is accepted, and can be read as an event", async () => {
    const { send, get } = await client();
    const body = {
      data: {
        type: "back-in-stock-subscription",
        attributes: { channels: ["EMAIL"], profile: someone(ada) },
        relationships: { variant: { data: { type: "catalog-variant", id: "shirt-red" } } },
      },
    };
    const { status, text } = await send("back-in-stock-subscriptions", body);
    expect([status, text]).toEqual([202, ""]);
    const { many, included } = await get("/api/events?include=metric");
    expect(included[0]?.attributes["name"]).toBe("Subscribed to Back in Stock");
    expect(many[0]?.attributes["event_properties"]).toMatchObject({
      variant_id: "shirt-red",
      channels: ["EMAIL"],
    });
    const { post } = await client();
    expect((await post("/api/back-in-stock-subscriptions", body)).status).toBe(202);
    const refused = await send("back-in-stock-subscriptions", {
      data: { ...body.data, attributes: { ...body.data.attributes, channels: ["FAX"] } },
    });
    expect(refusalOf(refused)).toEqual([400, "invalid", "/data/attributes/channels/0"]);
  });
});

describe("a client endpoint", () => {
  const path = "/client/events?company_id=Tests1";
  const body = JSON.stringify(newEvent());
  const headers = { "content-type": "application/json", origin: "https://shop.example.com" };

  it("refuses a private key, wherever it stands", async () => {
    const { emulator } = await client();
    const authorization = `Service-API-Key ${emulator.keys["full"]}`;
    const sent = { method: "POST", headers: { ...headers, authorization }, body };
    const answer = await emulator.fetch(path, sent);
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain(emulator.keys["full"]);
  });

  const taking = [...createApi().operations.values()].filter(
    (operation) => operation.family === "client" && operation.open !== true,
  );

  it.each(taking.map(({ id, method, path }) => [id, method, path] as const))(
    "refuses a private key: %s",
    async (_, method, template) => {
      const { emulator } = await client();
      const answer = await emulator.fetch(
        `${template.replace(/\{\w+\}/g, "1")}?company_id=Tests1`,
        {
          method,
          headers: { ...headers, authorization: `Service-API-Key ${emulator.keys["full"]}` },
          ...(method !== "GET" && { body: "{}" }),
        },
      );
      const { errors } = (await answer.json()) as { errors: { detail: string }[] };
      const detail = "A private key is never used with client endpoints.";
      expect([answer.status, errors[0]?.detail]).toEqual([400, detail]);
    },
  );

  it("may be asked by any page, also where it refuses", async () => {
    const { emulator } = await client();
    const answers = [
      await emulator.fetch(path, { method: "POST", headers, body }),
      await emulator.fetch(path, { method: "POST", headers, body: "{" }),
      await emulator.fetch("/client/events", { method: "POST", headers, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 400, 400]);
    for (const answer of answers) {
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-expose-headers")).toContain("RateLimit-Remaining");
    }
  });

  it("lets a page read a 429 and its Retry-After", async () => {
    const { emulator } = await client();
    emulator.faults.add({ operation: "create_client_event", status: 429, retryAfter: 2 });
    const answer = await emulator.fetch(path, { method: "POST", headers, body });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([429, "*"]);
    expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After");
  });

  it("answers a browser's preflight, which no limit and no fault touches", async () => {
    const { emulator } = await client({ rateLimits: "real" });
    emulator.faults.add({ area: "client", status: 503, times: "always" });
    emulator.faults.add({ area: "client", connection: "reset", where: "after", times: "always" });
    const asked = {
      origin: "https://shop.example.com",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,revision",
      "access-control-request-private-network": "true",
    };
    const answer = await emulator.fetch(path, { method: "OPTIONS", headers: asked });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type,revision",
      "access-control-allow-private-network": "true",
    });
    const after = await emulator.fetch(path, { method: "POST", headers, body });
    expect(after.headers.get("ratelimit-remaining")).toBe("3500");
  });

  it("is the only one that pages may ask", async () => {
    const { emulator } = await client();
    const asked = { origin: "https://shop.example.com", "access-control-request-method": "GET" };
    const answer = await emulator.fetch("/api/profiles", { method: "OPTIONS", headers: asked });
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
    const unknown = await emulator.fetch("/client/nothing", { method: "OPTIONS", headers: asked });
    expect(unknown.status).not.toBe(204);
  });
});
