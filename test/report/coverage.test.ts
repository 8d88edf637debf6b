import { describe, expect, it } from "vitest";
import type { Attempt } from "../../src/report/calls/attempt.ts";
import type { Run } from "../../src/report/calls/logical-call.ts";
import { coverageOf } from "../../src/report/coverage.ts";
import { presets } from "../../src/report/thresholds.ts";
import { attempt, call, lost, run } from "../support/report.ts";

const coverage = (of: Run, neverMet: readonly string[] = []) =>
  coverageOf(of, presets.service, { neverMet });

/** What is said of one kind of fault, over all statuses. */
function counted(of: Run, fault: string) {
  const pairs = coverage(of).pairs.filter((pair) => pair.fault === fault);
  const sum = (name: "met" | "survived") => pairs.reduce((total, pair) => total + pair[name], 0);
  return { met: sum("met"), survived: sum("survived") };
}

const unavailable = (said: Partial<Attempt> = {}) =>
  attempt({ status: 503, outcome: "refused", stage: "plan", injected: ["status"], ...said });
const invalid = (said: Partial<Attempt> = {}) =>
  attempt({ status: 400, outcome: "refused", stage: "plan", injected: ["status"], ...said });
const created = [{ collection: "events", id: "e", change: "created" }] as const;

describe("the coverage of faults", () => {
  it("counts a fault as survived when its call succeeded", () => {
    const found = coverage(run([call(1, [unavailable(), attempt({ at: 2 })])]));
    expect(found.pairs).toEqual([
      {
        operation: "create_event",
        fault: "status",
        status: 503,
        met: 1,
        survived: 1,
        undecided: 0,
      },
    ]);
  });

  it("counts a fault as met only when its call was given up", () => {
    const given = run([call(1, [unavailable(), unavailable({ at: 2 })])]);
    expect(counted(given, "status")).toEqual({ met: 2, survived: 0 });
  });

  it("counts a fault as met only while its call is open", () => {
    const open = attempt({ at: 2, status: null, outcome: "open", end: Number.POSITIVE_INFINITY });
    expect(counted(run([call(1, [unavailable(), open])]), "status").survived).toBe(0);
  });

  it("counts a refusal for good as survived when the client stopped", () => {
    expect(counted(run([call(1, [invalid()])]), "status")).toEqual({ met: 1, survived: 1 });
  });

  it("counts a refusal for good as not survived when the client sent the same again", () => {
    const again = run([call(1, [invalid(), invalid({ at: 2 })])]);
    expect(counted(again, "status")).toEqual({ met: 2, survived: 0 });
  });

  it.each([
    ["401 with the same key", { status: 401 }, {}, 0],
    ["401 with another key", { status: 401 }, { credential: "other" }, 2],
    ["410 with the same revision", { status: 410, revision: "2024-02-15" }, {}, 0],
    ["410 with another revision", { status: 410, revision: "2024-02-15" }, { revision: null }, 2],
  ])("of a request that was sent again after a %s", (_, said, changed, survived) => {
    const again = run([call(1, [invalid(said), invalid({ at: 2, ...said, ...changed })])]);
    expect(counted(again, "status")).toEqual({ met: 2, survived });
  });

  it("counts a refused key as survived when the client stopped, and a refused token never", () => {
    const refused = (isToken: boolean) => run([call(1, [invalid({ status: 401, isToken })])]);
    expect(counted(refused(false), "status").survived).toBe(1);
    expect(counted(refused(true), "status").survived).toBe(0);
  });

  it("counts every kind of fault that an attempt met", () => {
    const both = unavailable({ injected: ["delay", "status"] });
    const of = run([call(1, [both, attempt({ at: 2 })])]);
    expect(coverage(of).pairs.map(({ fault }) => fault)).toEqual(["delay", "status"]);
  });

  it("tells the statuses of one kind apart", () => {
    const of = run([
      call(1, [unavailable(), attempt({ at: 2 })]),
      call(2, [unavailable({ at: 3, status: 500 }), unavailable({ at: 4, status: 500 })]),
    ]);
    expect(coverage(of).pairs).toMatchObject([
      { status: 500, met: 2, survived: 0 },
      { status: 503, met: 1, survived: 1, undecided: 0 },
    ]);
  });

  it("counts a 429 of the limits as a fault, unless a fault has filled the window", () => {
    const limited = (injected: Attempt["injected"]) =>
      attempt({ status: 429, outcome: "refused", stage: "limit", injected });
    const of = run([
      call(1, [limited([]), attempt({ at: 2 })]),
      call(2, [limited(["limit burst"]), attempt({ at: 3 })]),
    ]);
    expect(counted(of, "limit")).toEqual({ met: 1, survived: 1 });
    expect(counted(of, "limit burst")).toEqual({ met: 1, survived: 1 });
  });

  it("says nothing of requests that met no fault, nor of those that no operation is for", () => {
    const of = run([
      call(1, [attempt()]),
      call(2, [invalid({ operation: "GET /api/nothing", hasRow: false })]),
    ]);
    expect(coverage(of).pairs).toEqual([]);
  });

  it("counts a lost answer as not survived when its write was done twice", () => {
    const twice = [lost(0, { written: created }), attempt({ at: 2, written: created })];
    expect(counted(run([call(1, twice)]), "reset")).toEqual({ met: 1, survived: 0 });
    const once = [lost(0, { written: created }), attempt({ at: 2 })];
    expect(counted(run([call(1, once)]), "reset")).toEqual({ met: 1, survived: 1 });
  });

  it("counts the refusals of a call with a doubled write as survived", () => {
    const attempts = [
      unavailable(),
      lost(2, { written: created }),
      attempt({ at: 4, written: created }),
    ];
    expect(counted(run([call(1, attempts)]), "status").survived).toBe(1);
    expect(counted(run([call(1, attempts)]), "reset").survived).toBe(0);
  });

  it("leaves it open whether a call that likeness alone suggests has survived", () => {
    const attempts = [unavailable(), attempt({ at: 2 })];
    const of = run([call(1, attempts, { knownBy: "likeness" })]);
    expect(coverage(of).pairs).toMatchObject([{ met: 1, survived: 0, undecided: 1 }]);
  });

  it("counts a good answer as survived, whatever it is an attempt at", () => {
    const slow = attempt({ injected: ["delay"] });
    const of = run([call(1, [slow], { knownBy: "likeness" })]);
    expect(counted(of, "delay")).toEqual({ met: 1, survived: 1 });
  });

  describe("of an answer that looks good and is untrue", () => {
    const untrue = (kind: "ignore" | "late" | "stale", said: Partial<Attempt> = {}) =>
      attempt({ injected: [kind], ...said });
    /** What is said of it where this came later, in a call of its own. */
    const pairOf = (met: Attempt, later: Partial<Attempt> = {}) => {
      const again = attempt({ at: 2, ...later });
      return coverage(run([call(1, [met]), call(2, [again])])).pairs[0];
    };

    it.each(["ignore", "late", "stale"] as const)(
      "is not survived where nothing follows: %s",
      (kind) => {
        const { pairs } = coverage(run([call(1, [untrue(kind)])]));
        expect(pairs).toMatchObject([{ fault: kind, met: 1, survived: 0, undecided: 0 }]);
      },
    );

    it("is survived if the same was asked once more, and answered truly", () => {
      const read = { operation: "get_profiles", method: "GET" };
      expect(pairOf(untrue("stale", read), read)).toMatchObject({ survived: 1 });
      const still = { ...read, injected: ["stale"] as const };
      expect(
        coverage(run([call(1, [untrue("stale", read)]), call(2, [attempt({ at: 2, ...still })])]))
          .pairs,
      ).toMatchObject([{ met: 2, survived: 0 }]);
    });

    it("is survived if what was ignored was written then", () => {
      expect(pairOf(untrue("ignore"), { written: created })).toMatchObject({ survived: 1 });
      expect(pairOf(untrue("ignore"))).toMatchObject({ survived: 0 });
    });

    it("is survived if what was late came again under a name or by a repeatable method only", () => {
      expect(pairOf(untrue("late"))).toMatchObject({ survived: 0 });
      const named = { name: { by: "unique_id", value: "u" } } as const;
      expect(pairOf(untrue("late", named), named)).toMatchObject({ survived: 1 });
      expect(pairOf(untrue("late", { method: "PATCH" }), { method: "PATCH" })).toMatchObject({
        survived: 1,
      });
    });

    it("is left open if only a request that is alike came later", () => {
      const nameless = { name: undefined, operation: "get_profiles", method: "GET" };
      expect(pairOf(untrue("stale", nameless), nameless)).toMatchObject({
        survived: 0,
        undecided: 1,
      });
    });
  });

  it("counts a call that may go on in another request as not survived", () => {
    const of = run([call(1, [invalid()], { perhapsNext: attempt({ at: 3 }) })]);
    expect(counted(of, "status").survived).toBe(0);
  });
});

