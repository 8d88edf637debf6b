import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { definition, type Json, newSegment } from "./segment-support.ts";

const start = Date.UTC(2026, 6, 20, 12);
const dayMs = 86_400_000;
const customer = (n: number) => `c${n}@example.com`;

/** 500 customers who ordered 200 days ago, the first of them also 100 and 20 days ago. */
async function shop() {
  const order = (n: number, days: number, value = 10) => ({
    profile: customer(n),
    metric: "Placed Order",
    time: new Date(start - days * dayMs).toISOString(),
    value,
  });
  const ways = await emulate({
    fixtures: [
      fixtureFile(
        JSON.stringify({
          company_id: "Tests1",
          timezone: "UTC",
          keys: [{ name: "full", scopes: "full" }],
          metrics: [{ name: "Placed Order" }],
          profiles: Array.from({ length: 501 }, (_, n) => ({ email: customer(n) })),
          events: [
            ...Array.from({ length: 500 }, (_, n) => order(n, 200)),
            order(0, 100, 20),
            order(0, 20, 30),
          ],
        }),
      ),
    ],
  });
  const predicted = async (n: number) => {
    const query = `filter=equals(email,"${customer(n)}")&additional-fields[profile]=predictive_analytics`;
    const [profile] = (await ways.get(`/api/profiles?${query}`)).many;
    return (profile?.attributes["predictive_analytics"] ?? {}) as Json;
  };
  const create = async (condition: Json) => {
    const type = "profile-predictive-analytics";
    const body = newSegment(definition([{ type, ...condition }]));
    return (await ways.post("/api/segments", body)).data.id;
  };
  const has = async (id: string, n: number) => {
    const path = `/api/segments/${id}/profiles?filter=equals(email,"${customer(n)}")`;
    return (await ways.get(path)).many.length === 1;
  };
  return { ...ways, predicted, create, has };
}

const numeric = (operator: string, value: unknown) => ({ type: "numeric", operator, value });

const dimensions = [
  "average_days_between_orders",
  "average_order_value",
  "churn_probability",
  "historic_clv",
  "historic_number_of_orders",
  "predicted_clv",
  "predicted_number_of_orders",
  "total_clv",
];

const others = (value: number): [string, number, boolean][] => [
  ["not-equals", value + 1, true],
  ["not-equals", value, false],
  ["greater-than-or-equal", value, true],
  ["greater-than-or-equal", value + 1, false],
  ["less-than", value + 1, true],
  ["less-than", value, false],
  ["less-than-or-equal", value, true],
  ["less-than-or-equal", value - 1, false],
];

describe("a segment by what is predicted", () => {
  it("has those of whom a number is as it is asked for, as the profile shows it", async () => {
    const { predicted, create, has } = await shop();
    const shown = await predicted(0);
    for (const dimension of dimensions) {
      const value = Number(shown[dimension]);
      // Each operator once, of each number whether it is this one.
      const asked: [string, number, boolean][] = [
        ["equals", value, true],
        ["greater-than", value, false],
        ...(dimension === "churn_probability" ? others(value) : []),
      ];
      for (const [operator, amount, belongs] of asked) {
        const id = await create({ dimension, filter: numeric(operator, amount) });
        expect([dimension, operator, await has(id, 0)]).toEqual([dimension, operator, belongs]);
        // Of whom has ordered nothing, nothing is known but that.
        if (!dimension.startsWith("historic")) expect(await has(id, 500)).toBe(false);
      }
    }
  });

  it("follows the time, at the instant at which the number is another", async () => {
    const { emulator, predicted, create, has } = await shop();
    const id = await create({
      dimension: "churn_probability",
      filter: numeric("greater-than", 0.3),
    });
    const orders = await create({
      dimension: "predicted_number_of_orders",
      filter: numeric("less-than-or-equal", 3),
    });
    for (let step = 0; step < 40; step += 1) {
      await emulator.clock.advance("19h");
      const seen = await predicted(0);
      expect([step, await has(id, 0)]).toEqual([step, Number(seen["churn_probability"]) > 0.3]);
      const few = seen["predicted_number_of_orders"];
      expect([step, await has(orders, 0)]).toEqual([step, few !== undefined && Number(few) <= 3]);
    }
    expect(await has(id, 0)).toBe(false);
  });

  it("follows the orders of others: with the last of them of late, nothing is predicted any more", async () => {
    const { emulator, create, has, post } = await shop();
    const id = await create({
      dimension: "historic_number_of_orders",
      filter: numeric("greater-than", 0),
    });
    expect(await has(id, 7)).toBe(true);
    await emulator.clock.advance("11d");
    expect(await has(id, 7)).toBe(false);
    const event = {
      type: "event",
      attributes: {
        properties: { $value: 5 },
        metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
        profile: { data: { type: "profile", attributes: { email: customer(3) } } },
      },
    };
    await post("/api/events", { data: event });
    expect(await has(id, 7)).toBe(true);
  });

  it("knows when the next order is expected", async () => {
    const { emulator, create, has } = await shop();
    const filter = { type: "date", operator: "in-the-next", unit: "week", quantity: 10 };
    const id = await create({ dimension: "expected_date_of_next_purchase", filter });
    expect([await has(id, 0), await has(id, 500)]).toEqual([true, false]);
    // The last order is 20 days old, and 90 days lie between two.
    const month = await create({
      dimension: "expected_date_of_next_purchase",
      filter: { type: "date", operator: "calendar-month", value: 9 },
    });
    expect(await has(month, 0)).toBe(true);
    await emulator.clock.advance("11d");
    expect(await has(id, 0)).toBe(false);
  });

  it("knows by which channel somebody is best reached, and of nobody whether they are a woman", async () => {
    const { create, has } = await shop();
    const affinity = (predicted_channel: string, measurement: string, filter: Json) =>
      create({ dimension: "channel_affinity", predicted_channel, measurement, filter });
    const text = (operator: string, value: string) => ({ type: "string", operator, value });
    const gender = { dimension: "predicted_gender", filter: text("equals", "likely_female") };
    const ids = await Promise.all([
      affinity("email", "priority", numeric("equals", 1)),
      affinity("email", "rank", text("equals", "high")),
      affinity("sms", "rank", text("not-equals", "high")),
      affinity("sms", "priority", numeric("equals", 0)),
      affinity("email", "rank", text("not-equals", "high")),
      create(gender),
    ]);
    const found = [];
    for (const id of ids) found.push(await has(id, 0));
    expect(found).toEqual([true, true, true, false, false, false]);
  });
});
