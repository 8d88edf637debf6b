import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { data, type Fields } from "../support/sending.ts";
import { ada, rejected, reviewing, shirt } from "./reviews-support.ts";

const metric = (name: string) => ({
  metric: { data: { type: "metric", attributes: { name } } },
});

/** A shop to which orders are told, and what it writes about them. */
async function shop() {
  const ways = await reviewing();
  const { get, post, emulator } = ways;
  const told = (name: string, attributes: Fields = {}) =>
    post("/api/events", newEvent({ ...metric(name), ...attributes }, { email: ada }));
  const fulfilled = (attributes: Fields = {}) =>
    told("Fulfilled Order", { unique_id: "EX-1", ...attributes });
  /** What says that somebody is ready to review: when, and of what. */
  const ready = async () => {
    const { many, included } = await get("/api/events?include=metric&sort=datetime");
    const names = new Map(included.map(({ id, attributes }) => [id, attributes["name"]]));
    return many
      .filter(({ relationships }) => {
        const of = relationships["metric"]?.data as { id: string } | undefined;
        return names.get(of?.id ?? "") === "Ready to Review";
      })
      .map(({ attributes }) => [attributes["datetime"], attributes["event_properties"]]);
  };
  return { ...ways, told, fulfilled, ready, advance: (by: string) => emulator.clock.advance(by) };
}

const items = (...ids: string[]) => ({
  properties: { Items: ids.map((ProductID) => ({ ProductID })) },
});

describe("a fulfilled order", () => {
  it("makes its person ready to review it, two weeks later", async () => {
    const { fulfilled, ready, advance } = await shop();
    await fulfilled(items("shirt", "hat"));
    await advance("13d");
    expect(await ready()).toEqual([]);
    await advance("2d");
    const about = { order_id: "EX-1", product_ids: ["shirt", "hat"] };
    expect(await ready()).toEqual([["2026-08-03T12:00:00+00:00", about]]);
  });

  it("is about the products with which it was placed, where it names none", async () => {
    const { told, fulfilled, ready, advance } = await shop();
    await told("Placed Order", { unique_id: "EX-1", ...items("shirt") });
    await fulfilled({ properties: {} });
    await advance("14d");
    expect((await ready())[0]?.[1]).toEqual({ order_id: "EX-1", product_ids: ["shirt"] });
  });

  it("asks for what has not been reviewed yet, and for nothing once all has", async () => {
    const { submitted, fulfilled, ready, advance } = await shop();
    await submitted({ product: shirt });
    await fulfilled(items("shirt", "hat"));
    await fulfilled({ unique_id: "EX-2", ...items("shirt") });
    await advance("14d");
    expect((await ready()).map(([, about]) => about)).toEqual([
      { order_id: "EX-1", product_ids: ["hat"] },
    ]);
  });

  it("asks after as many days as the setting says, at once, or never", async () => {
    const { emulator, fulfilled, ready, advance } = await shop();
    emulator.settings.set({ readyToReviewDays: 3 });
    await fulfilled(items("shirt"));
    emulator.settings.set({ readyToReviewDays: 0 });
    await fulfilled({ unique_id: "EX-2", ...items("shirt") });
    expect(await ready()).toHaveLength(1);
    emulator.settings.set({ readyToReviewDays: "never" });
    await fulfilled({ unique_id: "EX-3", ...items("shirt") });
    await advance("3d");
    expect(await ready()).toHaveLength(2);
    await advance("300d");
    expect(await ready()).toHaveLength(2);
  });

  it("asks for nothing if it was fulfilled longer ago, nor anybody who was deleted", async () => {
    const { post, get, fulfilled, ready, advance } = await shop();
    await fulfilled({ time: "2026-07-01T00:00:00Z", ...items("shirt") });
    await fulfilled({ unique_id: "EX-2", ...items("shirt") });
    const [person] = (await get("/api/profiles")).many;
    const profile = { data: { type: "profile", id: person?.id, attributes: {} } };
    await post("/api/data-privacy-deletion-jobs", data("data-privacy-deletion-job", { profile }));
    await advance("15d");
    expect(await ready()).toEqual([]);
  });
});

describe("a review that nobody looks at", () => {
  const states = async ({ get }: Awaited<ReturnType<typeof shop>>) =>
    (await get("/api/reviews?sort=created")).many.map(
      ({ attributes }) => (attributes["status"] as { value: string }).value,
    );

  it("stays pending, as long as the account says nothing else", async () => {
    const ways = await shop();
    await ways.submit({ rating: 5 });
    await ways.advance("1d");
    expect(await states(ways)).toEqual(["pending"]);
  });

  it("is published after an hour where the account wants that, if it is a good one", async () => {
    const ways = await shop();
    ways.emulator.settings.set({ publishReviews: 1 });
    for (const rating of [3, 4, 5]) await ways.submit({ rating });
    await ways.submit({ review_type: "question" });
    await ways.advance("59m");
    expect(await states(ways)).toEqual(Array(4).fill("pending"));
    await ways.advance("1m");
    expect((await states(ways)).toSorted()).toEqual([
      "pending",
      "pending",
      "published",
      "published",
    ]);
    const [newest] = (await ways.get("/api/reviews?filter=equals(status,'published')")).many;
    expect(newest?.attributes["updated"]).toBe("2026-07-20T13:00:00+00:00");
  });

  it("is published by chance where the account wants a part of them", async () => {
    const ways = await shop();
    ways.emulator.settings.set({ publishReviews: 0.5 });
    for (let count = 0; count < 20; count += 1) await ways.submit({ rating: 5 });
    await ways.advance("1h");
    const published = (await states(ways)).filter((state) => state === "published");
    expect(published.length).toBeGreaterThan(3);
    expect(published.length).toBeLessThan(17);
  });

  it("stays what a moderator has made of it", async () => {
    const ways = await shop();
    ways.emulator.settings.set({ publishReviews: 1 });
    await ways.submit({ rating: 5 });
    const [review] = (await ways.get("/api/reviews")).many;
    await ways.moderate(review?.id ?? "", rejected);
    await ways.advance("2h");
    expect(await states(ways)).toEqual(["rejected"]);
  });
});
