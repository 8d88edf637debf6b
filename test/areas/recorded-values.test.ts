import { describe, expect, it, test } from "vitest";
import { dotUrl } from "../support/form.ts";
import { refusalOf } from "../support/emulate.ts";
import { installing } from "../oauth/support.ts";
import { ada, bodies, body, type Fields, shop, to } from "./recorded-support.ts";

describe("a coupon", () => {
  const made = async (attributes: Fields) => {
    const { post } = await shop();
    return post("/api/coupons", body("coupon", { external_id: "SALE", ...attributes }));
  };

  it.each([[{}], [{ monitor_configuration: null }]])("of %j warns at 500 codes", async (given) => {
    const { data } = await made(given);
    expect(data.attributes["monitor_configuration"]).toEqual({ low_balance_threshold: "500" });
  });

  it("takes a threshold as a number, and shows it as a text, which it takes, too", async () => {
    for (const low_balance_threshold of [100, "100"]) {
      const { status, data } = await made({ monitor_configuration: { low_balance_threshold } });
      expect([status, data.attributes["monitor_configuration"]]).toEqual([
        201,
        { low_balance_threshold: "100" },
      ]);
    }
  });

  it.each([99, 100.5, "99", "many", true])("refuses %j as a threshold", async (threshold) => {
    const answer = await made({ monitor_configuration: { low_balance_threshold: threshold } });
    const place = "/data/attributes/monitor_configuration/low_balance_threshold";
    expect(refusalOf(answer)).toEqual([400, "invalid", place]);
  });
});

test.each([
  ["/api/coupons", "external_id"],
  ["/api/web-feeds", "name"],
])("%s has a %s of letters, digits and underscores", async (path, name) => {
  const { post } = await shop();
  const { data } = bodies[path] as { data: { type: string; attributes: Fields } };
  const named = (value: string) =>
    post(path, body(data.type, { ...data.attributes, [name]: value }));
  for (const wrong of ["SALE-2026", "Summer sale", "é", "..", "a\n"]) {
    const place = `/data/attributes/${name}`;
    expect([wrong, ...refusalOf(await named(wrong))]).toEqual([wrong, 400, "invalid", place]);
  }
  expect((await named("SALE_2026")).status).toBe(201);
});

test("a coupon code of which nothing is said expires 364 days later", async () => {
  const { post } = await shop();
  await post("/api/coupons", bodies["/api/coupons"]);
  const relationships = { coupon: to("coupon", "SALE") };
  const code = body("coupon-code", { unique_code: "X1" }, { relationships });
  const { data } = await post("/api/coupon-codes", code);
  expect(data.attributes["expires_at"]).toBe("2027-07-19T12:00:00+00:00");
});

test("image URLs of a catalog are empty where none is given", async () => {
  const { post } = await shop();
  const { data } = await post("/api/catalog-items", bodies["/api/catalog-items"]);
  expect(data.attributes).toMatchObject({ image_full_url: "", image_thumbnail_url: "" });
});

test("what is put to a category again is refused with 409, and nothing is put", async () => {
  const { post, get } = await shop();
  await post("/api/catalog-items", bodies["/api/catalog-items"]);
  await post("/api/catalog-categories", bodies["/api/catalog-categories"]);
  const id = (name: string) => `$custom:::$default:::${name}`;
  const path = `/api/catalog-items/${encodeURIComponent(id("shirt"))}/relationships/categories`;
  const tops = { data: [{ type: "catalog-category", id: id("tops") }] };
  expect((await post(path, tops)).status).toBe(204);
  expect(refusalOf(await post(path, tops))).toEqual([409, "conflict", "/data"]);
  expect((await get(path)).many).toHaveLength(1);
});

test("a web feed has no status before it is fetched", async () => {
  const { post } = await shop();
  const { data } = await post("/api/web-feeds", bodies["/api/web-feeds"]);
  expect(data.attributes["status"]).toBeNull();
});

