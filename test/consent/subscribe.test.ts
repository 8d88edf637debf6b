import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { batch, consenting, consentOf, subscribing, unsubscribing } from "./bodies.ts";

const subscribe = "profile-subscription-bulk-create-job";
const unsubscribe = "profile-subscription-bulk-delete-job";
const ada = { email: "ada@example.com" };
const at = "/data/attributes/profiles/data";

/** An account with two lists, one of which asks for a click. */
async function account(options: Parameters<typeof emulate>[0] = {}) {
  const fixture = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
lists:
  - { name: Single, id: Single, opt_in_process: single_opt_in }
  - { name: Double, id: Double, opt_in_process: double_opt_in }
`;
  const ways = await emulate({ fixtures: [fixtureFile(fixture)], ...options });
  const members = async (list: string) =>
    (await ways.get(`/api/lists/${list}/profiles`)).many.map(({ attributes: { email } }) => email);
  const count = async () => (await ways.get("/api/profiles")).many.length;
  const doSubscribe = (
    ...rest: Parameters<typeof subscribing> extends [string, ...infer R] ? R : never
  ) => ways.post(`/api/${subscribe}s`, subscribing(subscribe, ...rest));
  const doUnsubscribe = (
    ...rest: Parameters<typeof unsubscribing> extends [string, ...infer R] ? R : never
  ) => ways.post(`/api/${unsubscribe}s`, unsubscribing(unsubscribe, ...rest));
  return { ...ways, members, count, doSubscribe, doUnsubscribe };
}

describe("subscribing", () => {
  it("makes a profile of somebody unknown, with consent, its time and its source", async () => {
    const ways = await account();
    const attributes = { custom_source: "Checkout" };
    const { status, text, headers } = await ways.doSubscribe([ada], "email", { attributes });
    expect([status, text, headers.get("content-length")]).toEqual([202, "", "0"]);
    const { email, sms } = await consentOf(ways, ada.email);
    expect(email).toEqual({
      can_receive_email_marketing: true,
      consent: "SUBSCRIBED",
      consent_timestamp: "2026-07-20T12:00:00+00:00",
      last_updated: "2026-07-20T12:00:00+00:00",
      method: "API",
      method_detail: "Checkout",
      custom_method_detail: "Checkout",
      double_optin: "False",
      suppression: [],
      list_suppressions: [],
    });
    expect(sms).toMatchObject({ consent: "NEVER_SUBSCRIBED", can_receive_sms_marketing: false });
  });

  it("to a list puts those into it who are not in it", async () => {
    const ways = await account();
    const bob = { email: "bob@example.com" };
    await ways.doSubscribe([ada], "email", { list: "Single" });
    await ways.emulator.clock.advance("1m");
    await ways.doSubscribe([bob, ada], "email", { list: "Single" });
    expect(await ways.members("Single")).toEqual([ada.email, bob.email]);
  });

  it("to SMS needs a phone number, and says that it can be sent to", async () => {
    const ways = await account();
    const person = { ...ada, phone_number: "+12125550101" };
    expect((await ways.doSubscribe([person], "sms")).status).toBe(202);
    expect((await consentOf(ways, ada.email)).sms).toMatchObject({
      consent: "SUBSCRIBED",
      can_receive_sms_marketing: true,
    });
    const refused = await ways.doSubscribe([ada], "sms");
    expect(refusalOf(refused)).toEqual([400, "invalid", `${at}/0/attributes/phone_number`]);
  });

  it.each([
    ["email", "phone_number", "Subscribing to email needs an email."],
    ["sms", "email", "Subscribing to sms needs a phone_number."],
  ] as const)("to %s says what a profile lacks", async (channel, has, detail) => {
    const ways = await account();
    const person = has === "email" ? ada : { phone_number: "+12125550101" };
    const { errors } = await ways.doSubscribe([person], channel);
    expect(errors).toMatchObject([{ detail }]);
  });

  it("is for an address: another profile's phone number gives consent to that profile", async () => {
    const ways = await account();
    const phone_number = "+12125550101";
    const other = { email: "other@example.com", phone_number };
    await ways.post("/api/profiles", { data: { type: "profile", attributes: other } });
    await ways.doSubscribe([{ ...ada, phone_number }], "sms");
    expect((await consentOf(ways, other.email)).sms.consent).toBe("SUBSCRIBED");
    expect((await consentOf(ways, ada.email)).sms.consent).toBe("NEVER_SUBSCRIBED");
  });

  it("says nothing of channels before 2025-01-15, where the address decides", async () => {
    const ways = await account();
    const older = { headers: { revision: "2024-10-15" } };
    const people = [{ ...ada, phone_number: "+12125550101" }];
    const body = batch(subscribe, people);
    expect((await ways.post(`/api/${subscribe}s`, body, older)).status).toBe(202);
    const { email, sms } = await consentOf(ways, ada.email);
    expect([email.consent, sms.consent]).toEqual(["SUBSCRIBED", "SUBSCRIBED"]);
    const refused = await ways.post(`/api/${subscribe}s`, body);
    expect(refusalOf(refused)).toEqual([400, "invalid", `${at}/0/attributes/subscriptions`]);
  });

  it("moves updated, and leaves everything else of the profile", async () => {
    const ways = await account();
    const person = { ...ada, first_name: "Ada" };
    await ways.post("/api/profiles", { data: { type: "profile", attributes: person } });
    await ways.emulator.clock.advance("1m");
    await ways.doSubscribe([ada]);
    const { attributes } = (await ways.get("/api/profiles")).many[0] ?? {};
    expect(attributes).toMatchObject({
      first_name: "Ada",
      created: "2026-07-20T12:00:00+00:00",
      updated: "2026-07-20T12:01:00+00:00",
    });
  });

  it.each<[string, object, object, string]>([
    ["nobody", {}, { email: undefined }, `${at}/0/attributes`],
    ["an unknown profile", { id: "01H" }, {}, `${at}/0/id`],
    ["a property of the profile", {}, { first_name: "Ada" }, `${at}/0/attributes/first_name`],
    ["no channel", {}, { subscriptions: {} }, `${at}/0/attributes/subscriptions`],
    [
      "consented_at without an import",
      {},
      consenting("email", "SUBSCRIBED", { consented_at: "2026-01-01T00:00:00Z" }),
      `${at}/0/attributes/subscriptions/email/marketing/consented_at`,
    ],
    [
      "another consent",
      {},
      consenting("email", "UNSUBSCRIBED"),
      `${at}/0/attributes/subscriptions/email/marketing/consent`,
    ],
  ])("refuses %s, with its place, and subscribes nobody", async (_what, beside, own, pointer) => {
    const ways = await account();
    const body = subscribing(subscribe, [ada, { email: "bob@example.com" }]);
    const [first = { attributes: {} }] = body.data.attributes.profiles?.data ?? [];
    Object.assign(first, beside, { attributes: { ...first.attributes, ...own } });
    const refused = await ways.post(`/api/${subscribe}s`, body);
    expect(refusalOf(refused)).toEqual([400, "invalid", pointer]);
    expect(await ways.count()).toBe(0);
  });

  it("refuses a list that is not there", async () => {
    const ways = await account();
    const refused = await ways.doSubscribe([ada], "email", { list: "Nobody" });
    expect(refusalOf(refused)).toEqual([400, "invalid", "/data/relationships/list/data/id"]);
  });

  it("takes 100 at once and refuses 101", async () => {
    const ways = await account();
    const people = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com` }));
    expect(refusalOf(await ways.doSubscribe(people(101)))).toEqual([400, "invalid", at]);
    expect(await ways.count()).toBe(0);
    expect((await ways.doSubscribe(people(100))).status).toBe(202);
    expect((await ways.get("/api/profiles?page[size]=100")).many).toHaveLength(100);
  });
});

