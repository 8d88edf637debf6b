import { describe, expect, it } from "vitest";
import type { EmulatorOptions, FaultInput } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";

/** What names the call of its test. */
const named = { headers: { "x-emulator-test-id": "the call" } };

/** A client that waits so long for an answer, and then for another. */
async function impatient(options: EmulatorOptions) {
  const { emulator } = await emulate(options);
  emulator.faults.add({ operation: "get_events", delay: "30s" });
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: newest,
    ...named.headers,
  };
  const send = options.port === undefined ? emulator.fetch : fetch;
  const ask = (signal?: AbortSignal) =>
    send(`${emulator.url}/api/events`, { headers, ...(signal && { signal }) });
  const leaving = new AbortController();
  const first = ask(leaving.signal);
  first.catch(() => {});
  return { emulator, ask, leaving, first };
}

describe.each([
  ["a socket", { port: 0 }],
  ["emulator.fetch", {}],
])("who goes away from %s before the answer is there", (_, options) => {
  it("has lost it, and may try again", async () => {
    const { emulator, ask, leaving, first } = await impatient(options);
    const waits = () => emulator.faults.list()[0]?.hits.count === 1;
    while (!waits()) await new Promise(setImmediate);
    leaving.abort();
    await expect(first).rejects.toThrow("abort");
    await ask();
    await emulator.clock.advance("30s");
    while (emulator.requests.list().length < 2) await new Promise(setImmediate);
    expect(
      emulator.requests
        .list()
        .map(({ left }) => left)
        .toSorted(),
    ).toEqual([false, true]);
    const { calls, rules } = await emulator.report();
    expect(calls.map(({ attempts }) => attempts.map(({ outcome }) => outcome))).toEqual([
      ["lost", "answered"],
    ]);
    expect(rules.find(({ rule }) => rule === "retries")?.verdict).toBe("pass");
  });

  it("is seen as such while nobody knows what will come of it", async () => {
    const { emulator, leaving, first } = await impatient(options);
    while (emulator.faults.list()[0]?.hits.count !== 1) await new Promise(setImmediate);
    leaving.abort();
    await expect(first).rejects.toThrow("abort");
    const outcomes = async () => {
      const { calls } = await emulator.report();
      return calls.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));
    };
    while ((await outcomes())[0] === "open") await new Promise(setImmediate);
    expect(await outcomes()).toEqual(["lost"]);
    await emulator.clock.advance("30s");
  });
});

it("a request that is still waited for is open", async () => {
  const { emulator, first } = await impatient({});
  await new Promise(setImmediate);
  const { calls } = await emulator.report();
  expect(calls.map(({ outcome }) => outcome)).toEqual(["open"]);
  await emulator.clock.advance("30s");
  await first;
});

it("a date in Retry-After is waited for as well as seconds are", async () => {
  const { emulator, post } = await emulate();
  const date = { date: "+10s" };
  emulator.faults.add({ operation: "create_event", status: 503, retryAfter: date });
  await post("/api/events", newEvent(), named);
  await emulator.clock.advance("5s");
  await post("/api/events", newEvent(), named);
  const { rules } = await emulator.report();
  expect(rules.find(({ rule }) => rule === "retry-after")?.verdict).toBe("fail");
});

it.each<NonNullable<FaultInput["retryAfter"]>>([
  0,
  -5,
  "garbage",
  { date: "-1h" },
  { date: "2001-05-01T00:00:00Z" },
])("a Retry-After that no client has to wait for exercises nothing: %j", async (retryAfter) => {
  const { emulator, post } = await emulate();
  emulator.faults.add({ operation: "create_event", status: 503, retryAfter });
  await post("/api/events", newEvent(), named);
  await emulator.clock.advance("5s");
  await post("/api/events", newEvent(), named);
  const { rules } = await emulator.report();
  expect(rules.find(({ rule }) => rule === "retry-after")?.verdict).toBe("not exercised");
});

it("an idempotency key tells calls apart, and a constant test id does", async () => {
  const { emulator, post } = await emulate();
  for (const name of ["Idempotency-Key", "x-emulator-test-id"]) {
    for (const value of ["one", "one", "two"]) {
      emulator.faults.add({ operation: "create_event", status: 503 });
      await post("/api/events", newEvent(), { headers: { [name]: value } });
    }
  }
  const { calls } = await emulator.report();
  expect(calls.map((call) => [call.named, call.attempts.length])).toEqual([
    ["idempotency key", 2],
    ["idempotency key", 1],
    ["test id", 2],
    ["test id", 1],
  ]);
});

it("a traceparent names the call of its trace, and one that is malformed names none", async () => {
  const { emulator, get } = await emulate();
  const [one, other] = ["1".repeat(32), "2".repeat(32)];
  emulator.faults.add({ operation: "get_events", status: 503, times: 2 });
  for (const trace of [one, other, one, other]) {
    const span = `${emulator.requests.list().length + 1}`.padStart(16, "0");
    await get("/api/events", { headers: { traceparent: `00-${trace}-${span}-01` } });
  }
  const odd = [
    "",
    "00-1-2-01",
    `00-${"0".repeat(32)}-${"3".repeat(16)}-01`,
    `ff-${one}-${one.slice(16)}-01`,
  ];
  emulator.faults.add({ operation: "get_metrics", status: 503, times: odd.length });
  for (const traceparent of odd) {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await get("/api/metrics", { headers: { traceparent } });
    }
  }
  const { calls } = await emulator.report();
  expect(calls.map((call) => [call.named ?? call.knownBy, call.attempts.length])).toEqual([
    ["traceparent", 2],
    ["traceparent", 2],
    ["likeness", 5],
  ]);
});

it("what the journal has forgotten is told", async () => {
  const { emulator, get } = await emulate();
  for (let count = 0; count < 10_003; count += 1) await emulator.fetch("/api/nothing");
  await get("/api/events");
  expect((await emulator.report()).run).toMatchObject({ requests: 10_000, dropped: 4 });
});
