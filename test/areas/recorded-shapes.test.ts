import { describe, expect, it } from "vitest";
import { type Answer, emulate } from "../support/emulate.ts";
import { data } from "../support/sending.ts";
import { ada, bodies, shop } from "./recorded-support.ts";

type Ways = Awaited<ReturnType<typeof shop>>;

const timeframe = { key: "last_7_days" };
const conversion = { conversion_metric_id: "PlaceA" };

/** Every report with nothing in it, as it was recorded. */
const reports: Readonly<Record<string, object>> = {
  "campaign-values": { statistics: ["recipients"], ...conversion },
  "flow-values": { statistics: ["recipients"], ...conversion },
  "flow-series": { statistics: ["recipients"], interval: "daily", ...conversion },
  "form-values": { statistics: ["viewed_form"] },
  "form-series": { statistics: ["viewed_form"], interval: "daily" },
  "segment-values": { statistics: ["total_members"] },
  "segment-series": { statistics: ["total_members"], interval: "daily" },
};

const report = (ways: Ways, kind: string, more: object = {}) =>
  ways.post(
    `/api/${kind}-reports`,
    data(`${kind}-report`, { timeframe, ...reports[kind], ...more } as never),
  );

describe.each(Object.keys(reports))("a report of %s", (kind) => {
  it("has links to pages only where it has pages, and neither relationships nor links of its own", async () => {
    const answer = await report(await shop(), kind);
    const paged = /^(campaign|flow)/.test(kind);
    expect(Object.keys(answer.links).toSorted()).toEqual(
      paged ? ["next", "prev", "self"] : ["self"],
    );
    expect([answer.data.relationships, answer.data.links]).toEqual([undefined, undefined]);
  });
});

it("a series is told by the midnights of its account, as if they were UTC's", async () => {
  const answer = await report(await shop(), "flow-series");
  const times = answer.data.attributes["date_times"] as string[];
  expect(times).toHaveLength(8);
  for (const time of times) expect(time).toMatch(/T00:00:00\+00:00$/);
});

it("a custom metric may be what is converted to", async () => {
  const ways = await shop();
  const path = "/api/custom-metrics";
  const { id } = (await ways.post(path, bodies[path])).data;
  const answer = await report(ways, "campaign-values", { conversion_metric_id: id });
  expect(answer.status).toBe(200);
});

describe("universal content", () => {
  const path = "/api/template-universal-content";
  const type = "template-universal-content";
  const precise = expect.stringMatching(/\.\d{6}\+00:00$/) as unknown;

  it("has all of its display options, and microseconds on reads, too", async () => {
    const { get, post } = await shop();
    const definition = {
      content_type: "block",
      type: "html",
      data: { content: "x", display_options: {} },
    };
    const made = (await post(path, data(type, { name: "Foot", definition }))).data;
    const read = (await get(`${path}/${made.id}`)).data;
    for (const { attributes } of [made, read]) {
      expect(attributes).toMatchObject({ created: precise, updated: precise });
      expect(attributes["definition"]).toEqual({
        content_type: "block",
        type: "html",
        data: { content: "x", display_options: { show_on: "all", visible_check: "" } },
      });
    }
  });
});

it("object types say that nothing is included", async () => {
  const { text } = await (await shop()).get("/api/object-types?include=current-schema");
  expect(JSON.parse(text)).toMatchObject({ data: [], included: [] });
});

describe("a relationship of what is not there", () => {
  const none = { data: [{ type: "profile", id: ada }] };
  it.each(["DELETE", "POST"])("is 404 on %s", async (method) => {
    const ways = await shop();
    const asked: Answer = await ways.ask(method, "/api/lists/NoList/relationships/profiles", {
      body: none,
    });
    expect(asked.status).toBe(404);
  });
});

it("a version of a form has its form with data and links", async () => {
  const { emulator, get } = await emulate({ fixtures: ["demo"] });
  const [version] = emulator.state.get("form-versions").records;
  const { relationships } = (await get(`/api/form-versions/${version?.id}`)).data;
  const data = { type: "form", id: expect.any(String) as unknown };
  const links = { self: expect.any(String), related: expect.any(String) } as unknown;
  expect(relationships).toEqual({ form: { data, links } });
});
