import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tiers } from "../../src/contract/tiers.ts";
import type { Attempt } from "../../src/report/calls/attempt.ts";
import { paceFor, replayed, type OperationLimits, whatIfOf } from "../../src/report/what-if.ts";
import { atOnce } from "../../src/world/time/slices.ts";
import { attempt, call, run } from "../support/report.ts";

/** A whole minute, at some midday. */
const noon = Date.UTC(2026, 6, 15, 12);

/** Requests at these milliseconds after noon. */
const sent = (times: readonly number[], said: Partial<Attempt> = {}) =>
  run(times.map((at, index) => call(index, [attempt({ at, atWorld: noon + at, ...said })])));

const limits = (said: Partial<OperationLimits> = {}): OperationLimits => ({
  tier: "S",
  windows: tiers.S,
  ...said,
});

function whatIf(of: ReturnType<typeof run>, own: OperationLimits | undefined = limits()) {
  const [operation] = atOnce(whatIfOf(of, () => own)).operations;
  if (operation === undefined) throw new Error("no operation");
  return operation;
}

const tierOf = (of: ReturnType<typeof run>, tier: string, own = limits()) =>
  whatIf(of, own).tiers.find((each) => each.tier === tier);

const every = (count: number, gapMs: number) =>
  Array.from({ length: count }, (_, at) => at * gapMs);

describe("what the limits would have done", () => {
  it("says of every tier when burst would have been hit, and how many were refused", () => {
    const five = sent([0, 100, 200, 300, 400]);
    expect(tierOf(five, "XS")).toEqual({ tier: "XS", burstAt: 0.1, steadyAt: null, refused: 4 });
    expect(tierOf(five, "S")).toEqual({ tier: "S", burstAt: 0.3, steadyAt: null, refused: 2 });
    expect(tierOf(five, "M")).toEqual({ tier: "M", burstAt: null, steadyAt: null, refused: 0 });
  });

  it("says when steady would have been hit", () => {
    const slow = sent(every(20, 1000));
    expect(tierOf(slow, "XS")).toEqual({ tier: "XS", burstAt: null, steadyAt: 15, refused: 5 });
  });

  it("lets requests through again when their window has opened", () => {
    expect(tierOf(sent([0, 100, 1100, 1200]), "XS")).toMatchObject({ burstAt: 0.1, refused: 2 });
    expect(tierOf(sent([...every(16, 1000), 75_000]), "XS")).toMatchObject({ refused: 1 });
  });

  it("counts from the first request of the run, whatever its operation", () => {
    const other = attempt({ operation: "get_lists", at: 0, atWorld: noon });
    const later = [2000, 2001].map((at) => attempt({ at, atWorld: noon + at }));
    const of = run([other, ...later].map((each, at) => call(at, [each])));
    const found = atOnce(whatIfOf(of, () => limits())).operations.find(
      ({ operation }) => operation === "create_event",
    );
    expect(found?.tiers[0]).toMatchObject({ tier: "XS", burstAt: 2.001 });
  });

  it("counts windows of the clock, not from the first request on", () => {
    const over = run(
      [990, 995, 1000, 1005].map((at) => call(at, [attempt({ at, atWorld: noon + at })])),
    );
    expect(tierOf(over, "S")).toMatchObject({ refused: 0 });
    expect(whatIf(over)).toMatchObject({ perSecond: 2, perMinute: 4 });
  });

  it("counts each account and each app on its own", () => {
    const callers = [{ account: "A" }, { account: "B" }, { account: "A", app: "app" }];
    const of = run(callers.map((said, at) => call(at, [attempt({ atWorld: noon, ...said })])));
    expect(tierOf(of, "XS")).toMatchObject({ refused: 0 });
    expect(whatIf(of)).toMatchObject({ requests: 3, perSecond: 1 });
  });

  it("counts production time, not the client's", () => {
    const fast = [0, 1, 2].map((at) => attempt({ at, atWorld: noon + at * 1000, pace: 1000 }));
    expect(tierOf(run([call(1, fast)]), "XS")).toMatchObject({ refused: 0 });
  });

  it("leaves out what is answered before limits count", () => {
    expect(
      atOnce(whatIfOf(sent([0, 1], { stage: "authenticate", status: 401 }), () => limits())),
    ).toEqual({
      operations: [],
    });
  });

  it("counts a clock that was set back as one that stood still", () => {
    const times = [5000, 1000, 1500].map((at, index) => attempt({ at: index, atWorld: noon + at }));
    const found = whatIf(run([call(1, times)]));
    expect(found.pace.took).toBe(0.5);
    expect(found.tiers[0]).toMatchObject({ refused: 2, burstAt: 0 });
  });

  it("uses an operation's own windows for its own tier", () => {
    const own = limits({ windows: { burst: 1, steady: 60, day: 2 } });
    expect(tierOf(sent([0, 1000, 2000, 3000]), "S", own)).toMatchObject({ refused: 2 });
  });
});

describe("the pace that avoids every 429", () => {
  it("is that of the burst window while a run is short", () => {
    const { pace } = whatIf(sent(every(6, 1)));
    expect(pace).toEqual({ perSecond: 3, took: 0.005, wouldTake: 1.667 });
  });

  it("is that of the steady window when a run is long", () => {
    const { pace } = whatIf(sent(every(121, 1)));
    expect(pace).toEqual({ perSecond: 1, took: 0.12, wouldTake: 120 });
  });

  it("is that of the day when the day is full", () => {
    const own = limits({ windows: { ...tiers.S, day: 2 } });
    const { pace } = whatIf(sent([0, 1, 2]), own);
    expect(pace).toEqual({ perSecond: 0.000_023, took: 0.002, wouldTake: 86_400 });
  });

  it("costs nothing when the requests came slowly enough", () => {
    const { pace } = whatIf(sent(every(5, 2000)));
    expect(pace).toMatchObject({ took: 8, wouldTake: 8 });
  });

  it("is the observed one where nothing limits", () => {
    const of = sent([0, 1, 2]);
    const [found] = atOnce(whatIfOf(of, () => undefined)).operations;
    expect(found).toMatchObject({
      tier: null,
      pace: { perSecond: 3, took: 0.002, wouldTake: 0.002 },
    });
  });

  it("is never refused, and never sends before a request was observed", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 300 });
    const windows = fc.oneof(
      fc.constantFrom(...Object.values(tiers)),
      fc.record({
        burst: fc.integer({ min: 1, max: 400 }),
        steady: fc.integer({ min: 1, max: 400 }),
        day: fc.integer({ min: 1, max: 400 }),
      }),
    );
    fc.assert(
      fc.property(gaps, windows, (each, own) => {
        let now = 0;
        const times = each.map((gap) => (now += gap));
        const paced = atOnce(paceFor([times], own));
        expect(atOnce(replayed(paced.byCaller, own)).refused).toBe(0);
        expect(paced.byCaller[0]?.every((at, index) => at >= (times[index] ?? 0))).toBe(true);
      }),
    );
  });

  it("is found for a hundred thousand requests within a test's time", () => {
    const { requests, tiers: found } = whatIf(sent(every(100_000, 1)));
    expect(requests).toBe(100_000);
    expect(found.every(({ refused }) => refused > 0)).toBe(true);
  });
});
