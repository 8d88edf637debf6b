import { describe, expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { referenceOf } from "../../../src/report/reference.ts";
import { answered, attempt, refused, resultOf, verdictOf } from "../../support/report.ts";

const tries = (count: number, everyMs = 1000): Attempt[] =>
  Array.from({ length: count }, (_, index) => refused(index * everyMs));

const presets = [
  ["gentle", 15, 900_000],
  ["service", 8, 300_000],
  ["strict", 6, 120_000],
] as const;

describe.each(presets)("by %s", (preset, attemptsMax, totalMsMax) => {
  it(`${attemptsMax} attempts of a call that was given up are few enough, one more is not`, () => {
    expect(verdictOf("attempts", tries(attemptsMax), { preset })).toBe("pass");
    expect(verdictOf("attempts", tries(attemptsMax + 1), { preset })).toBe("fail");
    expect(verdictOf("gives-up", tries(attemptsMax), { preset })).toBe("pass");
    expect(verdictOf("gives-up", tries(attemptsMax + 1), { preset })).toBe("fail");
  });

  it(`a call may take ${totalMsMax} ms, and no more`, () => {
    const until = (ms: number) => {
      const name = { by: "unique_id", value: "one" } as const;
      return [refused(0, { name }), refused(1000, { name, end: ms })];
    };
    expect(verdictOf("total-time", until(totalMsMax), { preset })).toBe("pass");
    expect(verdictOf("total-time", until(totalMsMax + 1), { preset })).toBe("fail");
    expect(verdictOf("gives-up", until(totalMsMax), { preset })).toBe("pass");
    expect(verdictOf("gives-up", until(totalMsMax + 1), { preset })).toBe("fail");
  });
});

const rules = ["attempts", "total-time", "gives-up"] as const;

it.each(rules)("%s is not exercised by a call that came to a good end", (rule) => {
  expect(verdictOf(rule, [refused(0), answered(1000)])).toBe("not exercised");
});

it.each(rules)("%s is not exercised by a call that was tried but once", (rule) => {
  expect(verdictOf(rule, tries(1))).toBe("not exercised");
});

it.each(rules)("%s is not exercised by a client that runs on", (rule) => {
  expect(verdictOf(rule, tries(3), { ended: false })).toBe("not exercised");
});

it.each(rules)("%s does not pass where the first attempts may be forgotten", (rule) => {
  expect(verdictOf(rule, tries(3), { dropped: 5 })).toBe("undecided");
});

it("too many attempts fail also if the last of them was good", () => {
  expect(verdictOf("attempts", [...tries(8), answered(9000)])).toBe("fail");
});

it("an endless call is told in a sentence, with its first attempt and its last", () => {
  const attempts = tries(9);
  expect(resultOf("attempts", attempts)).toMatchObject({
    message:
      "create_event: ended after 9 attempts, with a 503. Expected: at most 8 attempts. Fix: give up after a fixed number of attempts.",
    evidence: [{ exchanges: [attempts[0]?.exchange, attempts[8]?.exchange] }],
  });
});

it("a retry that was on its way when the client ended was not given up cleanly", () => {
  const open = attempt({ at: 1000, end: Number.POSITIVE_INFINITY, outcome: "open", status: null });
  expect(resultOf("gives-up", [refused(0), open])).toMatchObject({
    verdict: "fail",
    message:
      "create_event: attempt 2 was in flight when the client exited. Expected: a response to the last attempt. Fix: finish or cancel each call before the client exits.",
  });
});

it("ten attempts that look alike are two calls of five where two are usual, not one of ten", () => {
  const nameless = { name: undefined };
  const quiet = [answered(0, nameless), answered(5000, nameless)];
  const ten = tries(10).map((each) => ({ ...each, ...nameless }));
  const asked = { reference: referenceOf(quiet, quiet) };
  expect(resultOf("attempts", ten, asked)).toMatchObject({ verdict: "undecided" });
  expect(resultOf("attempts", ten)).toMatchObject({ verdict: "undecided", leaning: "fail" });
});
