import { describe, expect, it } from "vitest";
import { depthMax } from "../../src/jsonapi/json.ts";
import type { Entry } from "../../src/world/journal/entry.ts";
import { LostAnswers } from "../../src/world/journal/lost-answers.ts";
import { jsonProblem } from "../../src/world/read-shape.ts";
import { Received } from "../../src/world/journal/received.ts";
import { TextCache } from "../../src/world/journal/text-cache.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

describe("the cache of texts", () => {
  const written = (cache: TextCache, isKept = true) => {
    const count = { times: 0 };
    const write = () => {
      count.times += 1;
      return "0123456789";
    };
    return {
      count,
      text: (record: object) => cache.bytes(record, "view", () => isKept, write).toString(),
    };
  };

  it("writes a text once, as long as it has room", () => {
    const { count, text } = written(new TextCache(1000));
    const record = {};
    expect([text(record), text(record), count.times]).toEqual(["0123456789", "0123456789", 1]);
  });

  it("forgets what was not asked for while it was filled twice over", () => {
    const { count, text } = written(new TextCache(100));
    const record = {};
    text(record);
    for (let other = 0; other < 20; other += 1) text({});
    count.times = 0;
    text(record);
    expect(count.times).toBe(1);
  });

  it("keeps nothing of an answer that was not asked for before, or before many others", () => {
    const cache = new TextCache(1000);
    const { count, text } = written(cache, false);
    const record = {};
    expect([text(record), text(record), count.times]).toEqual(["0123456789", "0123456789", 2]);
    expect([cache.isAgain("/a", 100), cache.isAgain("/a", 100)]).toEqual([false, true]);
    for (let page = 0; page < 49; page += 1) cache.isAgain(`/pages/${page}`, 100);
    expect(cache.isAgain("/a", 100)).toBe(true);
    for (let page = 0; page < 50; page += 1) cache.isAgain(`/pages/${page}`, 100);
    expect(cache.isAgain("/a", 100)).toBe(false);
  });

  it("keeps what is asked for again and again", () => {
    const { count, text } = written(new TextCache(100));
    const record = {};
    for (let other = 0; other < 20; other += 1) {
      text(record);
      text({});
    }
    expect(count.times).toBe(21);
  });
});

describe("lost answers", () => {
  const asked = (id: number) =>
    new Received({
      id: `exchange-${id}`,
      method: "POST",
      target: `/api/events?${id}`,
      testId: null,
      arrivedReal: 0,
      durationMs: 0,
      status: null,
      written: [],
    } as Partial<Entry> as Entry);

  it("are remembered up to twenty thousand: the oldest is forgotten for the next", () => {
    const lost = new LostAnswers();
    for (let id = 0; id < 20_000; id += 1) lost.remember(asked(id), undefined);
    expect(lost.repeated(asked(0))).toBe("exchange-0");
    lost.remember(asked(20_000), undefined);
    expect([0, 1, 20_000].map((id) => lost.repeated(asked(id)))).toEqual([
      null,
      "exchange-1",
      "exchange-20000",
    ]);
  });
});

/** A value within so many lists. */
const nested = (levels: number, value: unknown): unknown =>
  Array.from({ length: levels }).reduce<unknown>((within) => [within], value);

describe("depth", () => {
  it("of a document is two hundred steps at most, so that a circle ends", () => {
    const circle: Record<string, unknown> = {};
    circle["again"] = circle;
    expect(jsonProblem(circle)?.message).toBe("expected what JSON can say");
    expect(jsonProblem(nested(200, "end"))).toBeUndefined();
    expect(jsonProblem(nested(202, "end"))).toBeDefined();
  });

  it("of a body is bounded: one level more is refused, and named", async () => {
    const { post } = await emulate();
    const within = await post("/api/events", { data: nested(depthMax - 2, []) });
    expect(within.errors[0]?.detail).not.toContain("nests deeper");
    const over = await post("/api/events", { data: nested(depthMax - 1, []) });
    expect(refusalOf(over)).toEqual([400, "invalid", "/data/"]);
    expect(over.errors[0]?.detail).toBe(`The body nests deeper than ${depthMax} levels.`);
  });

  it("to which a body is searched for profiles is twelve steps", async () => {
    const { emulator, post } = await emulate();
    const match = { email: "ada@example.com" };
    emulator.faults.add({ operation: "*", match, status: 503, times: "always" });
    const profile = { type: "profile", attributes: { email: "ada@example.com" } };
    expect((await post("/api/events", nested(12, profile))).status).toBe(503);
    expect((await post("/api/events", nested(13, profile))).status).not.toBe(503);
  });
});

it("a cookie that an answer sets is told to nobody", async () => {
  const { emulator, get } = await emulate();
  const headers = { "Set-Cookie": "session=mine-alone; HttpOnly" };
  emulator.faults.add({ operation: "get_metrics", status: 503, headers });
  expect((await get("/api/metrics")).headers.get("set-cookie")).toContain("mine-alone");
  const [entry] = emulator.requests.list();
  expect(JSON.stringify(entry)).not.toContain("mine-alone");
  const shown = emulator.requests.show(entry?.id ?? "");
  expect(JSON.stringify(shown)).toMatch(/set-cookie/i);
  expect(JSON.stringify(shown)).not.toContain("mine-alone");
});
