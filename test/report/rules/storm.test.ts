import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { answered, reference, refused, resultOf, verdictOf } from "../../support/report.ts";

const rule = "storm";
const named = (call: number) => ({ name: { by: "unique_id", value: `${call}` } as const });
/** Calls that are all tried so often, and fail. */
const failing = (calls: number, tries: number): Attempt[] =>
  Array.from({ length: calls * tries }, (_, index) =>
    refused(index * 1000, named(Math.floor(index / tries))),
  );
const twoUsual = { reference: reference({ ofStream: () => 2, names: () => 2 }) };

it("passes who gave up before there were too many requests", () => {
  expect(resultOf(rule, failing(2, 4), twoUsual)).toMatchObject({
    verdict: "pass",
    message: "create_event: 8 requests, 2 without faults.",
  });
});

it("fails who sends many times as many requests as without faults", () => {
  expect(resultOf(rule, failing(2, 9), twoUsual)).toMatchObject({
    verdict: "fail",
    message:
      "create_event: 18 requests, 2 without faults. Expected: at most 8 times as many. Fix: limit the retries of all calls together, such as to 20 % of the requests.",
  });
  expect(verdictOf(rule, failing(2, 9), { ...twoUsual, preset: "gentle" })).toBe("pass");
});

it("does not pass who went on until the fault was over: nobody knows for how long it would have", () => {
  const attempts = [refused(0, named(1)), answered(1000, named(1)), refused(2000, named(2))];
  const rest = [answered(3000, named(2))];
  expect(resultOf(rule, [...attempts, ...rest], twoUsual)).toMatchObject({
    verdict: "undecided",
    leaning: "pass",
    wouldDecide: "let every request fail until the client gives up",
  });
});

it("does not pass where few calls met a fault", () => {
  const good = [3, 4, 5].map((call) => answered(call * 10_000, named(call)));
  const usual = { reference: reference({ ofStream: () => 100 }) };
  expect(verdictOf(rule, [...failing(1, 4), ...good], usual)).toBe("undecided");
});

it("passes a client that ends with the first call that failed: it makes no more of them", () => {
  const usual = { reference: reference({ ofStream: () => 100 }) };
  expect(verdictOf(rule, failing(1, 4), usual)).toBe("pass");
});

it("is not exercised without a run to compare with, nor without a failure", () => {
  expect(resultOf(rule, failing(2, 20))).toMatchObject({
    verdict: "not exercised",
    message: "Nothing to compare the requests with. To exercise it: --compare",
  });
  expect(verdictOf(rule, [answered(0)], twoUsual)).toBe("not exercised");
});

it("does not pass who retries one failure, because another is never retried", () => {
  const retried = [refused(0, named(1)), answered(1000, named(1))];
  const other = { ...named(2), operation: "get_segments", status: 500 };
  const usual = { reference: reference({ ofStream: () => 1 }) };
  expect(verdictOf(rule, [...retried, refused(2000, other)], usual)).toBe("undecided");
  expect(verdictOf(rule, [refused(2000, other)], usual)).toBe("pass");
});

it("does not pass by an average, where one call alone makes too many attempts", () => {
  const usual = { reference: reference({ ofStream: () => 4 }) };
  const short = [1, 2].flatMap((call) => [
    refused(call * 100, named(call)),
    answered(call * 100 + 50, named(call)),
  ]);
  const long = Array.from({ length: 11 }, (_, index) => refused(index * 1000, named(0)));
  expect(resultOf(rule, [...short, ...long], usual)).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
  });
});
