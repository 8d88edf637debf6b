import { describe, expect, it } from "vitest";
import { parseFault, PlanError } from "../../src/world/fault-plan.ts";
import { Faults } from "../../src/world/faults.ts";

const operations = ["create_event", "get_events", "get_profile"];
const parse = (input: unknown) => parseFault(input, operations);

function trouble(input: unknown) {
  try {
    parse(input);
  } catch (error) {
    if (error instanceof PlanError)
      return { path: error.path, nearest: error.nearest, message: error.message };
    throw error;
  }
  throw new Error("it was planned");
}

describe("planning a fault refuses", () => {
  it.each([
    [{ operation: "create_evnt", status: 429 }, "operation", "create_event"],
    [{ operation: "create_event", statsu: 429 }, "statsu", "status"],
    [{ status: 429 }, "operation", undefined],
    [{ operation: "create_event" }, "status", undefined],
    [{ operation: "create_event", status: 418 }, "status", undefined],
    [{ operation: "create_event", status: 200, force: true }, "status", undefined],
    [{ operation: "create_event", status: "429" }, "status", undefined],
    [{ operation: "create_event", status: 429, times: 0 }, "times", undefined],
    [{ operation: "create_event", status: 429, times: 1.5 }, "times", undefined],
    [{ operation: "create_event", status: 429, times: "ever" }, "times", undefined],
    [{ operation: "create_event", status: 429, skip: -1 }, "skip", undefined],
    [{ operation: "create_event", status: 429, retryAfter: -1 }, "retryAfter", undefined],
    [{ operation: "create_event", status: 500, retryAfter: 1 }, "retryAfter", undefined],
    [{ operation: "create_event", delay: "soon" }, "delay", undefined],
    [{ operation: "create_event", delay: "2h" }, "delay", undefined],
    [{ operation: "create_event", delay: -5 }, "delay", undefined],
    [{ operation: "create_event", status: 429, hold: "yes" }, "hold", undefined],
    [{ operation: "create_event", status: 429, force: 1 }, "force", undefined],
    ["create_event", "", undefined],
    [null, "", undefined],
    [[], "", undefined],
  ])("%j", (input, path, nearest) => {
    expect(trouble(input)).toMatchObject({ path, nearest });
  });
});

describe("a planned fault", () => {
  const subject = (exchange: string, operation = "create_event", caller = "a") => ({
    exchange,
    operation,
    caller,
  });
  const run = (input: object, requests: number, now = () => 0) => {
    const faults = new Faults();
    faults.add(parse({ operation: "create_event", ...input }));
    const acts = Array.from({ length: requests }, (_, n) =>
      faults.act(subject(`x${n}`), now(), () => 42),
    );
    return { faults, statuses: acts.map((act) => act?.status ?? null), acts };
  };

  it("lets `skip` requests pass and then acts on `times`", () => {
    expect(run({ status: 503, skip: 1, times: 2 }, 5).statuses).toEqual([
      null,
      503,
      503,
      null,
      null,
    ]);
  });

  it("acts on one if it is not told otherwise, and on all if told always", () => {
    expect(run({ status: 503 }, 2).statuses).toEqual([503, null]);
    expect(run({ status: 503, times: "always" }, 3).statuses).toEqual([503, 503, 503]);
  });

  it("acts on no other operation", () => {
    const { faults } = run({ status: 503 }, 0);
    expect(faults.act(subject("x", "get_events"), 0, () => 1)).toBeUndefined();
  });

  it("stays listed when it is spent, with the exchanges that it met", () => {
    const { faults } = run({ status: 503, times: 2 }, 5);
    expect(faults.list()).toMatchObject([
      { id: "fault-1", times: 2, remaining: 0, hits: { count: 2, exchanges: ["x0", "x1"] } },
    ]);
  });

  it("works out a Retry-After that was not given", () => {
    expect(run({ status: 429 }, 1).acts[0]).toMatchObject({ status: 429, retryAfterSeconds: 42 });
  });

  it("keeps refusing the same caller until the promised instant, at no cost in times", () => {
    const times = [0, 1999, 2000, 2001];
    const { statuses, acts } = run(
      { status: 429, retryAfter: 2, times: 2 },
      4,
      () => times.shift() ?? 0,
    );
    expect(statuses).toEqual([429, 429, 429, 429]);
    expect(acts.map((act) => act?.retryAfterSeconds)).toEqual([2, 1, 2, 2]);
  });

  it("lets others pass while it holds one caller back, if its times are spent", () => {
    const { faults } = run({ status: 429, retryAfter: 2 }, 1);
    expect(faults.act(subject("y", "create_event", "b"), 1, () => 1)).toBeUndefined();
    expect(faults.act(subject("z", "create_event", "a"), 1, () => 1)).toMatchObject({
      status: 429,
    });
  });

  it("holds nobody if it is told not to", () => {
    expect(run({ status: 429, retryAfter: 60, hold: false }, 2).statuses).toEqual([429, null]);
  });

  it("gives its outcome if it is the oldest; delays add up", () => {
    const { faults } = run({ status: 503, delay: 100 }, 0);
    faults.add(parse({ operation: "*", delay: "1s" }));
    faults.add(parse({ operation: "*", status: 500 }));
    expect(faults.act(subject("a"), 0, () => 1)).toMatchObject({ status: 503, delayMs: 1100 });
    expect(faults.act(subject("b"), 0, () => 1)).toMatchObject({ status: 500, delayMs: 0 });
  });

  it("finds no room when a thousand are listed", () => {
    const faults = new Faults();
    const plan = parse({ operation: "*", status: 500 });
    for (let n = 0; n < 1000; n += 1) faults.add(plan);
    expect(faults.add(plan)).toBeUndefined();
  });
});
