import { describe, expect, it } from "vitest";
import type { Answer } from "../support/emulate.ts";
import { ada, bodies, body, shop, to } from "./recorded-support.ts";

type Ways = Awaited<ReturnType<typeof shop>>;
const both = { self: expect.any(String), related: expect.any(String) };

/** What stands at the end of each way to see a profile. */
const profileOf = ({ data, many, included }: Answer) =>
  [...[data].flat(), ...[many].flat(), ...(included ?? [])].find(({ type }) => type === "profile");

describe("a profile", () => {
  it.each([`/api/profiles/${ada}`, "/api/profiles"])(
    "read by GET %s carries conversations",
    async (path) => {
      const { get } = await shop();
      const { relationships } = profileOf(await get(path)) ?? {};
      expect(relationships).toHaveProperty("conversations");
      expect(relationships).not.toHaveProperty("conversation");
    },
  );

  const others: [string, (ways: Ways) => Promise<Answer>][] = [
    ["created", ({ post }) => post("/api/profiles", bodies["/api/profiles"])],
    ["updated", ({ patch }) => patch(`/api/profiles/${ada}`, body("profile", {}, { id: ada }))],
    ["imported", ({ post }) => post("/api/profile-import", bodies["/api/profiles"])],
    ["of a list", ({ get }) => get("/api/lists/NewsLs/profiles")],
    ["of an event", ({ get }) => get("/api/events/Event000001/profile")],
    ["included", ({ get }) => get("/api/events/Event000001?include=profile")],
    [
      "of an import job",
      async ({ get, post }) => {
        const path = "/api/profile-bulk-import-jobs";
        return get(`${path}/${(await post(path, bodies[path])).data.id}/profiles`);
      },
    ],
  ];
  it.each(others)("that is %s carries conversation", async (_, ask) => {
    const { relationships } = profileOf(await ask(await shop())) ?? {};
    expect(relationships).toHaveProperty("conversation");
    expect(relationships).not.toHaveProperty("conversations");
  });

  it("is written as its answer has it, whichever was asked for before", async () => {
    const { get } = await shop();
    const names = async (path: string) =>
      Object.keys(profileOf(await get(path))?.relationships ?? {}).filter((name) =>
        name.startsWith("conv"),
      );
    const paths = ["/api/events/Event000001/profile", `/api/profiles/${ada}`];
    for (const path of [...paths, ...paths.reverse()]) {
      const expected = path.startsWith("/api/profiles") ? "conversations" : "conversation";
      expect(await names(path)).toEqual([expected]);
    }
  });
});

it("a variant has links to its item alone, when it is made, read and included", async () => {
  const { post, get } = await shop();
  await post("/api/catalog-items", bodies["/api/catalog-items"]);
  const made = await post("/api/catalog-variants", bodies["/api/catalog-variants"]);
  const listed = await get("/api/catalog-variants");
  const item = await get("/api/catalog-items?include=variants");
  for (const variant of [made.data, listed.many[0], item.included[0]]) {
    expect(variant?.relationships).toEqual({ item: { links: both } });
  }
});

describe("a custom metric", () => {
  it("names its metrics always", async () => {
    const { post, get, patch } = await shop();
    const path = "/api/custom-metrics";
    const { data } = await post(path, bodies[path]);
    const metrics = { data: [{ type: "metric", id: "PlaceA" }], links: both };
    await patch(
      "/api/mapped-metrics/revenue",
      body(
        "mapped-metric",
        {},
        {
          id: "revenue",
          attributes: undefined,
          relationships: { "custom-metric": to("custom-metric", data.id) },
        },
      ),
    );
    const included = await get("/api/mapped-metrics/revenue?include=custom-metric");
    for (const seen of [data, (await get(path)).many[0], included.included[0]]) {
      expect(seen?.relationships).toEqual({ metrics });
    }
  });
});

describe("a mapped metric", () => {
  it("has the relationship that it has, and no other", async () => {
    const { get } = await shop();
    const { data } = await get("/api/mapped-metrics/revenue");
    expect(data.relationships).toEqual({
      metric: { data: { type: "metric", id: "PlaceA" }, links: both },
    });
  });

  it("to which nothing is mapped has none, also where some are included", async () => {
    const { get } = await shop();
    const { data } = await get("/api/mapped-metrics/refunded_sales?include=metric,custom-metric");
    expect(data).not.toHaveProperty("relationships");
  });

  it.each(["custom-metric", "relationships/custom-metric"])(
    "leads to nothing by 200 and null, without links: %s",
    async (end) => {
      const { get } = await shop();
      const { status, text } = await get(`/api/mapped-metrics/revenue/${end}`);
      expect([status, text]).toEqual([200, '{"data":null}']);
    },
  );
});

it("a coupon has no relationships at all", async () => {
  const { post, get } = await shop();
  const { data } = await post("/api/coupons", bodies["/api/coupons"]);
  expect(data).not.toHaveProperty("relationships");
  expect((await get("/api/coupons/SALE")).data).not.toHaveProperty("relationships");
});

it("a tag names its group when it is made and read, and only links to it in the group's tags", async () => {
  const { post, get } = await shop();
  const { data } = await post("/api/tags", bodies["/api/tags"]);
  const [{ id: group } = { id: "" }] = (await get("/api/tag-groups")).many;
  const read = (await get(`/api/tags/${data.id}`)).data.relationships;
  const named = { data: { type: "tag-group", id: group }, links: both };
  expect([data.relationships["tag-group"], read["tag-group"]]).toEqual([named, named]);
  const [listed] = (await get(`/api/tag-groups/${group}/tags`)).many;
  expect(listed?.relationships["tag-group"]).toEqual({ links: both });
});

describe("the links of what is not paged", () => {
  it.each([
    "/api/accounts",
    `/api/profiles/${ada}/lists`,
    `/api/profiles/${ada}/relationships/lists`,
    `/api/profiles/${ada}/segments`,
    `/api/profiles/${ada}/relationships/segments`,
  ])("have next and prev, null, on %s", async (path) => {
    const { get } = await shop();
    expect((await get(path)).links).toEqual({ self: expect.any(String), next: null, prev: null });
  });

  it("have them on the tags of a group", async () => {
    const { get } = await shop();
    const [group] = (await get("/api/tag-groups")).many;
    const { links } = await get(`/api/tag-groups/${group?.id}/tags`);
    expect(links).toEqual({ self: expect.any(String), next: null, prev: null });
  });

  it.each([
    "/api/lists/NewsLs/tags",
    "/api/metrics/PlaceA/metric-properties",
    "/api/mapped-metrics",
  ])("are self alone on %s", async (path) => {
    const { get } = await shop();
    expect((await get(path)).links).toEqual({ self: expect.any(String) });
  });
});

it("a merge answers with the destination by its id, without what it has", async () => {
  const { post } = await shop();
  const other = (await post("/api/profiles", bodies["/api/profiles"])).data.id;
  const { text } = await post(
    "/api/profile-merge",
    body(
      "profile-merge",
      {},
      {
        id: ada,
        attributes: undefined,
        relationships: { profiles: { data: [{ type: "profile", id: other }] } },
      },
    ),
  );
  expect(JSON.parse(text)).toEqual({
    data: {
      type: "profile",
      id: ada,
      attributes: {},
      links: { self: expect.stringMatching(new RegExp(`/api/profiles/${ada}/$`)) },
    },
    links: { self: expect.stringMatching(/\/api\/profile-merge$/) },
  });
});
