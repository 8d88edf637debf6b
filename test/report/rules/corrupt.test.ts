import { expect, it } from "vitest";
import { answered, attempt, refused, resultOf, verdictOf } from "../../support/report.ts";

const cut = attempt({
  at: 0,
  method: "GET",
  outcome: "spoilt",
  status: 200,
  injected: ["truncate"],
});
const ended = (end: "failed" | "same" | "less") => ({ endOf: () => end });

it("passes a client that asks again, and one that ends with an error", () => {
  expect(verdictOf("corrupt", [cut, answered(500, { method: "GET" })])).toBe("pass");
  expect(verdictOf("corrupt", [cut], ended("failed"))).toBe("pass");
});

it("fails one that ends well with less than it had to have", () => {
  expect(resultOf("corrupt", [cut], ended("less"))).toMatchObject({
    verdict: "fail",
    message: expect.stringMatching(
      /^create_event: not sent again after a corrupt response \(truncate\), and the client said that all was well\./,
    ),
  });
});

it("says nothing of one that had no use for the body, and is undecided where the end is not known", () => {
  expect(verdictOf("corrupt", [cut], ended("same"))).toBe("not exercised");
  expect(verdictOf("corrupt", [cut])).toBe("undecided");
});

it("takes the place of retries, which look at other failures", () => {
  expect(verdictOf("retries", [cut])).toBe("not exercised");
});

it("is told from a circuit breaker, which opens after failures in a row, and lets one request through", () => {
  const name = (call: number) => ({ likeness: `call ${call}` });
  const attempts = [
    refused(0, name(1)),
    refused(200, name(1)),
    refused(600, name(1)),
    refused(700, name(2)),
    refused(10_700, name(3)),
    answered(20_700, name(4)),
  ];
  expect(resultOf("retries", attempts)).toMatchObject({ verdict: "pass", failed: 0 });
  const withoutRetries = attempts.filter((_, index) => index > 1);
  expect(verdictOf("retries", withoutRetries)).toBe("fail");
});
