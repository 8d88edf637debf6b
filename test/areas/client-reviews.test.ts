import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { metricNamed, newEvent } from "../support/bodies.ts";
import { item } from "./catalogs-support.ts";
import { ada, reviewing, shirt } from "./reviews-support.ts";

describe("a review that a client submits", () => {
  it("waits to be published, and makes a profile of its author", async () => {
    const { submit, get, read } = await reviewing();
    const answer = await submit({ rating: 4, email: "grace@example.com" });
    expect([answer.status, answer.text]).toEqual([202, ""]);
    expect((await get("/api/reviews")).many[0]?.attributes["status"]).toEqual({ value: "pending" });
    expect((await get("/api/profiles")).many[0]?.attributes["email"]).toBe("grace@example.com");
    expect((await read()).many).toEqual([]);
  });

  it("is of a known profile by its email", async () => {
    const { submitted, get } = await reviewing();
    await submitted();
    await submitted({ content: "Again", email: "ADA@example.com" });
    expect((await get("/api/profiles")).many).toHaveLength(1);
    expect((await get("/api/events")).many).toHaveLength(2);
  });

  it("of a product that the catalog does not have is accepted, without an item", async () => {
    const { submitted, get } = await reviewing();
    const id = await submitted({ product: { ...shirt, external_id: "hat" } });
    const { data } = await get(`/api/reviews/${id}`);
    expect(data.attributes["product"]).toBeNull();
    expect(data.relationships["item"]).toBeUndefined();
  });

  it.each([
    ["Placed Order", { Items: [{ ProductID: "shirt" }] }, true],
    ["Ordered Product", { SKU: "shirt" }, true],
    ["Ordered Product", { ProductID: "hat" }, false],
    ["Viewed Product", { ProductID: "shirt" }, false],
  ])("after %s of %j: verified %s", async (metric, properties, verified) => {
    const { submitted, post, get } = await reviewing();
    await post("/api/events", newEvent({ metric: metricNamed(metric), properties }));
    const id = await submitted({ product: shirt });
    expect((await get(`/api/reviews/${id}`)).data.attributes["verified"]).toBe(verified);
  });

  it("has no rating if it is a question", async () => {
    const { submitted, get } = await reviewing();
    const id = await submitted({ review_type: "question", rating: 3 });
    expect((await get(`/api/reviews/${id}`)).data.attributes["rating"]).toBeNull();
  });

  const at = "/data/attributes";
  it.each([
    [{ email: "nobody" }, `${at}/email`],
    [{ author: null }, `${at}/author`],
    [{ content: undefined }, `${at}/content`],
    [{ review_type: "poem" }, `${at}/review_type`],
    [{ rating: 6 }, `${at}/rating`],
    [{ rating: "5" }, `${at}/rating`],
    [{ review_type: "rating" }, `${at}/rating`],
    [{ product: { external_id: "a", integration_key: "other" } }, `${at}/product/integration_key`],
    [{ incentive_type: "love" }, `${at}/incentive_type`],
    [{ images: ["https://example.com/a.png", "file:///etc/passwd"] }, `${at}/images/1`],
    [{ custom_questions: [{ id: "fit" }] }, `${at}/custom_questions/0/answers`],
    [{ status: { value: "published" } }, `${at}/status`],
  ])("is refused for %j, and changes nothing", async (attributes, pointer) => {
    const { submit, get } = await reviewing();
    expect(refusalOf(await submit(attributes))).toEqual([400, "invalid", pointer]);
    expect((await get("/api/reviews")).many).toEqual([]);
    expect((await get("/api/profiles")).many).toEqual([]);
  });
});

describe("the reviews that a client reads", () => {
  async function shown() {
    const ways = await reviewing();
    await ways.submitted({ content: "published", rating: 4 }, "published");
    await ways.submitted(
      {
        content: "featured",
        rating: 5,
        incentive_type: "other",
        images: ["data:image/png;base64,AA=="],
      },
      "featured",
    );
    for (const state of ["pending", "unpublished", "rejected"]) {
      await ways.submitted({ content: state }, state);
    }
    const contents = async (query: string) =>
      (await ways.read(query)).many.map((each) => each.attributes["content"]);
    return { ...ways, contents };
  }

  it("are published, without the address of who wrote them", async () => {
    const { read } = await shown();
    const { many, text } = await read();
    expect(many.map((each) => each.attributes["status"])).toEqual([
      { value: "featured" },
      { value: "published" },
    ]);
    expect(text).not.toContain(ada);
    expect(many[0]?.relationships).toBeUndefined();
  });

  it.each([
    ["&filter=equals(status,'published')", ["published"]],
    ["&filter=equals(status,'pending')", []],
    ["&filter=equals(status,'all')", ["featured", "published"]],
    ["&filter=has(media)", ["featured"]],
    ["&filter=has(smart_quote)", []],
    ["&filter=has(public_reply)", []],
    ["&filter=equals(incentivized,true)", ["featured"]],
    ["&filter=equals(edited,false)", ["featured", "published"]],
    ["&filter=less-or-equal(rating,4)", ["published"]],
    ["&sort=rating", ["published", "featured"]],
    ["&page[size]=1", ["featured"]],
  ])("are filtered and sorted by %s", async (query, expected) => {
    const { contents } = await shown();
    expect(await contents(query)).toEqual(expected);
  });

  it("cannot be filtered by an address", async () => {
    const { read } = await shown();
    const answer = await read(`&filter=equals(email,'${ada}')`);
    expect(refusalOf(answer)).toEqual([400, "invalid", "filter"]);
  });
});

