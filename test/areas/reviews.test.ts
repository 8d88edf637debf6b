import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { idOf } from "./catalogs-support.ts";
import { ada, rejected, reviewing, shirt } from "./reviews-support.ts";

describe("a review", () => {
  it("shows what was written, its item, and the event that tells of it", async () => {
    const { submitted, get } = await reviewing();
    const id = await submitted({ title: "My shirt", rating: 5, product: shirt });
    const { data, included } = await get(`/api/reviews/${id}?include=events`);
    expect(data.attributes).toEqual({
      email: ada,
      status: { value: "pending" },
      verified: false,
      review_type: "review",
      created: "2026-07-20T12:00:00+00:00",
      updated: "2026-07-20T12:00:00+00:00",
      images: [],
      product: {
        url: "https://shop.example.com/shirt",
        name: "Item shirt",
        image_url: null,
        external_id: "shirt",
      },
      rating: 5,
      author: "Ada",
      content: "Warm and dry",
      title: "My shirt",
      smart_quote: null,
      public_reply: null,
    });
    expect(data.relationships["item"]?.data).toEqual({ type: "catalog-item", id: idOf("shirt") });
    expect(data.relationships["events"]?.data).toEqual([{ type: "event", id: included[0]?.id }]);
    expect(included[0]?.attributes["event_properties"]).toEqual({
      review_id: id,
      review_type: "review",
      product_id: "shirt",
      rating: 5,
      title: "My shirt",
      content: "Warm and dry",
    });
  });

  it("is not found by an id that there is not", async () => {
    const { get, moderate } = await reviewing();
    expect(refusalOf(await get("/api/reviews/none"))).toEqual([404, "not_found", "/data/"]);
    expect((await moderate("none", { value: "published" })).status).toBe(404);
  });

  it("had a status of one word before 2025-01-15", async () => {
    const { submitted, get } = await reviewing();
    const path = `/api/reviews/${await submitted({}, "rejected")}`;
    const statusIn = async (revision: string) =>
      (await get(path, { headers: { revision } })).data.attributes["status"];
    expect(await statusIn("2024-10-15")).toBe("rejected");
    expect(await statusIn("2025-01-15")).toEqual(rejected);
  });

  it("moves to the profile that its author is merged into, and goes with it", async () => {
    const { submitted, get, post, ask } = await reviewing();
    const id = await submitted();
    const [source] = (await get("/api/profiles")).many;
    const made = await post("/api/profiles", {
      data: { type: "profile", attributes: { email: "lady@example.com" } },
    });
    const merging = {
      data: {
        type: "profile-merge",
        id: made.data.id,
        relationships: { profiles: { data: [{ type: "profile", id: source?.id }] } },
      },
    };
    expect((await post("/api/profile-merge", merging)).status).toBeLessThan(300);
    const person = { data: { type: "profile", id: made.data.id, attributes: {} } };
    const deletion = {
      data: { type: "data-privacy-deletion-job", attributes: { profile: person } },
    };
    expect((await ask("GET", `/api/reviews/${id}`)).status).toBe(200);
    expect((await post("/api/data-privacy-deletion-jobs", deletion)).status).toBe(202);
    expect((await ask("GET", `/api/reviews/${id}`)).status).toBe(404);
  });
});

describe("the status of a review", () => {
  const states = [
    { value: "published" },
    { value: "unpublished" },
    { value: "featured" },
    { value: "pending" },
    rejected,
    { value: "rejected", rejection_reason: { reason: "other", status_explanation: "Twice" } },
  ];

  it("may become each from each, and says when", async () => {
    const { submitted, moderate, emulator, get } = await reviewing();
    const id = await submitted();
    for (const from of states) {
      for (const to of states) {
        await moderate(id, from);
        await emulator.clock.advance("1s");
        const answer = await moderate(id, to);
        expect(answer.status).toBe(200);
        const { attributes } = (await get(`/api/reviews/${id}`)).data;
        expect([from, attributes["status"]]).toEqual([from, to]);
        expect(Date.parse(attributes["updated"] as string)).toBe(
          Date.parse(emulator.clock.now().now),
        );
      }
    }
  });

  it("stays where a change says nothing of it", async () => {
    const { submitted, moderate, get } = await reviewing();
    const id = await submitted({}, "featured");
    expect((await moderate(id, null)).status).toBe(200);
    expect((await get(`/api/reviews/${id}`)).data.attributes["status"]).toEqual({
      value: "featured",
    });
  });

  const at = "/data/attributes/status";
  it.each([
    [{ value: "deleted" }, at],
    [{ value: "rejected" }, at],
    [{ value: "rejected", rejection_reason: { reason: "boring" } }, at],
    ["published", at],
  ])("is not %j, and stays", async (status, pointer) => {
    const { submitted, moderate, get } = await reviewing();
    const id = await submitted();
    const [code, word, place] = refusalOf(await moderate(id, status));
    expect([code, word, String(place).startsWith(pointer)]).toEqual([400, "invalid", true]);
    expect((await get(`/api/reviews/${id}`)).data.attributes["status"]).toEqual({
      value: "pending",
    });
  });
});

describe("reviews", () => {
  async function several() {
    const ways = await reviewing();
    await ways.submitted({ content: "first", rating: 2, product: shirt }, "published");
    await ways.submitted({ content: "second", rating: 5 }, "rejected");
    await ways.submitted({ content: "third", review_type: "question" });
    await ways.submitted({ content: "fourth", review_type: "store", rating: 3 }, "featured");
    return ways;
  }

  it.each([
    ["", ["fourth", "third", "second", "first"]],
    ["?sort=created", ["first", "second", "third", "fourth"]],
    ["?sort=-rating", ["second", "fourth", "first", "third"]],
    ["?filter=equals(status,'published')", ["first"]],
    ["?filter=equals(status,'all')&sort=created", ["first", "second", "third", "fourth"]],
    ["?filter=equals(review_type,'question')", ["third"]],
    ["?filter=any(rating,[2,3])", ["fourth", "first"]],
    ["?filter=greater-or-equal(rating,3)", ["fourth", "second"]],
    ["?filter=contains(content,'ir')&sort=created", ["first", "third"]],
    [`?filter=equals(item.id,'${idOf("shirt")}')`, ["first"]],
    ["?filter=equals(verified,true)", []],
    ["?filter=greater-or-equal(created,2026-07-20T12:02:30Z)", ["fourth"]],
  ])("are listed by %s", async (query, expected) => {
    const { contents } = await several();
    expect(await contents(query)).toEqual(expected);
  });

  it("come page by page, each of them once", async () => {
    const { get } = await several();
    const first = await get("/api/reviews?page[size]=3&sort=rating");
    const next = await get(String(first.links.next).replace(/^http:\/\/[^/]+/, ""));
    const all = [...first.many, ...next.many].map((each) => each.attributes["content"]);
    expect(all).toEqual(["third", "first", "fourth", "second"]);
    expect(next.links.next).toBeNull();
  });

  it("are never of a status that there is not", async () => {
    const { get } = await several();
    const answer = await get("/api/reviews?filter=equals(status,'publishd')");
    expect(refusalOf(answer)).toEqual([400, "invalid", "filter"]);
    expect(answer.headers.get("x-emulator-hint")).toContain("published");
  });
});
