import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

interface Order {
  profile: string;
  days: number;
  value?: number;
}

const start = Date.UTC(2026, 6, 20, 12);
const dayMs = 86_400_000;
const customer = (n: number) => `c${n}@example.com`;

/** So many customers with an order 200 days ago, and what is ordered beside. */
function shop(customers: number, more: readonly Order[], account = {}) {
  const emails = Array.from({ length: customers }, (_, n) => customer(n));
  const orders = [...emails.map((profile): Order => ({ profile, days: 200 })), ...more];
  const people = new Set(orders.map(({ profile }) => profile));
  return fixtureFile(
    JSON.stringify({
      company_id: "Tests1",
      keys: [{ name: "full", scopes: "full" }],
      metrics: [{ name: "Placed Order" }],
      profiles: [...people].map((email) => ({ email })),
      events: orders.map(({ profile, days, value = 10 }) => ({
        profile,
        metric: "Placed Order",
        time: new Date(start - days * dayMs).toISOString(),
        value,
      })),
      ...account,
    }),
  );
}

/** The first customer has ordered three times: 200, 100 and 20 days ago. */
const regular: readonly Order[] = [
  { profile: customer(0), days: 100, value: 20 },
  { profile: customer(0), days: 20, value: 30 },
];

async function predicted(fixture: string) {
  const ways = await emulate({ fixtures: [fixture] });
  const of = async (email: string) => {
    const query = `filter=equals(email,"${email}")&additional-fields[profile]=predictive_analytics`;
    const [profile] = (await ways.get(`/api/profiles?${query}`)).many;
    return profile?.attributes["predictive_analytics"] as Record<string, unknown> | undefined;
  };
  return { ...ways, of };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

describe("predictive analytics", () => {
  it("are worked out of the orders, by the formulas in the documents", async () => {
    const { of } = await predicted(shop(500, regular));
    const gap = 90;
    const churn = 1 - 0.5 ** (20 / gap);
    const orders = ((1 - churn) * 365) / gap;
    expect(await of(customer(0))).toEqual({
      historic_clv: 60,
      predicted_clv: rounded(orders * 20),
      total_clv: rounded(60 + orders * 20),
      historic_number_of_orders: 3,
      predicted_number_of_orders: rounded(orders),
      average_days_between_orders: 90,
      average_order_value: 20,
      churn_probability: rounded(churn),
      expected_date_of_next_order: "2026-09-28T12:00:00+00:00",
      ranked_channel_affinity: ["email"],
    });
  });

  it("rank the channels that may be used, as far as the revision knows them", async () => {
    const { get, post, of } = await predicted(shop(500, regular));
    const person = { email: customer(0), phone_number: "+12125550123" };
    const yes = { marketing: { consent: "SUBSCRIBED" } };
    await post("/api/profile-import", { data: { type: "profile", attributes: person } });
    await post("/api/profile-subscription-bulk-create-jobs", {
      data: {
        type: "profile-subscription-bulk-create-job",
        attributes: {
          profiles: {
            data: [
              { type: "profile", attributes: { ...person, subscriptions: { whatsapp: yes } } },
            ],
          },
        },
      },
    });
    expect((await of(customer(0)))?.["ranked_channel_affinity"]).toEqual(["email", "whatsapp"]);
    const path = `/api/profiles?filter=equals(email,"${customer(0)}")`;
    const before = async (revision: string) => {
      const asked = `${path}&additional-fields[profile]=predictive_analytics`;
      const { many } = await get(asked, { headers: { revision } });
      const shown = many[0]?.attributes["predictive_analytics"] as Record<string, unknown>;
      return shown["ranked_channel_affinity"];
    };
    expect(await before("2025-07-15")).toEqual(["email"]);
    expect(await before("2025-04-15")).toBeUndefined();
  });

  it("of one order take the pace of all customers", async () => {
    const { of } = await predicted(shop(500, regular));
    const churn = 1 - 0.5 ** (200 / 90);
    expect(await of(customer(1))).toMatchObject({
      average_days_between_orders: null,
      average_order_value: 10,
      churn_probability: rounded(churn),
      predicted_number_of_orders: rounded(((1 - churn) * 365) / 90),
    });
  });

  it("of nobody's order are nothing", async () => {
    const { of, post } = await predicted(shop(500, regular));
    const visit = { metric: { data: { type: "metric", attributes: { name: "Visit" } } } };
    await post("/api/events", newEvent(visit, { email: "new@example.com" }));
    expect(await of("new@example.com")).toMatchObject({
      historic_clv: 0,
      historic_number_of_orders: 0,
      churn_probability: null,
    });
  });

  it("move with one order more, in every member", async () => {
    const { of, post } = await predicted(shop(500, regular));
    const before = (await of(customer(0))) ?? {};
    await post("/api/events", newEvent({ value: 100 }, { email: customer(0) }));
    const gap = 200 / 3;
    const orders = 365 / gap;
    const after = await of(customer(0));
    expect(after).toEqual({
      historic_clv: 160,
      predicted_clv: rounded(orders * 40),
      total_clv: rounded(160 + orders * 40),
      historic_number_of_orders: 4,
      predicted_number_of_orders: rounded(orders),
      average_days_between_orders: rounded(gap),
      average_order_value: 40,
      churn_probability: 0,
      expected_date_of_next_order: "2026-09-25T04:00:00+00:00",
      ranked_channel_affinity: ["email"],
    });
    for (const [name, value] of Object.entries(before)) expect(after?.[name]).not.toBe(value);
  });

  it.each<[string, number, readonly Order[]]>([
    ["499 customers", 499, regular],
    [
      "no order in the last 30 days",
      500,
      [
        { profile: customer(0), days: 100 },
        { profile: customer(0), days: 31 },
      ],
    ],
    ["nobody with three orders", 500, [{ profile: customer(0), days: 20 }]],
    ["orders that were not paid", 500, regular.map((order) => ({ ...order, value: 0 }))],
  ])("are left away with %s", async (_what, customers, more) => {
    const { of } = await predicted(shop(customers, more));
    expect(await of(customer(0))).toBeUndefined();
  });

  it("are nulls instead, if the account says so", async () => {
    const { of } = await predicted(shop(1, [], { without_predictions: "null" }));
    expect(Object.values((await of(customer(0))) ?? {})).toEqual(Array(10).fill(null));
  });

  it("may be worked out of another metric", async () => {
    const { of } = await predicted(shop(500, regular, { order_metric: "Checkout" }));
    expect(await of(customer(0))).toBeUndefined();
  });
});
