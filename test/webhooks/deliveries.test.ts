import { describe, expect, it } from "vitest";
import { signatureOf } from "../../src/domain/deliveries/call.ts";
import { emulate } from "../support/emulate.ts";
import { newEvent } from "../support/bodies.ts";
import { receive, type Received, secret, signed, webhookBody } from "../support/webhooks.ts";

const joined = "event:service.subscribed_to_list";

/** An account with a webhook to a receiver, and an act that its topic is about. */
async function listening(
  answer?: Parameters<typeof receive>[0],
  options: Parameters<typeof emulate>[0] = {},
) {
  const receiver = await receive(answer);
  const ways = await emulate(options);
  const body = webhookBody({ endpoint_url: receiver.url }, [joined]);
  const { id } = (await ways.post("/api/webhooks", body)).data;
  const list = (await ways.post("/api/lists", listBody)).data.id;
  const join = async (email: string) => {
    const profile = (await ways.post("/api/profiles", personBody(email))).data.id;
    await ways.post(`/api/lists/${list}/relationships/profiles`, {
      data: [{ type: "profile", id: profile }],
    });
    return profile;
  };
  const states = () => ways.emulator.deliveries.list().map(({ state }) => state);
  return { ...ways, ...receiver, id, join, states };
}

const listBody = { data: { type: "list", attributes: { name: "News" } } };
const personBody = (email: string) => ({ data: { type: "profile", attributes: { email } } });

describe("the signature of a delivery", () => {
  it("is that of the known answer", () => {
    const timestamp = "Fri, 04 Sep 2026 12:00:00 GMT";
    expect(signatureOf("0123456789abcdef", '{"data":[],"meta":{}}', timestamp)).toBe(
      "ed46e09baa228b65ce9871b7d005def08e3053cdc8b9b3051425ce3f970abe10",
    );
  });
});

describe("an event that a webhook wants", () => {
  it("is sent in one signed batch with the others of its second", async () => {
    const { emulator, received, id, join, get } = await listening();
    await join("a@example.com");
    await join("b@example.com");
    expect(received).toEqual([]);
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(1);
    const { headers, body, json } = received[0] as Received;
    expect(headers["service-signature"]).toBe(signed(body, String(headers["service-timestamp"])));
    expect(headers["service-webhook-id"]).toBe(id);
    expect(json.meta).toMatchObject({
      service_webhook_id: id,
      service_account_id: emulator.companyId,
      version: "2026-07-15",
    });
    expect(json.data.map(({ topic }) => topic)).toEqual([joined, joined]);
    expect(new Set(json.data.map(({ external_id }) => external_id)).size).toBe(2);
    const event = json.data[0]?.payload.data;
    expect(event).toEqual((await get(`/api/events/${event?.id}`)).data);
    expect(emulator.deliveries.list()).toMatchObject([
      { webhook: id, topics: [joined], entries: 2, state: "delivered", nextAt: null },
    ]);
  });

  it("is told of in real time, which a receiver compares with its own clock", async () => {
    const { emulator, received, join } = await listening();
    await join("a@example.com");
    const before = Math.floor(Date.now() / 1000) * 1000;
    await emulator.clock.advance("1s");
    const stamp = Date.parse(String(received[0]?.headers["service-timestamp"]));
    expect(stamp).toBeGreaterThanOrEqual(before);
    expect(stamp).toBeLessThanOrEqual(Date.now());
  });

  it("is of a metric of one's own, too", async () => {
    const { url, received } = await receive();
    const { emulator, post } = await emulate();
    await post("/api/events", newEvent({}));
    const [metric] = emulator.state.get("metrics").records;
    const topic = `event:api.${String(metric?.["name"]).toLowerCase().replaceAll(" ", "_")}`;
    await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    emulator.deliveries.trigger(topic);
    await emulator.clock.advance("1s");
    expect(received[0]?.json.data.map((each) => each.topic)).toEqual([topic]);
  });

  it("is nobody's before there is a webhook, nor once it is switched off or gone", async () => {
    const { ask, emulator, received, id, join, patch, states } = await listening();
    await join("a@example.com");
    const off = { data: { type: "webhook", id, attributes: { enabled: false } } };
    await patch(`/api/webhooks/${id}`, off);
    await join("b@example.com");
    await emulator.clock.advance("1m");
    const on = { data: { type: "webhook", id, attributes: { enabled: true } } };
    await patch(`/api/webhooks/${id}`, on);
    await join("c@example.com");
    await ask("DELETE", `/api/webhooks/${id}`);
    await emulator.clock.advance("1m");
    expect(received).toEqual([]);
    expect(states()).toEqual(["dropped", "dropped"]);
  });

  it("goes out in batches of a thousand, one behind the other", async () => {
    const { emulator, received } = await listening();
    for (let made = 0; made < 1200; made += 1) emulator.deliveries.trigger(joined);
    await emulator.clock.advance("1s");
    expect(received.map(({ json }) => json.data.length)).toEqual([1000, 200]);
  });
});

