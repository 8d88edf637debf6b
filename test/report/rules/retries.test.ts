import { expect, it } from "vitest";
import { referenceOf } from "../../../src/report/reference.ts";
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
  ["a Retry-After that is longer than a call may take", [throttled(0, 400_000)]],
  ["a lost write without a name, which may be there", [lost(0)]],
])("is not exercised by %s", (_, attempts) => {
  expect(verdictOf("retries", attempts)).toBe("not exercised");
});

it("asks for a lost write to be sent again if it has a name, and for a lost read always", () => {
  const name = { by: "unique_id", value: "one" } as const;
  expect(verdictOf("retries", [lost(0, { name })])).toBe("fail");
  expect(verdictOf("retries", [lost(0, { method: "GET" })])).toBe("fail");
});

it("is undecided of a client that runs on and may come back", () => {
  const one = throttled(0, 5000);
  expect(verdictOf("retries", [one], { ended: false, now: 60_000 })).toBe("undecided");
  expect(verdictOf("retries", [one], { ended: false, now: 65_001 })).toBe("fail");
});

it("never passes a client that was killed while a call of its had failed, however well others went", () => {
  const well = [refused(0), answered(1000)];
  const attempts = [...well, lost(1500, { method: "GET", likeness: "other" })];
  expect(resultOf("retries", attempts, { ended: false, now: 9000 })).toMatchObject({
    verdict: "undecided",
    message:
      "create_event: ended with a lost response (reset), and no retry came before the report.",
    wouldDecide: "let the client end by itself",
  });
  expect(verdictOf("retries", well, { ended: false, now: 9000 })).toBe("pass");
});

it("asks a client that runs on for no more attempts than are enough", () => {
  const attempts = [refused(0), refused(1000), refused(3000)];
  expect(verdictOf("retries", attempts, { ended: false, now: 3500 })).toBe("pass");
});

it("is undecided where the same came again under another name", () => {
  const named = (value: string) => ({ name: { by: "unique_id", value } as const, kin: "kin" });
  const attempts = [refused(0, named("a")), answered(1000, named("b"))];
  expect(resultOf("retries", attempts)).toMatchObject({
    verdict: "undecided",
    leaning: "pass",
    wouldDecide: "send the same name with all attempts of a call, or add exec --compare",
  });
});

const nameless = { name: undefined };

it("is undecided by two calls that look alike, of which one may be the retry of the other", () => {
  const attempts = [refused(0, nameless), answered(1500, nameless)];
  expect(resultOf("retries", attempts)).toMatchObject({
    verdict: "undecided",
    leaning: "pass",
    wouldDecide: "add exec --compare, or a name for each call",
  });
});

it("advises a name, not the comparison that was made and tells nothing", () => {
  const attempts = [refused(0, nameless), answered(1500, nameless)];
  const differing = referenceOf([answered(0, nameless)], []);
  const { verdict, wouldDecide } = resultOf("retries", attempts, { reference: differing });
  expect([verdict, wouldDecide]).toEqual([
    "undecided",
    "give each call a name, such as the header traceparent",
  ]);
});

it("advises no name where there is one in each attempt, but the same one", () => {
  const named = (value: string) => ({ name: { by: "unique_id", value } as const, kin: "kin" });
  const attempts = [refused(0, named("a")), answered(1000, named("b"))];
  const differing = referenceOf([answered(0, named("c"))], []);
  expect(resultOf("retries", attempts, { reference: differing }).wouldDecide).toBe(
    "send the same name with all attempts of a call",
  );
});

it.each([
  ["fails two calls of which none was retried", 2, "fail"],
  ["passes one call that was", 1, "pass"],
])("by difference it %s", (_, usual, verdict) => {
  const quiet = Array.from({ length: usual }, (__, index) => answered(index * 1500, nameless));
  const attempts = [refused(0, nameless), answered(1500, nameless)];
  expect(verdictOf("retries", attempts, { reference: referenceOf(quiet, quiet) })).toBe(verdict);
});

it("does not fail a hedged call that another attempt brought to a good end", () => {
  const name = { by: "idempotency key", value: "one" } as const;
  const attempts = [answered(0, { name, end: 5000 }), refused(1000, { name, end: 2000 })];
  expect(verdictOf("retries", attempts)).not.toBe("fail");
});

it("never passes by requests of which nobody knows whose retry they are", () => {
  const attempts = [attempt({ at: 0, end: 500 }), refused(100, { end: 400 }), answered(1000)];
  expect(verdictOf("retries", attempts)).toBe("undecided");
});

it("passes rounds of requests that are alike, whichever is whose, by difference", () => {
  const many = (at: number, of: typeof refused) =>
    Array.from({ length: 20 }, (_, index) => of(at + index, { end: at + index + 9, ...nameless }));
  const attempts = [...many(0, refused), ...many(2000, answered)];
  const quiet = many(0, answered);
  expect(verdictOf("retries", attempts, { reference: referenceOf(quiet, quiet) })).toBe("pass");
});
