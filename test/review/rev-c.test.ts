import { expect, test } from "vitest";
import { catalog, idOf, variant } from "../areas/catalogs-support.ts";
import { between, shown, withEvents } from "../areas/metric-support.ts";
import { type Answer, emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

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
const codes = (...data: unknown[]) =>
  resource("coupon-code-bulk-create-job", { "coupon-codes": { data } });
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;
const idsOf = ({ many }: Answer) => many.map(({ id }) => id);

// --- Data that should not be, or is lost ---------------------------------------------------------

// A job works at its own time: `createAll` (areas/coupons/jobs.ts) asks for the code only, not for the
// coupon. Catalog jobs ask again (areas/catalogs/write.ts, `endsOf`). README, "Jobs".
test("codes are not made for a coupon that was deleted while their job waited", async () => {
  const { post, get, ask, emulator } = await emulate({ processingDelay: "1s" });
  await post("/api/coupons", coupon("SALE"));
  const job = await post("/api/coupon-code-bulk-create-jobs", codes(codeOf("SALE", "X")));
  await ask("DELETE", "/api/coupons/SALE");
  await emulator.clock.advance("2s");
  const { attributes } = (await get(`/api/coupon-code-bulk-create-jobs/${job.data.id}`)).data;
  expect(idsOf(await get("/api/coupon-codes"))).toEqual([]);
  expect(attributes).toMatchObject({ status: "complete", completed_count: 0, failed_count: 1 });
});

// behaviour.md, 5: `expires_at (created + 7 days)`. What imports and catalog jobs do ("A job can be
// read for a week after it was made", areas/catalogs/jobs.ts), coupon code jobs show and do not.
test("a job that makes coupon codes can be read no more once it has expired", async () => {
  const { post, get, emulator } = await emulate();
  await post("/api/coupons", coupon("SALE"));
  const job = await post("/api/coupon-code-bulk-create-jobs", codes(codeOf("SALE", "X")));
  expect(job.data.attributes["expires_at"]).toBe("2026-07-27T12:00:00+00:00");
  await emulator.clock.advance("192h");
  expect((await get(`/api/coupon-code-bulk-create-jobs/${job.data.id}`)).status).toBe(404);
});

// `codeId` (areas/coupons/jobs.ts) joins two free texts with a hyphen: `a` + `b-c` is `a-b` + `c`. The
// refusal even says "The coupon has the code c.", which it has not.
test("two coupons may have codes whose names together read alike", async () => {
  const { post } = await emulate();
  for (const id of ["a", "a-b"]) await post("/api/coupons", coupon(id));
  expect((await post("/api/coupon-codes", { data: codeOf("a", "b-c") })).status).toBe(200);
  expect((await post("/api/coupon-codes", { data: codeOf("a-b", "c") })).status).toBe(200);
});

// domain/back-in-stock.ts, `wished`: without a unique_id an event is one per profile, metric and second
// (behaviour.md, 9), so the wish for a second variant is answered 202 and dropped. A wish is not an
// event that was sent twice: only its being kept as one is ours.
test("one person may wish for two variants in the same second", async () => {
  const { post, get } = await emulate();
  const wish = (id: string) => ({
    data: {
      type: "back-in-stock-subscription",
      attributes: {
        channels: ["EMAIL"],
        profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
      },
      relationships: { variant: { data: { type: "catalog-variant", id: idOf(id) } } },
    },
  });
  for (const id of ["red", "blue"]) {
    expect((await post("/api/back-in-stock-subscriptions", wish(id))).status).toBe(202);
  }
  const wished = (await get("/api/events")).many.map(
    ({ attributes }) => (attributes["event_properties"] as Fields)["variant_id"],
  );
  expect(wished.toSorted()).toEqual([idOf("blue"), idOf("red")]);
});

// tags.json, remove_tag_from_lists: scopes lists:write and tags:write; it is about lists. `unmark`
// (areas/tags/behavior.ts) drops the tagging of whatever has the id: also a segment's, whose removal
// needs segments:write.
test("taking a tag from lists does not take it from a segment", async () => {
  const fixture = {
    company_id: "Tests1",
    keys: [
      { name: "full", scopes: "full" },
      { name: "lists", scopes: ["lists:write", "tags:write"] },
    ],
    segments: [{ name: "VIPs", id: "SegmeA" }],
  };
  const { emulator, post, get, ask } = await emulate({
    fixtures: [fixtureFile(JSON.stringify(fixture))],
  });
  const tag = (await post("/api/tags", resource("tag", { name: "gold" }))).data.id;
  const at = `/api/tags/${tag}/relationships`;
  await post(`${at}/segments`, { data: [{ type: "segment", id: "SegmeA" }] });
  await ask("DELETE", `${at}/lists`, {
    key: emulator.keys["lists"] as string,
    body: { data: [{ type: "list", id: "SegmeA" }] },
  });
  expect(idsOf(await get(`${at}/segments`))).toEqual(["SegmeA"]);
});

// areas/metrics/aggregate.ts, `placeIn`: the cursor is the number of a row among rows that are counted
// anew for each page. Every other cursor is a place in the order ("cursors that skip or repeat").
test("no row of an aggregate comes twice because another has come before it", async () => {
  const flows = ["f1", "f2", "f3", "f4"];
  const { aggregate, post } = await withEvents(
    flows.map(($flow) => ({ time: "2026-07-01T01:00:00Z", properties: { $flow } })),
  );
  const asked = { by: ["$flow"], page_size: 2 };
  const first = await aggregate(asked);
  await post(
    "/api/events",
    resource("event", {
      properties: { $flow: "f0" },
      time: "2026-07-01T02:00:00Z",
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
    }),
  );
  const second = await aggregate({ ...asked, page_cursor: first.links.next });
  const met = [first, second].flatMap((page) => shown(page).data.map(({ dimensions }) => dimensions));
  expect(met).toEqual([["f1"], ["f2"], ["f3"], ["f4"]]);
});

// --- Bounds, numbers, dates ----------------------------------------------------------------------

// design.md, 10: "filter length … bounded". jsonapi/conditions.ts has `filterLengthMax`; the filters of
// aggregates (areas/metrics/aggregate-filter.ts, `readFilters`) are read without one, and each event of
// the range is compared with each of their values.
test("a filter of an aggregate has at most as many characters as any other", async () => {
  const { aggregate } = await withEvents();
  const values = Array.from({ length: 400_000 }, (_, index) => `"v${index}"`).join();
  const answer = await aggregate({
    filter: [...between("2026-07-01", "2026-07-04"), `any($flow,[${values}])`],
  });
  expect(refusalOf(answer)).toEqual([400, "invalid", "/data/attributes/filter/2"]);
});

// jsonapi/check.ts, "number": JSON.parse makes Infinity of 1e400, which is stored and then shown as
// null, although variants always have a price (catalogs.json: `price!` number).
test.each(["price", "inventory_quantity"])("%s is refused if it is no finite number", async (name) => {
  const { post, addItem } = await catalog();
  await addItem("shirt");
  const body = JSON.stringify({ data: variant("red", "shirt", { [name]: 4711 }) });
  const answer = await post("/api/catalog-variants", body.replace("4711", "1e400"));
  expect(refusalOf(answer)).toEqual([400, "invalid", `/data/attributes/${name}`]);
});

// metrics.json: measurements are numbers, and so says our own document. areas/metrics/tally.ts, `exact`:
// a sum beyond the largest number is Infinity, which JSON writes as null.
test("a sum too large for a number is a number still", async () => {
  const { emulator } = await withEvents([
    { time: "2026-07-01T01:00:00Z", value: 1.7e308 },
    { time: "2026-07-01T02:00:00Z", value: 1.7e308 },
  ]);
  const response = await emulator.fetch("/api/metric-aggregates", {
    method: "POST",
    headers: {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    },
    body: JSON.stringify(
      resource("metric-aggregate", {
        metric_id: "PlaceA",
        measurements: ["sum_value"],
        filter: between("2026-07-01", "2026-07-02"),
      }),
    ),
  });
  const { data } = (await response.json()) as { data: { attributes: unknown } };
  expect(shown({ data } as never).data[0]?.measurements["sum_value"]).toEqual([expect.any(Number)]);
});

// jsonapi/time.ts, `parseDatetime`: Date.UTC takes the years 0 to 99 for 1900 to 1999. What is not
// refused should be read back as it was sent.
test("a year before 100 is not taken for one of the twentieth century", async () => {
  const { post } = await emulate();
  await post("/api/coupons", coupon("SALE"));
  const said = "0001-01-01T00:00:00+00:00";
  const answer = await post("/api/coupon-codes", { data: codeOf("SALE", "X", { expires_at: said }) });
  expect([400, said]).toContain(answer.status === 200 ? answer.data.attributes["expires_at"] : 400);
});

// behaviour.md, 10: `YYYY-MM-DDTHH:MM:SS+00:00`. jsonapi/time.ts, `formatDatetime` cuts the text of the
// year 10000 (`+010000-01-01T…`) in the wrong place; the last second of 9999 in New York is in it.
test("an instant behind the year 9999 is refused, or written as a datetime", async () => {
  const { emulator, post } = await emulate();
  await post("/api/coupons", coupon("SALE"));
  const expires_at = "9999-12-31T23:59:59-05:00";
  const response = await emulator.fetch("/api/coupon-codes", {
    method: "POST",
    headers: {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    },
    body: JSON.stringify({ data: codeOf("SALE", "X", { expires_at }) }),
  });
  const { data } = (await response.json()) as { data?: { attributes: { expires_at: string } } };
  const [written] = data ? [data.attributes.expires_at] : [];
  expect(written ?? "refused").toMatch(/^(refused|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00)$/);
});

// domain/collections.ts: "Instants are compared as they are read: in whole seconds." The key of a code's
// `expires_at` is not cut to seconds, as those of templates, feeds and images are.
test("a coupon code is found by the instant of expiry that it shows", async () => {
  const { post, get } = await emulate({ frozenAt: "2026-07-20T12:00:00.500Z" });
  await post("/api/coupons", coupon("SALE"));
  const { data } = await post("/api/coupon-codes", { data: codeOf("SALE", "X") });
  const at = String(data.attributes["expires_at"]);
  const found = async (operator: string) =>
    idsOf(await get(`/api/coupon-codes?${filter(`${operator}(expires_at,${at})`)}`)).length;
  expect([await found("less-or-equal"), await found("greater-than")]).toEqual([1, 0]);
});

// The same of `joined_group_at` (verbs/members.ts, `isWithin` and the index of `joined`): a client that
// asks for what is greater than the last instant it has seen gets that member again and again.
test("a member is found by the instant of joining that it shows", async () => {
  const { post, get } = await emulate({ frozenAt: "2026-07-20T12:00:00.500Z" });
  const list = (await post("/api/lists", resource("list", { name: "News" }))).data.id;
  const profile = (await post("/api/profiles", resource("profile", { email: "a@example.com" }))).data;
  const data = [{ type: "profile", id: profile.id }];
  await post(`/api/lists/${list}/relationships/profiles`, { data });
  const at = `/api/lists/${list}/profiles`;
  const joined = String((await get(at)).many[0]?.attributes["joined_group_at"]);
  const found = async (operator: string) =>
    idsOf(await get(`${at}?${filter(`${operator}(joined_group_at,${joined})`)}`)).length;
  expect([await found("less-or-equal"), await found("greater-than")]).toEqual([1, 0]);
});

// --- Shapes against the facts --------------------------------------------------------------------

// facts/README.md: `?` marks nullable. These members are `?` in metrics, templates, coupons, images,
// web-feeds and tracking-settings.json, and are refused when null, as clients send what they leave alone.
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
    template: () => post("/api/templates", resource("template", { name: "A", editor_type: "CODE" })),
    "coupon-code": async () => {
      await post("/api/coupons", coupon("SALE"));
      return post("/api/coupon-codes", { data: codeOf("SALE", "X") });
    },
    image: () =>
      post("/api/images", resource("image", { import_from_url: "https://x.example.com/a.png" })),
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
    // What must have a value keeps the one that it has.
    else expect(answer.data.attributes[member]).toEqual(before[member]);
  }
  expect(wrong).toEqual([]);
});

