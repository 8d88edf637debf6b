import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

const throttle = (more: Partial<FaultInput>): FaultInput => ({
  operation: "create_event",
  ...(more.edge === undefined && { status: 429 }),
  ...more,
});

async function planned(more: Partial<FaultInput>) {
  const ways = await emulate();
  const fault = ways.emulator.faults.add(throttle(more));
  const create = (key?: string) => ways.post("/api/events", newEvent(), key ? { key } : {});
  const remaining = () => ways.emulator.faults.get(fault.id).remaining;
  return { ...ways, create, remaining };
}

describe("Retry-After", () => {
  it.each<[FaultInput["retryAfter"], string | null]>([
    [undefined, "60"],
    ["computed", "60"],
    [2, "2"],
    [0, "0"],
    [-3, "-3"],
    ["garbage", "in a moment"],
    ["none", null],
    [{ date: "2020-01-01T00:00:00Z" }, "Wed, 01 Jan 2020 00:00:00 GMT"],
  ])("%j is written as %j", async (retryAfter, written) => {
    const { create } = await planned(retryAfter === undefined ? {} : { retryAfter });
    const { status, headers } = await create();
    expect([status, headers.get("retry-after")]).toEqual([429, written]);
  });

  it.each([
    ["+90s", 90_000],
    ["-1h", -3_600_000],
  ])("as a date %s from now is a whole second of the client's own time", async (date, ms) => {
    const { create, emulator } = await planned({ retryAfter: { date } });
    const { headers } = await create();
    const [entry] = emulator.requests.list();
    const late = Date.parse(headers.get("retry-after") ?? "") - (entry?.arrivedReal ?? 0) - ms;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(2000);
  });

  it("computed is what is left of the caller's steady window", async () => {
    const { create, emulator } = await planned({});
    await emulator.clock.advance("42500ms");
    expect((await create()).headers.get("retry-after")).toBe("18");
  });

  it("goes with a 503 too, and with none if it is not asked for", async () => {
    const { emulator, get } = await emulate();
    const sequence = [{ status: 503, retryAfter: 7 }, { status: 503 }];
    emulator.faults.add({ operation: "get_metrics", sequence });
    expect((await get("/api/metrics")).headers.get("retry-after")).toBe("7");
    expect((await get("/api/metrics")).headers.get("retry-after")).toBeNull();
  });

  it("is in the body's own words too, where it promises seconds", async () => {
    const { create } = await planned({ retryAfter: 2 });
    expect((await create()).errors[0]?.detail).toBe(
      "Request was throttled. Expected available in 2 seconds.",
    );
    const silent = await planned({ retryAfter: "none" });
    expect((await silent.create()).errors[0]?.detail).toBe("Request was throttled.");
  });
});

describe("a promise is kept", () => {
  it.each<Partial<FaultInput>>([
    { retryAfter: { date: "+2s" } },
    { retryAfter: 2 },
    { edge: 429, retryAfter: 2, body: "{}" },
  ])("whichever way it is made: %j", async (more) => {
    const { create, remaining, emulator } = await planned(more);
    expect((await create()).status).toBe(429);
    await emulator.clock.advance("1s");
    expect([(await create()).status, remaining()]).toEqual([429, 0]);
    await emulator.clock.advance("2s");
    expect((await create()).status).toBe(202);
  });

  it("who comes too early is refused again until the promised instant, at no cost in times", async () => {
    const { create, remaining, emulator } = await planned({ retryAfter: 2, times: 2 });
    const seen: unknown[] = [];
    for (const by of ["0s", "1s", "999ms", "1ms", "2s"]) {
      await emulator.clock.advance(by);
      const { status, headers } = await create();
      seen.push([status, headers.get("retry-after"), remaining()]);
    }
    expect(seen).toEqual([
      [429, "2", 1],
      [429, "1", 1],
      [429, "1", 1],
      // Whoever waited properly is refused once more, as `times` says.
      [429, "2", 0],
      [202, null, 0],
    ]);
  });

  it("to this caller and for this operation only", async () => {
    const { create, get, emulator } = await planned({ operation: "*", retryAfter: 60 });
    expect((await create()).status).toBe(429);
    expect((await create(emulator.keys["events-only"])).status).toBe(202);
    expect((await get("/api/metrics")).status).toBe(200);
    expect((await create()).status).toBe(429);
  });

  it("not where it is told not to hold", async () => {
    const { create } = await planned({ retryAfter: 60, hold: false });
    expect([(await create()).status, (await create()).status]).toEqual([429, 202]);
  });

  it("also if it is a date, whose second attempt is told the same", async () => {
    const { create, emulator } = await planned({ retryAfter: { date: "+30s" }, hold: true });
    const first = (await create()).headers.get("retry-after");
    await emulator.clock.advance("10s");
    const again = await create();
    expect(again.status).toBe(429);
    expect(again.headers.get("retry-after")).toMatch(/ GMT$/);
    expect(first).toMatch(/ GMT$/);
    await emulator.clock.advance("21s");
    expect((await create()).status).toBe(202);
  });

  it("counted from when the answer was given, after its delay", async () => {
    const { create, emulator } = await planned({ retryAfter: 2, delay: "5s" });
    const first = create();
    await new Promise(setImmediate);
    await emulator.clock.advance("5s");
    expect((await first).status).toBe(429);
    await emulator.clock.advance("1s");
    expect((await create()).status).toBe(429);
    await emulator.clock.advance("1s");
    expect((await create()).status).toBe(202);
  });
});

describe("a full window", () => {
  it("refuses the caller until it truly resets, as the service does", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    emulator.faults.add({ operation: "get_metrics", limit: "steady" });
    await emulator.clock.advance("20s");
    const refused = await get("/api/metrics");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "40"]);
    expect(refused.headers.get("x-emulator-fault")).toBe("fault-1");
    await emulator.clock.advance("39s");
    const again = await get("/api/metrics");
    // The service's own refusal: the fault has long acted.
    expect([again.status, again.headers.get("x-emulator-fault")]).toEqual([429, null]);
    await emulator.clock.advance("1s");
    expect((await get("/api/metrics")).status).toBe(200);
  });

  it("is another operation's business only if that is asked", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    emulator.faults.add({ operation: "get_metrics", limit: "burst" });
    await get("/api/metrics");
    expect((await get("/api/profiles")).status).toBe(200);
  });

  it("is not filled for somebody unknown: the fault waits for one with windows", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    emulator.faults.add({ operation: "get_metrics", limit: "burst" });
    expect((await get("/api/metrics", { key: "pk_nobody" })).status).toBe(401);
    expect((await get("/api/metrics")).status).toBe(429);
  });

  it("warns when rate limits are off", async () => {
    const { emulator } = await emulate();
    const { warnings } = emulator.faults.add({ operation: "*", limit: "burst" });
    expect(warnings).toEqual(["rate limits are off: a full window rejects no request"]);
  });
});

it("a fault that takes time warns when the clock is frozen", async () => {
  const { emulator } = await emulate();
  const warnings = (fault: FaultInput) => emulator.faults.add(fault).warnings;
  const told = ["the clock is frozen: what takes time here waits until it is advanced"];
  expect(warnings({ operation: "*", delay: "1s" })).toEqual(told);
  expect(warnings(throttle({ retryAfter: 1 }))).toEqual(told);
  expect(warnings({ operation: "*", status: 503, ttl: "1m" })).toEqual(told);
  expect(warnings({ operation: "*", status: 503 })).toEqual([]);
  emulator.clock.resume();
  expect(warnings({ operation: "*", delay: "1s" })).toEqual([]);
});
