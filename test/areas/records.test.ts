import { describe, expect, it } from "vitest";
import { fixtureFile } from "../support/fixture.ts";
import { type Answer, emulate, refusalOf } from "../support/emulate.ts";
import { dots } from "../support/form.ts";

type Fields = Record<string, unknown>;
const body = (type: string, attributes: Fields, beside: Fields = {}) => ({
  data: { type, ...beside, attributes },
});

/** HTML as it is kept. */
const page = (text: string) => `<html><head></head><body><p>${text}</p></body></html>`;

/** Types whose rows are all that is said of them, each with what makes one and what changes it. */
const kinds = [
  {
    type: "web-feed",
    path: "/api/web-feeds",
    given: {
      name: "News",
      url: "https://a.example/f",
      request_method: "get",
      content_type: "json",
    },
    change: { name: "Other_news", content_type: "xml" },
    wrong: {
      name: "News",
      url: "https://a.example/f",
      request_method: "put",
      content_type: "json",
    },
    at: "/data/attributes/request_method",
  },
  {
    type: "coupon",
    path: "/api/coupons",
    given: { external_id: "10OFF", description: "Ten off" },
    change: { description: "Ten less" },
    wrong: { description: "Ten off" },
    at: "/data/attributes/external_id",
  },
  {
    type: "template",
    path: "/api/templates",
    given: { name: "Hello", editor_type: "CODE", html: page("Hello") },
    change: { html: page("Bye"), text: "Bye" },
    wrong: { name: "Hello" },
    at: "/data/attributes/editor_type",
  },
] as const;

describe.each(kinds)("a $type", ({ type, path, given, change, wrong, at }) => {
  it("is created, read, listed, changed and deleted", async () => {
    const { emulator, post, get, patch, ask } = await emulate();
    const created = await post(path, body(type, given));
    expect([created.status, created.data.type]).toEqual([201, type]);
    expect(created.data.attributes).toMatchObject(given);
    const { id } = created.data;
    expect((await get(`${path}/${id}`)).data.attributes).toMatchObject(given);
    expect((await get(path)).many.map((each) => each.id)).toEqual([id]);
    await emulator.clock.advance("1m");
    const changed = await patch(`${path}/${id}`, body(type, change, { id }));
    expect(changed.data.attributes).toMatchObject({ ...given, ...change });
    if ("updated" in changed.data.attributes) {
      expect(changed.data.attributes).toMatchObject({
        created: "2026-07-20T12:00:00+00:00",
        updated: "2026-07-20T12:01:00.000000+00:00",
      });
    }
    const removed = await ask("DELETE", `${path}/${id}`);
    expect([removed.status, removed.text]).toEqual([type === "template" ? 200 : 204, ""]);
    expect((await get(`${path}/${id}`)).status).toBe(404);
    expect((await get(path)).many).toEqual([]);
  });

  it("is refused with the place of what is wrong, and not made", async () => {
    const { post, get, patch } = await emulate();
    expect(refusalOf(await post(path, body(type, wrong)))).toEqual([400, "invalid", at]);
    const { id } = (await post(path, body(type, given))).data;
    const other = await patch(`${path}/${id}`, body(type, change, { id: "other" }));
    expect(refusalOf(other)).toEqual([400, "invalid", "/data/id"]);
    expect((await patch(`${path}/nobody`, body(type, change, { id: "nobody" }))).status).toBe(404);
    expect((await get(path)).many).toHaveLength(1);
  });
});

const names = ({ many }: Answer) => many.map(({ attributes: { name } }) => name);

describe("web feeds", () => {
  it("are filtered by name and time, sorted, and come five to a page", async () => {
    const { emulator, post, get } = await emulate();
    for (const name of ["b1", "a2", "c1", "a1", "b2", "c2"]) {
      await post("/api/web-feeds", body("web-feed", { ...kinds[0].given, name }));
      await emulator.clock.advance("1s");
    }
    expect(names(await get("/api/web-feeds"))).toEqual(["b1", "a2", "c1", "a1", "b2"]);
    expect(names(await get("/api/web-feeds?sort=-name&page[size]=2"))).toEqual(["c2", "c1"]);
    expect(names(await get('/api/web-feeds?filter=contains(name,"a")'))).toEqual(["a2", "a1"]);
    const late = "filter=greater-or-equal(created,2026-07-20T12:00:04Z)";
    expect(names(await get(`/api/web-feeds?${late}`))).toEqual(["b2", "c2"]);
  });
});

