import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { receive, signed, webhookBody } from "../support/webhooks.ts";

const options = { vendorName: "acme-mail" } as const;

describe("with --vendor-name", () => {
  it("a delivery, its topics and its meta carry the name", async () => {
    const { url, received } = await receive();
    const { emulator } = await emulate(options);
    const topic = "event:acme_mail.subscribed_to_list";
    const key = emulator.keys.full;
    const made = await emulator.fetch("/api/webhooks", {
      method: "POST",
      headers: {
        authorization: `Service-API-Key ${key}`,
        revision: "2026-07-15",
        "content-type": "application/json",
      },
      body: JSON.stringify(webhookBody({ endpoint_url: url }, [topic])),
    });
    expect(made.status).toBe(201);
    emulator.deliveries.trigger(topic);
    await emulator.clock.advance("1s");
    const [{ headers, body, json } = received[0] as never] = received;
    expect(headers["acme-mail-signature"]).toBe(
      signed(body, String(headers["acme-mail-timestamp"])),
    );
    expect(headers["acme-mail-webhook-id"]).toBe(json.meta["acme_mail_webhook_id"]);
    expect(json.meta["acme_mail_account_id"]).toBe(emulator.companyId);
    expect(json.data.map((each) => each.topic)).toEqual([topic]);
    expect(JSON.stringify(received)).not.toContain("service");
  });

  it("every answer does, in its headers and to the pages of others", async () => {
    const { emulator } = await emulate(options);
    const key = emulator.keys.full;
    const answer = await emulator.fetch("/api/lists", {
      headers: { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" },
    });
    const names = [...answer.headers.keys()];
    expect(names).toContain("x-acme-mail-req-id");
    expect(names).toContain("x-acme-mail-api-revision");
    expect(names.filter((name) => name.includes("service"))).toEqual([]);
    const path = `/client/profiles?company_id=${emulator.companyId}`;
    const open = await emulator.fetch(path, { method: "POST" });
    expect(open.headers.get("access-control-expose-headers")).toContain("X-Acme-Mail-Req-Id");
  });

  it("a device's SDK is told and filtered by that name, as the document has it", async () => {
    const { emulator } = await emulate(options);
    const headers = {
      authorization: `Service-API-Key ${emulator.keys.full}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    };
    const profile = { data: { type: "profile", attributes: { email: "a@example.com" } } };
    const attributes = { token: "t", platform: "ios", vendor: "apns", profile };
    const told = (device_metadata: object) =>
      emulator.fetch("/api/push-tokens", {
        method: "POST",
        headers,
        body: JSON.stringify({
          data: { type: "push-token", attributes: { ...attributes, device_metadata } },
        }),
      });
    expect((await told({ acme_mail_sdk: "swift" })).status).toBe(202);
    const wrong = await told({ acme_mail_sdk: "cobol" });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("device_metadata/acme_mail_sdk");
    const fields = "fields[push-token]=metadata.acme_mail_sdk";
    const read = await emulator.fetch(`/api/push-tokens?${fields}`, { headers });
    expect(await read.json()).toMatchObject({
      data: [{ attributes: { metadata: { acme_mail_sdk: "swift" } } }],
    });
    const document = JSON.stringify(await emulator.openapi());
    expect(document).toContain("acme_mail_sdk");
    expect(document).not.toMatch(/x-service-|service_sdk/i);
  });

  it.each(["Acme", "a b", "-a", ""])("%j is refused", async (vendorName) => {
    await expect(emulate({ vendorName })).rejects.toThrow("vendorName");
  });
});
