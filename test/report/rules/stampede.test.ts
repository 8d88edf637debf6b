import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { answered, resultOf, throttled, verdictOf } from "../../support/report.ts";

const rule = "stampede";

/** So many calls that are refused at once, and come back after such a time. */
const crowd = (count: number, backAt: (index: number) => number): Attempt[] =>
  Array.from({ length: count }, (_, index) => {
    const said = { likeness: `call ${index}` };
    return [throttled(index, 1000, said), answered(backAt(index), said)];
  }).flat();

it("fails many who come back at once, and says how many", () => {
  expect(
    resultOf(
      rule,
      crowd(20, (index) => 1010 + index),
    ),
  ).toMatchObject({
    verdict: "fail",
    message:
      "create_event: 20 of 20 retries came within 19 ms, all due at the same time. Expected: at most 75 % within 50 ms. Fix: add a random delay to Retry-After.",
  });
});

it("passes many who come back one by one", () => {
  expect(
    verdictOf(
      rule,
      crowd(20, (index) => 1050 + index * 40),
    ),
  ).toBe("pass");
});

it("is not a crowd of fewer than the threshold says", () => {
  const few = crowd(4, () => 1010);
  expect(verdictOf(rule, few)).toBe("not exercised");
  expect(verdictOf(rule, few, { thresholds: { crowdMin: 4 } })).toBe("fail");
});

it("is not exercised by those who never came back, nor by those who waited for other instants", () => {
  const told = crowd(20, () => 1010).filter(({ status }) => status === 429);
  expect(verdictOf(rule, told)).toBe("not exercised");
  const apart = told.map((each, index) => ({ ...each, retryAfterMs: 1000 * (index + 1) }));
  expect(verdictOf(rule, apart)).toBe("not exercised");
});

it.each([
  ["gentle", 18],
  ["service", 15],
  ["strict", 10],
] as const)("by %s lets so many of twenty come at once, and no more: %i", (preset, most) => {
  const atOnce = (count: number) =>
    verdictOf(
      rule,
      crowd(20, (index) => (index < count ? 1020 : 1500 + index * 100)),
      { preset },
    );
  expect([atOnce(most), atOnce(most + 1)]).toEqual(["pass", "fail"]);
});

it("is no crowd of one worker, whose refusals and returns come one after the other", () => {
  const said = (index: number) => ({ likeness: `page ${index}` });
  const worker = Array.from({ length: 20 }, (_, index) => [
    throttled(index * 5, 1000, said(index)),
    answered(1110 + index * 5, said(index)),
  ]).flat();
  expect(resultOf(rule, worker)).toMatchObject({
    verdict: "not exercised",
    message: expect.stringMatching(/retries came one after the other, as of a single worker\.$/),
  });
});

it("takes requests that come at once for a crowd, although each is answered before the next is read", () => {
  const attempts = Array.from({ length: 12 }, (_, index) => {
    const [own, at] = [{ likeness: `call ${index}` }, index * 0.3];
    const back = 1010 + index * 1.3;
    return [
      throttled(at, 1000, { ...own, end: at + 0.2 }),
      answered(back, { ...own, end: back + 0.2 }),
    ];
  }).flat();
  expect(verdictOf(rule, attempts)).toBe("fail");
});

it("does not pass those who were refused one by one, and came back as they were refused", () => {
  const attempts = Array.from({ length: 20 }, (_, index) => {
    const own = { likeness: `call ${index}` };
    return [
      throttled(index * 15, 1000, { ...own, end: index * 15 + 30 }),
      answered(index * 15 + 1035, own),
    ];
  }).flat();
  expect(verdictOf(rule, attempts)).toBe("undecided");
});

it("is as narrow as the threshold says", () => {
  const attempts = crowd(10, (index) => 1010 + index * 10);
  expect(verdictOf(rule, attempts)).toBe("pass");
  expect(verdictOf(rule, attempts, { thresholds: { crowdMs: 100 } })).toBe("fail");
});

it("is seen among other requests", () => {
  const others = Array.from({ length: 100 }, (_, index) =>
    answered(500 + index * 10, { likeness: `other ${index}` }),
  );
  expect(verdictOf(rule, [...crowd(20, () => 1600), ...others])).toBe("fail");
});
