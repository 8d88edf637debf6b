import { describe, expect, it } from "vitest";
import type { Attempt } from "../../src/report/calls/attempt.ts";
import { callsOf } from "../../src/report/calls/calls.ts";
import { attempt as named } from "../support/report.ts";

const attempt = (said: Partial<Attempt>) => named({ name: undefined, ...said });
const refused = (said: Partial<Attempt>) => attempt({ status: 503, outcome: "refused", ...said });

/** The instants at which the attempts of each call began. */
const timesOf = (attempts: readonly Attempt[]) =>
  callsOf(attempts).calls.map((call) => call.attempts.map(({ at }) => at));

const knownBy = (attempts: readonly Attempt[]) =>
  callsOf(attempts).calls.map((call) => call.knownBy);

describe("requests that are alike", () => {
  it("suggest one call as long as each came after the failure of the one before", () => {
    const attempts = [refused({ at: 0 }), refused({ at: 1000 }), attempt({ at: 3000 })];
    expect(timesOf(attempts)).toEqual([[0, 1000, 3000]]);
    expect(knownBy(attempts)).toEqual(["likeness"]);
  });

  it("are another call after a good answer", () => {
    const attempts = [attempt({ at: 0 }), refused({ at: 1000 }), attempt({ at: 2000 })];
    expect(timesOf(attempts)).toEqual([[0], [1000, 2000]]);
  });

  it("are another call more than a minute later", () => {
    expect(timesOf([refused({ at: 0 }), attempt({ at: 61_002 })])).toEqual([[0], [61_002]]);
  });

  it("are the same call later still if the answer said to wait so long", () => {
    const long = refused({ at: 0, retryAfterMs: 600_000 });
    expect(timesOf([long, attempt({ at: 600_100 })])).toEqual([[0, 600_100]]);
  });

  it("belong, if several failed, to the one that may be tried again first", () => {
    const attempts = [
      refused({ at: 0, end: 100, retryAfterMs: 2000 }),
      refused({ at: 50, end: 60, retryAfterMs: 1000 }),
      attempt({ at: 1100 }),
      attempt({ at: 2150 }),
    ];
    expect(timesOf(attempts)).toEqual([
      [0, 2150],
      [50, 1100],
    ]);
  });

  it("do not follow one that is still on its way", () => {
    const open = attempt({ at: 0, end: Number.POSITIVE_INFINITY, outcome: "open" });
    expect(timesOf([open, attempt({ at: 500 })])).toEqual([[0], [500]]);
  });

  it("follow one that the client left, also if its end was heard of a little later", () => {
    const left = attempt({ at: 0, end: 510, outcome: "lost", left: true });
    expect(timesOf([left, attempt({ at: 500 })])).toEqual([[0, 500]]);
  });
});

describe.each(["idempotency key", "unique_id"] as const)("requests with the same %s", (by) => {
  const name = { by, value: "one" };

  it("are one call, whatever their bodies are and how many were on their way at once", () => {
    const attempts = [
      refused({ at: 0, end: 900, name, likeness: "a" }),
      refused({ at: 500, end: 1500, name, likeness: "b" }),
      attempt({ at: 2000, name, likeness: "c" }),
    ];
    expect(timesOf(attempts)).toEqual([[0, 500, 2000]]);
    expect(knownBy(attempts)).toEqual(["name"]);
  });

  it("may go on under another name, if they are alike but for it", () => {
    const kin = { likeness: "a", kin: "kin" };
    const other = attempt({ at: 100, name: { by, value: "other" }, ...kin, likeness: "b" });
    const { calls } = callsOf([refused({ at: 0, name, ...kin }), other]);
    expect(calls.map(({ perhapsNext }) => perhapsNext)).toEqual([other, undefined]);
  });

  it("are not those of another name, although they are alike", () => {
    const other = { by, value: "other" };
    expect(timesOf([refused({ at: 0, name }), attempt({ at: 100, name: other })])).toEqual([
      [0],
      [100],
    ]);
  });
});

describe("requests with the same test id", () => {
  const name = { by: "test id", value: "one" } as const;

  it("are one call, also with another body, if each came after a failure", () => {
    const attempts = [
      refused({ at: 0, name, likeness: "a" }),
      attempt({ at: 900, name, likeness: "b" }),
    ];
    expect(timesOf(attempts)).toEqual([[0, 900]]);
  });

  it("are told apart by likeness where they cannot be one call", () => {
    const attempts = [
      refused({ at: 0, end: 800, name, likeness: "a" }),
      refused({ at: 100, end: 800, name, likeness: "b" }),
      attempt({ at: 900, name, likeness: "a" }),
    ];
    expect(timesOf(attempts)).toEqual([[0, 900], [100]]);
    expect(knownBy(attempts)).toEqual(["name", "name"]);
  });
});

describe.each(["idempotency key", "unique_id"] as const)("a test id beside a new %s", (by) => {
  const named = (value: string) => ({ testId: "one", name: { by, value }, likeness: value });

  it("names the call, if each attempt came after a failure", () => {
    const attempts = [refused({ at: 0, ...named("a") }), attempt({ at: 900, ...named("b") })];
    expect(callsOf(attempts).calls).toMatchObject([
      { knownBy: "name", named: "test id", attempts: [{ at: 0 }, { at: 900 }] },
    ]);
  });

  it("leaves several calls to their own names", () => {
    const attempts = [attempt({ at: 0, ...named("a") }), attempt({ at: 900, ...named("b") })];
    expect(callsOf(attempts).calls.map((call) => call.named)).toEqual([by, by]);
  });
});

describe("a trace", () => {
  const [a, b] = ["a".repeat(32), "b".repeat(32)];

  it("is a call if it has nothing but requests that are alike, each after a failure", () => {
    const attempts = [
      refused({ at: 0, trace: a }),
      refused({ at: 10, trace: b }),
      attempt({ at: 900, trace: a }),
      attempt({ at: 990, trace: b }),
    ];
    expect(callsOf(attempts).calls).toMatchObject([
      { knownBy: "name", named: "traceparent", attempts: [{ at: 0 }, { at: 900 }] },
      { knownBy: "name", named: "traceparent", attempts: [{ at: 10 }, { at: 990 }] },
    ]);
  });

  it.each<[string, readonly Attempt[]]>([
    [
      "has other requests",
      [refused({ at: 0 }), attempt({ at: 5 }), attempt({ at: 9, likeness: "b" })],
    ],
    [
      "has one that names its call itself",
      [refused({ at: 0 }), attempt({ at: 5, name: { by: "unique_id", value: "one" } })],
    ],
    ["goes on after a good answer", [attempt({ at: 0 }), attempt({ at: 5 })]],
    ["has two on their way at once", [refused({ at: 0, end: 50 }), attempt({ at: 5 })]],
    ["has one request", [refused({ at: 0 })]],
  ])("says nothing of its calls if it %s", (_, attempts) => {
    const traced = attempts.map((each) => ({ ...each, trace: a }));
    expect(callsOf(traced).calls.map((call) => call.named)).not.toContain("traceparent");
  });
});

it("ten thousand requests that are alike are grouped", () => {
  const attempts = Array.from({ length: 10_000 }, (_, at) =>
    refused({ at: at * 10, end: at * 10 + 1 }),
  );
  expect(callsOf(attempts).calls).toHaveLength(1);
});
