import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { aggregateOf, between, rowsOf, shown, withEvents } from "./metric-support.ts";

const at = "/data/attributes";

describe("an aggregate", () => {
  it("measures how often, how much and by how many, day by day", async () => {
    const { aggregate } = await withEvents([
      { time: "2026-06-30T23:59:59Z", value: 1000 },
      { time: "2026-07-01T00:00:00Z", value: 0.1 },
      { time: "2026-07-01T12:00:00Z", value: 0.2 },
      { time: "2026-07-01T12:00:00Z", value: 5, profile: "bob@example.com" },
      { time: "2026-07-01T12:00:00Z", metric: "Clicked Email" },
      { time: "2026-07-03T23:59:59Z" },
      { time: "2026-07-04T00:00:00Z", value: 1000 },
    ]);
    const answer = await aggregate({ measurements: ["count", "sum_value", "unique"] });
    expect(answer.status).toBe(200);
    expect(answer.data.type).toBe("metric-aggregate");
    expect(shown(answer)).toEqual({
      dates: [
        "2026-07-01T00:00:00+00:00",
        "2026-07-02T00:00:00+00:00",
        "2026-07-03T00:00:00+00:00",
      ],
      data: [
        {
          dimensions: [],
          measurements: { count: [3, 0, 1], sum_value: [5.3, 0, 0], unique: [2, 0, 1] },
        },
      ],
    });
    expect(answer.links).toMatchObject({ next: null, prev: null });
  });

  it("is zeros where nothing happened, and no row at all of a dimension", async () => {
    const { aggregate } = await withEvents();
    expect(rowsOf(await aggregate())).toEqual([[[], [0, 0, 0]]]);
    expect(rowsOf(await aggregate({ by: ["URL"] }))).toEqual([]);
  });

  it("is told apart by dimensions, empty where an event has none", async () => {
    const time = "2026-07-01T12:00:00Z";
    const { aggregate } = await withEvents([
      { time, properties: { URL: "/a", $flow: "F1", "Bot Click": true } },
      { time, properties: { URL: "/a", $flow: "F2" } },
      { time, properties: { URL: "/b", "Segment Count": 2 } },
      { time, properties: { URL: ["/a"] } },
    ]);
    expect(rowsOf(await aggregate({ by: ["URL"] }))).toEqual([
      [[""], [1, 0, 0]],
      [["/a"], [2, 0, 0]],
      [["/b"], [1, 0, 0]],
    ]);
    const both = await aggregate({ by: ["URL", "$flow"] });
    expect(shown(both).data.map(({ dimensions }) => dimensions)).toEqual([
      ["", ""],
      ["/a", "F1"],
      ["/a", "F2"],
      ["/b", ""],
    ]);
    expect(rowsOf(await aggregate({ by: ["Bot Click", "Segment Count"] }))).toEqual([
      [
        ["", ""],
        [2, 0, 0],
      ],
      [
        ["", "2"],
        [1, 0, 0],
      ],
      [
        ["true", ""],
        [1, 0, 0],
      ],
    ]);
  });

  it("keeps values apart that look alike when they are put together", async () => {
    const time = "2026-07-01T12:00:00Z";
    const { aggregate } = await withEvents([
      { time, properties: { URL: "a1:b", Method: "" } },
      { time, properties: { URL: "a", Method: "b" } },
      { time, properties: { URL: "", Method: "a1:b" } },
    ]);
    expect(rowsOf(await aggregate({ by: ["URL", "Method"] }))).toHaveLength(3);
  });

  it("is of those events alone that its filters mean", async () => {
    const time = "2026-07-02T00:00:00Z";
    const { aggregate } = await withEvents([
      { time, properties: { URL: "https://x.example/sale", "Campaign Name": "Summer, 1" } },
      { time, properties: { URL: "https://x.example/" } },
      { time },
    ]);
    const counted = async (...more: string[]) => {
      const filter = [...between("2026-07-01", "2026-07-04"), ...more];
      return rowsOf(await aggregate({ filter }))[0]?.[1];
    };
    expect(await counted()).toEqual([0, 3, 0]);
    expect(await counted('equals(Campaign Name,"Summer, 1")')).toEqual([0, 1, 0]);
    expect(await counted('equals("Campaign Name","Summer, 1")')).toEqual([0, 1, 0]);
    expect(await counted('equals(URL,"")')).toEqual([0, 1, 0]);
    expect(await counted('any(URL,["https://x.example/","nowhere"])')).toEqual([0, 1, 0]);
    expect(await counted('starts-with(URL,"https:")', 'ends-with(URL,"sale")')).toEqual([0, 1, 0]);
    expect(await counted('contains(URL,"example")')).toEqual([0, 2, 0]);
  });

  it("takes both ends of its range in one filter as well", async () => {
    const { aggregate } = await withEvents([{ time: "2026-07-02T00:00:00Z" }]);
    const filter = [`and(${between("2026-07-01", "2026-07-04").join()})`];
    expect(rowsOf(await aggregate({ filter }))).toEqual([[[], [0, 1, 0]]]);
  });

  it("is sorted by a dimension or by the total of a measurement", async () => {
    const of = (URL: string, day: number, value: number) => ({
      time: `2026-07-0${day}T12:00:00Z`,
      value,
      properties: { URL },
    });
    const { aggregate } = await withEvents([
      of("/a", 1, 1),
      of("/a", 2, 1),
      of("/b", 1, 9),
      of("/c", 3, 4),
    ]);
    const order = async (sort: string) =>
      shown(await aggregate({ by: ["URL"], measurements: ["count", "sum_value"], sort }))
        .data.map(({ dimensions }) => dimensions[0])
        .join("");
    expect(await order("-URL")).toBe("/c/b/a");
    expect(await order("URL")).toBe("/a/b/c");
    expect(await order("-count")).toBe("/a/b/c");
    expect(await order("-sum_value")).toBe("/b/c/a");
    expect(await order("sum_value")).toBe("/a/c/b");
  });

  it("returns of what it was asked for what is wanted", async () => {
    const time = "2026-07-01T12:00:00Z";
    const { aggregate } = await withEvents([{ time, properties: { URL: "/a", Method: "get" } }]);
    const asked = { by: ["URL", "Method"], measurements: ["count", "unique"] };
    const answer = await aggregate({ ...asked, return_fields: ["Method", "count"] });
    expect(shown(answer).data).toEqual([
      { dimensions: ["get"], measurements: { count: [1, 0, 0] } },
    ]);
  });

  it("counts an event as soon as it is there, of its own account only", async () => {
    const { emulator, post } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const [first, second] = emulator.accounts.map(({ keys }) => keys[0]?.key ?? "");
    const metrics = async (key?: string) => {
      const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
      const response = await emulator.fetch("/api/metrics", { headers });
      return ((await response.json()) as { data: { id: string }[] }).data[0]?.id ?? "";
    };
    const [mine, theirs] = [await metrics(first), await metrics(second)];
    const event = newEvent({ time: "2026-07-02T00:00:00Z", value: 3 });
    expect((await post("/api/events", event, { key: first ?? "" })).status).toBe(202);
    const total = async (metric_id: string, key = "") =>
      rowsOf(await post("/api/metric-aggregates", aggregateOf({ metric_id }), { key }))[0]?.[1];
    expect(await total(mine, first)).toEqual([0, 1, 0]);
    expect(await total(theirs, second)).toEqual([0, 0, 0]);
    const strange = await post("/api/metric-aggregates", aggregateOf({ metric_id: mine }), {
      key: second ?? "",
    });
    expect(refusalOf(strange)).toEqual([400, "invalid", `${at}/metric_id`]);
  });
});

