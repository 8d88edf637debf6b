import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { batch } from "./bodies.ts";

const subscribe = "profile-subscription-bulk-create-job";
const unsubscribe = "profile-subscription-bulk-delete-job";
const ada = { email: "ada@example.com", phone_number: "+12125550123" };
const device = { token: "device-1", platform: "ios", vendor: "apns" };

type Said = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Shown = Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;

async function account() {
  const ways = await emulate();
  const person = async (subscriptions: Said) =>
    ways.post(`/api/${subscribe}s`, batch(subscribe, [{ ...ada, subscriptions }]));
  const leave = async (subscriptions: Said) =>
    ways.post(`/api/${unsubscribe}s`, batch(unsubscribe, [{ ...ada, subscriptions }]));
  const shown = async (revision = "2026-07-15") => {
    const { many } = await ways.get("/api/profiles?additional-fields[profile]=subscriptions", {
      headers: { revision },
    });
    return many[0]?.attributes["subscriptions"] as Shown;
  };
  return { ...ways, person, leave, shown };
}

const yes = { consent: "SUBSCRIBED" };
const no = { consent: "UNSUBSCRIBED" };

describe("consent to", () => {
  it.each([
    ["sms", "transactional", "can_receive_sms_transactional"],
    ["whatsapp", "marketing", "can_receive"],
    ["whatsapp", "transactional", "can_receive"],
    ["email", "open_tracking", "can_receive"],
  ])("%s %s is given, is nobody else's, and is withdrawn", async (medium, purpose, can) => {
    const { person, leave, shown } = await account();
    expect((await person({ [medium]: { [purpose]: yes } })).status).toBe(202);
    const after = await shown();
    expect(after[medium]?.[purpose]).toMatchObject({
      consent: "SUBSCRIBED",
      consent_timestamp: "2026-07-20T12:00:00+00:00",
      [can]: true,
    });
    const others = Object.values(after).flatMap((of) => Object.values(of ?? {}));
    expect(others.filter(({ consent }) => consent === "SUBSCRIBED")).toHaveLength(1);
    expect((await leave({ [medium]: { [purpose]: no } })).status).toBe(202);
    expect((await shown())[medium]?.[purpose]).toMatchObject({
      consent: "UNSUBSCRIBED",
      [can]: false,
    });
  });

  it("a conversation by WhatsApp can only be withdrawn", async () => {
    const { person, leave, shown } = await account();
    await person({ whatsapp: { marketing: yes } });
    const refused = await person({ whatsapp: { conversational: yes } });
    expect(refusalOf(refused)).toEqual([
      400,
      "invalid",
      "/data/attributes/profiles/data/0/attributes/subscriptions/whatsapp/conversational",
    ]);
    expect((await leave({ whatsapp: { conversational: no } })).status).toBe(202);
    expect((await shown())["whatsapp"]).toMatchObject({
      conversational: { consent: "UNSUBSCRIBED", phone_number: ada.phone_number },
      marketing: { consent: "SUBSCRIBED" },
    });
  });

  it("push messages is given with the devices, and withdrawn with them", async () => {
    const { person, leave, shown, get } = await account();
    expect((await person({ push: { marketing: yes, tokens: [device] } })).status).toBe(202);
    expect((await shown())["mobile_push"]?.["marketing"]).toEqual({
      can_receive_push_marketing: true,
      consent: "SUBSCRIBED",
      consent_timestamp: "2026-07-20T12:00:00+00:00",
    });
    const { many } = await get("/api/push-tokens");
    expect(many.map(({ attributes }) => attributes["token"])).toEqual(["device-1"]);
    expect((await leave({ push: { marketing: no, tokens: [device] } })).status).toBe(202);
    expect((await shown())["mobile_push"]?.["marketing"]?.["consent"]).toBe("UNSUBSCRIBED");
    expect((await get("/api/push-tokens")).many).toEqual([]);
  });

  it("a channel that uses a number needs one", async () => {
    const { post } = await account();
    const subscriptions = { whatsapp: { marketing: yes } };
    const body = batch(subscribe, [{ email: ada.email, subscriptions }]);
    expect(refusalOf(await post(`/api/${subscribe}s`, body))).toEqual([
      400,
      "invalid",
      "/data/attributes/profiles/data/0/attributes/phone_number",
    ]);
  });
});

describe("subscriptions in an older revision", () => {
  it.each([
    ["2024-05-15", ["email marketing", "sms marketing"]],
    ["2024-07-15", ["email marketing", "mobile_push marketing", "sms marketing"]],
    [
      "2024-10-15",
      ["email marketing", "mobile_push marketing", "sms marketing", "sms transactional"],
    ],
    [
      "2026-01-15",
      [
        "email marketing",
        "mobile_push marketing",
        "sms marketing",
        "sms transactional",
        "whatsapp conversational",
        "whatsapp marketing",
        "whatsapp transactional",
      ],
    ],
  ])("%s have the channels of that time", async (revision, channels) => {
    const { person, shown } = await account();
    await person({ email: { marketing: yes }, whatsapp: { marketing: yes } });
    const found = Object.entries(await shown(revision)).flatMap(([medium, purposes]) =>
      Object.keys(purposes ?? {}).map((purpose) => `${medium} ${purpose}`),
    );
    expect(found.toSorted()).toEqual(channels);
  });

  it.each([
    ["2024-07-15", { sms: { marketing: yes, transactional: yes } }, "sms/transactional"],
    ["2025-04-15", { whatsapp: { marketing: yes } }, "whatsapp"],
    ["2025-10-15", { push: { marketing: yes } }, "push"],
    ["2026-01-15", { email: { marketing: yes, open_tracking: yes } }, "email/open_tracking"],
  ])("%s takes no consent to what came later", async (revision, subscriptions, place) => {
    const { post } = await account();
    const body = batch(subscribe, [{ ...ada, subscriptions }], { list: "NewsLs" });
    const answer = await post(`/api/${subscribe}s`, body, { headers: { revision } });
    const at = "/data/attributes/profiles/data/0/attributes/subscriptions";
    expect(refusalOf(answer)).toEqual([400, "invalid", `${at}/${place}`]);
    expect(answer.errors[0]?.detail).toContain(`not a valid field in revision ${revision}`);
  });
});
