import { expect, it } from "vitest";
import { emulate, newest, refusalOf } from "../support/emulate.ts";
import { reporting } from "./asking.ts";

const asked = { statistics: ["total_members"], timeframe: { key: "today" } };

/** Two in the morning, where limits count, and ways to ask for reports of segments. */
async function limited() {
  const ways = await emulate({ rateLimits: "real", frozenAt: "2026-07-20T02:00:00Z" });
  return { ...ways, ...reporting(ways.post, "segment-values") };
}

it("a report may be asked for once in a second and twice in a minute, each kind for itself", async () => {
  const { ask, post, emulator } = await limited();
  const first = await ask(asked);
  const rate = ["limit", "remaining"].map((name) => first.headers.get(`ratelimit-${name}`));
  expect(rate).toEqual(["2, 1;w=1, 2;w=60, 225;w=86400", "1"]);
  expect(refusalOf(await ask(asked))).toEqual([429, "throttled", "/data"]);
  const series = reporting(post, "segment-series");
  expect((await series.ask({ ...asked, interval: "hourly" })).status).toBe(200);
  await emulator.clock.advance("1s");
  expect((await ask(asked)).status).toBe(200);
  await emulator.clock.advance("1s");
  const third = await ask(asked);
  expect([third.status, third.headers.get("retry-after")]).toEqual([429, "58"]);
});

it("a report may be asked for 225 times in a day, and again when the day is over", async () => {
  const { ask, emulator } = await limited();
  const statusOf = async () => {
    const response = await emulator.fetch("/api/segment-values-reports", {
      method: "POST",
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: newest,
        "content-type": "application/json",
      },
      // What is refused for its body counts, too.
      body: "{}",
    });
    return response.status;
  };
  const met = new Set<number>();
  for (let sent = 0; sent < 225; sent += 1) {
    met.add(await statusOf());
    await emulator.clock.advance("30s");
  }
  expect([...met]).toEqual([400]);
  const refused = await ask(asked);
  const passed = (225 * 30) / 3600;
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([
    429,
    String((22 - passed) * 3600),
  ]);
  const { accounts } = emulator.limits.show();
  expect(accounts[0]?.counters).toContainEqual({
    name: "query_segment_values",
    window: "day",
    limit: 225,
    used: 225,
    opensAt: "2026-07-21T00:00:00.000Z",
    opensAtMs: Date.UTC(2026, 6, 21),
    shutUntil: "2026-07-21T00:00:00.000Z",
    shutUntilMs: Date.UTC(2026, 6, 21),
    resetSeconds: (22 - passed) * 3600,
  });
  await emulator.clock.advance("21h");
  expect((await ask(asked)).status).toBe(200);
});
