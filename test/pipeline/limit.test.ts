import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

const real = () => emulate({ rateLimits: "real" });
const rate = (headers: Headers) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`));

describe("the rate headers", () => {
  it("describe the steady window on every answer but 429", async () => {
    const { get } = await real();
    expect(rate((await get("/api/metrics")).headers)).toEqual([
      "150, 10;w=1, 150;w=60",
      "149",
      "60",
    ]);
    expect(rate((await get("/api/metrics?sort=x")).headers)).toEqual([
      "150, 10;w=1, 150;w=60",
      "148",
      "60",
    ]);
  });

  it("say that all remains where nothing was taken", async () => {
    const { get } = await real();
    await get("/api/metrics");
    const { status, headers } = await get("/api/metrics", { key: "pk_unknown" });
    expect([status, headers.get("ratelimit-remaining")]).toEqual([401, "150"]);
  });

  it("use tier M for a path that does not exist", async () => {
    const { get } = await real();
    expect((await get("/api/nothing")).headers.get("ratelimit-limit")).toBe(
      "150, 10;w=1, 150;w=60",
    );
  });

  it("give a day window where the row has one", async () => {
    const { post } = await real();
    const { headers } = await post("/api/lists", {});
    expect(headers.get("ratelimit-limit")).toBe("150, 10;w=1, 150;w=60, 150;w=86400");
  });
});

describe("meeting a limit", () => {
  it("by burst: wait the Retry-After and succeed", async () => {
    const { emulator, get } = await real();
    for (let sent = 0; sent < 10; sent += 1) expect((await get("/api/metrics")).status).toBe(200);
    const refused = await get("/api/metrics");
    expect(refusalOf(refused)).toEqual([429, "throttled", "/data"]);
    expect(refused.errors[0]?.detail).toBe(
      "Request was throttled. Expected available in 1 second.",
    );
    expect(refused.headers.get("retry-after")).toBe("1");
    await emulator.clock.advance("1s");
    expect((await get("/api/metrics")).status).toBe(200);
  });

  it("by steady: an early retry is refused again, one that waited is not", async () => {
    const { emulator, get } = await real();
    for (let second = 0; second < 15; second += 1) {
      for (let sent = 0; sent < 10; sent += 1) expect((await get("/api/metrics")).status).toBe(200);
      await emulator.clock.advance("1s");
    }
    const refused = await get("/api/metrics");
    expect(refused.headers.get("retry-after")).toBe("45");
    expect(refused.errors[0]?.detail).toBe(
      "Request was throttled. Expected available in 45 seconds.",
    );
    await emulator.clock.advance("44s");
    expect((await get("/api/metrics")).status).toBe(429);
    await emulator.clock.advance("1s");
    expect((await get("/api/metrics")).status).toBe(200);
  });

  it("changes nothing", async () => {
    const { emulator, post, get } = await real();
    for (let sent = 0; sent < 351; sent += 1)
      await post("/api/events", newEvent({ unique_id: `${sent}` }));
    await emulator.clock.advance("1s");
    expect((await get("/api/events?page[size]=1000")).many).toHaveLength(350);
  });
});

describe("a parameter limit", () => {
  it("is stricter than its row, and takes nothing from it when it refuses", async () => {
    const { emulator, get } = await emulate({
      fixtures: ["test/support/two.yaml"],
      rateLimits: "real",
    });
    const [id] = (await get("/api/profiles")).many.map((each) => each.id);
    expect((await get(`/api/profiles/${id}?include=lists`)).status).toBe(200);
    expect((await get(`/api/profiles/${id}?include=lists`)).status).toBe(429);
    const { status, headers } = await get(`/api/profiles/${id}`);
    expect([status, headers.get("ratelimit-remaining")]).toEqual([200, "698"]);
    await emulator.clock.advance("1s");
    expect((await get(`/api/profiles/${id}?include=lists`)).status).toBe(200);
  });

  it("is one counter wherever the parameter is used", async () => {
    const { get } = await emulate({ fixtures: ["test/support/two.yaml"], rateLimits: "real" });
    const [id] = (await get("/api/profiles")).many.map((each) => each.id);
    const old = { headers: { revision: "2025-10-15" } };
    expect((await get("/api/profiles?include=lists", old)).status).toBe(200);
    expect((await get(`/api/profiles/${id}?include=lists`)).status).toBe(429);
    expect((await get(`/api/profiles/${id}?include=segments`)).status).toBe(200);
  });

  it("leaves a value that has no limit of its own to its row's tier", async () => {
    const { get } = await real();
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await get("/api/profiles?additional-fields[profile]=subscriptions")).status).toBe(
        200,
      );
    }
  });
});

describe("the mode of the limits", () => {
  it("off refuses nothing and keeps the headers", async () => {
    const { get } = await emulate({ rateLimits: "off" });
    for (let sent = 0; sent < 200; sent += 1) expect((await get("/api/accounts")).status).toBe(200);
    expect((await get("/api/accounts")).headers.get("ratelimit-remaining")).toBe("0");
  });

  it("x10 lets ten times as much pass", async () => {
    const { get } = await emulate({ rateLimits: "x10" });
    const statuses = [];
    for (let sent = 0; sent < 11; sent += 1) statuses.push((await get("/api/accounts")).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
