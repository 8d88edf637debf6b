import { describe, expect, it } from "vitest";
import { type Evidence, type Truth, truths } from "./oracle.ts";
import type { Noted } from "./proxy.ts";
import { never, type Published } from "./published.ts";

/** An attempt that was answered well after a millisecond. */
const noted = (call: string, at: number, said: Partial<Noted> = {}): Noted => ({
  call,
  method: "GET",
  target: "/api/lists",
  body: "",
  revision: "2026-07-15",
  credential: "key",
  type: "",
  connection: 0,
  at,
  end: at + 1,
  status: 200,
  headers: {},
  died: false,
  left: false,
  text: "",
  readable: true,
  ...said,
});

const refused = (call: string, at: number, status = 503): Noted => noted(call, at, { status });

const throttled = (call: string, at: number, seconds: string): Noted =>
  noted(call, at, { status: 429, headers: { "retry-after": seconds } });

const lostWrite = (call: string, at: number): Noted =>
  noted(call, at, { method: "POST", body: '{"unique_id":"1"}', died: true });

function truthOf(
  rule: string,
  log: readonly Noted[],
  published: Partial<Published> = {},
  said: Partial<Evidence> = {},
): Truth | undefined {
  const evidence = {
    log,
    quiet: [],
    killed: false,
    stored: new Map<string, number>(),
    people: 2,
    lateMs: 0,
    ...said,
  };
  return truths[rule]?.({ ...evidence, published: { ...never, ...published } });
}

