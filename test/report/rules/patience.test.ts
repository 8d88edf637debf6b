import { expect, it } from "vitest";
import { answered, attempt, lost, resultOf, verdictOf } from "../../support/report.ts";

const rule = "patience";
const hung = (at: number, forMs: number, said = {}) =>
  lost(at, { injected: ["hang"], left: true, end: at + forMs, ...said });

it("passes who gave up and tried again", () => {
  expect(resultOf(rule, [hung(0, 30_000), answered(31_000)])).toMatchObject({
    verdict: "pass",
    message: "create_event: closed 30 s after it was sent, and tried again.",
  });
});

it("says of a client that waits too long how long it did, whatever has ended that", () => {
  const message =
    "create_event: waited 179 s for a response. Expected: at most 120 s. Fix: set a timeout for each request.";
  // Stopped by an exam, say, or retried: it has not closed the connection in time.
  for (const then of [[], [answered(180_000)]])
    expect(resultOf(rule, [hung(0, 179_000), ...then])).toMatchObject({ verdict: "fail", message });
});

it("fails who waited too long, by the preset", () => {
  const attempts = [hung(0, 121_000), answered(122_000)];
  expect(verdictOf(rule, attempts)).toBe("fail");
  expect(verdictOf(rule, attempts, { preset: "gentle" })).toBe("pass");
  expect(verdictOf(rule, [hung(0, 31_000), answered(32_000)], { preset: "strict" })).toBe("fail");
});

it("passes who waited as long another time: that is a timer of its own", () => {
  const alike = (at: number, likeness: string) => hung(at, 5000, { name: undefined, likeness });
  expect(verdictOf(rule, [alike(0, "a"), alike(9000, "b")])).toBe("pass");
});

it("cannot tell whether a client gave up or was ended, if nothing followed", () => {
  expect(resultOf(rule, [hung(0, 5000)])).toMatchObject({
    verdict: "undecided",
    leaning: "pass",
    wouldDecide: "retry it, or let another request hang later",
  });
  const together = [hung(0, 5000, { name: undefined }), hung(10, 4990, { likeness: "b" })];
  expect(verdictOf(rule, together)).toBe("undecided");
});

it("passes whose run ended then, if the end was seen and nothing else was under way", () => {
  const endOf = () => "failed" as const;
  expect(resultOf(rule, [answered(0), hung(2000, 5000)], { endOf })).toMatchObject({
    verdict: "pass",
    message: "create_event: closed 5 s after it was sent, and then the client ended.",
  });
  const other = answered(6000, { name: undefined, likeness: "b", end: 6500 });
  expect(verdictOf(rule, [hung(2000, 5000), other], { endOf })).toBe("undecided");
  expect(verdictOf(rule, [hung(2000, 5000)], { endOf: () => undefined })).toBe("undecided");
});

it("does not pass who is still waiting, and fails who waits beyond the bound", () => {
  const open = attempt({
    injected: ["hang"],
    status: null,
    outcome: "open",
    end: Number.POSITIVE_INFINITY,
  });
  expect(resultOf(rule, [open], { now: 60_000 })).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
  });
  expect(verdictOf(rule, [open], { now: 121_000 })).toBe("fail");
});

it("is not exercised by answers that come", () => {
  expect(verdictOf(rule, [lost(0), answered(1000)])).toBe("not exercised");
});
