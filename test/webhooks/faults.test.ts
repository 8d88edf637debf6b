import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { crashed, newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";
import { receive, type Received, signed, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";
const topics = [topic, "event:service.merged_profile"];

/** An account with a webhook to a receiver, and what triggers its topic for someone. */
async function listening(
  answer?: Parameters<typeof receive>[0],
  options: Parameters<typeof emulate>[0] = {},
) {
  const receiver = await receive(answer);
  const ways = await emulate(options);
  const body = webhookBody({ endpoint_url: receiver.url }, topics);
  const { id } = (await ways.post("/api/webhooks", body)).data;
  const { emulator } = ways;
  const trigger = (email = "a@example.com", of = topic) =>
    emulator.deliveries.trigger(of, { email }).event;
  /** One call after the other, a second apart. */
  const calls = async (count: number) => {
    const events: string[] = [];
    for (let made = 0; made < count; made += 1) {
      events.push(trigger());
      await emulator.clock.advance("1s");
    }
    return events;
  };
  const plan = (fault: FaultInput) => emulator.faults.add({ delivery: topic, ...fault });
  const states = () => emulator.deliveries.list().map(({ state }) => state);
  const met = () => emulator.deliveries.list().map(({ attempts }) => attempts.map((a) => a.faults));
  return { ...ways, ...receiver, id, trigger, calls, plan, states, met };
}

const eventsOf = (received: readonly Received[]): string[][] =>
  received.map(({ json }) => json.data.map(({ payload }) => payload.data.id));

const isSigned = ({ headers, body }: Received): boolean =>
  headers["service-signature"] === signed(body, String(headers["service-timestamp"]));

/** Answers 401 to a signature that is not right, and 200 to others. */
const verifying: NonNullable<Parameters<typeof receive>[0]> = (response, received) => {
  response.statusCode = isSigned(received) ? 200 : 401;
  response.end();
};

describe("a fault on deliveries", () => {
  it("drop: the receiver gets nothing, and the delivery is dropped", async () => {
    const { emulator, received, calls, plan, met } = await listening();
    plan({ drop: true });
    const [, second] = await calls(2);
    await emulator.clock.advance("2h");
    expect(eventsOf(received)).toEqual([[second]]);
    expect(emulator.deliveries.list()).toMatchObject([
      {
        state: "dropped",
        nextAt: null,
        faults: ["fault-1"],
        attempts: [{ status: null, error: "dropped by fault-1", faults: ["fault-1"] }],
      },
      { state: "delivered", faults: [], attempts: [{ status: 200, faults: [] }] },
    ]);
    expect(met()).toEqual([[["fault-1"]], [[]]]);
    emulator.deliveries.redeliver(emulator.deliveries.list()[0]?.id ?? "");
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(2);
  });

  it("delay: the call is made so much later, and those behind it wait", async () => {
    const { emulator, received, calls, plan } = await listening();
    plan({ delay: "90s" });
    const events = await calls(2);
    expect(received).toEqual([]);
    expect(emulator.deliveries.list()[0]).toMatchObject({
      state: "pending",
      faults: ["fault-1"],
      nextAt: "2026-07-20T12:01:31+00:00",
      attempts: [],
    });
    await emulator.clock.advance("88s");
    expect(received).toEqual([]);
    await emulator.clock.advance("1s");
    expect(eventsOf(received)).toEqual(events.map((event) => [event]));
  });

  it("duplicate: the call is made again, with the same ids, signed each time", async () => {
    const { received, calls, plan, states, met } = await listening();
    plan({ duplicate: 3 });
    const [first, second] = await calls(2);
    expect(eventsOf(received)).toEqual([[first], [first], [first], [second]]);
    const ids = received.map(({ json }) => json.data[0]?.external_id);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(received.every(isSigned)).toBe(true);
    expect(states()).toEqual(["delivered", "delivered"]);
    expect(met()).toEqual([[["fault-1"], ["fault-1"], ["fault-1"]], [[]]]);
  });

  it("duplicate: always, it ends nevertheless; a copy that is refused is tried again", async () => {
    const { emulator, received, calls, plan, states } = await listening((response, _, count) => {
      response.statusCode = count === 2 ? 500 : 200;
      response.end();
    });
    plan({ duplicate: 2, times: "always" });
    await calls(1);
    expect([received.length, states()]).toEqual([2, ["pending"]]);
    await emulator.clock.advance("1m");
    expect([received.length, states()]).toEqual([4, ["delivered"]]);
  });

  it("reorder: three calls are held back, and sent in reverse", async () => {
    const { emulator, received, calls, plan, states, met } = await listening();
    plan({ reorder: 3 });
    const [one, two] = await calls(2);
    expect(received).toEqual([]);
    expect(emulator.deliveries.list()).toMatchObject([
      { state: "pending", faults: ["fault-1"] },
      { state: "pending", faults: ["fault-1"] },
    ]);
    const [three, four] = await calls(2);
    expect(eventsOf(received)).toEqual([[three], [two], [one], [four]]);
    expect(states()).toEqual(Array.from({ length: 4 }, () => "delivered"));
    expect(met().flat(2)).toEqual(["fault-1", "fault-1", "fault-1"]);
  });

  it("reorder: what no third call comes for is sent in reverse after a minute", async () => {
    const { emulator, received, calls, plan } = await listening();
    plan({ reorder: 3 });
    const [one, two] = await calls(2);
    await emulator.clock.advance("58s");
    expect(received).toEqual([]);
    await emulator.clock.advance("1s");
    expect(eventsOf(received)).toEqual([[two], [one]]);
  });

  it("signature wrong: the receiver can refuse it, and gets it right 30 seconds later", async () => {
    const { emulator, received, calls, plan } = await listening(verifying);
    plan({ signature: "wrong" });
    await calls(1);
    await emulator.clock.advance("30s");
    expect(received.map(isSigned)).toEqual([false, true]);
    expect(received[0]?.headers["service-signature"]).toMatch(/^[0-9a-f]{64}$/);
    expect(emulator.deliveries.list()[0]).toMatchObject({
      state: "delivered",
      attempts: [
        { status: 401, faults: ["fault-1"] },
        { status: 200, faults: [] },
      ],
    });
  });

  it("signature missing: there is no such header", async () => {
    const { received, calls, plan, states } = await listening();
    plan({ signature: "missing" });
    await calls(1);
    expect(received[0]?.headers).not.toHaveProperty("service-signature");
    expect(received[0]?.headers).toHaveProperty("service-timestamp");
    expect(states()).toEqual(["delivered"]);
  });

  it.each([
    ["-10m", -600_000],
    ["2h", 7_200_000],
  ])("timestamp %s: both time stamps are off, and signed", async (timestamp, offMs) => {
    const { received, calls, plan } = await listening();
    const before = Math.floor(Date.now() / 1000) * 1000;
    plan({ timestamp });
    await calls(1);
    const [call] = received as [Received];
    const stamp = Date.parse(String(call.headers["service-timestamp"]));
    expect(stamp - offMs).toBeGreaterThanOrEqual(before);
    expect(stamp - offMs).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(String(call.json.meta["timestamp"])) - stamp).toBeLessThan(1000);
    expect(isSigned(call)).toBe(true);
  });

  it("spoil truncate: half of what was signed arrives, and all of it 30 seconds later", async () => {
    const { emulator, received, calls, plan, states } = await listening(verifying);
    plan({ spoil: "truncate" });
    await calls(1);
    await emulator.clock.advance("30s");
    const [half, whole] = received as [Received, Received];
    expect(half.body).toBe(whole.body.slice(0, Math.floor(whole.body.length / 2)));
    expect(() => half.json).toThrow(/JSON/);
    expect(states()).toEqual(["delivered"]);
  });

  it("batch: what waits is sent in calls of this many events, in order", async () => {
    const { emulator, received, trigger, plan, states, met } = await listening();
    plan({ batch: 2 });
    const events = Array.from({ length: 5 }, () => trigger());
    await emulator.clock.advance("1s");
    expect(eventsOf(received)).toEqual([events.slice(0, 2), events.slice(2, 4), events.slice(4)]);
    expect(states()).toEqual(["delivered", "delivered", "delivered"]);
    expect(met().flat(2)).toEqual(["fault-1", "fault-1", "fault-1"]);
  });

  it("batch: a call that is small enough does not meet it", async () => {
    const { emulator, calls, plan } = await listening();
    plan({ batch: 2 });
    await calls(1);
    expect(emulator.faults.list()[0]).toMatchObject({ hits: { count: 0 }, remaining: 1 });
  });

  it("batch and reorder: the events of one second come in reverse", async () => {
    const { emulator, received, trigger, plan } = await listening();
    plan({ batch: 1, reorder: 3, signature: "missing" });
    const events = Array.from({ length: 4 }, () => trigger());
    await emulator.clock.advance("1s");
    const [one, two, three, four] = events;
    expect(eventsOf(received)).toEqual([[three], [two], [one], [four]]);
    expect(received.every(({ headers }) => headers["service-signature"] === undefined)).toBe(true);
  });
});

describe("which deliveries, and when", () => {
  it.each<[string, FaultInput, boolean]>([
    ["its topic", { delivery: topic }, true],
    ["a glob", { delivery: "event:service.*" }, true],
    ["another topic", { delivery: "event:api.*" }, false],
    ["the name of the webhook", { match: { webhook: "Shop" } }, true],
    ["the name of another", { match: { webhook: "Stock" } }, false],
    ["an email", { match: { email: "A@example.com" } }, true],
    ["another email", { match: { email: "b@example.com" } }, false],
    ["another profile", { match: { profile: "01HZZZZZZZZZZZZZZZZZZZZZZZ" } }, false],
    ["another account", { match: { account: "Zzzzzz" } }, false],
  ])("%s: %j", async (_, fault, isMet) => {
    const { received, calls, plan } = await listening();
    plan({ drop: true, ...fault });
    await calls(1);
    expect(received).toHaveLength(isMet ? 0 : 1);
  });

  it("the id of the webhook, and of the profile", async () => {
    const { emulator, received, calls, plan, id, trigger } = await listening();
    const { profile } = emulator.deliveries.trigger(topic, { email: "a@example.com" });
    plan({ drop: true, times: "always", match: { webhook: id, profile } });
    await calls(1);
    expect(received).toEqual([]);
    const other = trigger("b@example.com");
    await emulator.clock.advance("1s");
    expect(eventsOf(received)).toEqual([[other]]);
  });

  it("skip, every, times and a sequence count calls, retries too", async () => {
    const { emulator, received, calls, plan, met } = await listening(verifying);
    const sequence = [{ signature: "wrong" }, "pass", { drop: true }, { duplicate: 2 }] as const;
    plan({ skip: 1, sequence });
    await calls(2);
    await emulator.clock.advance("30s");
    await calls(2);
    expect(received.map(isSigned)).toEqual([true, false, true, true, true]);
    expect(met()).toEqual([[[]], [["fault-1"], []], [["fault-1"]], [["fault-1"], ["fault-1"]]]);
    expect(emulator.faults.list()).toMatchObject([
      { state: "spent", hits: { count: 3, exchanges: { length: 3 } } },
    ]);
  });

  it("the oldest gives the outcome, and delays add up", async () => {
    const { emulator, received, calls, plan, met } = await listening();
    plan({ delay: "10s" });
    plan({ signature: "missing" });
    plan({ duplicate: 2 });
    plan({ delay: "5s" });
    await calls(1);
    await emulator.clock.advance("14s");
    expect(received).toEqual([]);
    await emulator.clock.advance("1s");
    expect(received).toHaveLength(1);
    expect(received[0]?.headers).not.toHaveProperty("service-signature");
    expect(met()).toEqual([[["fault-2", "fault-1", "fault-4"]]]);
    expect(emulator.faults.list()[2]).toMatchObject({ hits: { count: 0 } });
  });

  it("of a sandbox meets its deliveries alone", async () => {
    const { emulator, calls, received } = await listening();
    const sandbox = await emulator.sandbox();
    sandbox.faults.add({ delivery: "*", drop: true });
    await calls(1);
    expect(received).toHaveLength(1);
  });
});

describe("what was held back or delayed", () => {
  it("is gone after a reset, and due again in a snapshot that is restored", async () => {
    const { emulator, received, calls, plan } = await listening();
    plan({ reorder: 3 });
    const [one, two] = await calls(2);
    await emulator.state.snapshot("held");
    const [three] = await calls(1);
    expect(eventsOf(received)).toEqual([[three], [two], [one]]);
    await emulator.state.restore("held");
    const [other] = await calls(1);
    expect(eventsOf(received.slice(3))).toEqual([[other], [two], [one]]);
    plan({ reorder: 2 });
    await calls(1);
    await emulator.reset();
    await emulator.clock.advance("5m");
    expect(received).toHaveLength(6);
  });

  it("goes out as it was meant to after a crash", async () => {
    const dataDir = newFolder();
    const { url, received } = await receive();
    const quiet = { onNote: () => {} };
    const before = await emulate({ dataDir, ...quiet });
    await before.post("/api/webhooks", webhookBody({ endpoint_url: url }, topics));
    before.emulator.faults.add({ delivery: topic, duplicate: 2, delay: "1m", signature: "wrong" });
    before.emulator.deliveries.trigger(topic);
    await before.emulator.clock.advance("1s");
    await before.post("/api/lists", { data: { type: "list", attributes: { name: "Kept" } } });
    const left = crashed(dataDir);
    await before.emulator.close();
    expect(received).toEqual([]);

    const { emulator } = await emulate({ dataDir: left, ...quiet });
    await emulator.clock.advance("61s");
    expect(received.map(isSigned)).toEqual([false, false]);
    expect(emulator.deliveries.list()).toMatchObject([
      { state: "delivered", attempts: [{ faults: ["fault-1"] }, { faults: ["fault-1"] }] },
    ]);
  });

  it("goes out as it is when it is sent again by hand", async () => {
    const { emulator, received, calls, plan } = await listening();
    plan({ reorder: 2, signature: "missing" });
    await calls(1);
    emulator.deliveries.redeliver(emulator.deliveries.list()[0]?.id ?? "");
    await emulator.clock.advance("1s");
    expect(received.map(isSigned)).toEqual([true]);
  });
});

describe("planning a fault on deliveries", () => {
  it.each<[FaultInput, string, RegExp]>([
    [{ delivery: "*", status: 500 }, "status", /is about responses: a delivery takes drop/],
    [{ delivery: "*", sequence: ["pass", { limit: "burst" }] }, "sequence[1].limit", /responses/],
    [{ delivery: "*", operation: "*", drop: true }, "operation", /leave out operation/],
    [{ delivery: "*", area: "events", drop: true }, "area", /leave out area/],
    [{ delivery: "*", where: "after", drop: true }, "where", /leave out where/],
    [{ delivery: "*", match: { key: "a" }, drop: true }, "match.key", /has no key/],
    [{ delivery: "*", match: { profileId: "a" }, drop: true }, "match.profileId", /profile/],
    [{ delivery: "*" }, "drop", /something to do/],
    [{ delivery: "*", drop: true, delay: "1s" }, "drop", /leave out delay/],
    [{ delivery: "*", reorder: 2, delay: "1s" }, "delay", /leave out delay/],
    [{ delivery: "*", spoil: "garbage" }, "spoil", /only truncate/],
    [{ delivery: "*", timestamp: "long" }, "timestamp", /how far off/],
    [{ delivery: "*", timestamp: "10" }, "timestamp", /with its unit/],
    [{ delivery: "*", duplicate: 1 }, "duplicate", /at least 2|2/],
    [{ delivery: "*", probability: 2, drop: true }, "probability", /at most 1/],
    [{ operation: "create_event", duplicate: 2 }, "duplicate", /only deliveries take duplicate/],
    [{ operation: "*", sequence: [{ drop: true }] }, "sequence[0].drop", /only deliveries/],
    [{ operation: "*", status: 500, match: { webhook: "a" } }, "match.webhook", /only a delivery/],
  ])("refuses %j", async (fault, path, message) => {
    const { emulator } = await emulate();
    const add = () => emulator.faults.add(fault);
    expect(add).toThrow(message);
    expect(add).toThrow(`${path}: `);
  });

  it("says why it can never act", async () => {
    const { emulator, plan } = await listening();
    const warnings = (fault: FaultInput) => plan({ drop: true, ...fault }).warnings;
    const until = ": until there is, this fault does not act";
    expect(warnings({})).toEqual([]);
    expect(warnings({ delivery: "event:service.merged_profle" })).toEqual([
      `there is no topic like event:service.merged_profle (did you mean ${topics[1]}?)${until}`,
    ]);
    expect(warnings({ delivery: "event:service.clicked_*" })).toEqual([
      `no webhook that is switched on wants event:service.clicked_*${until}`,
    ]);
    expect(warnings({ match: { webhook: "Shpo" } })).toEqual([
      `no webhook has the id or the name Shpo (did you mean Shop?)${until}`,
    ]);
    expect(warnings({ every: 2 })[0]).toContain("of the deliveries");
    expect(emulator.faults.list()).toHaveLength(5);
  });

  it("is a step of a scenario, which tells whether it was met", async () => {
    const { emulator, calls } = await listening();
    const steps = [{ name: "twice", fault: { delivery: topic, duplicate: 2 } }];
    const scenario = { name: "deliveries", steps };
    const missed = emulator.scenarios.begin(scenario);
    expect(emulator.scenarios.finish(missed).passed).toBe(false);
    const met = emulator.scenarios.begin(scenario);
    await calls(1);
    expect(emulator.scenarios.finish(met).passed).toBe(true);
  });

  it("is told of if it met no delivery", async () => {
    const { emulator, plan } = await listening();
    plan({ drop: true });
    expect(() => emulator.faults.expectMet()).toThrow(/^1 fault met no delivery:\n {2}fault-1: /);
  });

  it("goes through the control API and fixtures as well", async () => {
    const { emulator } = await emulate();
    await emulator.seed({ faults: [{ delivery: "event:api.*", batch: 1, times: "always" }] });
    const sequence = [{ timestamp: "-10m" }, "pass"];
    const body = JSON.stringify({ delivery: topic, sequence });
    const headers = { "content-type": "application/json" };
    const answer = await emulator.fetch("/_emulator/faults", { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({ id: "fault-2", delivery: topic, nextStep: 0 });
    expect(emulator.faults.list()[0]).toMatchObject({ delivery: "event:api.*", batch: 1 });
  });
});
