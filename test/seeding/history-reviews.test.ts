import { describe, expect, it } from "vitest";
import { historic, noon } from "./history-support.ts";

const shop = `
company_id: Tests1
sender_name: The shop
generate: { profiles: 80, events: 2000, span: 300d }
catalog_items:
  - { external_id: lamp, title: Lamp, description: Bright, url: "https://shop.example.com/lamp" }
  - { external_id: SKU-1001, title: Chair, description: Soft, url: "https://shop.example.com/chair" }
  - { external_id: gone, title: Gone, description: Old, url: "https://shop.example.com/gone", published: false }
history: { reviews: 40 }
`;

describe("the reviews of a history", () => {
  it("are so many, each by a customer, of something that the catalog has", async () => {
    const { all, get } = await historic(shop);
    const reviews = all("review");
    expect(reviews).toHaveLength(40);
    const people = new Map(all("profile").map((each) => [each["id"], each]));
    const placed = all("metric").find(({ name }) => name === "Placed Order")?.["id"];
    const orders = all("event").filter(({ metric }) => metric === placed);
    for (const { profile, email, order, created, external_id, review_type } of reviews) {
      expect(people.get(profile)?.["email"]).toBe(email);
      const of = orders.find((each) => each["profile"] === profile && each["unique_id"] === order);
      expect(of?.["time"]).toBeLessThan(created);
      expect(created).toBeLessThanOrEqual(people.get(profile)?.["last_event_date"]);
      const products = review_type === "store" ? [null] : ["lamp", "SKU-1001"];
      expect(products).toContain(external_id);
    }
    const pairs = reviews.map(({ profile, external_id }) => `${profile} ${external_id}`);
    const ofShop = reviews.filter(({ review_type }) => review_type === "store").length;
    expect(new Set(pairs).size).toBeGreaterThanOrEqual(reviews.length - ofShop);
    const { many } = await get("/api/reviews?page[size]=100");
    expect(many).toHaveLength(40);
  });

  it("are verified where the order names the product", async () => {
    const { all } = await historic(shop);
    const orders = new Map(all("event").map((each) => [each["unique_id"], each]));
    const verified = all("review").filter((each) => each["verified"]);
    expect(verified.length).toBeGreaterThan(0);
    for (const { order, external_id } of verified) {
      expect(JSON.stringify(orders.get(order)?.["properties"])).toContain(external_id);
    }
  });

  it("tell of themselves by an event each", async () => {
    const { all, happened, get } = await historic(shop);
    const events = [...happened("Submitted Review"), ...happened("Submitted Rating")];
    const byId = new Map(all("review").map((each) => [each["id"], each]));
    expect(events).toHaveLength(40);
    for (const { profile, time, properties } of events) {
      const review = byId.get(properties.review_id);
      expect([profile, properties.review_type, properties.rating ?? null]).toEqual([
        review?.["profile"],
        review?.["review_type"],
        review?.["rating"],
      ]);
      expect(time).toBe(review?.["created"] - (review?.["created"] % 1000));
    }
    const { data, included } = await get(`/api/reviews/${[...byId.keys()][0]}?include=events`);
    expect(included.map(({ id }) => id)).toEqual(
      [data.relationships["events"]?.data].flat().map((each) => (each as { id: string }).id),
    );
    expect(included).toHaveLength(1);
  });

  it("stand where moderators would have put them: most are published, the newest wait", async () => {
    const { all } = await historic(shop);
    const reviews = all("review");
    const states = (state: string) => reviews.filter((each) => each["state"] === state);
    expect(states("published").length).toBeGreaterThan(20);
    expect(states("featured").length).toBeGreaterThan(0);
    for (const { smart_quote, content, rating } of states("featured")) {
      expect([rating, content.startsWith(smart_quote)]).toEqual([5, true]);
    }
    for (const { state, rejection_reason } of reviews) {
      expect(rejection_reason !== null).toBe(state === "rejected");
    }
    for (const { created, updated, public_reply } of reviews) {
      expect(updated).toBeGreaterThanOrEqual(created);
      expect(updated).toBeLessThanOrEqual(noon);
      if (public_reply !== null) expect(public_reply.author).toBe("The shop");
    }
  });

  it("fit what they give: a question has no stars, and a rating no words", async () => {
    const { all } = await historic(shop.replace("reviews: 40", "reviews: 500"));
    const types = new Set(all("review").map(({ review_type }) => review_type));
    expect(types).toEqual(new Set(["review", "question", "rating", "store"]));
    for (const { review_type, rating, content } of all("review")) {
      expect([rating === null, content === null]).toEqual([
        review_type === "question",
        review_type === "rating",
      ]);
      expect(content ?? "").not.toContain("{");
    }
  });

  it("are about what was ordered where there is no catalog, and none where nobody ordered", async () => {
    const bare = shop.replace(/catalog_items:[^]*?history/, "history");
    const { all } = await historic(bare);
    expect(all("review").some(({ external_id }) => String(external_id).startsWith("SKU-"))).toBe(
      true,
    );
    const { all: nothing } = await historic(bare.replace(/generate:.*\n/, ""));
    expect(nothing("review")).toEqual([]);
  });

  it("are not by somebody who has written about it in the fixture", async () => {
    const { all } = await historic(shop);
    const first = all("review").find(({ review_type }) => review_type === "review");
    const { email, external_id } = first ?? {};
    const written = `reviews: [{ email: ${email}, author: A, content: B, product: ${external_id} }]\n`;
    const other = await historic(shop + written);
    const own = other.all("review").filter((each) => {
      return each["email"] === email && each["external_id"] === external_id;
    });
    expect(own.map(({ author }) => author)).toEqual(["A"]);
  });

  it("are the same at every start, beside visits and without, and again after a reset", async () => {
    const form = "forms: [{ name: Popup, list: News, status: live, created: -300d }]";
    const one = await historic(shop);
    const other = await historic(
      `${shop.replace("{ reviews", "{ visits: 9, reviews")}lists: [{ name: News }]\n${form}`,
    );
    const told = ({ all }: typeof one) =>
      all("review").map(({ profile, created, content, state }) => [
        profile,
        created,
        content,
        state,
      ]);
    const before = told(one);
    expect(told(other)).toEqual(before);
    one.emulator.reset();
    expect(told(one)).toEqual(before);
  });
});
