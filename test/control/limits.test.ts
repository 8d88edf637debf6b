import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";

async function limited() {
  const ways = await emulate({ rateLimits: "real" });
  const statuses = async (path: string, count: number) => {
    const found: number[] = [];
    for (let n = 0; n < count; n += 1) found.push((await ways.get(path)).status);
    return found;
  };
  const put = async (body: unknown) => {
    const response = await ways.emulator.fetch("/_emulator/limits", {
      method: "PUT",
      body: JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  return { ...ways, statuses, put };
}

describe("the windows of one operation", () => {
  it("hold at once, in refusals and in headers, and for no other", async () => {
    const { emulator, get, statuses } = await limited();
    emulator.limits.set({ operations: { get_metrics: { burst: 2, steady: 5 } } });
    const { headers } = await get("/api/metrics");
    expect(headers.get("ratelimit-limit")).toBe("5, 2;w=1, 5;w=60");
    expect(headers.get("ratelimit-remaining")).toBe("4");
    expect(await statuses("/api/metrics", 2)).toEqual([200, 429]);
    expect(await statuses("/api/profiles", 5)).toEqual([200, 200, 200, 200, 200]);
  });

  it("count what was used before them, and are the published ones again with null", async () => {
    const { emulator, get, statuses } = await limited();
    await statuses("/api/metrics", 4);
    emulator.limits.set({ operations: { get_metrics: { burst: 5 } } });
    expect(await statuses("/api/metrics", 2)).toEqual([200, 429]);
    const shown = emulator.limits.set({ operations: { get_metrics: null } });
    expect(shown.operations).toEqual({});
    await emulator.clock.advance("1s");
    expect((await get("/api/metrics")).headers.get("ratelimit-limit")).toBe(
      "150, 10;w=1, 150;w=60",
    );
  });

  it("let pass at once what a smaller window has just refused", async () => {
    const { emulator, statuses } = await limited();
    emulator.limits.set({ operations: { get_metrics: { steady: 1 } } });
    expect(await statuses("/api/metrics", 2)).toEqual([200, 429]);
    emulator.limits.set({ operations: { get_metrics: { steady: 2 } } });
    expect(await statuses("/api/metrics", 2)).toEqual([200, 429]);
  });

  it("leave what was promised of others as it is", async () => {
    const { emulator, get, statuses } = await limited();
    await emulator.clock.advance("500ms");
    await statuses("/api/metrics", 11);
    await emulator.clock.advance("700ms");
    emulator.limits.set({ operations: { get_profiles: { burst: 1 } } });
    expect((await get("/api/metrics")).status).toBe(429);
    await emulator.clock.advance("300ms");
    expect((await get("/api/metrics")).status).toBe(200);
  });

  it("go by its tier where only that was set, and are multiplied by the mode", async () => {
    const { emulator, get } = await limited();
    emulator.limits.set({
      mode: "scaled",
      factor: 10,
      tiers: { M: { burst: 4 } },
      operations: { get_metrics: { steady: 6 } },
    });
    expect((await get("/api/metrics")).headers.get("ratelimit-limit")).toBe("60, 40;w=1, 60;w=60");
  });

  it("are forgotten by a reset, also of the limits alone", async () => {
    const { emulator, get } = await limited();
    for (const only of [undefined, ["limits"] as const]) {
      emulator.limits.set({ operations: { get_metrics: { burst: 1 } } });
      emulator.reset(only);
      expect(emulator.limits.show().operations).toEqual({});
      expect((await get("/api/metrics")).headers.get("ratelimit-limit")).toContain("10;w=1");
    }
  });

  it("may give a row a day window", async () => {
    const { emulator, statuses } = await limited();
    emulator.limits.set({ operations: { get_metrics: { day: 3 } } });
    expect(await statuses("/api/metrics", 4)).toEqual([200, 200, 200, 429]);
    await emulator.clock.advance("1h");
    expect(await statuses("/api/metrics", 1)).toEqual([429]);
  });
});

describe("setting limits refuses, and changes nothing, with", () => {
  it.each<[unknown, string, string?]>([
    [{}, "mode"],
    [{ mode: "fast" }, "mode"],
    [{ mode: "scaled" }, "factor"],
    [{ mode: "real", factor: 2 }, "factor"],
    [{ operation: {} }, "operation", "operations"],
    [
      { mode: "off", operations: { get_metrcs: { burst: 1 } } },
      "operations.get_metrcs",
      "get_metrics",
    ],
    [{ mode: "off", tiers: { XXL: { burst: 1 } } }, "tiers.XXL", "XL"],
    [{ operations: { get_metrics: { burst: 0 } } }, "operations.get_metrics.burst"],
    [{ operations: { get_metrics: { brust: 1 } } }, "operations.get_metrics.brust", "burst"],
  ])("%j", async (body, path, nearest) => {
    const { emulator, put } = await limited();
    expect(await put(body)).toMatchObject({
      status: 400,
      json: { error: { path, ...(nearest && { nearest }) } },
    });
    expect(emulator.limits.show()).toMatchObject({ mode: "real", operations: {}, tiers: {} });
  });
});

describe("the forecast", () => {
  it("says when the steady window is full at the rate of late", async () => {
    const { emulator, get } = await limited();
    // Ten seconds of five requests each: 300 a minute, of which 150 may pass.
    for (let n = 0; n < 50; n += 1) {
      await get("/api/metrics");
      await emulator.clock.advance("200ms");
    }
    expect(emulator.limits.show().accounts[0]?.forecasts).toEqual([
      { operation: "get_metrics", perSecond: 5, full: { window: "steady", inSeconds: 20 } },
    ]);
  });

  it("says that the burst window is full first, or that none ever is", async () => {
    const { emulator, statuses } = await limited();
    await statuses("/api/metrics", 12);
    await statuses("/api/profiles", 2);
    await emulator.clock.advance("1s");
    expect(emulator.limits.show().accounts[0]?.forecasts).toMatchObject([
      { operation: "get_metrics", full: { window: "burst" } },
      { operation: "get_profiles", perSecond: 2, full: null },
    ]);
  });

  it("is in the client's seconds, however fast the world runs", async () => {
    const { emulator, get } = await limited();
    for (let n = 0; n < 60; n += 1) {
      await get("/api/metrics");
      await emulator.clock.advance("500ms");
    }
    const before = emulator.limits.show().accounts[0]?.forecasts[0];
    expect(before).toMatchObject({ perSecond: 2, full: null });
    emulator.limits.set({ operations: { get_metrics: { steady: 100 } } });
    const full = { window: "steady", inSeconds: 20 };
    expect(emulator.limits.show().accounts[0]?.forecasts[0]).toMatchObject({ perSecond: 2, full });
    emulator.clock.accelerate(10);
    expect(emulator.limits.show().accounts[0]?.forecasts[0]).toMatchObject({
      perSecond: 20,
      full: { window: "steady", inSeconds: 2 },
    });
  });

  it("says nothing of what was asked long ago, nor when limits are off", async () => {
    const { emulator, statuses } = await limited();
    await statuses("/api/metrics", 12);
    emulator.limits.set({ mode: "off" });
    expect(emulator.limits.show().accounts[0]?.forecasts).toMatchObject([{ full: null }]);
    await emulator.clock.advance("61s");
    expect(emulator.limits.show().accounts[0]?.forecasts).toEqual([]);
  });
});
