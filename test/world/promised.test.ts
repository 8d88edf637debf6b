import { describe, expect, it } from "vitest";
import { isPromise, promisedMs } from "../../src/world/limits/retry-after.ts";

const now = Date.parse("2026-07-20T12:00:00.400Z");

describe("what Retry-After tells a client to wait", () => {
  it.each([
    ["2", 2000],
    ["2001", 2_001_000],
    ["Mon, 20 Jul 2026 12:00:10 GMT", 9600],
    ["0", 0],
    ["-5", 0],
    ["Mon, 20 Jul 2026 12:00:00 GMT", 0],
    ["Wed, 01 Jan 2020 00:00:00 GMT", 0],
  ])("%j is %i ms", (text, ms) => {
    expect(promisedMs(text, now)).toBe(ms);
  });

  it.each([
    null,
    "",
    "in a moment",
    "1.5",
    "+5",
    "5s",
    "2026-07-20T12:00:10Z",
    "Mon, 20 Jul 2026 12:00:10 UTC",
    "Mon, 20 Jul 2026 12:00:10 +0000",
    "Mon, 20 Jul 2026 14:00:10 GMT+2",
    "Monday, 20-Jul-26 12:00:10 GMT",
    "Mon Jul 20 12:00:10 2026",
    "Tue, 20 Jul 2026 12:00:10 GMT",
    "Mon, 32 Jul 2026 12:00:10 GMT",
  ])("%j cannot be read", (text) => {
    expect(promisedMs(text, now)).toBeUndefined();
  });

  it("is a wait from 100 ms on", () => {
    expect([undefined, 0, 99, 100, 2000].map(isPromise)).toEqual([false, false, false, true, true]);
  });
});