// tracking-settings.json lists the values of a dynamic parameter, one set for flows and one for
// campaigns; areas/tracking-settings/operations.ts takes any text.
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

// templates.json: in answers `html!` is a string, which is never null; in bodies it may be.
test("the html of a template is never null", async () => {
  const { post } = await emulate();
  const body = resource("template", { name: "A", editor_type: "CODE", html: null });
  expect((await post("/api/templates", body)).data.attributes["html"]).toBeTypeOf("string");
});

// A relationship's data is a set of identifiers (JSON:API). `doAll` (areas/catalogs/jobs.ts) puts an id
// into `done` each time that it is met.
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

// operations.tsv has no operation for the profile of a coupon code: both of the links that are written
// (areas/coupons/resources.ts) answer "The path does not exist." Catalog variants leave theirs away.
test("the links of a coupon code's relationships lead somewhere", async () => {
  const { post, get } = await emulate();
  await post("/api/coupons", coupon("SALE"));
  const { relationships } = (await post("/api/coupon-codes", { data: codeOf("SALE", "X") })).data;
  const links = Object.values(relationships).flatMap(({ links }) => Object.values(links ?? {}));
  const answers = await Promise.all(links.map((link) => get(new URL(link).pathname)));
  expect(answers.filter(({ text }) => text.includes("The path does not exist"))).toEqual([]);
});

