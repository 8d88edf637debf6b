import { expect, it } from "vitest";
import {
  answered,
  attempt,
  lost,
  refused,
  resultOf,
  throttled,
  verdictOf,
} from "../../support/report.ts";

it("passes who tried again what failed", () => {
  expect(verdictOf("retries", [refused(0), answered(1000)])).toBe("pass");
});

it("fails who did not, and says so in a sentence", () => {
  const one = refused(0, { about: "create_event for p1@example.com" });
  expect(resultOf("retries", [one])).toMatchObject({
    verdict: "fail",
    message:
      "create_event for p1@example.com: no retry after a 503. Expected: at least 3 attempts. Fix: retry temporary errors with a growing wait.",
    evidence: [{ result: "failed", exchanges: [one.exchange] }],
  });
});

it("passes who gave up after enough attempts, fails who did after one less", () => {
  const attempts = [refused(0), refused(1000), refused(3000)];
  expect(verdictOf("retries", attempts)).toBe("pass");
  expect(verdictOf("retries", attempts.slice(0, 2))).toBe("fail");
});

it.each([
  ["nothing", []],
  ["good answers", [answered(0), answered(10)]],
  ["a refusal for good", [refused(0, { status: 400 })]],
  ["a lost write without a name, which may be there", [lost(0)]],
])("is not exercised by %s", (_, attempts) => {
  expect(verdictOf("retries", attempts)).toBe("not exercised");
});

it("asks for a lost write to be sent again if it has a name, and for a lost read always", () => {
  const name = { by: "unique_id", value: "one" } as const;
  expect(verdictOf("retries", [lost(0, { name })])).toBe("fail");
  expect(verdictOf("retries", [lost(0, { method: "GET" })])).toBe("fail");
});

it("says nothing of a client that runs on and may come back", () => {
  const one = throttled(0, 5000);
  expect(verdictOf("retries", [one], { ended: false, now: 60_000 })).toBe("not exercised");
  expect(verdictOf("retries", [one], { ended: false, now: 65_001 })).toBe("fail");
});

it("does not take a request with another body for a retry, nor for none", () => {
  const attempts = [refused(0, { likeness: "a" }), answered(1000, { likeness: "b" })];
  expect(resultOf("retries", attempts)).toMatchObject({ verdict: "not exercised", ambiguous: 1 });
});

it("does not fail who makes the body anew for each of enough attempts, and fails who made too few", () => {
  const anew = (count: number) =>
    Array.from({ length: count }, (_, index) => refused(index * 1000, { likeness: `${index}` }));
  expect(resultOf("retries", anew(3))).toMatchObject({ verdict: "not exercised", ambiguous: 3 });
  expect(verdictOf("retries", anew(2))).toBe("fail");
});

it("does not fail a hedged call that another attempt brought to a good end", () => {
  const name = { by: "idempotency key", value: "one" } as const;
  const attempts = [answered(0, { name, end: 5000 }), refused(1000, { name, end: 2000 })];
  expect(verdictOf("retries", attempts)).not.toBe("fail");
});

it("never passes by requests of which nobody knows whose retry they are", () => {
  const attempts = [attempt({ at: 0, end: 500 }), refused(100, { end: 400 }), answered(1000)];
  expect(verdictOf("retries", attempts)).toBe("not exercised");
});
