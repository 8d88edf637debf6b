import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { answered, resultOf, throttled, verdictOf } from "../../support/report.ts";

const rule = "budget";
const limit = 20;

/** So many requests, each told what is left of the window that ends a minute after `start`. */
const used = (count: number, start = 0, everyMs = 100): Attempt[] =>
  Array.from({ length: count }, (_, index) => {
    const at = start + index * everyMs;
    const resetMs = start + 60_000 - at - 1;
    const budget = { limit, remaining: limit - index - 1, resetMs };
    return answered(at, { likeness: `${at}`, budget });
  });

const refusedAt = (at: number, start = 0, said: Partial<Attempt> = {}) =>
  throttled(at, Math.ceil((start + 60_000 - at) / 1000) * 1000, said);

it("passes who waits for the next window", () => {
  expect(resultOf(rule, [...used(16), ...used(2, 60_000)])).toMatchObject({
    verdict: "pass",
    message: "create_event: 4 of 20 requests left for 58 s. The client waited for the next window.",
  });
});

it("passes who goes on more slowly", () => {
  const rest = [10_000, 20_000, 40_000].map((at) => answered(at, { likeness: `${at}` }));
  expect(verdictOf(rule, [...used(16), ...rest])).toBe("pass");
});

it("fails who goes on until the limit refuses it", () => {
  const attempts = [...used(20), refusedAt(2000)];
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "fail",
    message:
      "create_event: 4 of 20 requests left for 58 s, then a 429 after 4 more. Expected: no 429 after RateLimit-Remaining gets low. Fix: spread the remaining requests over RateLimit-Reset.",
    evidence: [{ exchanges: [attempts[15]?.exchange, attempts[20]?.exchange] }],
  });
});

it("does not hold a full second of the burst window against it", () => {
  const attempts = [...used(16), throttled(1700, 1000), ...used(2, 60_000)];
  expect(verdictOf(rule, attempts)).not.toBe("fail");
});

it("does not hold a 429 of a fault against it", () => {
  const planned = refusedAt(2000, 0, { injected: ["limit steady"] });
  expect(verdictOf(rule, [...used(16), planned, ...used(2, 60_000)])).not.toBe("fail");
});

it("is not exercised where enough was left, nothing more was sent, or nobody would have used it up", () => {
  expect(verdictOf(rule, used(15))).toBe("not exercised");
  expect(verdictOf(rule, used(16))).toBe("not exercised");
  const slow = [...used(16, 0, 3600), ...used(1, 60_000)];
  expect(verdictOf(rule, slow, { thresholds: { lowShare: 0.05 } })).toBe("not exercised");
});

it("is undecided of a client that goes on as before and is lucky", () => {
  expect(verdictOf(rule, used(20))).toBe("undecided");
});

it("looks at each of two windows", () => {
  const good = [...used(16), ...used(16, 60_000), ...used(1, 120_000)];
  expect(resultOf(rule, good)).toMatchObject({ verdict: "pass", passed: 2 });
  const bad = [...used(16), ...used(20, 60_000), refusedAt(62_000, 60_000)];
  expect(resultOf(rule, bad)).toMatchObject({ verdict: "fail", passed: 1, failed: 1 });
});

it("is low where the threshold says", () => {
  const attempts = [...used(16), ...used(2, 60_000)];
  expect(verdictOf(rule, attempts, { preset: "gentle" })).toBe("not exercised");
  expect(verdictOf(rule, attempts, { preset: "service" })).toBe("pass");
});
