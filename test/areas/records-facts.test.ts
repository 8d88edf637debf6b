import { expect, test } from "vitest";
import { catalog, idOf } from "./catalogs-support.ts";
import { withEvents } from "./metric-support.ts";
import { dotUrl } from "../support/form.ts";
import { type Answer, emulate } from "../support/emulate.ts";

type Fields = Record<string, unknown>;
const resource = (type: string, attributes: Fields, beside: Fields = {}) => ({
  data: { type, attributes, ...beside },
});
const coupon = (external_id: string) => resource("coupon", { external_id });
const codeOf = (of: string, unique_code: string, more: Fields = {}) => ({
  type: "coupon-code",
  attributes: { unique_code, ...more },
  relationships: { coupon: { data: { type: "coupon", id: of } } },
});
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

test.each([
  ["custom-metrics", "custom-metric", ["name", "definition"]],
  ["templates", "template", ["name"]],
  ["coupon-codes", "coupon-code", ["status"]],
  ["images", "image", ["name", "hidden"]],
  ["web-feeds", "web-feed", ["name", "url", "request_method", "content_type"]],
  ["tracking-settings", "tracking-setting", ["auto_add_parameters", "utm_source", "utm_medium"]],
])("an update of %s may say nothing of a member by null", async (path, type, members) => {
  const { post, get, patch } = await withEvents();
  const made: Record<string, () => Promise<Answer>> = {
    "custom-metric": () =>
      post(
        "/api/custom-metrics",
        resource("custom-metric", {
          name: "Orders",
          definition: { aggregation_method: "count", metric_groups: [{ metric_id: "PlaceA" }] },
        }),
      ),
    template: () =>
      post("/api/templates", resource("template", { name: "A", editor_type: "CODE" })),
    "coupon-code": async () => {
      await post("/api/coupons", coupon("SALE"));
      return post("/api/coupon-codes", { data: codeOf("SALE", "X") });
    },
    image: () => post("/api/images", resource("image", { import_from_url: dotUrl })),
    "web-feed": () =>
      post(
        "/api/web-feeds",
        resource("web-feed", {
          name: "A",
          url: "https://x.example.com/a",
          request_method: "get",
          content_type: "json",
        }),
      ),
    "tracking-setting": () => get("/api/tracking-settings/Tests1"),
  };
  const answered = await made[type]?.();
  const id = answered?.data.id ?? "";
  const before: Fields = answered?.data.attributes ?? {};
  const wrong: unknown[] = [];
  for (const member of members) {
    const body = resource(type, { [member]: null }, { id });
    const answer = await patch(`/api/${path}/${id}`, body);
    if (answer.status !== 200) wrong.push([member, answer.status]);
    else expect(answer.data.attributes[member]).toEqual(before[member]);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["flow", "nonsense"],
  ["flow", "campaign_name"],
  ["campaign", "flow_name"],
])("a dynamic parameter of a %s is not %s", async (of, value) => {
  const { patch } = await emulate();
  const attributes = { utm_source: { [of]: { type: "dynamic", value } } };
  const answer = await patch(
    "/api/tracking-settings/Tests1",
    resource("tracking-setting", attributes, { id: "Tests1" }),
  );
  expect(answer.status).toBe(400);
});

test("the html of a template is never null", async () => {
  const { post } = await emulate();
  const body = resource("template", { name: "A", editor_type: "CODE", html: null });
  expect((await post("/api/templates", body)).data.attributes["html"]).toBeTypeOf("string");
});

test("a job names an item that it updated twice once", async () => {
  const { post, get, addItem } = await catalog();
  await addItem("shirt");
  const updated = (title: string) => ({
    type: "catalog-item",
    id: idOf("shirt"),
    attributes: { title },
  });
  const data = [updated("One"), updated("Two")];
  const job = await post(
    "/api/catalog-item-bulk-update-jobs",
    resource("catalog-item-bulk-update-job", { items: { data } }),
  );
  const { data: done } = await get(`/api/catalog-item-bulk-update-jobs/${job.data.id}`);
  const shirt = { type: "catalog-item", id: idOf("shirt") };
  expect(done.relationships["items"]?.data).toEqual([shirt]);
});

test("a coupon code without a profile has the links to it, and no data", async () => {
  const { post } = await emulate();
  await post("/api/coupons", coupon("SALE"));
  const { relationships } = (await post("/api/coupon-codes", { data: codeOf("SALE", "X") })).data;
  expect(relationships["coupon"]?.data).toEqual({ type: "coupon", id: "SALE" });
  expect(Object.keys(relationships["profile"] ?? {})).toEqual(["links"]);
});

test.each(["coupon-codes", "coupon-code-bulk-create-jobs"])(
  "%s cannot be filtered by what a status never is",
  async (path) => {
    const { get } = await emulate();
    expect((await get(`/api/${path}?${filter('equals(status,"bogus")')}`)).status).toBe(400);
  },
);

test("the codes of a coupon are served by an index, or are said not to be", async () => {
  const { emulator } = await emulate();
  const { operations } = (await (await emulator.fetch("/_emulator/operations")).json()) as {
    operations: { id: string; filtersAlong: string[] }[];
  };
  const along = (id: string) => operations.find((each) => each.id === id)?.filtersAlong;
  expect(along("get_coupon_codes")).toContain("status, sort=id");
  expect(along("get_coupon_codes_for_coupon")).toContain("status, sort=id");
});
