import { expect, it } from "vitest";
import { answered, refused, resultOf, verdictOf } from "../../support/report.ts";

const invalid = (at: number, said = {}) => refused(at, { status: 400, ...said });

it("passes who left a refused request alone", () => {
  expect(verdictOf("stops", [invalid(0)])).toBe("pass");
});

it("fails who sent it again, and says when", () => {
  const [one, two] = [invalid(0), invalid(401)];
  expect(resultOf("stops", [one, two])).toMatchObject({
    verdict: "fail",
    message:
      "create_event: attempt 2 came 0.4 s after a 400. Expected: no retry after a permanent error. Fix: stop on this status, and correct the request.",
    evidence: [{ result: "failed", exchanges: [one.exchange, two.exchange] }, { result: "passed" }],
  });
});

it.each([401, 408, 410, 425, 429, 500, 503])("is not exercised by a %i", (status) => {
  expect(verdictOf("stops", [refused(0, { status }), refused(900, { status })])).toBe(
    "not exercised",
  );
});

it("is not exercised by a status that is to be tried again", () => {
  const conflict = refused(0, { status: 409 });
  expect(verdictOf("stops", [conflict])).toBe("pass");
  expect(verdictOf("stops", [conflict], { thresholds: { retriable: [409] } })).toBe(
    "not exercised",
  );
});

it("is undecided where the same came again under another name", () => {
  const named = (value: string) => ({ name: { by: "unique_id", value } as const, kin: "kin" });
  const attempts = [invalid(0, named("a")), answered(500, named("b"))];
  expect(resultOf("stops", attempts)).toMatchObject({ verdict: "undecided", leaning: "fail" });
});

it("is not exercised by a client that polls what comes to be", () => {
  const absent = (at: number) => refused(at, { status: 404 });
  const attempts = [absent(0), absent(1000), answered(2000)];
  expect(verdictOf("stops", attempts)).toBe("not exercised");
});

it("fails who sent again what a fault refused, although it was good then", () => {
  const injected = ["status"] as const;
  expect(verdictOf("stops", [invalid(0, { injected }), answered(1000)])).toBe("fail");
});

it("says nothing of a client that runs on and may send it again", () => {
  expect(verdictOf("stops", [invalid(0)], { ended: false, now: 1000 })).toBe("not exercised");
  expect(verdictOf("stops", [invalid(0)], { ended: false, now: 70_000 })).toBe("pass");
});

it("sees what followed a refusal although a hedge was on its way", () => {
  const name = { by: "unique_id", value: "one" } as const;
  const attempts = [
    invalid(0, { name, end: 900 }),
    refused(500, { name, end: 1500 }),
    invalid(2000, { name }),
  ];
  expect(verdictOf("stops", attempts)).toBe("fail");
});