describe("templates", () => {
  it("are found by the instant that is read, and show their definition when asked", async () => {
    const { post, get } = await emulate();
    const sections = [{ content_type: "section", type: "section", data: {} }];
    const definition = { body: { properties: {}, styles: {}, sections }, styles: [] };
    await post("/api/templates", body("template", { ...kinds[2].given, definition }));
    const [found] = (await get("/api/templates?filter=equals(created,2026-07-20T12:00:00Z)")).many;
    expect(found?.attributes).not.toHaveProperty("definition");
    const whole = await get(`/api/templates/${found?.id}?additional-fields[template]=definition`);
    expect(whole.data.attributes["definition"]).toEqual(definition);
  });

  it("are refused with a definition that is none, and its place", async () => {
    const { post } = await emulate();
    const whole = { body: { properties: {}, styles: {} }, styles: [] };
    const refused = async (definition: object) => {
      const sent = body("template", { ...kinds[2].given, definition });
      const { status, errors } = await post("/api/templates", sent);
      return [status, errors[0]?.source?.pointer];
    };
    const at = "/data/attributes/definition";
    expect(await refused({})).toEqual([400, `${at}/body`]);
    expect(await refused({ body: whole.body })).toEqual([400, `${at}/styles`]);
    for (const none of [{}, { sections: null }, { sections: [] }]) {
      const empty = { ...whole, body: { ...whole.body, ...none } };
      expect(await refused(empty)).toEqual([400, `${at}/body/sections`]);
    }
    const sections = [{ content_type: "section", type: "section", data: {}, rows: "x" }];
    const odd = { ...whole, body: { ...whole.body, sections } };
    expect(await refused(odd)).toEqual([400, `${at}/body/sections/0/rows`]);
  });

  it("are 1,000 in an account at most", async () => {
    const names = Array.from({ length: 999 }, (_, n) => `  - { name: T${n} }\n`).join("");
    const fixture = `keys: [{ name: full, scopes: full }]\ntemplates:\n${names}`;
    const { post, patch, ask } = await emulate({ fixtures: [fixtureFile(fixture)] });
    const make = () => post("/api/templates", body("template", kinds[2].given));
    const { id } = (await make()).data;
    const clone = () => post("/api/template-clone", body("template", {}, { id }));
    for (const full of [make, clone])
      expect(refusalOf(await full())).toEqual([400, "invalid", "/data"]);
    const change = body("template", { name: "Other" }, { id });
    expect((await patch(`/api/templates/${id}`, change)).status).toBe(200);
    expect((await ask("DELETE", `/api/templates/${id}`)).status).toBe(200);
    expect((await make()).status).toBe(201);
  });

  it("are cloned under another id and name", async () => {
    const { post, get } = await emulate();
    const { id } = (await post("/api/templates", body("template", kinds[2].given))).data;
    const clone = await post("/api/template-clone", body("template", { name: "Copy" }, { id }));
    expect([clone.status, clone.data.attributes["html"]]).toEqual([200, page("Hello")]);
    expect(clone.data.id).not.toBe(id);
    expect(names(await get("/api/templates"))).toEqual(["Hello", "Copy"]);
    const nobody = await post("/api/template-clone", body("template", {}, { id: "nobody" }));
    expect(nobody.status).toBe(404);
  });
});