describe("a page of an aggregate's rows", () => {
  const urls = Array.from({ length: 1200 }, (_, index) => `/${10_000 + index}`);
  const events = urls.map((URL) => ({ time: "2026-07-01T12:00:00Z", properties: { URL } }));
  const firsts = (answer: Parameters<typeof rowsOf>[0]) =>
    shown(answer).data.map(({ dimensions: [first] }) => first);

  it("leads to the next and back, by cursor and by link", async () => {
    const { aggregate, post } = await withEvents(events);
    const body = { by: ["URL"], page_size: 500 };
    const first = await aggregate(body);
    expect(firsts(first)).toEqual(urls.slice(0, 500));
    expect(first.links.prev).toBeNull();
    const cursor = new URL(first.links.next ?? "").searchParams.get("page[cursor]");
    const second = await aggregate({ ...body, page_cursor: cursor });
    expect(firsts(second)).toEqual(urls.slice(500, 1000));
    const third = await aggregate({ ...body, page_cursor: second.links.next });
    expect(firsts(third)).toEqual(urls.slice(1000));
    expect(third.links.next).toBeNull();
    const { pathname, search } = new URL(third.links.prev ?? "");
    const back = await post(pathname + search, aggregateOf(body));
    expect(firsts(back)).toEqual(urls.slice(500, 1000));
  });

  it("is refused for another query's cursor, or for what is none", async () => {
    const { aggregate } = await withEvents(events);
    const body = { by: ["URL"], page_size: 500 };
    const { links } = await aggregate(body);
    for (const asked of [
      { ...body, page_cursor: "nonsense" },
      { ...body, page_cursor: links.next, sort: "-URL" },
      { ...body, page_cursor: links.next, interval: "hour" },
    ]) {
      expect(refusalOf(await aggregate(asked))).toEqual([400, "invalid", `${at}/page_cursor`]);
    }
  });

  it("is refused where it would be larger than anybody can want", async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      time: "2026-07-01T12:00:00Z",
      properties: { URL: `/${index}` },
    }));
    const { aggregate } = await withEvents(many);
    const filter = between("2025-07-02", "2026-07-02");
    const asked = { by: ["URL"], interval: "hour", filter };
    expect(refusalOf(await aggregate(asked))).toEqual([400, "invalid", `${at}/interval`]);
    expect((await aggregate({ ...asked, interval: "day" })).status).toBe(200);
  });
});

