import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { withEvents } from "./metric-support.ts";

type Fields = Record<string, unknown>;

const groups = [
  {
    metric_id: "PlaceA",
    metric_filters: [
      { property: "Size", filter: { type: "numeric", operator: "greater-than", value: 40 } },
      { property: "Colour", filter: { type: "string", operator: "in", value: ["red", "blue"] } },
      { property: "Note", filter: { type: "string", operator: "regex", value: "^a" } },
      { property: "Gift", filter: { type: "boolean", operator: "equals", value: true } },
      { property: "Coupon", filter: { type: "existence", operator: "not-set" } },
      { property: "Tags", filter: { type: "list", operator: "contains", value: 3 } },
      {
        property: "Tags",
        filter: { type: "list", operator: "contains-substring", value: "sale" },
      },
    ],
    value_property: "$value",
  },
  { metric_id: "ClickB" },
  { metric_id: "PlaceA" },
];
const definition = { aggregation_method: "value", metric_groups: groups };

const newCustom = (attributes: Fields = {}) => ({
  data: { type: "custom-metric", attributes: { name: "Big orders", definition, ...attributes } },
});
const changed = (id: string, attributes: Fields) => ({
  data: { type: "custom-metric", id, attributes },
});
const at = "/data/attributes/definition";

describe("a custom metric", () => {
  it("is created, read, listed, changed and deleted", async () => {
    const { emulator, get, post, patch, ask } = await withEvents();
    const created = await post("/api/custom-metrics", newCustom());
    expect(created.status).toBe(201);
    expect(created.data).toMatchObject({
      type: "custom-metric",
      attributes: { name: "Big orders", definition },
    });
    const path = `/api/custom-metrics/${created.data.id}`;
    await emulator.clock.advance("1m");
    const other = { aggregation_method: "count", metric_groups: [{ metric_id: "ClickB" }] };
    const after = await patch(path, changed(created.data.id, { definition: other }));
    expect(after.status).toBe(200);
    expect((await get(path)).data.attributes).toEqual({
      name: "Big orders",
      created: "2026-07-20T12:00:00.000000+00:00",
      updated: "2026-07-20T12:01:00.000000+00:00",
      definition: other,
    });
    await post("/api/custom-metrics", newCustom({ name: "Another" }));
    const { many } = await get("/api/custom-metrics");
    expect(many.map(({ attributes }) => attributes["name"])).toEqual(["Big orders", "Another"]);
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await get(path)).status).toBe(404);
    expect((await get("/api/custom-metrics")).many).toHaveLength(1);
  });

  it("leads to the metrics that it is made of, each once", async () => {
    const { get, post } = await withEvents();
    const { id } = (await post("/api/custom-metrics", newCustom())).data;
    const path = `/api/custom-metrics/${id}`;
    const ends = ["PlaceA", "ClickB"].map((metric) => ({ type: "metric", id: metric }));
    expect((await get(`${path}/relationships/metrics`)).many).toEqual(ends);
    const related = (await get(`${path}/metrics?fields[metric]=name`)).many;
    expect(related.map(({ attributes }) => attributes)).toEqual([
      { name: "Placed Order" },
      { name: "Clicked Email" },
    ]);
    const whole = await get(`${path}?include=metrics`);
    expect(whole.data.relationships["metrics"]?.data).toEqual(ends);
    expect(whole.included).toHaveLength(2);
    const listed = await get("/api/custom-metrics?include=metrics&fields[custom-metric]=name");
    expect([listed.many[0]?.attributes, listed.included.length]).toEqual([
      { name: "Big orders" },
      2,
    ]);
  });

  it.each<[string, unknown, string]>([
    ["no definition at all", "count", at],
    [
      "a method that is none",
      { ...definition, aggregation_method: "median" },
      `${at}/aggregation_method`,
    ],
    ["no metric", { ...definition, metric_groups: [] }, `${at}/metric_groups`],
    [
      "a metric that is not there",
      { ...definition, metric_groups: [groups[1], { metric_id: "Nobody" }] },
      `${at}/metric_groups/1/metric_id`,
    ],
    [
      "a member that there is not",
      { ...definition, metric_groups: [{ metric_id: "PlaceA", filters: [] }] },
      `${at}/metric_groups/0/filters`,
    ],
  ])("is refused with %s", async (_, wrong, pointer) => {
    const { get, post } = await withEvents();
    const answer = await post("/api/custom-metrics", newCustom({ definition: wrong }));
    expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
    expect((await get("/api/custom-metrics")).many).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["of no type", { operator: "equals", value: 1 }, "/type"],
    ["of a type that is none", { type: "constructor", operator: "equals", value: 1 }, "/type"],
    ["that is none", null, ""],
    [
      "with another type's operator",
      { type: "boolean", operator: "contains", value: true },
      "/operator",
    ],
    ["with another type's value", { type: "numeric", operator: "equals", value: "1" }, "/value"],
    ["without its value", { type: "string", operator: "equals" }, "/value"],
    [
      "with a list where a text belongs",
      { type: "string", operator: "equals", value: ["a"] },
      "/value",
    ],
    ["with a text where a list belongs", { type: "string", operator: "in", value: "a" }, "/value"],
    [
      "with a value that it does not take",
      { type: "existence", operator: "is-set", value: 1 },
      "/value",
    ],
  ])("is refused with a filter %s", async (_, filter, place) => {
    const { post } = await withEvents();
    const metric_filters = [{ property: "Size", filter }];
    const wrong = { ...definition, metric_groups: [{ metric_id: "PlaceA", metric_filters }] };
    const answer = await post("/api/custom-metrics", newCustom({ definition: wrong }));
    const pointer = `${at}/metric_groups/0/metric_filters/0/filter${place}`;
    expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
  });

  it("stays as it was when a change is refused", async () => {
    const { get, post, patch } = await withEvents();
    const { id } = (await post("/api/custom-metrics", newCustom())).data;
    const path = `/api/custom-metrics/${id}`;
    const wrong = { ...definition, metric_groups: [{ metric_id: "Nobody" }] };
    const answer = await patch(path, changed(id, { name: "Other", definition: wrong }));
    expect(refusalOf(answer)).toEqual([400, "invalid", `${at}/metric_groups/0/metric_id`]);
    expect(refusalOf(await patch(path, changed("Other1", {})))).toEqual([
      400,
      "invalid",
      "/data/id",
    ]);
    expect((await get(path)).data.attributes).toMatchObject({ name: "Big orders", definition });
  });

  it("goes with a reset, and comes back with a snapshot", async () => {
    const { emulator, get, post, ask } = await withEvents();
    const { id } = (await post("/api/custom-metrics", newCustom())).data;
    const path = `/api/custom-metrics/${id}`;
    emulator.state.snapshot("with");
    await ask("DELETE", path);
    emulator.state.restore("with");
    expect((await get(path)).status).toBe(200);
    await emulator.reset();
    expect((await get(path)).status).toBe(404);
  });

  it("is nobody's of another account, nor can it be made of another's metrics", async () => {
    const { emulator, get, post, ask } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const [mine = "", theirs = ""] = emulator.accounts.map(({ keys }) => keys[0]?.key);
    const [metric] = (await get("/api/metrics", { key: mine })).many;
    const body = newCustom({
      definition: { aggregation_method: "count", metric_groups: [{ metric_id: metric?.id }] },
    });
    expect(refusalOf(await post("/api/custom-metrics", body, { key: theirs }))).toEqual([
      400,
      "invalid",
      `${at}/metric_groups/0/metric_id`,
    ]);
    const made = await post("/api/custom-metrics", body, { key: mine });
    const path = `/api/custom-metrics/${made.data.id}`;
    expect((await get(path, { key: mine })).status).toBe(200);
    expect((await get(path, { key: theirs })).status).toBe(404);
    expect((await ask("DELETE", path, { key: theirs })).status).toBe(404);
    expect((await get("/api/custom-metrics", { key: theirs })).many).toEqual([]);
  });
});