// coupons.json: a code and a job have one of so many statuses; behaviour.md, 2: a bad filter is 400. The
// jobs of catalogs refuse what a status never is (`values`), those of coupons answer an empty page.
test.each(["coupon-codes", "coupon-code-bulk-create-jobs"])(
  "%s cannot be filtered by what a status never is",
  async (path) => {
    const { get } = await emulate();
    expect((await get(`/api/${path}?${filter('equals(status,"bogus")')}`)).status).toBe(400);
  },
);

// areas/images/index.ts, `readImage`: a scheme is the same in capitals (RFC 3986, 3.1).
test("the URL of an image may have its scheme in capitals", async () => {
  const { post } = await emulate();
  const body = resource("image", { import_from_url: "HTTPS://shop.example.com/shirt.png" });
  expect((await post("/api/images", body)).status).toBe(201);
});

// The name is bounded to 255 characters where it is given (areas/images/operations.ts), and not where it
// is taken from the URL: such an image cannot be updated with what it shows.
test("an image can be given the name again that it has of its URL", async () => {
  const { post, patch } = await emulate();
  const url = `https://shop.example.com/${"a".repeat(300)}.png`;
  const { id, attributes } = (await post("/api/images", resource("image", { import_from_url: url })))
    .data;
  const again = resource("image", { name: attributes["name"] }, { id });
  expect((await patch(`/api/images/${id}`, again)).status).toBe(200);
});

// src/README.md, "Lists": "`routes --json` shows, as `filtersAlong`, the pairs of filter and sort that no
// index serves". `pageOf` (verbs/related.ts) reads and sorts all codes of the coupon for each page, since
// `coupon-codes` names no field `by`; verbs/along.ts passes such relationships over. (10 ms a page at
// 30,000 codes, where `/api/coupon-codes?filter=equals(coupon.id,…)` takes 0.6 ms.)
test("the codes of a coupon are served by an index, or are said not to be", async () => {
  const { emulator } = await emulate();
  const { operations } = (await (await emulator.fetch("/_emulator/operations")).json()) as {
    operations: { id: string; filtersAlong: string[] }[];
  };
  const along = (id: string) => operations.find((each) => each.id === id)?.filtersAlong;
  expect(along("get_coupon_codes")).toContain("status, sort=id");
  expect(along("get_coupon_codes_for_coupon")).toContain("status, sort=id");
});
