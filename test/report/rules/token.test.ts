import { describe, expect, it } from "vitest";
import { answered, lost, refused, resultOf, verdictOf } from "../../support/report.ts";

const rule = "token";

describe("a key that was refused", () => {
  const wrong = (at: number, said = {}) =>
    refused(at, { status: 401, credential: "wrong", ...said });

  it("is to be left", () => {
    expect(resultOf(rule, [wrong(0)])).toMatchObject({
      verdict: "pass",
      message: "create_event: its credentials were dropped after a 401.",
    });
  });

  it("is none where there was no key at all", () => {
    const bare = { status: 401, credential: "", account: "" };
    expect(verdictOf(rule, [refused(0, bare)])).toBe("not exercised");
    expect(verdictOf(rule, [refused(0, bare), refused(601, bare)])).toBe("fail");
  });

  it("is not to be tried again", () => {
    const [one, two] = [wrong(0), wrong(601)];
    expect(resultOf(rule, [one, two])).toMatchObject({
      verdict: "fail",
      message:
        "create_event: used the same credentials 0.6 s after a 401. Expected: no request with rejected credentials. Fix: get new credentials, or stop.",
      evidence: [{ exchanges: [one.exchange, two.exchange] }],
    });
  });

  it("may be with three other calls, of which nobody knows whether they were on their way, and no more", () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        wrong(100 + index, { likeness: `other ${index}` }),
      );
    expect(verdictOf(rule, [wrong(0), ...others(3)])).toBe("undecided");
    expect(verdictOf(rule, [wrong(0), ...others(4)])).toBe("fail");
  });

  it("is not to be tried by one call after the other, however fast they are", () => {
    const inTurn = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        wrong(3 + 2 * index, { likeness: `other ${index}` }),
      );
    expect(verdictOf(rule, [wrong(0), ...inTurn(3)])).toBe("pass");
    expect(resultOf(rule, [wrong(0), ...inTurn(20)])).toMatchObject({
      verdict: "fail",
      message:
        "create_event: 20 more requests with the same credentials after a 401, and each got a 401, too. Expected: at most 3. Fix: get new credentials, or stop.",
    });
  });

  it("may be with any number of other calls that were on their way at once", () => {
    const atOnce = Array.from({ length: 20 }, (_, index) =>
      wrong(2 + index, { end: 40, likeness: `other ${index}` }),
    );
    expect(verdictOf(rule, [wrong(0), ...atOnce])).toBe("pass");
  });
});

describe("a token that expired", () => {
  const old = { credential: "old", isToken: true, app: "sync-app" };
  const fresh = { credential: "fresh", isToken: true, app: "sync-app" };
  const expired = (at: number, said = {}) => refused(at, { status: 401, ...old, ...said });
  const refresh = (at: number, said = {}) =>
    answered(at, {
      operation: "oauth_token",
      likeness: `refresh ${at}`,
      credential: "app",
      app: "sync-app",
      ...said,
    });

  it("costs one other token", () => {
    expect(resultOf(rule, [expired(0), refresh(10), answered(20, fresh)])).toMatchObject({
      verdict: "pass",
      message:
        "create_event: its credentials were dropped after a 401. The client continued with others.",
    });
  });

  it.each([
    ["gentle", 2],
    ["service", 1],
    ["strict", 1],
  ] as const)("by %s costs no more than that: %i", (preset, most) => {
    const asked = (count: number) => {
      const refreshes = Array.from({ length: count }, (_, index) => refresh(10 + index));
      return verdictOf(rule, [expired(0), ...refreshes, answered(20, fresh)], { preset });
    };
    expect([asked(most), asked(most + 1)]).toEqual(["pass", "fail"]);
  });

  it("may be asked for again where the answer was lost or a 503", () => {
    const failures = [
      lost(10, refresh(10)),
      refused(12, { ...refresh(12), status: 503, outcome: "refused" }),
    ];
    const again = failures.map((each, index) => ({
      ...each,
      outcome: index === 0 ? ("lost" as const) : each.outcome,
    }));
    expect(verdictOf(rule, [expired(0), ...again, refresh(14), answered(20, fresh)])).toBe("pass");
  });

  it("does not pay for those of another account or app", () => {
    const others = [refresh(10, { account: "Other1" }), refresh(11, { app: "other-app" })];
    expect(verdictOf(rule, [expired(0), ...others, refresh(12), answered(20, fresh)])).toBe("pass");
  });

  it("leaves it open for which of several that expired a token was", () => {
    const attempts = [
      expired(0),
      expired(1, { credential: "old 2", likeness: "b" }),
      refresh(10),
      refresh(11),
    ];
    expect(verdictOf(rule, [...attempts, answered(20, fresh)])).toBe("undecided");
  });

  it("costs no token for one that was refused only after all had been asked for", () => {
    const workers = ["a", "b", "c", "d"];
    const attempts = [
      ...workers.map((likeness) => expired(0, { likeness })),
      ...workers.map((_, index) => refresh(10 + index)),
      ...workers.map((likeness) => expired(30, { credential: `new ${likeness}`, likeness })),
    ];
    expect(verdictOf(rule, attempts)).toBe("fail");
  });
});

it("is not exercised without a 401, by one of OAuth itself, and not yet by a client that runs on", () => {
  expect(verdictOf(rule, [refused(0, { status: 403 })])).toBe("not exercised");
  expect(verdictOf(rule, [refused(0, { status: 401, operation: "oauth_token" })])).toBe(
    "not exercised",
  );
  expect(verdictOf(rule, [refused(0, { status: 401 })], { ended: false, now: 9 })).toBe(
    "not exercised",
  );
});
