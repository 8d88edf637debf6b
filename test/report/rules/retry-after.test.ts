import { describe, expect, it } from "vitest";
import {
  answered,
  attempt,
  lost,
  refused,
  resultOf,
  throttled,
  verdictOf,
} from "../../support/report.ts";

const rule = "retry-after";
const said = { about: "create_event for p1@example.com" };

it("fails who came too early, in a sentence that a person understands", () => {
  const [one, two] = [throttled(0, 2000, said), answered(601, said)];
  expect(resultOf(rule, [one, two])).toMatchObject({
    verdict: "fail",
    message:
      "create_event for p1@example.com: attempt 2 came 1.4 s early, 0.6 s after a 429 with Retry-After 2 s. Expected: at most 20 ms early. Fix: wait the full Retry-After, counted from the end of the response.",
    evidence: [{ result: "failed", exchanges: [one.exchange, two.exchange] }],
  });
});

it.each([
  ["gentle", 50],
  ["service", 20],
  ["strict", 10],
] as const)("lets %s come %i ms too early, and no more", (preset, earlyMs) => {
  const cameAt = (at: number) => verdictOf(rule, [throttled(0, 2000), answered(at)], { preset });
  expect([cameAt(2001 - earlyMs), cameAt(2000 - earlyMs)]).toEqual(["pass", "fail"]);
});

it.each([
  ["gentle", 80_000],
  ["service", 38_000],
  ["strict", 14_000],
] as const)("lets %s come so late after 2 s, and no later: %i ms", (preset, latestMs) => {
  const name = { by: "idempotency key", value: "one" } as const;
  const cameAt = (at: number) =>
    verdictOf(rule, [throttled(0, 2000, { name }), answered(at, { name })], { preset });
  expect([cameAt(latestMs + 1), cameAt(latestMs + 2)]).toEqual(["pass", "fail"]);
});

it.each([
  ["who never came back", [throttled(0, 2000)]],
  ["an answer that said nothing", [refused(0), answered(10)]],
  ["a promise that nobody has to wait for", [throttled(0, 99), answered(500)]],
  [
    "a promise of nothing, kept or not",
    [throttled(0, 0), answered(1), throttled(9, 0), answered(90_000)],
  ],
])("is not exercised by %s", (_, attempts) => {
  expect(verdictOf(rule, attempts)).toBe("not exercised");
});

describe("on a clock that is not the client's", () => {
  it("counts what it was moved by as waited", () => {
    const later = answered(5, { atWorld: 2001, endWorld: 2001 });
    const one = throttled(0, 2000, { endWorld: 0 });
    expect(verdictOf(rule, [one, later])).toBe("pass");
    expect(verdictOf(rule, [one, answered(5, { atWorld: 1500 })])).toBe("fail");
  });

  it("does not count what it was moved by while the answer was held back", () => {
    const held = throttled(0, 2000, { endWorld: 5000 });
    expect(verdictOf(rule, [held, answered(5, { atWorld: 5000 })])).toBe("fail");
  });

  it("counts the client's seconds while the world's run ten times as fast", () => {
    const pace = 10;
    const one = throttled(0, 2000, { pace, endWorld: 10 });
    expect(verdictOf(rule, [one, answered(601, { pace, atWorld: 6010 })])).toBe("fail");
    expect(verdictOf(rule, [one, answered(2001, { pace, atWorld: 20_010 })])).toBe("pass");
  });

  it("is not confused by one that was set back", () => {
    const one = throttled(0, 2000, { atWorld: 1_000_000, endWorld: 1_000_001 });
    expect(verdictOf(rule, [one, answered(2001, { atWorld: 5 })])).toBe("pass");
  });
});

it("sees who came too early although a hedge was on its way", () => {
  const name = { by: "unique_id", value: "one" } as const;
  const attempts = [
    throttled(0, 5000, { name, end: 900 }),
    lost(500, { name, end: 1500 }),
    answered(2000, { name }),
  ];
  expect(verdictOf(rule, attempts)).toBe("fail");
});

it("never passes by requests that are alike, of which one may have come too early", () => {
  const attempts = [
    throttled(0, 1000, { end: 60 }),
    throttled(50, 10_000, { end: 61 }),
    answered(1100),
  ];
  expect(resultOf(rule, attempts)).toMatchObject({ verdict: "not exercised", ambiguous: 1 });
});

it("fails requests that are alike if every one of them had been told to wait longer", () => {
  const attempts = [
    throttled(0, 9000, { end: 60 }),
    throttled(50, 10_000, { end: 61 }),
    answered(1100),
  ];
  expect(verdictOf(rule, attempts)).toBe("fail");
});

it("cannot tell of a request with another body that came too early", () => {
  const attempts = [throttled(0, 5000, { likeness: "a" }), attempt({ at: 100, likeness: "b" })];
  expect(resultOf(rule, attempts)).toMatchObject({ verdict: "not exercised", ambiguous: 1 });
});
