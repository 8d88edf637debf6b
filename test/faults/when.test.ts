import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";

/** The statuses of so many requests to one operation, with a fault planned. */
async function statuses(fault: Omit<FaultInput, "operation">, requests: number, seed = 1) {
  const { emulator, get } = await emulate({ seed });
  emulator.faults.add({ operation: "get_metrics", ...fault });
  const found: number[] = [];
  for (let n = 0; n < requests; n += 1) found.push((await get("/api/metrics")).status);
  return found;
}

describe("a fault acts", () => {
  it("once if it is not told otherwise, and on all if told always", async () => {
    expect(await statuses({ status: 503 }, 2)).toEqual([503, 200]);
    expect(await statuses({ status: 503, times: "always" }, 3)).toEqual([503, 503, 503]);
  });

  it("`times` often, after it let `skip` pass", async () => {
    expect(await statuses({ status: 503, skip: 1, times: 2 }, 5)).toEqual([
      200, 503, 503, 200, 200,
    ]);
  });

  it("on each match of number `every`, counted after `skip`", async () => {
    expect(await statuses({ status: 503, skip: 1, every: 2, times: 2 }, 7)).toEqual([
      200, 200, 503, 200, 503, 200, 200,
    ]);
  });

  it("by a probability that is drawn anew for each match, the same at every run of one seed", async () => {
    const fault: Omit<FaultInput, "operation"> = { status: 503, probability: 0.3, times: "always" };
    const first = await statuses(fault, 200);
    expect(await statuses(fault, 200)).toEqual(first);
    expect(await statuses(fault, 200, 2)).not.toEqual(first);
    const acted = first.filter((status) => status === 503).length;
    expect(acted).toBeGreaterThan(30);
    expect(acted).toBeLessThan(90);
  });

  it("between two times of the clock, offsets counted from its planning", async () => {
    const { emulator, get } = await emulate();
    const status = async () => (await get("/api/metrics")).status;
    const fault = emulator.faults.add({
      operation: "get_metrics",
      status: 503,
      times: "always",
      between: ["+5s", "2026-07-20T12:00:10Z"],
    });
    const seen: unknown[] = [];
    for (const by of ["0s", "4999ms", "1ms", "4999ms", "1ms"]) {
      await emulator.clock.advance(by);
      seen.push([await status(), emulator.faults.get(fault.id).state]);
    }
    expect(seen).toEqual([
      [200, "waiting"],
      [200, "waiting"],
      [503, "active"],
      [503, "active"],
      [200, "expired"],
    ]);
  });

  it("no longer than its `ttl`, however often it might", async () => {
    const { emulator, get } = await emulate();
    emulator.faults.add({ operation: "get_metrics", status: 503, times: "always", ttl: "10m" });
    await emulator.clock.advance("599s");
    expect((await get("/api/metrics")).status).toBe(503);
    await emulator.clock.advance("1s");
    expect((await get("/api/metrics")).status).toBe(200);
    expect(emulator.faults.list()).toMatchObject([{ state: "expired", hits: { count: 1 } }]);
  });

  it("a step of its sequence at a time, as many passes as `times` says", async () => {
    const sequence: FaultInput["sequence"] = [{ status: 429 }, "pass", { status: 500 }];
    expect(await statuses({ sequence, times: 2 }, 8)).toEqual([
      429, 200, 500, 429, 200, 500, 200, 200,
    ]);
  });

  it("and stays listed with what is left of it, and the requests that it met", async () => {
    const { emulator, get } = await emulate();
    const { id } = emulator.faults.add({
      operation: "get_metrics",
      sequence: [{ status: 503 }, "pass"],
      times: 2,
    });
    expect(emulator.faults.get(id)).toMatchObject({ remaining: 2, nextStep: 0, state: "active" });
    const met = await get("/api/metrics");
    expect(emulator.faults.get(id)).toMatchObject({ remaining: 2, nextStep: 1 });
    for (let n = 0; n < 3; n += 1) await get("/api/metrics");
    const { hits, remaining, state, times } = emulator.faults.get(id);
    expect({ remaining, state, times }).toEqual({ remaining: 0, state: "spent", times: 2 });
    expect(hits.count).toBe(2);
    expect(hits.exchanges[0]).toBe(met.headers.get("x-service-req-id"));
  });

  it("remembering no more than the last thousand of them, but counting all", async () => {
    const { emulator, get } = await emulate();
    const { id } = emulator.faults.add({ operation: "*", status: 503, times: "always" });
    for (let n = 0; n < 1001; n += 1) await get("/api/metrics");
    const { hits } = emulator.faults.get(id);
    expect([hits.count, hits.exchanges.length]).toEqual([1001, 1000]);
  });
});

describe("several faults", () => {
  it("give the outcome of the oldest that acts, and the younger keeps its turn", async () => {
    const { emulator, get } = await emulate();
    emulator.faults.add({ operation: "get_metrics", status: 503 });
    emulator.faults.add({ operation: "*", status: 500 });
    const seen = [await get("/api/metrics"), await get("/api/metrics"), await get("/api/metrics")];
    expect(seen.map(({ status }) => status)).toEqual([503, 500, 200]);
  });

  it("add up their delays", async () => {
    const { emulator, get } = await emulate();
    emulator.faults.add({ operation: "*", delay: "1s" });
    emulator.faults.add({ operation: "*", delay: "2s", status: 503 });
    emulator.faults.add({ operation: "*", delay: "4s" });
    let answered = false;
    const answer = get("/api/metrics").finally(() => (answered = true));
    await new Promise(setImmediate);
    await emulator.clock.advance("6999ms");
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    await emulator.clock.advance("1ms");
    const { status, headers } = await answer;
    expect([status, headers.get("x-emulator-fault")]).toEqual([503, "fault-2, fault-1, fault-3"]);
  });

  it("are no more than a thousand, of which those that are over make room", async () => {
    const { emulator, get } = await emulate();
    for (let n = 0; n < 1000; n += 1)
      emulator.faults.add({ operation: "get_metrics", status: 503 });
    const more = () => emulator.faults.add({ operation: "get_metrics", status: 500 });
    expect(more).toThrow("too many faults");
    await get("/api/metrics");
    expect(more().id).toBe("fault-1001");
    expect(emulator.faults.list()[0]?.id).toBe("fault-2");
  });
});

describe("what a fault is for", () => {
  it("comes back with a reset if it was seeded, and goes if it was not", async () => {
    const { emulator, get } = await emulate({ fixtures: ["small"] });
    emulator.faults.add({ operation: "*", status: 503, times: "always" });
    emulator.reset();
    expect((await get("/api/metrics")).status).toBe(200);
  });
});
