import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Clock } from "../../src/world/time/clock.ts";
import { Limits } from "../../src/world/limits/limits.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";
import { timeBy } from "../support/machine.ts";

const two = { fixtures: ["test/support/two.yaml"] };

/** Two accounts on one emulator, each asked with its own key. */
async function accounts() {
  const ways = await emulate({ ...two, rateLimits: "real" });
  const [first, second] = ways.emulator.accounts;
  const ids = [first?.companyId ?? "", second?.companyId ?? ""] as const;
  const keyOf = (account: typeof first) => account?.keys.find(({ name }) => name === "full")?.key;
  const keys = [keyOf(first) ?? "", keyOf(second) ?? ""] as const;
  return { ...ways, ids, keys };
}

describe("an account's own clock", () => {
  it("goes its own way: timestamps, windows and revisions follow it", async () => {
    const { emulator, ids, keys, post, get } = await accounts();
    emulator.clock.of(ids[0]).freeze("2026-08-01T00:00:00Z");
    const created = async (key: string) =>
      (await post("/api/profiles", newProfile({ email: "eve@example.com" }), { key })).data
        .attributes["created"];
    expect(await created(keys[0])).toMatch(/^2026-08-01/);
    expect(await created(keys[1])).toMatch(/^2026-07-20/);
    const future = { headers: { revision: "2026-07-25" } };
    expect((await get("/api/metrics", { key: keys[0], ...future })).status).toBe(200);
    expect((await get("/api/metrics", { key: keys[1], ...future })).status).toBe(404);
    while ((await get("/api/accounts", { key: keys[0] })).status !== 429);
    await emulator.clock.advance("60s");
    expect((await get("/api/accounts", { key: keys[0] })).status).toBe(429);
    emulator.clock.of(ids[0]).advance("60s");
    expect((await get("/api/accounts", { key: keys[0] })).status).toBe(200);
  });

  it("splits off where the emulator's stands, and can be given back", async () => {
    const { emulator, ids } = await accounts();
    const own = emulator.clock.of(ids[0]);
    expect(own.now()).toMatchObject({ shared: true, mode: "frozen" });
    await emulator.clock.advance("1h");
    own.advance("1h");
    expect(own.now()).toMatchObject({ shared: false, now: "2026-07-20T14:00:00+00:00" });
    expect(emulator.clock.now().now).toBe("2026-07-20T13:00:00+00:00");
    expect(own.share()).toMatchObject({ shared: true, now: "2026-07-20T13:00:00+00:00" });
  });

  it("is what a delay of that account waits for", async () => {
    const { emulator, ids, keys, get } = await accounts();
    emulator.clock.of(ids[0]).freeze();
    emulator.faults.add({ operation: "*", delay: "10s", match: { account: ids[0] } });
    let answered = false;
    const answer = get("/api/metrics", { key: keys[0] }).finally(() => (answered = true));
    await new Promise(setImmediate);
    await emulator.clock.advance("10s");
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    emulator.clock.of(ids[0]).advance("10s");
    expect((await answer).status).toBe(200);
  });

  it("is gone after a reset, which ends what waits on it", async () => {
    const { emulator, ids, keys, get } = await accounts();
    emulator.clock.of(ids[0]).freeze();
    emulator.faults.add({ operation: "*", delay: "10s" });
    const waiting = get("/api/metrics", { key: keys[0] });
    await new Promise(setImmediate);
    emulator.reset();
    expect((await waiting).status).toBe(200);
    expect(emulator.clock.of(ids[0]).now().shared).toBe(true);
  });

  it("stays when only the data is put back", async () => {
    const { emulator, ids } = await accounts();
    emulator.clock.of(ids[0]).advance("1h");
    emulator.reset(["state"]);
    expect(emulator.clock.of(ids[0]).now().now).toBe("2026-07-20T13:00:00+00:00");
    emulator.reset(["clock"]);
    expect(emulator.clock.of(ids[0]).now().now).toBe("2026-07-20T12:00:00+00:00");
  });

  it("is asked of an account that there is", async () => {
    const { emulator } = await accounts();
    expect(() => emulator.clock.of("Nobody")).toThrow("no account with id Nobody");
  });
});

