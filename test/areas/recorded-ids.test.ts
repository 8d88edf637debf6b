import { expect, it } from "vitest";
import { aggregateOf } from "./metric-support.ts";
import { bodies, shop } from "./recorded-support.ts";

const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/;

it.each([
  ["/api/images", /^[1-9]\d{8}$/],
  ["/api/web-feeds", /^[1-9]\d{8}$/],
  ["/api/custom-metrics", ulid],
  ["/api/profile-suppression-bulk-create-jobs", ulid],
  ["/api/catalog-item-bulk-create-jobs", ulid],
  ["/api/coupon-code-bulk-create-jobs", ulid],
])("%s gives ids of its form, the same in every run", async (path, form) => {
  const idOf = async () => {
    const { post } = await shop();
    await post("/api/coupons", bodies["/api/coupons"]);
    return (await post(path, bodies[path])).data.id;
  };
  const [id, again] = [await idOf(), await idOf()];
  expect(id).toMatch(form);
  expect(again).toBe(id);
});

it("ids that are numbers come in the order in which they are made, none twice", async () => {
  const { post } = await shop();
  const ids: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    ids.push((await post("/api/images", bodies["/api/images"])).data.id);
  }
  expect(new Set(ids).size).toBe(30);
  expect(ids).toEqual([...ids].sort());
});

it("a metric aggregate has a number", async () => {
  const { post } = await shop();
  const { data } = await post("/api/metric-aggregates", aggregateOf({}));
  expect(data.id).toMatch(/^[1-9]\d{8}$/);
});

it("a metric property has the metric's id, a dot and its name, as base64url", async () => {
  const { get } = await shop();
  const { many } = await get("/api/metrics/PlaceA/metric-properties");
  const read = many.map(({ id }) => Buffer.from(id, "base64url").toString());
  expect(read).toEqual(["PlaceA.$value", "PlaceA.Gift"]);
  expect((await get(`/api/metric-properties/${many[1]?.id}`)).data.attributes["property"]).toBe(
    "Gift",
  );
});

it("an import job has its company and the second in which it came, as base64url", async () => {
  const { post } = await shop();
  const path = "/api/profile-bulk-import-jobs";
  const { id } = (await post(path, bodies[path])).data;
  const seconds = Date.parse("2026-07-20T12:00:00Z") / 1000;
  expect(Buffer.from(id, "base64url").toString()).toMatch(
    new RegExp(`^Tests1_maintenance\\.[0-9A-Za-z]{6}\\.${seconds}\\.[0-9A-Za-z]{6}$`),
  );
  expect(id).toMatch(/^[0-9A-Za-z_-]+$/);
});
