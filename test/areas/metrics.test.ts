import { describe, expect, it } from "vitest";
import { newEvent, metricNamed } from "../support/bodies.ts";
import { type Answer, emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { withEvents } from "./metric-support.ts";

const time = "2026-07-01T12:00:00Z";
const samples = "additional-fields[metric-property]=sample_values";

describe("the metrics of an account", () => {
  it("are found by the name and the category of their integration", async () => {
    const { get } = await withEvents();
    const names = async (filter: string) =>
      (await get(`/api/metrics?filter=${filter}`)).many.map(({ attributes: { name } }) => name);
    expect(await names('equals(integration.name,"API")')).toEqual(["Placed Order"]);
    expect(await names('equals(integration.category,"Internal")')).toEqual(["Clicked Email"]);
    expect(await names('equals(integration.category,"Shop")')).toEqual([]);
  });
});

describe("a metric property", () => {
  it("is what the metric's events have, with the type that most of them give it", async () => {
    const { get } = await withEvents([
      { time, value: 3, properties: { Size: 40, Gift: true, Tags: ["a", "b"], Box: { w: 1 } } },
      { time, properties: { Size: 41, Gift: null } },
      { time, properties: { Size: "wide" } },
      { time, metric: "Clicked Email", properties: { URL: "/" } },
    ]);
    const { many, status } = await get("/api/metrics/PlaceA/metric-properties");
    expect(status).toBe(200);
    expect(many.map(({ attributes }) => attributes)).toEqual(
      [
        ["$event_id", "string"],
        ["$value", "numeric", "Placed Order Value"],
        ["Gift", "numeric"],
        ["Size", "numeric"],
        ["Tags", "list"],
      ].map(([property, inferred_type, label = property]) => ({ label, property, inferred_type })),
    );
  });

  it("shows the newest different values when they are asked for of it alone", async () => {
    const { get } = await withEvents([
      { time: "2026-07-01T12:00:00Z", properties: { Size: 1, Tags: ["a"] } },
      { time: "2026-07-02T12:00:00Z", properties: { Size: 2, Tags: ["b", "a"] } },
      { time: "2026-07-03T12:00:00Z", properties: { Size: 1 } },
    ]);
    const { many } = await get(`/api/metrics/PlaceA/metric-properties?${samples}`);
    const samplesOf = ({ attributes }: Answer["data"]) => [
      attributes["property"],
      attributes["sample_values"],
    ];
    const alone = many.map(({ id }) => get(`/api/metric-properties/${id}?${samples}`));
    expect((await Promise.all(alone)).slice(1).map(({ data }) => samplesOf(data))).toEqual([
      ["Size", [1, 2]],
      ["Tags", ["b", "a"]],
    ]);
    expect(many.slice(1).map(samplesOf)).toEqual([
      ["Size", null],
      ["Tags", null],
    ]);
  });

  it("is read by its id, with its metric, whatever its name", async () => {
    const name = "Grüße / 100 %";
    const { get } = await withEvents([{ time, properties: { [name]: "x" } }]);
    const { many } = await get("/api/metrics/PlaceA/metric-properties");
    const found = many.find(({ attributes }) => attributes["property"] === name);
    const path = `/api/metric-properties/${found?.id}`;
    const read = await get(`${path}?include=metric&${samples}`);
    expect(read.data).toMatchObject({
      type: "metric-property",
      id: found?.id,
      attributes: { label: name, property: name, inferred_type: "string", sample_values: ["x"] },
      relationships: { metric: { data: { type: "metric", id: "PlaceA" } } },
    });
    expect(read.included).toMatchObject([{ type: "metric", id: "PlaceA" }]);
    expect((await get(`${path}/metric`)).data).toMatchObject({ type: "metric", id: "PlaceA" });
    expect((await get(`${path}/relationships/metric`)).data).toEqual({
      type: "metric",
      id: "PlaceA",
    });
    expect((await get("/api/metrics/PlaceA/relationships/metric-properties")).many).toEqual(
      many.map(({ type, id }) => ({ type, id })),
    );
  });

  it("comes with the event that first has it", async () => {
    const { get, post } = await withEvents();
    const names = async () =>
      (await get("/api/metrics/PlaceA/metric-properties")).many.map(
        ({ attributes }) => attributes["property"],
      );
    expect(await names()).toEqual([]);
    await post("/api/events", newEvent({ time, properties: { constructor: "x", Fresh: 1 } }));
    expect(await names()).toEqual(["Fresh", "constructor"]);
  });

  it("is not found by any other id, nor that of a metric without such a property", async () => {
    const { get } = await withEvents([{ time, properties: { Size: 1 } }]);
    const idOf = (text: string) => Buffer.from(text).toString("base64url");
    const [first] = (await get("/api/metrics/PlaceA/metric-properties")).many;
    for (const id of [
      "nonsense",
      idOf("ClickB.Size"),
      idOf("PlaceA.Colour"),
      idOf("PlaceA"),
      idOf(""),
      `${first?.id}=`,
    ]) {
      const answer = await get(`/api/metric-properties/${id}`);
      expect([id, ...refusalOf(answer)]).toEqual([id, 404, "not_found", "/data/"]);
    }
    expect((await get("/api/metrics/Nobody/metric-properties")).status).toBe(404);
    expect((await get("/api/metrics/Nobody/relationships/metric-properties")).status).toBe(404);
  });
});

describe("a mapped metric", () => {
  const ids = [
    "added_to_cart",
    "cancelled_sales",
    "ordered_product",
    "refunded_sales",
    "revenue",
    "started_checkout",
    "viewed_product",
  ];
  const mapping = (id: string, relationships: Record<string, unknown>) => ({
    data: { type: "mapped-metric", id, relationships },
  });
  const end = (type: string, id: string) => ({ [type]: { data: { type, id } } });
  const custom = {
    data: {
      type: "custom-metric",
      attributes: {
        name: "Net revenue",
        definition: { aggregation_method: "value", metric_groups: [{ metric_id: "PlaceA" }] },
      },
    },
  };

  it("is there from the start for each thing, and stands for the metric of the usual name", async () => {
    const { get } = await withEvents();
    const { many } = await get("/api/mapped-metrics");
    expect(many.map(({ id }) => id)).toEqual(ids);
    const mapped = many.filter(({ relationships }) => relationships?.["metric"]);
    expect(mapped.map(({ id }) => id)).toEqual(["revenue"]);
    const read = await get("/api/mapped-metrics/revenue?include=metric,custom-metric");
    expect(read.data).toMatchObject({
      attributes: { updated: "2026-07-20T12:00:00.000000+00:00" },
      relationships: {
        metric: { data: { type: "metric", id: "PlaceA" } },
      },
    });
    expect(read.data.relationships).not.toHaveProperty("custom-metric");
    expect(read.included).toMatchObject([{ type: "metric", id: "PlaceA" }]);
    expect(refusalOf(await get("/api/mapped-metrics/margin"))).toEqual([
      400,
      "invalid",
      "/data/attributes/id",
    ]);
  });

  it("is given a metric or a custom metric, one in the place of the other", async () => {
    const { emulator, get, post, patch } = await withEvents();
    const { id } = (await post("/api/custom-metrics", custom)).data;
    await emulator.clock.advance("1m");
    const path = "/api/mapped-metrics/revenue";
    const changed = await patch(path, mapping("revenue", end("custom-metric", id)));
    expect([changed.status, changed.data.attributes["updated"]]).toEqual([
      200,
      "2026-07-20T12:01:00.000000+00:00",
    ]);
    expect((await get(`${path}/custom-metric`)).data.attributes["name"]).toBe("Net revenue");
    expect((await get(`${path}/relationships/custom-metric`)).data).toMatchObject({ id });
    expect((await get(`${path}/relationships/metric`)).data).toBeNull();
    expect((await get(`${path}/metric`)).text).toBe('{"data":null}');
    await patch(path, mapping("revenue", end("metric", "ClickB")));
    expect((await get(`${path}/metric`)).data.attributes["name"]).toBe("Clicked Email");
    expect((await get(`${path}/relationships/custom-metric`)).data).toBeNull();
  });

  it("is refused what is not there, two at once, none, and another's id", async () => {
    const { get, patch } = await withEvents();
    const path = "/api/mapped-metrics/revenue";
    const at = "/data/relationships";
    const both = { ...end("metric", "ClickB"), ...end("custom-metric", "Nobody") };
    for (const [body, pointer] of [
      [mapping("revenue", end("metric", "Nobody")), `${at}/metric/data/id`],
      [mapping("revenue", end("custom-metric", "PlaceA")), `${at}/custom-metric/data/id`],
      [mapping("revenue", both), at],
      [mapping("revenue", {}), at],
      [mapping("viewed_product", end("metric", "ClickB")), "/data/id"],
    ] as const) {
      expect(refusalOf(await patch(path, body))).toEqual([400, "invalid", pointer]);
    }
    expect((await get(`${path}/relationships/metric`)).data).toMatchObject({ id: "PlaceA" });
  });

  it("stands for nothing any more when its custom metric is deleted", async () => {
    const { get, post, patch, ask } = await withEvents();
    const { id } = (await post("/api/custom-metrics", custom)).data;
    await patch("/api/mapped-metrics/revenue", mapping("revenue", end("custom-metric", id)));
    expect((await ask("DELETE", `/api/custom-metrics/${id}`)).status).toBe(204);
    const { data } = await get("/api/mapped-metrics/revenue/relationships/custom-metric");
    expect(data).toBeNull();
  });

  it("is left to its owner where its metric comes later", async () => {
    const { post, get } = await withEvents();
    await post("/api/events", newEvent({ time, metric: metricNamed("Viewed Product") }));
    const { data } = await get("/api/mapped-metrics/viewed_product/relationships/metric");
    expect(data).toBeNull();
  });

  it("takes for revenue the metric that is paid orders in this account", async () => {
    const fixture = `
company_id: Tests1
order_metric: Paid
keys: [{ name: full, scopes: full }]
metrics: [{ name: Placed Order, id: PlaceA }, { name: Paid, id: PaidB1 }]
`;
    const { get } = await emulate({ fixtures: [fixtureFile(fixture)] });
    const { data } = await get("/api/mapped-metrics/revenue/relationships/metric");
    expect(data).toMatchObject({ id: "PaidB1" });
  });
});
