import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import type { WholeDeliveryView } from "../../src/index.ts";
import { receive, signed, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";

/** Asks the control API. */
async function controlled() {
  const { emulator, post } = await emulate({ fixtures: ["test/support/two.yaml"] });
  const call = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await emulator.fetch(`/_emulator/${path}`, { method, ...sent });
    const text = await answer.text();
    return { status: answer.status, json: (text === "" ? {} : JSON.parse(text)) as never };
  };
  const second = emulator.accounts[1]?.companyId ?? "";
  return { emulator, post, call, second };
}

describe("the control API", () => {
  it("triggers a topic, lists what follows, and sends it again", async () => {
    const { url, received } = await receive();
    const { emulator, post, call, second } = await controlled();
    const { id } = (await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]))).data;
    const made = await call("POST", "trigger", { topic, email: "new@example.com" });
    expect(made).toMatchObject({ status: 202, json: { topic, webhooks: [id] } });
    expect((await call("POST", `trigger?account=${second}`, { topic })).json).toMatchObject({
      account: second,
      webhooks: [],
    });
    const listed = await call("GET", `deliveries?webhook=${id}&state=pending`);
    expect(listed).toMatchObject({ status: 200, json: { deliveries: [{ webhook: id }] } });
    expect((await call("GET", `deliveries?account=${second}`)).json).toEqual({ deliveries: [] });
    // It answers once the call has been answered.
    expect((await call("POST", "clock/advance", { by: "1s" })).status).toBe(200);
    expect(received).toHaveLength(1);
    const [{ id: delivery } = { id: "" }] = emulator.deliveries.list();
    expect((await call("POST", `deliveries/${delivery}/redeliver`)).status).toBe(202);
    await emulator.deliveries.settled();
    expect(received).toHaveLength(2);
  });

  it("shows what each attempt sent: the headers with the signature, and the body", async () => {
    const { url, received } = await receive((response, _, count) => {
      response.statusCode = count === 1 ? 500 : 200;
      response.end();
    });
    const { emulator, post, call } = await controlled();
    await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    emulator.faults.add({ delivery: topic, signature: "wrong" });
    await call("POST", "trigger", { topic, email: "new@example.com" });
    const [{ id } = { id: "" }] = emulator.deliveries.list();
    expect((await call("GET", `deliveries/${id}`)).json).toMatchObject({
      attempts: [],
      attempt: null,
      call: null,
    });
    await call("POST", "clock/advance", { by: "1m" });
    expect(received).toHaveLength(2);
    for (const [index, { headers, body }] of received.entries()) {
      const { json } = await call("GET", `deliveries/${id}?attempt=${index + 1}`);
      const shown = json as WholeDeliveryView;
      expect([shown.attempt, shown.call?.url, shown.call?.body]).toEqual([index + 1, url, body]);
      const sent = Object.entries(shown.call?.headers ?? { none: "" });
      for (const [name, value] of sent) expect(headers[name.toLowerCase()]).toBe(value);
      const timestamp = headers["service-timestamp"] as string;
      expect(headers["service-signature"] === signed(body, timestamp)).toBe(index === 1);
    }
    expect(emulator.deliveries.show(id.slice(0, 20))).toEqual(
      (await call("GET", `deliveries/${id}`)).json,
    );
    expect(emulator.deliveries.show(id, { attempt: 1 }).attempt).toBe(1);
    expect((await call("GET", `deliveries/${id}?attempt=3`)).json).toMatchObject({
      error: { path: "attempt", message: "expected a whole number from 1 to 2" },
    });
  });

  it("knows of no call where a fault has dropped the delivery", async () => {
    const { emulator, post, call } = await controlled();
    await post("/api/webhooks", webhookBody({}, [topic]));
    emulator.faults.add({ delivery: topic, drop: true });
    await call("POST", "trigger", { topic });
    await call("POST", "clock/advance", { by: "1s" });
    const [{ id } = { id: "" }] = emulator.deliveries.list();
    expect(emulator.deliveries.show(id)).toMatchObject({ attempt: 1, call: null });
  });

  it.each([
    ["GET", "deliveries/01NOTHING", undefined, 404, "id"],
    ["POST", "trigger", { topic: "event:service.joined" }, 404, "topic"],
    ["POST", "trigger", {}, 400, "topic"],
    ["POST", "trigger", { topic, email: "nobody" }, 400, "email"],
    ["POST", "trigger?account=Nobody", { topic }, 404, "id"],
    ["POST", "deliveries/01NOTHING/redeliver", undefined, 404, "id"],
    ["GET", "deliveries?state=lost", undefined, 400, "state"],
    ["GET", "deliveries?limit=0", undefined, 400, "limit"],
    ["PATCH", "settings", { webhooks: "never" }, 400, "webhooks"],
    ["PATCH", "settings", { webhook: "any" }, 400, "webhook"],
  ])("refuses %s %s %j", async (method, path, body, status, at) => {
    const { call } = await controlled();
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status, json: { error: { path: at } } });
  });

  it("changes what one account may, and no other", async () => {
    const { call, second } = await controlled();
    const changed = await call("PATCH", `settings?account=${second}`, { webhooks: "oauth-only" });
    expect(changed).toMatchObject({ status: 200, json: { webhooks: "oauth-only" } });
    expect((await call("GET", "settings")).json).toMatchObject({ webhooks: "any" });
    expect((await call("PATCH", "settings", {})).json).toMatchObject({ webhooks: "any" });
  });
});
