import { describe, expect, it } from "vitest";
import { ada, bodies, body, shop, to } from "./recorded-support.ts";

const whole = "2026-07-20T12:00:00+00:00";
const precise = "2026-07-20T12:00:00.123000+00:00";

type Ways = Awaited<ReturnType<typeof shop>>;

async function made({ post }: Ways, path: string) {
  if (path.includes("variant")) await post("/api/catalog-items", bodies["/api/catalog-items"]);
  if (path.includes("coupon-code")) await post("/api/coupons", bodies["/api/coupons"]);
  return (await post(path, bodies[path])).data;
}

describe.each(["/api/catalog-items", "/api/catalog-variants", "/api/custom-metrics"])(
  "%s",
  (path) => {
    it("has fractions of seconds always", async () => {
      const ways = await shop();
      const { id, attributes } = await made(ways, path);
      const read = (await ways.get(`${path}/${encodeURIComponent(id)}`)).data.attributes;
      const stamps = { created: precise, updated: precise };
      expect([attributes, read]).toMatchObject([stamps, stamps]);
    });
  },
);

it.each(["/api/catalog-categories", "/api/mapped-metrics"])(
  "%s has fractions of seconds always",
  async (path) => {
    const ways = await shop();
    if (path.includes("catalog")) await made(ways, path);
    const [first] = (await ways.get(path)).many;
    expect(first?.attributes["updated"]).toMatch(/\.\d{6}\+00:00$/);
  },
);

describe.each([
  "/api/profile-suppression-bulk-create-jobs",
  "/api/catalog-item-bulk-create-jobs",
  "/api/coupon-code-bulk-create-jobs",
])("%s", (path) => {
  it("has fractions of seconds always", async () => {
    const ways = await shop();
    const { id, attributes } = await made(ways, path);
    const read = (await ways.get(`${path}/${id}`)).data.attributes;
    expect([attributes["created_at"], read["created_at"]]).toEqual([precise, precise]);
    const expiries = "expires_at" in read ? [attributes["expires_at"], read["expires_at"]] : [];
    for (const at of expiries) expect(at).toBe("2026-07-27T12:00:00.123000+00:00");
  });
});

it("an import job has whole seconds when it is accepted, and fractions in the collection", async () => {
  const ways = await shop();
  const { attributes } = await made(ways, "/api/profile-bulk-import-jobs");
  expect(attributes).toMatchObject({
    created_at: whole,
    expires_at: "2026-07-27T12:00:00+00:00",
  });
  const [listed] = (await ways.get("/api/profile-bulk-import-jobs")).many;
  expect(listed?.attributes).toMatchObject({
    created_at: precise,
    started_at: precise,
    completed_at: precise,
    expires_at: "2026-07-27T12:00:00.123000+00:00",
  });
});

describe.each([
  ["/api/profiles", { first_name: "Bob" }],
  ["/api/lists", { name: "Sale" }],
  ["/api/segments", { name: "Best buyers" }],
  ["/api/templates", { name: "Bye" }],
  ["/api/web-feeds", { name: "Rain" }],
])("%s", (path, change) => {
  it("has fractions of what a request has just set, and of nothing when it is read", async () => {
    const ways = await shop();
    const { id, type, attributes } = await made(ways, path);
    expect(attributes).toMatchObject({ created: precise, updated: precise });
    const seen = async () => (await ways.get(`${path}/${id}`)).data.attributes;
    expect(await seen()).toMatchObject({ created: whole, updated: whole });
    await ways.emulator.clock.advance("1m");
    const changed = await ways.patch(`${path}/${id}`, body(type, change, { id }));
    expect(changed.data.attributes).toMatchObject({
      created: whole,
      updated: "2026-07-20T12:01:00.123000+00:00",
    });
    expect(await seen()).toMatchObject({ created: whole, updated: "2026-07-20T12:01:00+00:00" });
  });
});

it("an image has fractions in the answer to its upload, and whole seconds later", async () => {
  const ways = await shop();
  const { id, attributes } = await made(ways, "/api/images");
  const read = (await ways.get(`/api/images/${id}`)).data.attributes;
  expect([attributes["updated_at"], read["updated_at"]]).toEqual([precise, whole]);
});

it("an import of a known profile has fractions in `updated` alone", async () => {
  const { post } = await shop();
  const known = body("profile", { email: "ada@example.com", first_name: "Ada" });
  const { status, data } = await post("/api/profile-import", known);
  expect([status, data.attributes["updated"]]).toEqual([200, precise]);
  expect(data.attributes["created"]).toMatch(/:\d\d\+00:00$/);
});

it.each([
  ["an event", "/api/events/Event000001", "datetime"],
  ["a member of a list", "/api/lists/NewsLs/profiles", "joined_group_at"],
])("%s has whole seconds", async (_, path, name) => {
  const { get } = await shop();
  const { data } = await get(path);
  const [first] = [data].flat();
  expect(first?.attributes[name]).toMatch(/T\d\d:\d\d:\d\d\+00:00$/);
});

it("a suppression has fractions, and touches the consent, which it leaves as it is", async () => {
  const ways = await shop();
  await made(ways, "/api/profile-suppression-bulk-create-jobs");
  const read = await ways.get(`/api/profiles/${ada}?additional-fields[profile]=subscriptions`);
  expect(read.data.attributes["subscriptions"]).toMatchObject({
    email: {
      marketing: {
        consent: "NEVER_SUBSCRIBED",
        consent_timestamp: null,
        last_updated: precise,
        suppression: [{ reason: "USER_SUPPRESSED", timestamp: precise }],
      },
    },
  });
});

it.each([
  ["2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z"],
  ["2027-01-01T02:00:00+02:00", "2027-01-01T00:00:00+00:00"],
])(
  "a coupon code that expires at %s is answered with %s, and read with +00:00",
  async (sent, said) => {
    const { post, get } = await shop();
    await post("/api/coupons", bodies["/api/coupons"]);
    const code = body(
      "coupon-code",
      { unique_code: "X1", expires_at: sent },
      { relationships: { coupon: to("coupon", "SALE") } },
    );
    const { data } = await post("/api/coupon-codes", code);
    expect(data.attributes["expires_at"]).toBe(said);
    const read = await get(`/api/coupon-codes/${data.id}`);
    expect(read.data.attributes["expires_at"]).toBe("2027-01-01T00:00:00+00:00");
  },
);
