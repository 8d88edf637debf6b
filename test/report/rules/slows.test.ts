import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/attempt.ts";
import { answered, resultOf, throttled, verdictOf } from "../../support/report.ts";

const rule = "slows";

/** Requests that differ, one each so many milliseconds. */
const stream = (
  from: number,
  to: number,
  everyMs: number,
  said: Partial<Attempt> = {},
): Attempt[] =>
  Array.from({ length: Math.ceil((to - from) / everyMs) }, (_, index) =>
    answered(from + index * everyMs, { likeness: `${from} ${index}`, ...said }),
  );

it("fails who goes on as before, and says how many came", () => {
  const attempts = [...stream(0, 1000, 100), throttled(999, 1000), ...stream(1060, 2000, 100)];
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "fail",
    message:
      "create_event: 10 requests in the 1 s after a 429, 11 in the 1 s before. Expected: at most 80 % of the rate before. Fix: pause all requests to the operation until Retry-After ends.",
  });
});

it("passes who waits", () => {
  expect(verdictOf(rule, [...stream(0, 1000, 100), throttled(999, 1000), answered(2100)])).toBe(
    "pass",
  );
});

it.each([
  ["gentle", 9, 10],
  ["service", 7, 8],
  ["strict", 4, 5],
] as const)("by %s lets so many of ten a second come, and no more: %i", (preset, good, bad) => {
  const cameThen = (count: number) => {
    const attempts = [
      ...stream(0, 900, 100),
      throttled(999, 1000),
      ...stream(1060, 1060 + count, 1),
    ];
    return verdictOf(rule, [...attempts, answered(5000, { likeness: "later" })], { preset });
  };
  expect([cameThen(good), cameThen(bad)]).toEqual(["pass", "fail"]);
});

it("lets pass what was on its way when the 429 came", () => {
  const attempts = [
    ...stream(0, 1000, 100),
    throttled(999, 1000),
    ...stream(1001, 1049, 2),
    answered(3000),
  ];
  expect(verdictOf(rule, attempts)).toBe("pass");
});

it.each([
  ["there was no rate to lower", [throttled(0, 1000), answered(2000)]],
  ["nothing came ever after", [...stream(0, 1000, 100), throttled(999, 1000)]],
  [
    "other operations went on",
    [...stream(0, 3000, 100, { operation: "get_events" }), throttled(999, 1000)],
  ],
])("is not exercised where %s", (_, attempts) => {
  expect(verdictOf(rule, attempts)).toBe("not exercised");
});

it("counts what the clock was moved by as waited", () => {
  const later = stream(1010, 1020, 1).map((each) => ({
    ...each,
    atWorld: each.at + 1000,
    endWorld: each.end + 1000,
  }));
  expect(verdictOf(rule, [...stream(0, 1000, 100), throttled(999, 1000), ...later])).toBe("pass");
});
