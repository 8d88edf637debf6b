import { expect, it } from "vitest";
import {
  answered,
  attempt,
  refused,
  resultOf,
  reference,
  verdictOf,
} from "../../support/report.ts";

const empty = { body: "none", type: "application/json", encoding: "" } as const;

it("fails a retry that lost its body, and says so", () => {
  const attempts = [refused(0), answered(500, { hasBody: false, sent: empty })];
  expect(resultOf("same-request", attempts)).toMatchObject({
    verdict: "fail",
    message:
      "create_event: attempt 2 after a 503 had an empty body. Expected: the request of the first attempt. Fix: build the whole request again for each attempt, since a body that was read once is empty.",
  });
});

it("knows a retry by difference although it lost its body, and does not say that there is none", () => {
  const known = reference({
    alike: (likeness) => (likeness === "write" ? 1 : 0),
    ofSort: (sort) => (sort.includes("for p1") ? 1 : 0),
  });
  const about = "create_event for p1@example.com";
  const attempts = [
    refused(0, { likeness: "write", about, name: undefined }),
    attempt({
      at: 500,
      likeness: "nothing",
      name: undefined,
      hasBody: false,
      sent: empty,
      status: 400,
      outcome: "refused",
    }),
  ];
  const said = (rule: "same-request" | "retries") =>
    verdictOf(rule, attempts, { reference: known });
  expect([said("same-request"), said("retries")]).toEqual(["fail", "pass"]);
});

it.each([
  ["no credentials", { credential: "" }],
  ["another content type", { sent: { ...empty, body: "whole", type: "text/plain" } }],
] as const)("fails a retry with %s", (lack, change) => {
  expect(resultOf("same-request", [refused(0), answered(500, change)])).toMatchObject({
    verdict: "fail",
    message: expect.stringContaining(`had ${lack}.`),
  });
});

it("fails a retry that goes back to a token that had been replaced", () => {
  const attempts = [
    refused(0, { status: 401, credential: "old" }),
    refused(100, { credential: "new" }),
    answered(900, { credential: "old" }),
  ];
  expect(verdictOf("same-request", attempts)).toBe("fail");
});

it("passes a retry with all of the first, and is not exercised without one", () => {
  expect(verdictOf("same-request", [refused(0), answered(500)])).toBe("pass");
  expect(verdictOf("same-request", [answered(0)])).toBe("not exercised");
});

it("does not pass a client that sends bodies by retries of reads alone", () => {
  const read = {
    method: "GET",
    hasBody: false,
    sent: { ...empty, type: "" },
    likeness: "read",
  } as const;
  expect(verdictOf("same-request", [refused(0, read), answered(500, read), answered(900)])).toBe(
    "not exercised",
  );
});
