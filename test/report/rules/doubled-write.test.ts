import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/attempt.ts";
import { answered, lost, refused, resultOf, verdictOf } from "../../support/report.ts";

const rule = "doubled-write";
const written = [{ collection: "event", id: "e", change: "created" }] as const;
const unique = { by: "unique_id", value: "one" } as const;
const key = { by: "idempotency key", value: "one" } as const;

it("fails a write that was done again after its answer was lost", () => {
  const [one, two] = [lost(0, { written }), answered(1000, { written })];
  expect(resultOf(rule, [one, two])).toMatchObject({
    verdict: "fail",
    message:
      "create_event: attempt 2 created a duplicate, after a lost response (reset) to the first write. Expected: one write. Fix: send the same unique_id or idempotency key with all attempts.",
    evidence: [{ exchanges: [one.exchange, two.exchange] }],
  });
});

it.each<[string, Partial<Attempt>]>([
  ["was a 503", { outcome: "refused", status: 503, injected: ["status"] }],
  ["cannot be read", { outcome: "spoilt", status: 202, injected: ["truncate"] }],
  ["was not waited for", { outcome: "lost", left: true }],
])("fails it as well if its answer %s", (_, said) => {
  expect(verdictOf(rule, [lost(0, { written, ...said }), answered(1000, { written })])).toBe(
    "fail",
  );
});

it.each([
  [
    "was sent again under a name and not done again",
    [lost(0, { written, name: unique }), answered(1000, { name: unique })],
  ],
  ["was not sent again", [lost(0, { written })]],
  ["met a conflict", [lost(0, { written }), refused(1000, { status: 409 })]],
  [
    "created another kind of record when it was sent again",
    [
      lost(0, { written }),
      answered(1000, { written: [{ collection: "metric", id: "m", change: "created" }] }),
    ],
  ],
])("passes a lost write that %s", (_, attempts) => {
  expect(verdictOf(rule, attempts)).toBe("pass");
});

it.each([
  ["no answer was lost", [answered(0, { written })]],
  ["what was lost had written nothing", [lost(0), answered(1000, { written })]],
  [
    "what was lost had changed what was there",
    [lost(0, { written: [{ collection: "profile", id: "p", change: "updated" }] })],
  ],
])("is not exercised where %s", (_, attempts) => {
  expect(verdictOf(rule, attempts as Attempt[])).toBe("not exercised");
});

it("does not pass an event that was done once only since it came twice in one second", () => {
  const [one, two] = [lost(0, { written, isUndated: true }), answered(100, { isUndated: true })];
  expect(resultOf(rule, [one, two])).toMatchObject({
    verdict: "not exercised",
    ambiguous: 1,
    evidence: [
      {
        exchanges: [one.exchange, two.exchange],
        text: "create_event: attempt 2 wrote nothing, but only because it came in the same second. The event has neither a unique_id nor a time.",
      },
    ],
  });
  const named = { isUndated: true, name: key };
  expect(verdictOf(rule, [lost(0, { written, ...named }), answered(100, named)])).toBe("pass");
  const refusedAgain = refused(100, { isUndated: true });
  expect(verdictOf(rule, [lost(0, { written, isUndated: true }), refusedAgain])).toBe("pass");
});

it("cannot tell whether a write with another body is the same", () => {
  const attempts = [
    lost(0, { written, likeness: "a" }),
    answered(1000, { written, likeness: "b" }),
  ];
  expect(resultOf(rule, attempts)).toMatchObject({ verdict: "not exercised", ambiguous: 1 });
});

it("sees the write of a client that left a little before it was heard of", () => {
  const left = lost(0, { written, likeness: "a", left: true, end: 510 });
  expect(verdictOf(rule, [left, answered(500, { written, likeness: "b" })])).toBe("not exercised");
});

it("fails two hedged writes under one key, each with a good answer", () => {
  const attempts = [
    answered(0, { written, name: key, end: 900 }),
    answered(500, { written, name: key, end: 950 }),
  ];
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "fail",
    message:
      "create_event: written 2 times, each with a successful response and the same idempotency key. Expected: one write. Fix: stop after the first successful response.",
  });
});

it("fails who gives a lost write a new name, where its test id tells that it is one", () => {
  const named = (value: string) => ({ testId: "t", name: { by: "unique_id", value } as const });
  const [one, two] = [lost(0, { written, ...named("a") }), answered(9, { written, ...named("b") })];
  expect(verdictOf(rule, [one, two])).toBe("fail");
});

it.each([undefined, { by: "test id", value: "t" } as const])(
  "cannot tell whether two good writes were meant, known by %j",
  (name) => {
    const attempts = [answered(0, { written, name }), answered(1000, { written, name })];
    expect(resultOf(rule, attempts)).toMatchObject({ verdict: "not exercised", ambiguous: 1 });
  },
);

it("fails a bulk job that was spawned twice", () => {
  const job = [{ collection: "job", id: "j", change: "created" }] as const;
  const about = { operation: "bulk_create_events" };
  expect(
    verdictOf(rule, [
      lost(0, { written: job, ...about }),
      answered(900, { written: job, ...about }),
    ]),
  ).toBe("fail");
});

it("says nothing of a client that runs on and may write again", () => {
  expect(verdictOf(rule, [lost(0, { written })], { ended: false, now: 1000 })).toBe(
    "not exercised",
  );
});