describe("the control API of the clock", () => {
  const control = async () => {
    const ways = await accounts();
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await ways.emulator.fetch(`/_emulator/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    };
    return { ...ways, call };
  };

  it("accelerates, moves, freezes and lets run on", async () => {
    const { call } = await control();
    expect((await call("PUT", "clock", { mode: "accelerated", factor: 60 })).json).toMatchObject({
      mode: "accelerated",
      factor: 60,
    });
    await call("PUT", "clock", { mode: "frozen", at: "2026-09-01T00:00:00Z" });
    expect((await call("PUT", "clock", { at: "2026-09-02T00:00:00Z" })).json).toMatchObject({
      mode: "frozen",
      now: "2026-09-02T00:00:00+00:00",
    });
    expect((await call("POST", "clock/resume")).json).toMatchObject({
      mode: "accelerated",
      factor: 60,
    });
    expect((await call("PUT", "clock", { mode: "offset", by: "-1h" })).json.factor).toBe(1);
  });

  it("tells an account's own from the emulator's", async () => {
    const { call, ids } = await control();
    await call("POST", `clock/advance?account=${ids[0]}`, { by: "1h" });
    expect((await call("GET", `clock?account=${ids[0]}`)).json).toMatchObject({ shared: false });
    expect((await call("GET", `clock?account=${ids[1]}`)).json).toMatchObject({ shared: true });
    expect((await call("GET", "clock")).json).not.toHaveProperty("shared");
    await call("PUT", `clock?account=${ids[0]}`, { mode: "shared" });
    expect((await call("GET", `clock?account=${ids[0]}`)).json).toMatchObject({ shared: true });
  });

  it.each([
    [{ mode: "accelerated" }, "factor"],
    [{ mode: "accelerated", factor: 0 }, "factor"],
    [{ mode: "accelerated", factor: 1e9 }, "factor"],
    [{ mode: "real", factor: 2 }, "factor"],
    [{ mode: "shared" }, "mode"],
    [{}, "mode"],
    [{ mode: "frozen", by: "1h" }, "by"],
    [{ mode: "offset", by: "long" }, "by"],
    [{ mode: "offset", by: "-9000000d" }, "by"],
  ])("refuses %j and moves nothing", async (body, path) => {
    const { call } = await control();
    const before = (await call("GET", "clock")).json.now;
    expect(await call("PUT", "clock", body)).toMatchObject({
      status: 400,
      json: { error: { path } },
    });
    expect((await call("GET", "clock")).json.now).toBe(before);
    expect((await call("GET", "clock?account=Nobody")).status).toBe(404);
  });
});

describe("what a client waits for", () => {
  it("is true in its own seconds, however fast the world runs: too early is refused, in time is not", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 60, 1000),
        fc.integer({ min: 0, max: 120_000 }),
        fc.integer({ min: 1, max: 5 }),
        (factor, startMs, limit) => {
          let real = 1_000_000_000_000 + startMs;
          const clock = new Clock({ time: timeBy(() => real) });
          clock.accelerate(factor);
          const limits = new Limits("real");
          const want = { name: "x", windows: { burst: limit, steady: limit } };
          const take = () => limits.take([want], clock.now(), clock);
          let refused = take();
          while (refused === undefined) refused = take();
          const promisedMs = refused.retryAfterSeconds * 1000;
          real += promisedMs - 1;
          expect(take()).toBeDefined();
          real += 1;
          expect(take()).toBeUndefined();
        },
      ),
    );
  });

  it("is over when it was promised, also where a second is no whole number of the world's", () => {
    const factor = fc.double({ min: 0.01, max: 1000, noNaN: true });
    fc.assert(
      fc.property(factor, fc.integer({ min: 0, max: 120_000 }), (pace, startMs) => {
        let real = 1_000_000_000_000;
        const clock = new Clock({ time: timeBy(() => real) });
        clock.accelerate(pace);
        real += startMs;
        const limits = new Limits("real");
        const want = { name: "x", windows: { burst: 1, steady: 1 } };
        limits.take([want], clock.now(), clock);
        const refused = limits.take([want], clock.now(), clock);
        real += (refused?.retryAfterSeconds ?? 0) * 1000;
        expect(limits.take([want], clock.now(), clock)).toBeUndefined();
      }),
    );
  });

  it("shrinks in both headers, to a second at least", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    emulator.clock.accelerate(60);
    let answer = await get("/api/accounts");
    expect(answer.headers.get("ratelimit-reset")).toBe("1");
    while (answer.status !== 429) answer = await get("/api/accounts");
    expect(answer.headers.get("retry-after")).toBe("1");
  });
});

describe("going back to the machine's time after an advance", () => {
  it("drops the windows, and ids still sort as they were made", async () => {
    const { emulator, get, post } = await emulate({ rateLimits: "real" });
    const profile = async (email: string) =>
      (await post("/api/profiles", newProfile({ email }))).data.id;
    const event = async (value: number) => {
      await post("/api/events", newEvent({ value, unique_id: String(value) }));
      return (await get("/api/events?sort=-datetime")).many.map(({ id }) => id);
    };
    emulator.clock.freeze("2090-01-01T00:00:00Z");
    const ids = [await profile("a@b.c")];
    const [before = ""] = await event(1);
    while ((await get("/api/accounts")).status !== 429);
    emulator.clock.real();
    emulator.clock.freeze();
    expect((await get("/api/accounts", { headers: { revision: newest } })).status).toBe(200);
    ids.push(await profile("b@b.c"), await profile("c@b.c"));
    expect(ids.toSorted()).toEqual(ids);
    const after = (await event(2)).find((id) => id !== before) ?? "";
    expect(after > before).toBe(true);
  });
});