describe("an aggregate is refused, with its place", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["an unknown metric", { metric_id: "Nobody" }, "metric_id"],
    ["an unknown measurement", { measurements: ["median"] }, "measurements/0"],
    ["no measurement", { measurements: [] }, "measurements"],
    ["an interval that is none", { interval: "year" }, "interval"],
    ["an unknown dimension", { by: ["URL", "Colour"] }, "by/1"],
    ["a time zone that is none", { timezone: "Mars/Olympus" }, "timezone"],
    ["an offset in place of a zone", { timezone: "+02:00" }, "timezone"],
    ["a sort by what is not asked for", { sort: "-unique" }, "sort"],
    ["a field that is not asked for", { return_fields: ["count", "URL"] }, "return_fields/1"],
    ["a page of fewer rows than 500", { page_size: 499 }, "page_size"],
    ["no filter", { filter: [] }, "filter"],
    ["a range without an end", { filter: ["greater-or-equal(datetime,2026-07-01)"] }, "filter"],
    [
      "a range that ends before it begins",
      { filter: between("2026-07-02", "2026-07-01") },
      "filter",
    ],
    ["a range of no time", { filter: between("2026-07-02", "2026-07-02") }, "filter"],
    [
      "a range of more than a year",
      { filter: between("2025-07-01", "2026-07-01T00:00:01") },
      "filter",
    ],
    ["a day that is none", { filter: between("2026-02-30", "2026-03-01") }, "filter/0"],
    [
      "another end of a range",
      { filter: ["greater-or-equal(datetime,2026-07-01)", "less-or-equal(datetime,2026-07-02)"] },
      "filter/1",
    ],
    [
      "two beginnings of a range",
      { filter: [...between("2026-07-01", "2026-07-02"), "less-than(datetime,2026-07-03)"] },
      "filter/2",
    ],
    [
      "a filter that cannot be read",
      { filter: [...between("2026-07-01", "2026-07-02"), "equals(URL"] },
      "filter/2",
    ],
    [
      "a filter by what is no dimension",
      { filter: [...between("2026-07-01", "2026-07-02"), 'equals(Colour,"red")'] },
      "filter/2",
    ],
    [
      "an operator that a dimension does not take",
      { filter: [...between("2026-07-01", "2026-07-02"), 'less-than(URL,"b")'] },
      "filter/2",
    ],
  ])("%s", async (_, attributes, place) => {
    const { aggregate } = await withEvents();
    expect(refusalOf(await aggregate(attributes))).toEqual([400, "invalid", `${at}/${place}`]);
  });

  it("every mistake at once", async () => {
    const { aggregate } = await withEvents();
    const { errors } = await aggregate({ metric_id: "Nobody", sort: "URL", filter: ["x"] });
    expect(errors.map(({ source }) => source.pointer)).toEqual([
      `${at}/metric_id`,
      `${at}/sort`,
      `${at}/filter/0`,
    ]);
  });

  it("a dimension that the revision does not have yet", async () => {
    const { aggregate } = await withEvents();
    const older = { headers: { revision: "2026-01-15" } };
    const asked = { by: ["Message Format"] };
    expect((await aggregate(asked)).status).toBe(200);
    expect(refusalOf(await aggregate(asked, older))).toEqual([400, "invalid", `${at}/by/0`]);
  });
});
