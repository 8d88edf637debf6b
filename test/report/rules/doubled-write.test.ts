import { describe, expect, it } from "vitest";
import { events } from "../../../src/domain/resources/event.ts";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { answered, lost, refused, resultOf, verdictOf, reference } from "../../support/report.ts";

const rule = "doubled-write";
const written = [{ collection: "event", id: "e", change: "created" }] as const;
const unique = { by: "unique_id", value: "one" } as const;
const key = { by: "idempotency key", value: "one" } as const;

const uniqueId = (value: string) => ({ by: "unique_id", value }) as const;

/** What creating an event leaves, with its `unique_id`. */
const eventOf = (unique_id: string, value = 1) => {
  const properties = { $event_id: unique_id, $value: value };
  const record = {
    id: unique_id,
    seq: 1,
    time: 0,
    metric: "m",
    profile: "p",
    unique_id,
    properties,
  };
  return [{ of: events as never, record, dated: false }];
};

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
    verdict: "undecided",
    leaning: "fail",
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

describe("a lost write that another call wrote again, equal but for its name", () => {
  const [one, two] = [
    lost(0, { likeness: "a", written, created: eventOf("a"), name: uniqueId("a") }),
    answered(1000, { likeness: "b", written, created: eventOf("b"), name: uniqueId("b") }),
  ];

  it("is undecided, and leans to fail", () => {
    expect(resultOf(rule, [one, two])).toMatchObject({
      verdict: "undecided",
      leaning: "fail",
      wouldDecide: "send the same name with all attempts of a call, or add exec --compare",
      message:
        "create_event: the same record was written again under a new unique_id, after a lost response (reset) to the first write.",
      evidence: [{ exchanges: [one.exchange, two.exchange] }],
    });
  });

  it.each([
    ["name", [one, two].map((each) => ({ ...each, testId: "t" }))],
    ["difference", [one, two].map((each) => ({ ...each, likeness: "same" }))],
  ])("fails if it is known by %s that both are one call's", (_, calls) => {
    expect(resultOf(rule, calls, { reference: reference() })).toMatchObject({
      verdict: "fail",
      message:
        "create_event: attempt 2 created a duplicate under a new unique_id, after a lost response (reset) to the first write. Expected: one write. Fix: send the same unique_id with all attempts.",
    });
  });

  it("is known where its client left a little before it was heard of", () => {
    const left = { ...one, left: true, end: 1010 };
    expect(resultOf(rule, [left, two])).toMatchObject({ verdict: "undecided", leaning: "fail" });
  });

  it.each<[string, readonly Attempt[]]>([
    ["says something else", [one, { ...two, created: eventOf("b", 2) }]],
    ["was of another account", [one, { ...two, account: "Other1" }]],
    ["came before the first had failed", [{ ...one, end: 2000 }, two]],
    ["came after it had been sent again", [one, answered(500, { name: uniqueId("a") }), two]],
  ])("passes where the second %s", (_, attempts) => {
    expect(verdictOf(rule, attempts)).toBe("pass");
  });
});

it("cannot tell of calls that likeness alone suggests", () => {
  const attempts = [lost(0, { written, name: undefined }), answered(900, { name: undefined })];
  expect(resultOf(rule, attempts)).toMatchObject({ verdict: "undecided", leaning: "pass" });
});

it("fails who gives a lost write a new name, where its test id tells that it is one", () => {
  const named = (value: string) => ({ testId: "t", name: { by: "unique_id", value } as const });
  const [one, two] = [lost(0, { written, ...named("a") }), answered(9, { written, ...named("b") })];
  expect(verdictOf(rule, [one, two])).toBe("fail");
});

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