describe("a historical import", () => {
  const imported = (consented_at?: string) =>
    batch(
      subscribe,
      [{ ...ada, ...consenting("email", "SUBSCRIBED", consented_at ? { consented_at } : {}) }],
      { attributes: { historical_import: true }, list: "Double" },
    );

  it("holds since it was consented to, and asks nobody to confirm", async () => {
    const ways = await account();
    const body = imported("2020-05-01T00:00:00Z");
    expect((await ways.post(`/api/${subscribe}s`, body)).status).toBe(202);
    expect((await consentOf(ways, ada.email)).email).toMatchObject({
      consent: "SUBSCRIBED",
      consent_timestamp: "2020-05-01T00:00:00+00:00",
    });
    expect(await ways.members("Double")).toEqual([ada.email]);
    expect(ways.emulator.confirmations.list()).toEqual([]);
  });

  it.each([undefined, "2027-01-01T00:00:00Z"])("refuses consent given at %s", async (when) => {
    const ways = await account();
    expect(refusalOf(await ways.post(`/api/${subscribe}s`, imported(when)))).toEqual([
      400,
      "invalid",
      `${at}/0/attributes/subscriptions/email/marketing/consented_at`,
    ]);
  });
});

describe("a double opt-in list", () => {
  it("changes nothing until the confirmation is clicked, and everything then", async () => {
    const ways = await account();
    const { emulator } = ways;
    await ways.doSubscribe([ada], "email", { list: "Double" });
    expect(await ways.count()).toBe(0);
    const [waiting] = emulator.confirmations.list();
    expect(waiting).toMatchObject({ email: ada.email, list: "Double", channels: ["email"] });
    await emulator.clock.advance("1h");
    const clicked = emulator.confirmations.click(waiting?.id ?? "");
    expect((await consentOf(ways, ada.email)).email).toMatchObject({
      consent: "SUBSCRIBED",
      consent_timestamp: "2026-07-20T13:00:00+00:00",
      double_optin: "True",
    });
    expect(await ways.members("Double")).toEqual([ada.email]);
    expect((await ways.get(`/api/profiles/${clicked.profile}`)).status).toBe(200);
    expect(emulator.confirmations.list()).toEqual([]);
  });

  it("is clicked through the control API, once", async () => {
    const ways = await account();
    await ways.doSubscribe([ada], "email", { list: "Double" });
    const call = async (method: string, path: string) =>
      ways.emulator.fetch(`/_emulator/confirmations${path}`, { method });
    const [{ id }] = (await (await call("GET", "")).json()) as [{ id: string }];
    expect((await call("POST", `/${id}`)).status).toBe(200);
    expect((await call("POST", `/${id}`)).status).toBe(404);
  });

  it("asks once for each address, however often it is asked", async () => {
    const ways = await account();
    for (const email of [ada.email, ada.email, "bob@example.com"]) {
      await ways.doSubscribe([{ email }], "email", { list: "Double" });
    }
    const waiting = ways.emulator.confirmations.list();
    expect(waiting.map(({ email }) => email)).toEqual([ada.email, "bob@example.com"]);
    expect(ways.emulator.confirmations.list({ email: ada.email })).toHaveLength(1);
  });

  it("forgets who waits on a reset, and brings them back with a snapshot", async () => {
    const ways = await account();
    const { emulator } = ways;
    await ways.doSubscribe([ada], "email", { list: "Double" });
    emulator.state.snapshot("asked");
    emulator.reset();
    expect(emulator.confirmations.list()).toEqual([]);
    emulator.state.restore("asked");
    expect(emulator.confirmations.list()).toHaveLength(1);
  });
});