describe("coupon codes", () => {
  async function coupons(options: Parameters<typeof emulate>[0] = {}) {
    const ways = await emulate(options);
    for (const external_id of ["10OFF", "20OFF"]) {
      await ways.post("/api/coupons", body("coupon", { external_id }));
    }
    const code = (unique_code: string, coupon = "10OFF", more: Fields = {}) =>
      ways.post(
        "/api/coupon-codes",
        body(
          "coupon-code",
          { unique_code, ...more },
          { relationships: { coupon: { data: { type: "coupon", id: coupon } } } },
        ),
      );
    const codes = async (path: string) =>
      (await ways.get(path)).many.map(({ attributes }) => attributes["unique_code"]);
    return { ...ways, code, codes };
  }

  it("belong to a coupon, which can be read with them", async () => {
    const { code, get } = await coupons();
    const made = await code("ABC");
    expect([made.status, made.data.id]).toEqual([200, "10OFF-ABC"]);
    expect(made.data.attributes).toEqual({
      unique_code: "ABC",
      expires_at: "2027-07-19T12:00:00+00:00",
      status: "UNASSIGNED",
    });
    const read = await get("/api/coupon-codes/10OFF-ABC?include=coupon");
    expect(read.included).toMatchObject([{ type: "coupon", id: "10OFF" }]);
    expect((await get("/api/coupon-codes/10OFF-ABC/coupon")).data.id).toBe("10OFF");
  });

  it("are filtered wherever they are listed, and paged both ways", async () => {
    const { code, codes, get, patch } = await coupons();
    for (const name of ["A", "B", "C"]) await code(name);
    await code("D", "20OFF", { expires_at: "2026-08-01T00:00:00Z" });
    const used = body("coupon-code", { status: "USED" }, { id: "10OFF-B" });
    await patch("/api/coupon-codes/10OFF-B", used);
    expect(await codes('/api/coupon-codes?filter=equals(coupon.id,"10OFF")')).toEqual([
      "A",
      "B",
      "C",
    ]);
    expect(await codes('/api/coupon-codes?filter=equals(status,"USED")')).toEqual(["B"]);
    expect(await codes("/api/coupon-codes?filter=less-than(expires_at,2026-09-01)")).toEqual(["D"]);
    const path = "/api/coupons/10OFF/coupon-codes";
    expect(await codes(`${path}?filter=equals(status,"UNASSIGNED")`)).toEqual(["A", "C"]);
    const first = await get(`${path}?page[size]=2`);
    const second = new URL(first.links.next as string);
    const last = await get(second.pathname + second.search);
    expect([first.many.length, last.many.length, last.links.next]).toEqual([2, 1, null]);
    const ids = await get("/api/coupons/10OFF/relationships/coupon-codes?page[size]=2");
    expect(ids.many).toHaveLength(2);
    expect(ids.links.next).toContain("page%5Bcursor%5D=");
  });

  it("are made of whole characters", async () => {
    const { code, post } = await coupons();
    expect(refusalOf(await code("\ud800"))).toEqual([
      400,
      "invalid",
      "/data/attributes/unique_code",
    ]);
    expect(
      refusalOf(await post("/api/coupons", body("coupon", { external_id: "\ud800" }))),
    ).toEqual([400, "invalid", "/data/attributes/external_id"]);
  });

  it("never expire if that is said, and their coupon has a name that a path can hold", async () => {
    const { code, post } = await coupons();
    expect(
      (await code("N", "10OFF", { expires_at: null })).data.attributes["expires_at"],
    ).toBeNull();
    const dots = await post("/api/coupons", body("coupon", { external_id: ".." }));
    expect(refusalOf(dots)).toEqual([400, "invalid", "/data/attributes/external_id"]);
  });

  it("are refused twice, and without their coupon", async () => {
    const { code } = await coupons();
    await code("ABC");
    expect(refusalOf(await code("ABC"))).toEqual([400, "invalid", "/data/attributes/unique_code"]);
    expect(refusalOf(await code("ABC", "NONE"))).toEqual([
      400,
      "invalid",
      "/data/relationships/coupon/data/id",
    ]);
  });

  it("are made in bulk, and those that are there already are told with their places", async () => {
    const { emulator, code, codes, post, get } = await coupons({ processingDelay: "10s" });
    await code("B");
    const path = "/api/coupon-code-bulk-create-jobs";
    const bulk = (coupon: string) =>
      body("coupon-code-bulk-create-job", {
        "coupon-codes": {
          data: ["A", "B", "C"].map((unique_code) => ({
            type: "coupon-code",
            attributes: { unique_code, ...(unique_code === "C" && { expires_at: null }) },
            relationships: { coupon: { data: { type: "coupon", id: coupon } } },
          })),
        },
      });
    const accepted = await post(path, bulk("10OFF"));
    expect([accepted.status, accepted.data.attributes["status"]]).toEqual([202, "processing"]);
    await emulator.clock.advance("10s");
    const job = await get(`${path}/${accepted.data.id}?include=coupon-codes`);
    expect(job.data.attributes).toMatchObject({
      status: "complete",
      total_count: 3,
      completed_count: 2,
      failed_count: 1,
      errors: [
        {
          code: "invalid",
          source: { pointer: "/data/attributes/coupon-codes/data/1/attributes/unique_code" },
        },
      ],
    });
    expect(job.included.map(({ id }) => id)).toEqual(["10OFF-A", "10OFF-C"]);
    expect(job.included.map(({ attributes }) => attributes["expires_at"])).toEqual([
      "2027-07-19T12:00:10+00:00",
      null,
    ]);
    expect(await codes('/api/coupon-codes?filter=equals(coupon.id,"10OFF")')).toEqual([
      "A",
      "B",
      "C",
    ]);
    expect((await get(`${path}?filter=equals(status,"complete")`)).many).toHaveLength(1);
    expect(refusalOf(await post(path, bulk("NONE")))).toEqual([
      400,
      "invalid",
      "/data/attributes/coupon-codes/data/0/relationships/coupon/data/id",
    ]);
  });

  it("go with their coupon", async () => {
    const { code, codes, ask } = await coupons();
    await code("A");
    await code("B", "20OFF");
    await ask("DELETE", "/api/coupons/10OFF");
    expect(await codes('/api/coupon-codes?filter=any(coupon.id,["10OFF","20OFF"])')).toEqual(["B"]);
  });

  it("are not listed without a filter", async () => {
    const { get } = await coupons();
    const refusal = await get("/api/coupon-codes");
    expect(refusalOf(refusal)).toEqual([400, "invalid", "filter"]);
    expect(refusal.headers.get("x-emulator-hint")).toBe(
      "the parameter filter is missing: add it; filterable here: coupon.id, expires_at, profile.id, status",
    );
    expect(refusalOf(await get("/api/coupon-codes?page[size]=2"))[2]).toBe("filter");
  });
});

