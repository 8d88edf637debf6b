import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { receive, secret, webhookBody } from "../support/webhooks.ts";

const hook = (url: string) => ({
  name: "Shop",
  endpoint_url: url,
  secret_key: secret,
  topics: ["event:service.subscribed_to_list", "event:api.placed_order"],
});

describe("a webhook of a fixture", () => {
  it("is there as if it had been created, and is called", async () => {
    const { url, received } = await receive();
    const { emulator, get, post } = await emulate();
    await emulator.seed({ webhooks: [hook(url)] });
    const [one] = (await get("/api/webhooks")).many;
    expect(one?.attributes).toMatchObject({ name: "Shop", enabled: true });
    expect(one?.relationships["webhook-topics"]?.data).toEqual([
      { type: "webhook-topic", id: "event:api.placed_order" },
      { type: "webhook-topic", id: "event:service.subscribed_to_list" },
    ]);
    await post("/api/events", {
      data: {
        type: "event",
        attributes: {
          properties: {},
          metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
          profile: { data: { type: "profile", attributes: { email: "a@example.com" } } },
        },
      },
    });
    await emulator.clock.advance("1s");
    expect(received[0]?.json.data.map(({ topic }) => topic)).toEqual(["event:api.placed_order"]);
  });

  it("of the demo is switched off until it is wanted", async () => {
    const { get } = await emulate({ fixtures: ["demo"] });
    expect(
      (await get("/api/webhooks")).many.map(({ attributes }) => attributes["enabled"]),
    ).toEqual([false]);
  });

  it("of the demo has topics of the demo, and receives an order that a client writes", async () => {
    const { get, post, patch, emulator } = await emulate({ fixtures: ["demo"] });
    const [shop] = (await get("/api/webhooks")).many;
    const known = (await get("/api/webhook-topics")).many.map(({ id }) => id);
    const topics = shop?.relationships["webhook-topics"]?.data as { id: string }[];
    expect(topics.filter(({ id }) => !known.includes(id))).toEqual([]);
    const enabling = { type: "webhook", id: shop?.id, attributes: { enabled: true } };
    await patch(`/api/webhooks/${shop?.id}`, { data: enabling });
    await post("/api/events", newEvent());
    const told = emulator.deliveries.list().flatMap(({ topics: each }) => each);
    expect(told).toEqual(["event:shop.placed_order"]);
  });

  it.each([
    [{ ...hook("nowhere") }, "webhooks[0].endpoint_url: expected an https URL"],
    [{ ...hook("https://a.example.com"), secret_key: "short" }, "webhooks[0].secret_key"],
    [{ ...hook("https://a.example.com"), topics: ["joined"] }, "webhooks[0].topics[0]"],
    [{ ...hook("https://a.example.com"), id: "1" }, "webhooks[0].id"],
  ])("is refused where it is none: %#", async (wrong, message) => {
    const { emulator } = await emulate();
    await expect(emulator.seed({ webhooks: [wrong] })).rejects.toThrow(message);
  });

  it("is added beside those that are there", async () => {
    const { emulator, post, get } = await emulate();
    await post("/api/webhooks", webhookBody());
    await emulator.seed({ webhooks: [hook("https://a.example.com/")] });
    expect((await get("/api/webhooks")).many).toHaveLength(2);
  });
});