describe("the share of faults that were survived", () => {
  it("is 0 of an empty run", () => {
    expect(coverage(run([]))).toEqual({
      pairs: [],
      share: 0,
      missing: [],
      neverMet: [],
      planned: 0,
    });
  });

  it("is taken over the basic faults of each operation that was called", () => {
    const of = run([
      call(1, [unavailable(), attempt({ at: 2 })]),
      call(2, [attempt({ at: 3, operation: "get_profiles", status: 200, injected: ["delay"] })]),
    ]);
    const { share, missing } = coverage(of);
    expect(share).toBe(0.2);
    expect(missing.map(({ operation, fault }) => `${operation} ${fault}`)).toEqual([
      "create_event status 429",
      "create_event lost response",
      "create_event corrupted response",
      "create_event delay",
      "get_profiles status 429",
      "get_profiles status 503",
      "get_profiles lost response",
      "get_profiles corrupted response",
    ]);
  });

  it.each([
    ["status 429", { status: 429, outcome: "refused", injected: ["limit steady"] }],
    ["status 429", { status: 429, outcome: "refused", stage: "limit" }],
    ["status 429", { status: 429, outcome: "refused", injected: ["status"] }],
    ["lost response", { status: null, outcome: "lost", injected: ["hang"] }],
    ["corrupted response", { outcome: "spoilt", injected: ["malformed"] }],
  ] as const)("takes as %s what comes of %o", (fault, said) => {
    const { missing } = coverage(run([call(1, [attempt(said), attempt({ at: 2 })])]));
    expect(missing.map((pair) => pair.fault)).not.toContain(fault);
    expect(missing).toHaveLength(4);
  });

  it("asks for no spoilt answer where there is no body", () => {
    const removed = attempt({ operation: "delete_tag", status: 204 });
    const { missing } = coverage(run([call(1, [removed])]));
    expect(missing.map(({ fault }) => fault)).not.toContain("corrupted response");
  });

  it("names the planned faults that no request met", () => {
    expect(coverage(run([]), ["fault-2"]).neverMet).toEqual(["fault-2"]);
  });
});