describe("images", () => {
  const bytes = Buffer.concat([dots.png, Buffer.alloc(300 - dots.png.length)]);
  const png = `data:image/png;base64,${bytes.toString("base64")}`;
  const jpg = `data:image/jpeg;base64,${dots.jpeg.toString("base64")}`;
  const upload = (import_from_url: string, more: Fields = {}) =>
    body("image", { import_from_url, ...more });

  it("are known by what their URL says, and are found by it", async () => {
    const { post, get } = await emulate();
    const made = await post("/api/images", upload(png, { name: "Logo" }));
    expect([made.status, made.data.attributes]).toEqual([
      201,
      {
        name: "Logo",
        image_url: expect.stringMatching(/\/_emulator\/images\/\w{32}$/),
        format: "png",
        size: 300,
        hidden: false,
        updated_at: "2026-07-20T12:00:00.000000+00:00",
      },
    ]);
    await post("/api/images", upload(jpg, { name: "cat.jpg", hidden: true }));
    expect(names(await get("/api/images?filter=greater-than(size,299)"))).toEqual(["Logo"]);
    expect(names(await get("/api/images?filter=equals(hidden,true)"))).toEqual(["cat.jpg"]);
    const jpeg = 'equals(format,"jpeg"),any(hidden,[true,false])';
    expect(names(await get(`/api/images?filter=${jpeg}`))).toEqual(["cat.jpg"]);
    const all = await get("/api/images?sort=-size&filter=any(hidden,[true,false])");
    expect(names(all)).toEqual(["Logo", "cat.jpg"]);
    expect((await get("/api/images?filter=less-than(size,big)")).status).toBe(400);
  });

  it("are renamed and hidden", async () => {
    const { emulator, post, patch } = await emulate();
    const { id } = (await post("/api/images", upload(png))).data;
    await emulator.clock.advance("1m");
    const change = body("image", { name: "Other", hidden: true }, { id });
    expect((await patch(`/api/images/${id}`, change)).data.attributes).toMatchObject({
      name: "Other",
      hidden: true,
      size: 300,
      updated_at: "2026-07-20T12:01:00.000000+00:00",
    });
  });

  it.each(["cat", "ftp://a.example/cat.png", "data:text/plain;base64,AAAA"])(
    "are not read from %s",
    async (url) => {
      const { post } = await emulate();
      expect(refusalOf(await post("/api/images", upload(url)))).toEqual([
        400,
        "invalid",
        "/data/attributes/import_from_url",
      ]);
    },
  );
});

describe("tracking settings", () => {
  it("are there from the start, one for an account, and can be changed", async () => {
    const { get, patch } = await emulate();
    const [found] = (await get("/api/tracking-settings")).many;
    expect(found?.attributes).toMatchObject({ auto_add_parameters: false, custom_parameters: [] });
    const path = `/api/tracking-settings/${found?.id}`;
    const utm_source = { campaign: { type: "static", value: "news" } };
    const attributes = { auto_add_parameters: true, utm_source };
    const change = body("tracking-setting", attributes, { id: found?.id });
    expect((await patch(path, change)).status).toBe(200);
    expect((await get(path)).data.attributes).toMatchObject(attributes);
    const wrong = { utm_source: { campaign: { type: "other", value: "news" } } };
    const refused = await patch(path, body("tracking-setting", wrong, { id: found?.id }));
    expect(refused.status).toBe(400);
  });
});
