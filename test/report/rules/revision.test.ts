import { expect, it } from "vitest";
import { answered, refused, resultOf, verdictOf } from "../../support/report.ts";

const rule = "revision";
const old = { revision: "2024-02-15" };
const gone = (at: number, said = {}) =>
  refused(at, { status: 410, stage: "retired", ...old, ...said });

it("passes who goes on with another revision", () => {
  expect(resultOf(rule, [gone(0), answered(100)])).toMatchObject({
    verdict: "pass",
    message: "create_event: nothing used revision 2024-02-15 after a 410.",
  });
});

it("fails who sends the same call with it again", () => {
  const [one, two] = [gone(0), gone(100)];
  expect(resultOf(rule, [one, two])).toMatchObject({
    verdict: "fail",
    message:
      "create_event: attempt 2 used revision 2024-02-15 again after a 410. Expected: no request with a retired revision. Fix: send a newer revision.",
    evidence: [{ exchanges: [one.exchange, two.exchange] }],
  });
});

it("gives other calls a second, and takes a later one for a doubt", () => {
  const other = (at: number) => resultOf(rule, [gone(0), gone(at, { likeness: "other" })]);
  expect(other(1000)).toMatchObject({ verdict: "pass" });
  expect(other(1001)).toMatchObject({ verdict: "undecided", leaning: "fail" });
});

it("fails who goes on with it call by call, however fast they are", () => {
  const others = (count: number, lastsMs: number) =>
    Array.from({ length: count }, (_, index) =>
      gone(5 + 10 * index, { end: 5 + 10 * index + lastsMs, likeness: `other ${index}` }),
    );
  expect(resultOf(rule, [gone(0), ...others(3, 5)])).toMatchObject({
    verdict: "pass",
    message:
      "create_event: nothing used revision 2024-02-15 after a 410, except 3 requests of other calls.",
  });
  expect(resultOf(rule, [gone(0), ...others(25, 5)])).toMatchObject({
    verdict: "fail",
    message:
      "create_event: 25 more requests used revision 2024-02-15 within 0.24 s after a 410. Expected: at most 3. Fix: send a newer revision.",
  });
  // Of several parts that overlap nobody knows which has heard of it.
  expect(verdictOf(rule, [gone(0), ...others(25, 15)])).toBe("undecided");
  expect(verdictOf(rule, [gone(0), ...others(25, 500)])).toBe("pass");
});

it("is each account's own", () => {
  expect(
    verdictOf(rule, [gone(0), answered(5000, { ...old, account: "Other1", likeness: "b" })]),
  ).toBe("pass");
});

it("is not exercised without a 410, and not yet by a client that runs on", () => {
  expect(verdictOf(rule, [answered(0, old)])).toBe("not exercised");
  expect(verdictOf(rule, [gone(0)], { ended: false, now: 100 })).toBe("not exercised");
});

it("speaks of paths where no revision was sent", () => {
  const none = { revision: null };
  expect(
    verdictOf(rule, [gone(0, none), answered(5000, { ...none, path: "/other", likeness: "b" })]),
  ).toBe("pass");
  expect(verdictOf(rule, [gone(0, none), gone(5000, { ...none, likeness: "b" })])).toBe(
    "undecided",
  );
});