describe("the HTML of a template", () => {
  it.each([
    ["<p>hi</p>", "<html><head></head><body><p>hi</p></body></html>"],
    ["<body>hi</body>", "<html><head></head><body>hi</body></html>"],
    ["<html><body>hi</body></html>", "<html><head></head><body>hi</body></html>"],
    [
      '<!DOCTYPE html>\n<html lang="en">\n<body>hi</body></html>\n',
      '<!DOCTYPE html>\n<html lang="en"><head></head>\n<body>hi</body></html>\n',
    ],
    [
      "<html><head><title>A</title></head><body>hi</body></html>",
      "<html><head><title>A</title></head><body>hi</body></html>",
    ],
    ["", ""],
  ])("%j is kept as %j, and not changed when it is sent again", async (html, kept) => {
    const { post, patch } = await shop();
    const { id, attributes } = (
      await post("/api/templates", body("template", { name: "A", editor_type: "CODE", html }))
    ).data;
    expect(attributes["html"]).toBe(kept);
    const again = await patch(`/api/templates/${id}`, body("template", { html: kept }, { id }));
    expect(again.data.attributes["html"]).toBe(kept);
  });
});

test("a template is cloned with 200, and deleted with 200 without a body", async () => {
  const { post, ask } = await shop();
  const { id } = (await post("/api/templates", bodies["/api/templates"])).data;
  const clone = await post("/api/template-clone", body("template", {}, { id }));
  expect([clone.status, clone.data.type]).toEqual([200, "template"]);
  const deleted = await ask("DELETE", `/api/templates/${id}`);
  expect([deleted.status, deleted.text]).toEqual([200, ""]);
});

describe("an image", () => {
  it("that cannot be fetched is refused", async () => {
    const { post, get } = await shop();
    const nowhere = body("image", { import_from_url: "https://images.invalid/a.png" });
    const place = "/data/attributes/import_from_url";
    expect(refusalOf(await post("/api/images", nowhere))).toEqual([400, "invalid", place]);
    expect((await get("/api/images")).many).toEqual([]);
  });

  it("that is hidden is only listed where the filter speaks of it", async () => {
    const { post, get } = await shop();
    const hidden = { import_from_url: dotUrl, name: "b.png", hidden: true };
    await post("/api/images", bodies["/api/images"]);
    await post("/api/images", body("image", hidden));
    const names = async (query: string) =>
      (await get(`/api/images${query}`)).many.map(({ attributes }) => attributes["name"]);
    expect(await names("")).toEqual(["a.png"]);
    expect(await names("?filter=contains(name,png)&sort=name")).toEqual(["a.png"]);
    expect(await names("?filter=equals(hidden,true)")).toEqual(["b.png"]);
  });
});

test("a custom metric keeps a value property of null, and no filters at all", async () => {
  const { post } = await shop();
  const group = { metric_id: "PlaceA", metric_filters: [], value_property: null };
  const definition = { aggregation_method: "count", metric_groups: [group] };
  const { status, data } = await post(
    "/api/custom-metrics",
    body("custom-metric", { name: "Orders", definition }),
  );
  expect([status, data.attributes["definition"]]).toEqual([201, definition]);
});

test("a mapped metric is mapped twice a day, and the others as often", async () => {
  const { emulator, patch } = await shop();
  const map = (id: string, metric: string) =>
    patch(`/api/mapped-metrics/${id}`, {
      data: { type: "mapped-metric", id, relationships: { metric: to("metric", metric) } },
    });
  for (const metric of ["ClickB", "PlaceA"]) {
    expect((await map("revenue", metric)).status).toBe(200);
  }
  const third = await map("revenue", "ClickB");
  expect(refusalOf(third)).toEqual([403, "permission_denied", "/data/"]);
  expect((await map("refunded_sales", "ClickB")).status).toBe(200);
  await emulator.clock.advance("12h");
  expect((await map("revenue", "ClickB")).status).toBe(200);
});

