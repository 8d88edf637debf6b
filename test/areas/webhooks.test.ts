import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { webhookBody } from "../support/webhooks.ts";

describe("a webhook", () => {
  it("is created with topics, and shows of its URL the host alone", async () => {
    const { post } = await emulate();
    const made = await post("/api/webhooks", webhookBody());
    expect(made.status).toBe(201);
    expect(made.data.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(made.data.attributes).toMatchObject({
      name: "Shop",
      endpoint_url: "https://example.com/*****",
      enabled: true,
      description: null,
      created_at: "2026-07-20T12:00:00.000000+00:00",
    });
    expect(made.data.relationships).toEqual({
      "webhook-topics": {
        data: [
          { type: "webhook-topic", id: "event:service.merged_profile" },
          { type: "webhook-topic", id: "event:service.subscribed_to_list" },
        ],
      },
    });
  });

  it("tells nobody its secret", async () => {
    const { emulator, post, get } = await emulate();
    const made = await post("/api/webhooks", webhookBody());
    const texts = [
      made.text,
      (await get("/api/webhooks")).text,
      JSON.stringify(emulator.requests.list().map(({ id }) => emulator.requests.show(id))),
      JSON.stringify(emulator.state.get("webhooks")),
      JSON.stringify(await emulator.report()),
    ];
    for (const text of texts) expect(text).not.toContain("0123456789abcdef");
  });

  it("is read with the topics that it is told of", async () => {
    const { post, get } = await emulate();
    const { data } = await post("/api/webhooks", webhookBody());
    const one = await get(`/api/webhooks/${data.id}?include=webhook-topics`);
    expect(one.included.map(({ id }) => id)).toEqual([
      "event:service.merged_profile",
      "event:service.subscribed_to_list",
    ]);
    expect((await get("/api/webhooks")).many.map(({ id }) => id)).toEqual([data.id]);
  });

  it("is changed in part: given topics replace all, and a null description says nothing", async () => {
    const { post, patch } = await emulate();
    const { data } = await post("/api/webhooks", webhookBody({ description: "Old" }));
    const changed = await patch(`/api/webhooks/${data.id}`, {
      data: {
        type: "webhook",
        id: data.id,
        attributes: { description: null, enabled: false },
        relationships: {
          "webhook-topics": {
            data: [{ type: "webhook-topic", id: "event:service.sent_sms" }],
          },
        },
      },
    });
    expect(changed.status).toBe(200);
    expect(changed.data.attributes).toMatchObject({ description: "Old", enabled: false });
    expect(changed.data.relationships["webhook-topics"]?.data).toEqual([
      { type: "webhook-topic", id: "event:service.sent_sms" },
    ]);
  });

  it("is deleted", async () => {
    const { ask, post, get } = await emulate();
    const { data } = await post("/api/webhooks", webhookBody());
    expect((await ask("DELETE", `/api/webhooks/${data.id}`)).status).toBe(204);
    expect(refusalOf(await get(`/api/webhooks/${data.id}`))).toEqual([404, "not_found", "/data/"]);
  });

  it.each([
    ["an unknown topic", webhookBody({}, ["event:api.nothing"]), [404, "not_found", "/data/"]],
    ["no topic", webhookBody({}, []), [400, "invalid", "/data/relationships/webhook-topics/data"]],
    [
      "a short secret",
      webhookBody({ secret_key: "0123456789abcde" }),
      [400, "invalid", "/data/attributes/secret_key"],
    ],
    [
      "http beyond loopback",
      webhookBody({ endpoint_url: "http://example.com/hook" }),
      [400, "invalid", "/data/attributes/endpoint_url"],
    ],
    [
      "no URL",
      webhookBody({ endpoint_url: "example" }),
      [400, "invalid", "/data/attributes/endpoint_url"],
    ],
    [
      "credentials in the URL",
      webhookBody({ endpoint_url: "https://user:pass@example.com/" }),
      [400, "invalid", "/data/attributes/endpoint_url"],
    ],
    [
      "another scheme",
      webhookBody({ endpoint_url: "file:///etc/passwd" }),
      [400, "invalid", "/data/attributes/endpoint_url"],
    ],
  ])("is refused with %s", async (_, body, refusal) => {
    const { post, get } = await emulate();
    expect(refusalOf(await post("/api/webhooks", body))).toEqual(refusal);
    expect((await get("/api/webhooks")).many).toEqual([]);
  });

  it("may lead to loopback by http", async () => {
    const { post } = await emulate();
    for (const host of ["localhost:4", "127.0.0.9:4", "[::1]:4", "shop.localhost:4"]) {
      const body = webhookBody({ endpoint_url: `http://${host}/hook/secret?token=1` });
      const { data } = await post("/api/webhooks", body);
      expect(data.attributes["endpoint_url"]).toBe(`http://${host}/*****`);
    }
  });

  it("is one of ten at most", async () => {
    const { post } = await emulate();
    for (let made = 0; made < 10; made += 1) await post("/api/webhooks", webhookBody());
    expect(refusalOf(await post("/api/webhooks", webhookBody()))).toEqual([
      400,
      "invalid",
      "/data",
    ]);
  });

  it("is for access tokens alone where the account is set so", async () => {
    const { emulator, post, get } = await emulate({ fixtures: ["test/support/apps.yaml"] });
    expect(emulator.settings.show()).toMatchObject({ webhooks: "any" });
    emulator.settings.set({ webhooks: "oauth-only" });
    const refused = await post("/api/webhooks", webhookBody());
    expect(refusalOf(refused)).toEqual([403, "permission_denied", "/data/"]);
    expect(refused.headers.get("x-emulator-hint")).toContain("oauth-only");
    expect(refusalOf(await get("/api/webhook-topics"))).toEqual([
      403,
      "permission_denied",
      "/data/",
    ]);
    emulator.reset();
    expect((await post("/api/webhooks", webhookBody())).status).toBe(201);
  });
});

describe("the topics", () => {
  it("are those of the service and one for each metric, as they come", async () => {
    const { emulator, get } = await emulate();
    const before = (await get("/api/webhook-topics")).many.map(({ id }) => id);
    expect(before).toContain("event:service.subscribed_to_list");
    expect(before).not.toContain("event:api.viewed_product_2_");
    await emulator.seed({ metrics: [{ name: "Viewed Product (2)" }] });
    const after = (await get("/api/webhook-topics")).many.map(({ id }) => id);
    expect(after).toContain("event:api.viewed_product_2");
    expect(after).toEqual(after.toSorted());
    const one = await get("/api/webhook-topics/event:api.viewed_product_2");
    expect(one.data).toMatchObject({ type: "webhook-topic", attributes: {} });
  });

  it("that nobody knows are not found", async () => {
    const { get } = await emulate();
    expect(refusalOf(await get("/api/webhook-topics/event:api.nothing"))).toEqual([
      404,
      "not_found",
      "/data/",
    ]);
  });
});