describe("unsubscribing", () => {
  it("from a list that somebody is in leaves consent, and says which list", async () => {
    const ways = await account();
    await ways.doSubscribe([ada], "email", { list: "Single" });
    await ways.doUnsubscribe([ada], "email", { list: "Single" });
    expect(await ways.members("Single")).toEqual([]);
    expect((await consentOf(ways, ada.email)).email).toMatchObject({
      consent: "SUBSCRIBED",
      suppression: [],
      list_suppressions: [
        { list_id: "Single", reason: "UNSUBSCRIBE", timestamp: "2026-07-20T12:00:00+00:00" },
      ],
    });
  });

  it("from a list that somebody is not in unsubscribes them from everything", async () => {
    const ways = await account();
    await ways.doSubscribe([ada]);
    await ways.doUnsubscribe([ada], "email", { list: "Single" });
    expect((await consentOf(ways, ada.email)).email).toMatchObject({
      consent: "UNSUBSCRIBED",
      can_receive_email_marketing: false,
      suppression: [{ reason: "UNSUBSCRIBE" }],
      list_suppressions: [],
    });
  });

  it("is taken back by subscribing to the list again", async () => {
    const ways = await account();
    await ways.doSubscribe([ada], "email", { list: "Single" });
    await ways.doUnsubscribe([ada], "email", { list: "Single" });
    await ways.doSubscribe([ada], "email", { list: "Single" });
    expect((await consentOf(ways, ada.email)).email.list_suppressions).toEqual([]);
    expect(await ways.members("Single")).toEqual([ada.email]);
  });

  it.each(["2023-10-15", "2024-10-15"])(
    "in %s needs no channels: those of the addresses are meant (specification)",
    async (revision) => {
      const ways = await account();
      await ways.doSubscribe([ada]);
      const body = batch(unsubscribe, [ada]);
      const answer = await ways.post(`/api/${unsubscribe}s`, body, { headers: { revision } });
      expect(answer.status).toBe(202);
      expect((await consentOf(ways, ada.email)).email.consent).toBe("UNSUBSCRIBED");
    },
  );

  it("names its channels since 2025-01-15", async () => {
    const ways = await account();
    await ways.doSubscribe([ada]);
    const refused = await ways.post(`/api/${unsubscribe}s`, batch(unsubscribe, [ada]));
    expect(refusalOf(refused)).toEqual([400, "invalid", `${at}/0/attributes/subscriptions`]);
  });

  it("makes no profile of somebody unknown", async () => {
    const ways = await account();
    expect((await ways.doUnsubscribe([ada])).status).toBe(202);
    expect(await ways.count()).toBe(0);
  });

  it("takes 100 at once and refuses 101", async () => {
    const ways = await account();
    const people = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com` }));
    await ways.doSubscribe(people(100));
    expect(refusalOf(await ways.doUnsubscribe(people(101)))).toEqual([400, "invalid", at]);
    expect((await consentOf(ways, "p0@example.com")).email.consent).toBe("SUBSCRIBED");
    expect((await ways.doUnsubscribe(people(100))).status).toBe(202);
    expect((await consentOf(ways, "p99@example.com")).email.consent).toBe("UNSUBSCRIBED");
  });

  it("is no part of leaving a list by its relationship", async () => {
    const ways = await account();
    await ways.doSubscribe([ada], "email", { list: "Single" });
    const [member] = (await ways.get("/api/lists/Single/profiles")).many;
    const body = { data: [{ type: "profile", id: member?.id }] };
    await ways.ask("DELETE", "/api/lists/Single/relationships/profiles", { body });
    expect((await consentOf(ways, ada.email)).email).toMatchObject({
      consent: "SUBSCRIBED",
      list_suppressions: [],
    });
  });
});

describe("with a processing delay", () => {
  it("a subscription holds once the delay is over", async () => {
    const ways = await account({ processingDelay: "500ms" });
    await ways.doSubscribe([ada]);
    await ways.emulator.clock.advance("499ms");
    expect(await ways.count()).toBe(0);
    await ways.emulator.clock.advance("1ms");
    expect(await ways.count()).toBe(1);
  });

  it("what waits comes back with a snapshot, and goes with a reset", async () => {
    const ways = await account({ processingDelay: "1s" });
    const { emulator } = ways;
    await ways.doSubscribe([ada]);
    emulator.state.snapshot("accepted");
    emulator.reset();
    await emulator.clock.advance("2s");
    expect(await ways.count()).toBe(0);
    emulator.state.restore("accepted");
    await emulator.clock.advance("1s");
    expect(await ways.count()).toBe(1);
  });
});