test("a metric property of a value is labelled by its metric, a truth value is numeric", async () => {
  const { get } = await shop();
  const samples = "additional-fields[metric-property]=sample_values";
  const { many } = await get(`/api/metrics/PlaceA/metric-properties?${samples}`);
  expect(many.map(({ attributes }) => attributes)).toEqual([
    {
      label: "Placed Order Value",
      property: "$value",
      inferred_type: "numeric",
      sample_values: null,
    },
    { label: "Gift", property: "Gift", inferred_type: "numeric", sample_values: null },
  ]);
});

test("the default tag group is Ungrouped Tags", async () => {
  const { get } = await shop();
  const [group] = (await get("/api/tag-groups")).many;
  expect(group?.attributes).toMatchObject({ name: "Ungrouped Tags", default: true });
});

test("a segment is processing in the answer to its creation", async () => {
  const { post } = await shop();
  const { data } = await post("/api/segments", bodies["/api/segments"]);
  expect(data.attributes["is_processing"]).toBe(true);
});

test("a condition of membership gains a timeframe of null", async () => {
  const { post, get } = await shop();
  const condition = { type: "profile-group-membership", is_member: true, group_ids: ["NewsLs"] };
  const definition = { condition_groups: [{ conditions: [condition] }] };
  const { data } = await post("/api/segments", body("segment", { name: "Readers", definition }));
  const kept = {
    condition_groups: [{ conditions: [{ ...condition, timeframe_filter: null }] }],
  };
  expect(data.attributes["definition"]).toEqual(kept);
  expect((await get(`/api/segments/${data.id}`)).data.attributes["definition"]).toEqual(kept);
});

test("links are tracked by a static source and the message's type, until that is changed", async () => {
  const { get } = await shop();
  const { data } = await get("/api/tracking-settings/Tests1");
  const type = { type: "dynamic", value: "message_type" };
  expect(data.attributes).toMatchObject({
    utm_source: { flow: { type: "static" }, campaign: { type: "static" } },
    utm_medium: { flow: type, campaign: type },
    utm_campaign: null,
    utm_id: null,
    utm_term: null,
  });
});

describe("a profile", () => {
  it("shows what is nowhere described, and may be asked for it", async () => {
    const { get } = await shop();
    const { attributes } = (await get(`/api/profiles/${ada}`)).data;
    expect(attributes).toMatchObject({ anonymous_id: null, whatsapp_bsuid: null });
    const asked = await get(`/api/profiles/${ada}?fields[profile]=whatsapp_bsuid`);
    expect(asked.data.attributes).toEqual({ whatsapp_bsuid: null });
    const older = await get(`/api/profiles/${ada}`, { headers: { revision: "2026-04-15" } });
    expect(older.data.attributes).not.toHaveProperty("whatsapp_bsuid");
  });

  it("shows null for a channel of which nothing was ever said", async () => {
    const { get } = await shop();
    const asked = await get(`/api/profiles/${ada}?additional-fields[profile]=subscriptions`);
    expect(asked.data.attributes["subscriptions"]).toMatchObject({ whatsapp: null });
  });

  it("shows the tracking of clicks beside that of opens", async () => {
    const { get } = await shop();
    const { data } = await get(`/api/profiles/${ada}?additional-fields[profile]=subscriptions`);
    const tracking = expect.objectContaining({ consent: "NEVER_SUBSCRIBED", metadata: null });
    expect(data.attributes["subscriptions"]).toMatchObject({
      email: { open_tracking: tracking, click_tracking: tracking },
    });
  });
});

test("a token is a bearer token with a second less than its hour", async () => {
  const { installed } = await installing();
  expect(await installed()).toMatchObject({ token_type: "bearer", expires_in: 3599 });
});

test("the limit header shows the limit of a parameter that has its own", async () => {
  const { get } = await shop({ rateLimits: "real" });
  const limitOf = async (query: string) =>
    (await get(`/api/profiles/${ada}${query}`)).headers.get("ratelimit-limit");
  expect(await limitOf("")).toBe("700, 75;w=1, 700;w=60");
  expect(await limitOf("?include=lists")).toBe("15, 1;w=1, 15;w=60");
});