describe("a call that fails", () => {
  it("is made again after 30 seconds, then after twice as long, with all of its batch", async () => {
    const { emulator, received, join, states } = await listening((response, _, count) => {
      response.statusCode = count <= 3 ? 500 : 202;
      response.end();
    });
    await join("a@example.com");
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(1);
    // What comes meanwhile waits for it.
    await join("b@example.com");
    await emulator.clock.advance("29s");
    expect(received).toHaveLength(1);
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(2);
    await emulator.clock.advance("59s");
    expect(received).toHaveLength(2);
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(3);
    await emulator.clock.advance("2m");
    expect(states()).toEqual(["delivered", "delivered"]);
    const batches = received.map(({ json }) => json.data.map((each) => each.external_id));
    expect(batches.slice(1, 4)).toEqual([batches[0], batches[0], batches[0]]);
    expect(batches[4]).not.toEqual(batches[0]);
    const [first] = emulator.deliveries.list();
    expect(first?.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 202]);
  });

  it("is made again within one advance, at the instants at which it is due", async () => {
    const { emulator, received, join } = await listening((response, _, count) => {
      response.statusCode = count <= 3 ? 503 : 200;
      response.end();
    });
    await join("a@example.com");
    await emulator.clock.advance("1h");
    expect(received).toHaveLength(4);
    expect(emulator.deliveries.list()[0]?.attempts.map(({ at }) => at)).toEqual([
      "2026-07-20T12:00:01+00:00",
      "2026-07-20T12:00:31+00:00",
      "2026-07-20T12:01:31+00:00",
      "2026-07-20T12:03:31+00:00",
    ]);
    expect(emulator.clock.now().now).toBe("2026-07-20T13:00:00+00:00");
  });

  it("for 48 hours switches the webhook off, and what waited is lost", async () => {
    const { emulator, id, join, states, get, received } = await listening((response) => {
      response.statusCode = 500;
      response.end();
    });
    await join("a@example.com");
    await emulator.clock.advance("1h");
    await join("b@example.com");
    await emulator.clock.advance("46h");
    expect((await get(`/api/webhooks/${id}`)).data.attributes["enabled"]).toBe(true);
    await emulator.clock.advance("3h");
    expect((await get(`/api/webhooks/${id}`)).data.attributes["enabled"]).toBe(false);
    expect(states()).toEqual(["failed", "dropped"]);
    const before = received.length;
    await emulator.clock.advance("10h");
    expect(received).toHaveLength(before);
    // An hour is the longest delay.
    const [{ attempts } = { attempts: [] }] = emulator.deliveries.list();
    const times = attempts.map(({ at }) => Date.parse(at));
    expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBe(
      3_600_000,
    );
  });

  it.each([204, 206, 302, 400, 500])("is one that is answered with %d", async (status) => {
    const { emulator, received, join } = await listening((response) => {
      response.writeHead(status, { location: "/elsewhere" });
      response.end();
    });
    await join("a@example.com");
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(1);
    expect(emulator.deliveries.list()).toMatchObject([
      { state: "pending", nextAt: "2026-07-20T12:00:31+00:00", attempts: [{ status }] },
    ]);
  });

  it.each([200, 201, 202])("is not one that is answered with %d", async (status) => {
    const { emulator, join, states } = await listening((response) => {
      response.statusCode = status;
      response.end();
    });
    await join("a@example.com");
    await emulator.clock.advance("1s");
    expect(states()).toEqual(["delivered"]);
  });
});

describe("settled", () => {
  it("on a frozen clock says at once what is due when", async () => {
    const { emulator, join, received } = await listening();
    await join("a@example.com");
    expect(await emulator.deliveries.settled()).toMatchObject([
      { state: "pending", nextAt: "2026-07-20T12:00:01+00:00", entries: 1 },
    ]);
    expect(received).toEqual([]);
    await emulator.clock.advance("1s");
    expect(await emulator.deliveries.settled()).toEqual([]);
  });

  it("on a running clock waits for every retry", async () => {
    const { emulator, received, join } = await listening((response, _, count) => {
      response.statusCode = count <= 3 ? 500 : 200;
      response.end();
    });
    emulator.clock.accelerate(10_000);
    await join("a@example.com");
    expect(await emulator.deliveries.settled()).toEqual([]);
    expect(received).toHaveLength(4);
  });
});