describe("what the oracle takes for the truth", () => {
  it("two calls of a client that has no retry are no retry", () => {
    const log = [refused("one", 0), noted("two", 1500)];
    expect(truthOf("retries", log)).toBe("absent");
  });

  it("who was killed in mid-backoff may have been about to try again", () => {
    expect(truthOf("retries", [refused("one", 0)], {}, { killed: true })).toBe("not known");
  });

  it("who comes late enough by luck has not waited for what it was told", () => {
    const log = [throttled("one", 0, "2"), noted("one", 3000)];
    expect(truthOf("retry-after", log)).toBe("hidden");
    expect(truthOf("retry-after", log, { retryAfter: 1000 })).toBe("hidden");
    expect(truthOf("retry-after", log, { retryAfter: "heeded" })).toBe("present");
    const early = [throttled("one", 0, "2"), noted("one", 1000)];
    expect(truthOf("retry-after", early, { retryAfter: "heeded" })).toBe("absent");
  });

  it("a promise of nothing puts nobody to the test", () => {
    for (const seconds of ["0", "-5", "in a moment", "Sun, 22 Nov 1998 04:25:18 GMT"]) {
      const log = [throttled("one", 0, seconds), noted("one", 3)];
      expect(truthOf("retry-after", log)).toBe("not known");
    }
  });

  it("who would go on for too long has no cap, although it was not seen to", () => {
    const log = [refused("one", 0), noted("one", 100)];
    expect(truthOf("attempts", log, { attempts: 11 })).toBe("hidden");
    expect(truthOf("total-time", log, { lastsMs: 1_023_000 })).toBe("hidden");
    expect(truthOf("gives-up", log, { attempts: 4 })).toBe("not known");
    expect(truthOf("gives-up", [...log, refused("two", 0), refused("two", 100)])).toBe("present");
  });

  it("a write is doubled if the store has it twice, whatever its name", () => {
    const log = [lostWrite("one", 0), noted("one", 100, { method: "POST" })];
    const stored = (count: number) => ({ stored: new Map([["one", count]]) });
    expect(truthOf("doubled-write", log, {}, stored(2))).toBe("absent");
    expect(truthOf("doubled-write", log, {}, stored(1))).toBe("present");
    expect(truthOf("doubled-write", log, {}, stored(0))).toBe("not known");
  });

  it("a walk is whole if it was given everyone, and only once", () => {
    const page = (call: string, path: string, ...ids: string[]): Noted => {
      const text = JSON.stringify({ data: ids.map((id) => ({ type: "profile", id })) });
      return noted(call, 0, { target: `/api/profiles?${path}`, text });
    };
    const first = page("page-1", "sort=id", "a");
    const cursor = "sort=id&page%5Bcursor%5D=x";
    expect(truthOf("reads-all", [first, page("page-2", cursor, "b")])).toBe("present");
    expect(truthOf("reads-all", [first, page("page-2", cursor)])).toBe("absent");
    expect(truthOf("reads-all", [first, page("page-2", cursor, "a", "b")])).toBe("absent");
    expect(truthOf("reads-all", [first])).toBe("not known");
  });

  it("a machine that is busy hides what waits are like", () => {
    const log = [refused("one", 0), refused("one", 300), refused("one", 900)];
    expect(truthOf("growing", log, { waits: "growing" })).toBe("present");
    expect(truthOf("growing", log, { waits: "growing" }, { lateMs: 100 })).toBe("not known");
    expect(truthOf("growing", log, { waits: "fixed" })).toBe("absent");
    expect(truthOf("growing", log, { waits: "fixed" }, { lateMs: 100 })).toBe("hidden");
  });

  it("a storm is many requests where there were few", () => {
    const quiet = [noted("one", 0), noted("one", 0)];
    const tried = (times: number) =>
      Array.from({ length: times }, (_, n) => refused("one", 10 * n));
    expect(truthOf("storm", tried(9), {}, { quiet })).toBe("absent");
    expect(truthOf("storm", tried(4), {}, { quiet })).toBe("present");
    expect(truthOf("storm", tried(4), { attempts: 11 }, { quiet })).toBe("hidden");
  });

  it("who waits for an answer for ever has no patience that ends", () => {
    const hung = [noted("one", 0, { died: true, left: true })];
    expect(truthOf("patience", hung, { waitsMs: Infinity }, { killed: true })).toBe("absent");
    expect(truthOf("patience", hung, { waitsMs: 10_000 }, { killed: true })).toBe("not known");
    expect(truthOf("patience", hung, { waitsMs: 500 })).toBe("present");
  });

  it("polling something until it is there is no retry of a refusal", () => {
    const log = [refused("one", 0, 404), refused("two", 300, 404)];
    expect(truthOf("stops", log)).toBe("present");
    expect(truthOf("stops", [...log, refused("two", 600, 404)])).toBe("absent");
  });

  it("the rate before a 429 is of the time in which the client was there", () => {
    const before = Array.from({ length: 30 }, (_, n) => noted(`read-${n}`, 40 * n));
    const after = Array.from({ length: 12 }, (_, n) => noted(`later-${n}`, 1400 + 200 * n));
    const log = [...before, throttled("read-30", 1200, "2"), ...after];
    expect(truthOf("slows", log)).toBe("present");
  });

  it("who waits for its own call has shown nothing of what it does with others", () => {
    const before = Array.from({ length: 30 }, (_, n) => noted(`read-${n}`, 40 * n));
    const after = [noted("read-30", 3210), noted("read-31", 3250)];
    const log = [...before, throttled("read-30", 1200, "2"), ...after];
    expect(truthOf("slows", log)).toBe("hidden");
  });

  it("a crowd that comes back at once is one, and without jitter it is kept apart by luck", () => {
    const told = Array.from({ length: 10 }, (_, n) => throttled(`worker-${n}`, n, "2"));
    const back = (apartMs: number) => told.map(({ call }, n) => noted(call, 2020 + apartMs * n));
    expect(truthOf("stampede", [...told, ...back(1)])).toBe("absent");
    expect(truthOf("stampede", [...told, ...back(50)])).toBe("hidden");
    expect(truthOf("stampede", [...told, ...back(50)], { jitter: "much" })).toBe("present");
  });

  it("a retry is the same request if its body and type are those of the first", () => {
    const write = (at: number, said: Partial<Noted> = {}) =>
      noted("one", at, { method: "POST", body: "{}", type: "application/json", ...said });
    expect(truthOf("same-request", [write(0), write(100, { credential: "new" })])).toBe("present");
    expect(truthOf("same-request", [write(0), write(100, { body: "" })])).toBe("absent");
    expect(truthOf("same-request", [write(0), write(100, { type: "" })])).toBe("absent");
    expect(truthOf("same-request", [write(0)])).toBe("not known");
  });

  it("two loops are what is published, and are to be seen in a call of four attempts", () => {
    const tried = (times: number) =>
      Array.from({ length: times }, (_, n) => refused("one", 100 * n));
    expect(truthOf("layers", tried(3), { loops: 2 })).toBe("not known");
    expect(truthOf("layers", tried(4), { loops: 2 })).toBe("absent");
    expect(truthOf("layers", tried(4))).toBe("present");
  });

  it("a connection is used again if the retry comes on it while it is free", () => {
    const tried = (connectionOf: (n: number) => number, everyMs = 100, died = false) =>
      Array.from({ length: 7 }, (_, n) => ({
        ...refused("one", everyMs * n),
        connection: connectionOf(n),
        died,
      }));
    expect(
      truthOf(
        "connections",
        tried(() => 1),
      ),
    ).toBe("present");
    expect(
      truthOf(
        "connections",
        tried((n) => n),
      ),
    ).toBe("absent");
    expect(
      truthOf(
        "connections",
        tried((n) => n, 5000),
      ),
    ).toBe("not known");
    expect(
      truthOf(
        "connections",
        tried((n) => n, 100, true),
      ),
    ).toBe("not known");
  });
});
