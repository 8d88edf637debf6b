import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { account, items, marketing, subscribeType, suppressType } from "./account.ts";

const suppress = `/api/${suppressType}s`;
const sub = `/api/${subscribeType}s`;

describe("what happens meanwhile", () => {
  it("a seeded segment by time is the same before and after a reset", async () => {
    const fixture = fixtureFile(
      JSON.stringify({
        company_id: "Tests1",
        keys: [{ name: "full", scopes: "full" }],
        metrics: [{ name: "Placed Order", id: "Order1" }],
        profiles: [{ email: "ada@example.com" }],
        events: [
          { profile: "ada@example.com", metric: "Placed Order", time: "2026-07-20T10:00:00Z" },
        ],
        segments: [
          {
            name: "Lately",
            id: "Lately",
            definition: {
              condition_groups: [
                {
                  conditions: [
                    {
                      type: "profile-metric",
                      metric_id: "Order1",
                      measurement: "count",
                      measurement_filter: {
                        type: "numeric",
                        operator: "greater-than-or-equal",
                        value: 1,
                      },
                      timeframe_filter: {
                        type: "date",
                        operator: "in-the-last",
                        unit: "day",
                        quantity: 7,
                      },
                    },
                  ],
                },
              ],
            },
          },
        ],
      }),
    );
    const { emulator, get } = await emulate({ fixtures: [fixture] });
    const after8d = async () => {
      await emulator.clock.advance("8d");
      return (await get("/api/segments/Lately/profiles")).many.length;
    };
    const before = await after8d();
    emulator.reset();
    expect([before, await after8d()]).toEqual([0, 0]);
  });

  it("a member that is asked for twice is shown once", async () => {
    const ways = await account();
    const data = [{ attributes: { email: "ada@example.com", ...marketing(["email"]) } }];
    await ways.post(sub, items(subscribeType, data, "Single"));
    const filter = 'filter=any(email,["ada@example.com","ADA@example.com"])';
    expect((await ways.get(`/api/lists/Single/profiles?${filter}`)).many).toHaveLength(1);
  });

  it("a request that waited on an account's own clock goes on in the time of the one it has", async () => {
    const ways = await account({ processingDelay: "1m" });
    const own = ways.emulator.clock.of("Tests1");
    own.freeze("2030-01-01T00:00:00Z");
    ways.emulator.faults.add({ operation: "bulk_suppress_profiles", delay: "10s" });
    const body = items(suppressType, [{ attributes: { email: "ada@example.com" } }]);
    const waiting = ways.post(suppress, body);
    await new Promise(setImmediate);
    own.share();
    const { data } = await waiting;
    await ways.emulator.clock.advance("5m");
    const { attributes } = (await ways.get(`${suppress}/${data.id}`)).data;
    expect([attributes["created_at"], attributes["status"]]).toEqual([
      "2026-07-20T12:00:00.000000+00:00",
      "complete",
    ]);
  });

  it("an event for somebody whose merge is waiting is not lost", async () => {
    const ways = await account({ processingDelay: "1m" });
    const ada = await ways.profile({ email: "ada@example.com" });
    const from = await ways.profile({ email: "augusta@example.com" });
    await ways.merge(ada, from);
    const answer = await ways.post("/api/events", {
      data: {
        type: "event",
        attributes: {
          properties: {},
          metric: { data: { type: "metric", attributes: { name: "Visit" } } },
          profile: { data: { type: "profile", id: from, attributes: {} } },
        },
      },
    });
    expect(answer.status).toBe(202);
    await ways.emulator.clock.advance("2m");
    const { included } = await ways.get("/api/events?include=metric");
    const names = included.map(({ attributes: { name } }) => name);
    expect(names.toSorted()).toEqual(["Merged Profile", "Visit"]);
  });

  it("a deletion of somebody whose merge is waiting deletes their data", async () => {
    const ways = await account({ processingDelay: "1m" });
    const ada = await ways.profile({ email: "ada@example.com" });
    const from = await ways.profile({ phone_number: "+12125550101", first_name: "Augusta" });
    await ways.merge(ada, from);
    await ways.post("/api/data-privacy-deletion-jobs", {
      data: {
        type: "data-privacy-deletion-job",
        attributes: {
          profile: { data: { type: "profile", attributes: { phone_number: "+12125550101" } } },
        },
      },
    });
    await ways.emulator.clock.advance("2m");
    const filter = 'filter=equals(phone_number,"%2B12125550101")';
    expect((await ways.get(`/api/profiles?${filter}`)).many).toHaveLength(0);
  });

  it("somebody named by id with another's address does not join the list without consent", async () => {
    const ways = await account();
    await ways.profile({ email: "ada@example.com" });
    const bob = await ways.profile({ email: "bob@example.com" });
    const data = [{ id: bob, attributes: { email: "ada@example.com", ...marketing(["email"]) } }];
    await ways.post(sub, items(subscribeType, data, "Single"));
    const joined = await ways.members("Single");
    const consent = (await ways.consent(bob)).email.marketing["consent"];
    expect([joined.includes(bob), consent]).not.toEqual([true, "NEVER_SUBSCRIBED"]);
  });
});

describe("orders to come", () => {
  const dayMs = 86_400_000;
  const start = Date.UTC(2026, 6, 20, 12);
  const shop = (more: readonly (readonly [number, number])[]) => {
    const orders = [...Array.from({ length: 500 }, (_, n) => [n, 200] as const), ...more];
    return fixtureFile(
      JSON.stringify({
        company_id: "Tests1",
        keys: [{ name: "full", scopes: "full" }],
        metrics: [{ name: "Placed Order" }],
        profiles: Array.from({ length: 500 }, (_, n) => ({ email: `c${n}@example.com` })),
        events: orders.map(([n, days]) => ({
          profile: `c${n}@example.com`,
          metric: "Placed Order",
          time: new Date(start - days * dayMs).toISOString(),
          value: 10,
        })),
      }),
    );
  };
  const path =
    '/api/profiles?filter=equals(email,"c0@example.com")&additional-fields[profile]=predictive_analytics';

  it("make nobody eligible", async () => {
    const { get } = await emulate({
      fixtures: [
        shop([
          [0, 190],
          [0, 180],
          [1, -100],
        ]),
      ],
    });
    const [c0] = (await get(path)).many;
    expect(c0?.attributes["predictive_analytics"]).toBeUndefined();
  });

  it("are no history", async () => {
    const { get } = await emulate({
      fixtures: [
        shop([
          [0, 100],
          [0, 20],
          [0, -100],
        ]),
      ],
    });
    const [c0] = (await get(path)).many;
    expect(c0?.attributes["predictive_analytics"]).toMatchObject({ historic_number_of_orders: 3 });
  });
});
