import { describe, expect, it } from "vitest";
import { account, items, subscribeType, unsubscribeType } from "./account.ts";
import { refusalOf } from "../support/emulate.ts";

const subscribe = `/api/${subscribeType}s`;
const unsubscribe = `/api/${unsubscribeType}s`;
const yes = { consent: "SUBSCRIBED" };
const no = { consent: "UNSUBSCRIBED" };
const ada = { email: "ada@example.com", phone_number: "+12125550123" };
const person = (subscriptions: unknown, more: object = {}) => [
  { attributes: { ...ada, ...more, subscriptions } },
];
const device = (token: string) => ({ token, platform: "ios", vendor: "apns" });
const inProfile = "/data/attributes/profiles/data/0/attributes";
type Ways = Awaited<ReturnType<typeof account>>;
type Channels = Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
/** The id of the profile with this email, and all of its consent. */
async function known({ get, consent }: Ways, email: string) {
  const id = (await get(`/api/profiles?filter=equals(email,"${email}")`)).many[0]?.id ?? "";
  return { id, channels: (await consent(id)) as unknown as Channels };
}

describe("consent to other channels than email and SMS marketing", () => {
  it("is still the destination's after a merge", async () => {
    const ways = await account();
    const said = {
      whatsapp: { marketing: yes },
      sms: { transactional: yes },
      push: { marketing: yes, tokens: [device("t1")] },
      email: { open_tracking: yes },
    };
    await ways.post(subscribe, items(subscribeType, person(said)));
    const { id } = await known(ways, ada.email);
    await ways.merge(id, await ways.profile({ email: "other@example.com" }));
    const { channels } = await known(ways, ada.email);
    expect([
      channels["whatsapp"]?.["marketing"]?.["consent"],
      channels["sms"]?.["transactional"]?.["consent"],
      channels["mobile_push"]?.["marketing"]?.["consent"],
      channels["email"]?.["open_tracking"]?.["consent"],
    ]).toEqual(["SUBSCRIBED", "SUBSCRIBED", "SUBSCRIBED", "SUBSCRIBED"]);
  });

  it("comes along with the source of a merge", async () => {
    const ways = await account();
    await ways.post(subscribe, items(subscribeType, person({ whatsapp: { marketing: yes } })));
    const { id: source } = await known(ways, ada.email);
    const into = await ways.profile({ email: "kept@example.com" });
    await ways.merge(into, source);
    const { channels } = await known(ways, "kept@example.com");
    expect(channels["whatsapp"]?.["marketing"]?.["consent"]).toBe("SUBSCRIBED");
  });

  it.each([
    ["sms", { sms: { marketing: no } }],
    ["open tracking", { email: { open_tracking: no } }],
  ])("is no email suppression when %s is left through a list", async (_, withdrawn) => {
    const ways = await account();
    const given = { email: { marketing: yes, open_tracking: yes }, sms: { marketing: yes } };
    await ways.post(subscribe, items(subscribeType, person(given), "Single"));
    await ways.post(unsubscribe, items(unsubscribeType, person(withdrawn), "Single"));
    const { channels } = await known(ways, ada.email);
    expect(channels["email"]?.["marketing"]?.["list_suppressions"]).toEqual([]);
  });

  it("push with one device named twice is one push token", async () => {
    const { post, get } = await account();
    const tokens = [device("t1"), { ...device("t1"), enablement_status: "DENIED" }];
    await post(subscribe, items(subscribeType, person({ push: { marketing: yes, tokens } })));
    const { many } = await get("/api/push-tokens");
    expect(many.map(({ attributes }) => attributes["token"])).toEqual(["t1"]);
  });

  it("a date of birth is a date", async () => {
    const { post } = await account();
    const people = person({ email: { marketing: yes } }, { age_gated_date_of_birth: "nonsense" });
    expect(refusalOf(await post(subscribe, items(subscribeType, people)))).toEqual([
      400,
      "invalid",
      `${inProfile}/age_gated_date_of_birth`,
    ]);
  });
});

describe("meta.patch_identifiers", () => {
  it("replaces an identifier by another, taking the old one away and giving the new one", async () => {
    const { patch, profile } = await account();
    const id = await profile({ email: "old@example.com", phone_number: "+12125550124" });
    const append = { email: "new@example.com" };
    const meta = { patch_identifiers: { append, unappend: { email: "old@example.com" } } };
    const { status, data } = await patch(`/api/profiles/${id}`, {
      data: { type: "profile", id, attributes: {}, meta },
    });
    expect([status, data.attributes["email"]]).toEqual([200, "new@example.com"]);
  });

  it("may replace the only identifier", async () => {
    const { patch, profile } = await account();
    const id = await profile({ email: "old@example.com" });
    const append = { email: "new@example.com" };
    const meta = { patch_identifiers: { append, unappend: { email: "old@example.com" } } };
    const answer = await patch(`/api/profiles/${id}`, {
      data: { type: "profile", id, attributes: {}, meta },
    });
    expect(answer.status).toBe(200);
  });

  it("takes nothing away that the same request writes", async () => {
    const { patch, profile } = await account();
    const id = await profile({ email: "old@example.com", phone_number: "+12125550124" });
    const meta = { patch_identifiers: { unappend: { email: "old@example.com" } } };
    const { data } = await patch(`/api/profiles/${id}`, {
      data: { type: "profile", id, attributes: { email: "new@example.com" }, meta },
    });
    expect(data.attributes["email"]).toBe("new@example.com");
  });

  it("is no part of Create Profile", async () => {
    const { post } = await account();
    const meta = { patch_identifiers: { append: { external_id: "crm-1" } } };
    const answer = await post("/api/profiles", {
      data: { type: "profile", attributes: { email: "ada@example.com" }, meta },
    });
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/meta"]);
  });
});
