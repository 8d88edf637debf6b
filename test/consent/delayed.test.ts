import { describe, expect, it } from "vitest";
import { account, items, suppressType } from "./account.ts";

const suppress = `/api/${suppressType}s`;
const one = items(suppressType, [{ attributes: { email: "ada@example.com" } }]);

describe("what is overdue on a frozen clock is done", () => {
  it("after a restore", async () => {
    const ways = await account({ processingDelay: "1m" });
    const { data } = await ways.post(suppress, one);
    ways.emulator.state.snapshot("queued");
    await ways.emulator.clock.advance("5m");
    ways.emulator.state.restore("queued");
    const { attributes } = (await ways.get(`${suppress}/${data.id}`)).data;
    expect(attributes["status"]).toBe("complete");
  });

  it("after a restore, of an import that has expired", async () => {
    const ways = await account();
    const { data } = await ways.post("/api/profile-bulk-import-jobs", {
      data: {
        type: "profile-bulk-import-job",
        attributes: {
          profiles: { data: [{ type: "profile", attributes: { email: "ada@example.com" } }] },
        },
      },
    });
    ways.emulator.state.snapshot("imported");
    await ways.emulator.clock.advance("8d");
    ways.emulator.state.restore("imported");
    expect((await ways.get(`/api/profile-bulk-import-jobs/${data.id}`)).status).toBe(404);
  });

  it("after a restore, of coupon codes in bulk", async () => {
    const ways = await account({ processingDelay: "1m" });
    const data = (type: string, attributes: object, relationships?: object) => ({
      data: { type, attributes, ...(relationships && { relationships }) },
    });
    await ways.post("/api/coupons", data("coupon", { external_id: "TEN" }));
    const code = data(
      "coupon-code",
      { unique_code: "A" },
      { coupon: { data: { type: "coupon", id: "TEN" } } },
    );
    const codes = { "coupon-codes": { data: [code.data] } };
    await ways.post(
      "/api/coupon-code-bulk-create-jobs",
      data("coupon-code-bulk-create-job", codes),
    );
    ways.emulator.state.snapshot("queued");
    await ways.emulator.clock.advance("5m");
    ways.emulator.state.restore("queued");
    expect((await ways.get("/api/coupon-codes/TEN-A")).status).toBe(200);
  });

  it("once an account shares the emulator's later clock", async () => {
    const ways = await account({ processingDelay: "1m" });
    const own = ways.emulator.clock.of("Tests1");
    own.freeze();
    await ways.emulator.clock.advance("1h");
    const { data } = await ways.post(suppress, one);
    own.share();
    const { attributes } = (await ways.get(`${suppress}/${data.id}`)).data;
    expect(attributes["status"]).toBe("complete");
  });

  it("at its instant, if the clock goes back in between", async () => {
    const ways = await account({ processingDelay: "1m" });
    const { data } = await ways.post(suppress, one);
    ways.emulator.state.snapshot("queued");
    await ways.emulator.clock.advance("1h");
    ways.emulator.state.restore("queued");
    ways.emulator.clock.freeze("2026-07-20T12:00:00Z");
    await ways.emulator.clock.advance("10m");
    const { attributes } = (await ways.get(`${suppress}/${data.id}`)).data;
    expect(attributes["status"]).toBe("complete");
  });
});

describe("segments by time", () => {
  const lately = {
    condition_groups: [
      {
        conditions: [
          {
            type: "profile-metric",
            metric_id: "Order1",
            measurement: "count",
            measurement_filter: { type: "numeric", operator: "greater-than-or-equal", value: 1 },
            timeframe_filter: { type: "date", operator: "in-the-last", unit: "day", quantity: 7 },
          },
        ],
      },
    ],
  };
  const order = (email: string) => ({
    data: {
      type: "event",
      attributes: {
        properties: {},
        metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
        profile: { data: { type: "profile", attributes: { email } } },
      },
    },
  });
  const segment = (definition: unknown) => ({
    data: { type: "segment", attributes: { name: "Some", definition } },
  });

  it("let go of those who were there when the segment was made", async () => {
    const ways = await account();
    await ways.post("/api/events", order("ada@example.com"));
    const { id } = (await ways.post("/api/segments", segment(lately))).data;
    expect((await ways.get(`/api/segments/${id}/profiles`)).many).toHaveLength(1);
    await ways.emulator.clock.advance("8d");
    expect((await ways.get(`/api/segments/${id}/profiles`)).many).toHaveLength(0);
  });

  it("let go of those who were there when it was defined anew", async () => {
    const ways = await account();
    await ways.post("/api/events", order("ada@example.com"));
    const { id } = (await ways.post("/api/segments", segment(lately))).data;
    await ways.ask("PATCH", `/api/segments/${id}`, {
      body: { data: { type: "segment", id, attributes: { definition: lately } } },
    });
    await ways.emulator.clock.advance("8d");
    expect((await ways.get(`/api/segments/${id}/profiles`)).many).toHaveLength(0);
  });

  it("a merge does not carry somebody into a segment that they do not belong to", async () => {
    const ways = await account();
    const never = structuredClone(lately);
    const [condition] = never.condition_groups[0]?.conditions ?? [];
    if (condition) {
      condition.measurement_filter = { type: "numeric", operator: "equals", value: 0 };
      Object.assign(condition, { timeframe_filter: { type: "date", operator: "alltime" } });
    }
    const { id } = (await ways.post("/api/segments", segment(never))).data;
    const ada = await ways.profile({ email: "ada@example.com" });
    const from = await ways.profile({ email: "augusta@example.com" });
    await ways.post("/api/events", order("ada@example.com"));
    const members = async () =>
      (await ways.get(`/api/segments/${id}/profiles`)).many.map((each) => each.id);
    expect(await members()).toEqual([from]);
    await ways.merge(ada, from);
    expect(await members()).toEqual([]);
  });

  it("a merge does not carry somebody into a segment of those outside a list", async () => {
    const ways = await account();
    const outside = {
      condition_groups: [
        {
          conditions: [
            { type: "profile-group-membership", is_member: false, group_ids: ["Single"] },
          ],
        },
      ],
    };
    const { id } = (await ways.post("/api/segments", segment(outside))).data;
    const ada = await ways.profile({ email: "ada@example.com" });
    const from = await ways.profile({ email: "augusta@example.com" });
    await ways.post("/api/lists/Single/relationships/profiles", {
      data: [{ type: "profile", id: ada }],
    });
    const members = async () =>
      (await ways.get(`/api/segments/${id}/profiles`)).many.map((each) => each.id);
    expect(await members()).toEqual([from]);
    await ways.merge(ada, from);
    expect(await members()).toEqual([]);
  });
});