describe("the values of reviews", () => {
  async function rated() {
    const ways = await reviewing();
    await ways.post("/api/catalog-items", { data: item("hat") });
    const hat = { ...shirt, external_id: "hat" };
    await ways.submitted({ rating: 1, product: shirt }, "published");
    await ways.emulator.clock.advance("40d");
    await ways.submitted({ rating: 4, product: shirt }, "featured");
    await ways.submitted({ review_type: "rating", rating: 3, product: hat }, "published");
    await ways.submitted({ review_type: "question", product: hat }, "published");
    await ways.submitted({ review_type: "store", rating: 2 }, "published");
    await ways.submitted({ rating: 5, product: shirt });
    return ways;
  }
  const all =
    "statistics=average_rating,total_reviews,total_questions,total_ratings,total_store_reviews,average_store_rating";

  it("of the company are those of all that is published", async () => {
    const { values, emulator } = await rated();
    const { many } = await values(`group_by=company_id&timeframe=all_time&${all}`);
    expect(many.map((each) => each.attributes["results"])).toEqual([
      [
        {
          groupings: { company_id: emulator.companyId },
          statistics: {
            average_rating: 8 / 3,
            average_store_rating: 2,
            total_questions: 1,
            total_ratings: 1,
            total_reviews: 2,
            total_store_reviews: 1,
          },
        },
      ],
    ]);
  });

  it("of products are told by their external ids, a page at a time", async () => {
    const { values, get } = await rated();
    const asked = "group_by=product_id&timeframe=all_time&statistics=average_rating";
    const first = await values(`${asked}&page[size]=1`);
    const next = await get(String(first.links.next).replace(/^http:\/\/[^/]+/, ""));
    const results = [...first.many, ...next.many].flatMap((each) => each.attributes["results"]);
    expect(results).toEqual([
      { groupings: { product_id: "hat" }, statistics: { average_rating: 3 } },
      { groupings: { product_id: "shirt" }, statistics: { average_rating: 2.5 } },
    ]);
    const { many } = await values(`${asked}&filter=equals(product_external_ids,'shirt')`);
    expect(many.map(({ id }) => id)).toEqual(["shirt"]);
  });

  it("are of the last days, if that is asked for", async () => {
    const { values } = await rated();
    const totalIn = async (timeframe: string) => {
      const asked = `group_by=company_id&statistics=total_reviews&timeframe=${timeframe}`;
      return (await values(asked)).many[0]?.attributes["results"];
    };
    const of = (total_reviews: number) => [
      { groupings: expect.anything(), statistics: { total_reviews } },
    ];
    expect(await totalIn("last_30_days")).toEqual(of(1));
    expect(await totalIn("last_90_days")).toEqual(of(2));
  });

  it("of a company without reviews are counts of zero, without averages", async () => {
    const { values, emulator } = await reviewing();
    const { many } = await values(
      "group_by=company_id&timeframe=all_time&statistics=average_rating,total_reviews",
    );
    expect(many[0]?.attributes["results"]).toEqual([
      { groupings: { company_id: emulator.companyId }, statistics: { total_reviews: 0 } },
    ]);
  });

  const needed = {
    group_by: "company_id",
    statistics: "total_reviews",
    timeframe: "all_time",
  };
  it.each([
    ["group_by", undefined],
    ["statistics", undefined],
    ["timeframe", undefined],
    ["group_by", "item"],
    ["group_by", "company_id,product_id"],
    ["statistics", "total_reviews,total"],
    ["statistics", ""],
    ["timeframe", "last_7_days"],
  ])("are refused where %s is %s", async (name, value) => {
    const { values } = await reviewing();
    const query = Object.entries({ ...needed, [name]: value })
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => `${key}=${each}`)
      .join("&");
    expect(refusalOf(await values(query))).toEqual([400, "invalid", name]);
  });

  it("have cursors that hold for their own question alone", async () => {
    const { values } = await rated();
    const asked = "timeframe=all_time&statistics=average_rating&page[size]=1";
    const { links } = await values(`${asked}&group_by=product_id`);
    const cursor = new URL(String(links.next)).searchParams.get("page[cursor]") ?? "";
    const answer = await values(
      `${asked}&group_by=company_id&page[cursor]=${encodeURIComponent(cursor)}`,
    );
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/"]);
  });
});
