import { describe, expect, it } from "vitest";
import { account, items, subscribeType, suppressType } from "../consent/account.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const at = (revision: string) => ({ headers: { revision } });
const subscribe = `/api/${subscribeType}s`;
const yes = { consent: "SUBSCRIBED" };
const ada = { email: "ada@example.com", phone_number: "+12125550123" };
const person = (subscriptions: unknown, more: object = {}) => [
  { attributes: { ...ada, ...more, subscriptions } },
];
const inProfile = "/data/attributes/profiles/data/0/attributes";
type Ways = Awaited<ReturnType<typeof account>>;
type Channels = Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
/** The id of the profile with this email, and all of its consent. */
async function known({ get, consent }: Ways, email: string) {
  const id = (await get(`/api/profiles?filter=equals(email,"${email}")`)).many[0]?.id ?? "";
  return { id, channels: (await consent(id)) as unknown as Channels };
}

describe("a revision", () => {
  it.each(["2023-12-15", "2024-02-15", "2024-05-15", "2024-06-15"])(
    "%s takes consented_at, since it knows no historical_import to go with it",
    async (revision) => {
      const ways = await account();
      const marketing = { ...yes, consented_at: "2023-01-01T00:00:00Z" };
      const body = items(subscribeType, person({ email: { marketing } }), "Single");
      expect((await ways.post(subscribe, body, at(revision))).status).toBe(202);
      const { channels } = await known(ways, ada.email);
      const { consent_timestamp } = channels["email"]?.["marketing"] ?? {};
      expect(consent_timestamp).toBe("2023-01-01T00:00:00+00:00");
    },
  );

  it("takes consented_at of a client, who has no historical_import to say", async () => {
    const { post } = await account();
    const subscriptions = {
      email: { marketing: { ...yes, consented_at: "2023-01-01T00:00:00Z" } },
    };
    const data = { type: "profile", attributes: { email: ada.email, subscriptions } };
    const answer = await post("/client/subscriptions?company_id=Tests1", {
      data: {
        type: "subscription",
        attributes: { profile: { data } },
        relationships: { list: { data: { type: "list", id: "Single" } } },
      },
    });
    expect(answer.status).toBe(202);
  });

  it.each([
    ["2026-01-15", { email: {}, sms: { marketing: yes } }, "email/marketing"],
    ["2024-07-15", { email: { marketing: yes }, sms: {} }, "sms/marketing"],
  ])("%s needs the marketing of a channel that is named", async (revision, said, place) => {
    const { post } = await account();
    const body = items(subscribeType, person(said), "Single");
    expect(refusalOf(await post(subscribe, body, at(revision)))).toEqual([
      400,
      "invalid",
      `${inProfile}/subscriptions/${place}`,
    ]);
  });

  it.each([{ list: {} }, { list: { data: null } }])(
    "2023-10-15 needs the list itself: %j is none",
    async (relationships) => {
      const { post } = await account();
      const { data } = items(subscribeType, person({ email: { marketing: yes } }));
      const body = { data: { ...data, relationships } };
      expect(refusalOf(await post(subscribe, body, at("2023-10-15")))).toEqual([
        400,
        "invalid",
        "/data/relationships/list/data",
      ]);
    },
  );

  it.each(["profiles", "relationships/profiles"])(
    "2025-07-15 does not filter a segment's %s by profile_id",
    async (members) => {
      const fixture = fixtureFile(
        "company_id: Tests1\nkeys: [{ name: full, scopes: full }]\n" +
          "segments: [{ name: Some, id: Some01, profiles: [] }]\n",
      );
      const { get } = await emulate({ fixtures: [fixture] });
      const path = `/api/segments/Some01/${members}?filter=equals(profile_id,"x")`;
      expect((await get(path)).status).toBe(200);
      expect((await get(path, at("2025-07-15"))).status).toBe(400);
    },
  );

  it("2025-07-15 knows a back in stock subscription's anonymous_id", async () => {
    const { post } = await account();
    const attributes = { email: ada.email, anonymous_id: "anon-1" };
    const answer = await post(
      "/client/back-in-stock-subscriptions?company_id=Tests1",
      {
        data: {
          type: "back-in-stock-subscription",
          attributes: { channels: ["EMAIL"], profile: { data: { type: "profile", attributes } } },
          relationships: { variant: { data: { type: "catalog-variant", id: "v" } } },
        },
      },
      at("2025-07-15"),
    );
    expect(answer.status).toBe(202);
  });

  it("needs the attributes of a suppression job, whatever it is about", async () => {
    const { post } = await account();
    const list = { data: { type: "list", id: "Single" } };
    const body = { data: { type: suppressType, relationships: { list } } };
    expect(refusalOf(await post(`/api/${suppressType}s`, body))).toEqual([
      400,
      "invalid",
      "/data/attributes",
    ]);
  });

  it("2026-01-15 ranks no WhatsApp", async () => {
    const days = (n: number) => new Date(Date.UTC(2026, 6, 20, 12) - n * 86_400_000).toISOString();
    const emails = Array.from({ length: 500 }, (_, n) => `c${n}@example.com`);
    const orders = [
      ...emails.map((profile) => [profile, 200] as const),
      ...[100, 20].map((ago) => ["c0@example.com", ago] as const),
    ];
    const fixture = fixtureFile(
      JSON.stringify({
        company_id: "Tests1",
        keys: [{ name: "full", scopes: "full" }],
        metrics: [{ name: "Placed Order" }],
        profiles: emails.map((email) => ({ email })),
        events: orders.map(([profile, ago]) => ({
          profile,
          metric: "Placed Order",
          time: days(ago),
          value: 10,
        })),
      }),
    );
    const { post, get } = await emulate({ fixtures: [fixture] });
    const attributes = {
      email: "c0@example.com",
      phone_number: "+12125550123",
      subscriptions: { whatsapp: { marketing: yes } },
    };
    await post(subscribe, items(subscribeType, [{ attributes }]));
    const query =
      'filter=equals(email,"c0@example.com")&additional-fields[profile]=predictive_analytics';
    const ranked = async (revision: string) => {
      const { many } = await get(`/api/profiles?${query}`, at(revision));
      const all = many[0]?.attributes["predictive_analytics"] as Record<string, unknown>;
      return all["ranked_channel_affinity"];
    };
    expect(await ranked("2026-04-15")).toEqual(["email", "whatsapp"]);
    expect(await ranked("2026-01-15")).toEqual(["email"]);
  });
});
