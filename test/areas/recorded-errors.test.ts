import { describe, expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { refusalOf } from "../support/emulate.ts";
import { body, shop, to } from "./recorded-support.ts";

type Ways = Awaited<ReturnType<typeof shop>>;

describe("an error object has links", () => {
  it.each<[string, object | undefined, (ways: Ways) => Promise<unknown>]>([
    ["400 invalid", {}, ({ post }) => post("/api/profiles", newProfile({ email: "nobody" }))],
    ["409 duplicate_profile", {}, ({ post }) => post("/api/profiles", newProfile())],
    [
      "403 forbidden",
      {},
      ({ emulator, post }) => {
        emulator.settings.set({ customObjects: false });
        return post("/api/object-types", body("object-type", { title: "Pet" }));
      },
    ],
    ["404 not_found", undefined, ({ get }) => get("/api/profiles/nobody")],
    [
      "401 authentication_failed",
      undefined,
      ({ get }) => get("/api/profiles", { key: "pk_nobody" }),
    ],
    [
      "403 permission_denied",
      undefined,
      ({ emulator, get }) => get("/api/profiles", { key: emulator.keys["events-only"] as string }),
    ],
    [
      "404 tag_service_error",
      undefined,
      ({ post }) =>
        post(
          "/api/tags",
          body("tag", { name: "A" }, { relationships: { "tag-group": to("tag-group", "none") } }),
        ),
    ],
    [
      "500 error",
      undefined,
      ({ emulator, get }) => {
        emulator.faults.add({ operation: "get_profiles", status: 500 });
        return get("/api/profiles");
      },
    ],
  ])("of %s: %j", async (name, links, ask) => {
    const { status, errors } = (await ask(await shop())) as Awaited<ReturnType<Ways["get"]>>;
    const [error] = errors;
    expect([`${status} ${error?.code}`, (error as { links?: object }).links]).toEqual([
      name,
      links,
    ]);
    // The specification has it in every error object.
    expect(error?.meta).toBeTypeOf("object");
  });
});

describe("a 429", () => {
  const tooMany = async () => {
    const { get } = await shop({ rateLimits: "real" });
    await get("/api/web-feeds");
    return get("/api/web-feeds");
  };

  it("has the usual body, whose error links to what it means", async () => {
    const { status, errors } = await tooMany();
    expect(status).toBe(429);
    expect(errors).toEqual([
      expect.objectContaining({
        code: "throttled",
        source: { pointer: "/data" },
        links: { type: expect.stringMatching(/^https:\/\//) },
        meta: {},
      }),
    ]);
  });

  it("names no content type, nor limits", async () => {
    const { headers } = await tooMany();
    expect(headers.has("content-type")).toBe(false);
    expect(headers.has("ratelimit-limit")).toBe(false);
  });

  it("that is planned names none either", async () => {
    const { emulator, get } = await shop();
    emulator.faults.add({ operation: "get_lists", status: 429 });
    const { status, headers } = await get("/api/lists");
    expect([status, headers.has("content-type")]).toEqual([429, false]);
  });
});

describe("the source of an error", () => {
  it.each(["filter=equals(nothing,1)", "sort=nothing", "include=nothing", "page[size]=0"])(
    "is the parameter alone for %s",
    async (query) => {
      const { get } = await shop();
      const { errors } = await get(`/api/profiles?${query}`);
      expect(errors[0]?.source).toEqual({ parameter: query.split("=")[0] });
    },
  );

  it("is a pointer for a cursor", async () => {
    const { get } = await shop();
    const { errors } = await get("/api/profiles?page[cursor]=nonsense");
    expect(errors[0]?.source).toEqual({ pointer: "/data/" });
  });
});

it("a tag of an unknown group is refused with 404", async () => {
  const { post } = await shop();
  const group = { relationships: { "tag-group": to("tag-group", "none") } };
  const answer = await post("/api/tags", body("tag", { name: "A" }, group));
  expect(answer.errors[0]).toMatchObject({ title: "Tag Service Error" });
  expect(refusalOf(answer)).toEqual([404, "tag_service_error", "/data/"]);
});

it.each([
  ["/api/mapped-metrics/margin", "/data/attributes/id"],
  ["/api/mapped-metrics/margin/metric", "/data/attributes/id"],
  ["/api/events/nobody", "/data/id"],
  ["/api/coupons/SALE-2026", "/data/id"],
])("the id of %s is malformed rather than unknown", async (path, pointer) => {
  const { get } = await shop();
  expect(refusalOf(await get(path))).toEqual([400, "invalid", pointer]);
});
