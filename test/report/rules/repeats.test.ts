import { expect, it } from "vitest";
import { answered, lost, reference, refused, resultOf, verdictOf } from "../../support/report.ts";

const rule = "repeats";
const name = { by: "unique_id", value: "one" } as const;
const written = [{ collection: "event", id: "e", change: "created" }] as const;
const done = (at: number, said = {}) => answered(at, { name, written, ...said });

it("passes a write that was not sent again once it had succeeded", () => {
  expect(verdictOf(rule, [lost(0, { name }), done(1000)])).toBe("pass");
});

it("fails a write that was sent again after a good answer, and says when", () => {
  const [one, two] = [done(0), answered(1501, { name })];
  expect(resultOf(rule, [one, two])).toMatchObject({
    verdict: "fail",
    message:
      "create_event: sent again 1.5 s after a 202. Expected: no request after a successful response. Fix: end the retry loop at the first successful response.",
    evidence: [{ exchanges: [one.exchange, two.exchange] }],
  });
});

it("says nothing of a write that succeeded at once: nothing was retried", () => {
  expect(verdictOf(rule, [done(0)])).toBe("not exercised");
});

it("says nothing of a read that is made again", () => {
  const reads = [0, 1000].map((at) => answered(at, { name, method: "GET", status: 200 }));
  expect(verdictOf(rule, reads)).toBe("not exercised");
});

it("says nothing of a write that was ignored, or is done later: its client may have looked", () => {
  expect(verdictOf(rule, [answered(0, { name }), done(1000)])).toBe("not exercised");
});

it("takes a hedge that was on its way for no repetition", () => {
  const hedged = [lost(0, { name, end: 900 }), done(500, { end: 800 }), done(600)];
  expect(verdictOf(rule, hedged)).toBe("pass");
});

it("takes two writes that are only alike for two calls, or one too many", () => {
  const attempts = [done(0, { name: undefined }), done(1000, { name: undefined })];
  expect(resultOf(rule, attempts)).toMatchObject({ verdict: "undecided", leaning: "fail" });
});

it("knows by difference whether a write that comes again is meant", () => {
  const attempts = [done(0, { name: undefined }), done(1000, { name: undefined })];
  const meant = reference({ alike: () => 2, ofSort: () => 2 });
  expect(verdictOf(rule, attempts, { reference: reference() })).toBe("fail");
  expect(verdictOf(rule, attempts, { reference: meant })).toBe("not exercised");
});

it("does not pass a client with a new name for each attempt", () => {
  const other = { by: "unique_id", value: "two" } as const;
  const kin = "kin";
  const attempts = [lost(0, { name, kin }), done(900, { name: other, kin })];
  expect(verdictOf(rule, attempts)).not.toBe("pass");
});

it("waits for a client that goes on", () => {
  const attempts = [refused(0, { name }), done(1000)];
  expect(verdictOf(rule, attempts, { ended: false, now: 2000 })).toBe("not exercised");
});