describe("a webhook", () => {
  it("has one call under way, and gets what waits when that is answered", async () => {
    let open = 0;
    let most = 0;
    const { emulator, received, join } = await listening((response, _, count) => {
      open += 1;
      most = Math.max(most, open);
      const answer = () => {
        open -= 1;
        response.statusCode = count === 1 ? 500 : 200;
        response.end();
      };
      setImmediate(answer);
    });
    await join("a@example.com");
    await emulator.clock.advance("1s");
    const [{ id } = { id: "" }] = emulator.deliveries.list();
    await join("b@example.com");
    emulator.deliveries.redeliver(id);
    emulator.deliveries.redeliver(id);
    expect(emulator.deliveries.list()[1]).toMatchObject({ entries: 1, state: "pending" });
    await emulator.clock.advance("10s");
    expect(await emulator.deliveries.settled()).toEqual([]);
    expect(most).toBe(1);
    expect(received.map(({ json }) => json.data.length)).toEqual([1, 1, 1]);
  });

  it("is asked for no more than it wants", async () => {
    const { emulator, received } = await listening();
    emulator.deliveries.trigger("event:service.merged_profile");
    await emulator.clock.advance("1h");
    expect(received).toEqual([]);
    expect(emulator.deliveries.list()).toEqual([]);
  });
});

describe("a delivery that has ended", () => {
  it("is sent again when it is asked for, with the same ids", async () => {
    const { emulator, received, join } = await listening();
    await join("a@example.com");
    await emulator.clock.advance("1s");
    const [{ id } = { id: "" }] = emulator.deliveries.list();
    emulator.deliveries.redeliver(id);
    expect(await emulator.deliveries.settled()).toEqual([]);
    expect(received).toHaveLength(2);
    expect(received[1]?.json.data).toEqual(received[0]?.json.data);
    expect(emulator.deliveries.list()[0]?.attempts).toHaveLength(2);
  });

  it("of a webhook that is switched off is not", async () => {
    const { emulator, id, join, patch } = await listening();
    await join("a@example.com");
    await emulator.clock.advance("1s");
    const off = { data: { type: "webhook", id, attributes: { enabled: false } } };
    await patch(`/api/webhooks/${id}`, off);
    const [{ id: delivery } = { id: "" }] = emulator.deliveries.list();
    expect(() => emulator.deliveries.redeliver(delivery)).toThrow("switched off");
    expect(() => emulator.deliveries.redeliver("01NOTHING")).toThrow("no delivery with id");
  });
});

describe("what is to be delivered", () => {
  it("is gone after a reset", async () => {
    const { emulator, received, join } = await listening();
    await join("a@example.com");
    emulator.reset();
    await emulator.clock.advance("1h");
    expect(received).toEqual([]);
    expect(emulator.deliveries.list()).toEqual([]);
  });

  it("is due again in a state that is put back", async () => {
    const { emulator, received, join } = await listening();
    await join("a@example.com");
    emulator.state.snapshot("before");
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(1);
    emulator.state.restore("before");
    expect(await emulator.deliveries.settled()).toEqual([]);
    expect(received).toHaveLength(2);
    expect(received[1]?.json.data).toEqual(received[0]?.json.data);
  });

  it("is not taken along by a fork, whose webhooks are", async () => {
    const { emulator, received, join } = await listening();
    await join("a@example.com");
    const { companyId } = emulator.sandbox({ from: "current" });
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(1);
    emulator.deliveries.trigger(joined, { account: companyId });
    await emulator.clock.advance("1s");
    expect(received[1]?.json.meta["service_account_id"]).toBe(companyId);
  });

  it("is of no interest to the journal", async () => {
    const { emulator, post, received } = await listening();
    const { created } = { created: emulator.deliveries.trigger(joined) };
    await emulator.clock.advance("1s");
    await post("/api/lists", { data: { type: "list", attributes: { name: "Other" } } });
    const last = emulator.requests.show("last");
    expect(JSON.stringify(last)).not.toContain(created.event);
    expect(received).toHaveLength(1);
    expect(JSON.stringify(last)).not.toContain(secret);
  });
});
