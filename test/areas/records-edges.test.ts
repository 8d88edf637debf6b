import { expect, test } from "vitest";
import { catalog, idOf, variant } from "./catalogs-support.ts";
import { between, shown, withEvents } from "./metric-support.ts";
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

test("codes are not made for a coupon that was deleted while their job waited", async () => {
  const { post, get, ask, emulator } = await emulate({ processingDelay: "1s" });
  await post("/api/coupons", coupon("SALE"));
  const job = await post("/api/coupon-code-bulk-create-jobs", codes(codeOf("SALE", "X")));
  await ask("DELETE", "/api/coupons/SALE");
  await emulator.clock.advance("2s");
  const { attributes } = (await get(`/api/coupon-code-bulk-create-jobs/${job.data.id}`)).data;
  expect(idsOf(await get('/api/coupon-codes?filter=any(coupon.id,["SALE"])'))).toEqual([]);
  expect(attributes).toMatchObject({ status: "complete", completed_count: 0, failed_count: 1 });
});

test("a job that makes coupon codes can be read no more once it has expired", async () => {
  const { post, get, emulator } = await emulate();
  await post("/api/coupons", coupon("SALE"));
  const job = await post("/api/coupon-code-bulk-create-jobs", codes(codeOf("SALE", "X")));
  expect(job.data.attributes["expires_at"]).toBe("2026-07-27T12:00:00.000000+00:00");
  await emulator.clock.advance("192h");
  expect((await get(`/api/coupon-code-bulk-create-jobs/${job.data.id}`)).status).toBe(404);
});

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

test("no row of an aggregate comes twice because another has come before it", async () => {
  const flows = Array.from({ length: 600 }, (_, index) => `f${1000 + index}`);
  const { aggregate, post } = await withEvents(
    flows.map(($flow) => ({ time: "2026-07-01T01:00:00Z", properties: { $flow } })),
  );
  const asked = { by: ["$flow"] };
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
  const met = [first, second].flatMap((page) =>
    shown(page).data.map(({ dimensions }) => dimensions),
  );
  expect(met).toEqual(flows.map(($flow) => [$flow]));
});

test("a filter of an aggregate has at most as many characters as any other", async () => {
  const { aggregate } = await withEvents();
  const values = Array.from({ length: 400_000 }, (_, index) => `"v${index}"`).join();
  const answer = await aggregate({
    filter: [...between("2026-07-01", "2026-07-04"), `any($flow,[${values}])`],
  });
  expect(refusalOf(answer)).toEqual([400, "invalid", "/data/attributes/filter/2"]);
});

test.each(["price", "inventory_quantity"])(
  "%s is refused if it is no finite number",
  async (name) => {
    const { post, addItem } = await catalog();
    await addItem("shirt");
    const body = JSON.stringify({ data: variant("red", "shirt", { [name]: 4711 }) });
    const answer = await post("/api/catalog-variants", body.replace("4711", "1e400"));
    expect(refusalOf(answer)).toEqual([400, "invalid", `/data/attributes/${name}`]);
  },
);

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

test("a year before 100 is not taken for one of the twentieth century", async () => {
  const { post } = await emulate();
  await post("/api/coupons", coupon("SALE"));
  const said = "0001-01-01T00:00:00+00:00";
  const answer = await post("/api/coupon-codes", {
    data: codeOf("SALE", "X", { expires_at: said }),
  });
  expect([400, said]).toContain(answer.status === 200 ? answer.data.attributes["expires_at"] : 400);
});

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

test("a coupon code is found by the instant of expiry that it shows", async () => {
  const { post, get } = await emulate({ frozenAt: "2026-07-20T12:00:00.500Z" });
  await post("/api/coupons", coupon("SALE"));
  const { data } = await post("/api/coupon-codes", { data: codeOf("SALE", "X") });
  const at = String(data.attributes["expires_at"]);
  const found = async (operator: string) =>
    idsOf(await get(`/api/coupon-codes?${filter(`${operator}(expires_at,${at})`)}`)).length;
  expect([await found("less-or-equal"), await found("greater-than")]).toEqual([1, 0]);
});

test("a member is found by the instant of joining that it shows", async () => {
  const { post, get } = await emulate({ frozenAt: "2026-07-20T12:00:00.500Z" });
  const list = (await post("/api/lists", resource("list", { name: "News" }))).data.id;
  const profile = (await post("/api/profiles", resource("profile", { email: "a@example.com" })))
    .data;
  const data = [{ type: "profile", id: profile.id }];
  await post(`/api/lists/${list}/relationships/profiles`, { data });
  const at = `/api/lists/${list}/profiles`;
  const joined = String((await get(at)).many[0]?.attributes["joined_group_at"]);
  const found = async (operator: string) =>
    idsOf(await get(`${at}?${filter(`${operator}(joined_group_at,${joined})`)}`)).length;
  expect([await found("less-or-equal"), await found("greater-than")]).toEqual([1, 0]);
});
