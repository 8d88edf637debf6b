import { describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { PlanError } from "../../src/world/faults/kind.ts";
import { parseFault } from "../../src/world/faults/plan.ts";

const { operations } = createApi();
const parse = (input: unknown) => parseFault(input, operations, 0);

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

const on = "create_event";
const reading = "get_profiles";

describe("planning a fault", () => {
  it("refuses a body that JSON cannot say", () => {
    const body = { amount: 1n };
    expect(trouble({ operation: on, status: 500, body })).toMatchObject({
      path: "body.amount",
      message: "expected what JSON can say",
    });
  });

  it("takes a copy of it", () => {
    const fault = { operation: on, status: 500, body: { text: "sent" } };
    const plan = parse(fault);
    fault.body.text = "changed";
    expect(plan.written).toMatchObject({ body: { text: "sent" } });
  });
});

describe("planning a fault refuses", () => {
  it.each<[unknown, string, string?]>([
    [{ operation: "create_evnt", status: 429 }, "operation", "create_event"],
    [{ area: "event", status: 429 }, "area", "events"],
    [{ operation: on, statsu: 429 }, "statsu", "status"],
    [{ operation: on, match: { emial: "a@b.c" }, status: 429 }, "match.emial", "email"],
    [{ status: 429 }, "operation"],
    [{ path: "api/events", status: 429 }, "path"],
    [{ method: "FETCH", status: 429 }, "method"],
    [{ operation: on }, "status"],
    [{ operation: on, status: 418 }, "status"],
    [{ operation: on, status: 200 }, "status"],
    [{ operation: on, status: 101, force: true }, "status"],
    [{ operation: on, status: "429" }, "status"],
    [{ operation: on, status: 429, times: 0 }, "times"],
    [{ operation: on, status: 429, times: 1.5 }, "times"],
    [{ operation: on, status: 429, times: "ever" }, "times"],
    [{ operation: on, status: 429, skip: -1 }, "skip"],
    [{ operation: on, status: 429, every: 0 }, "every"],
    [{ operation: on, status: 429, probability: 0 }, "probability"],
    [{ operation: on, status: 429, probability: 1.1 }, "probability"],
    [{ operation: on, status: 429, between: ["+5s"] }, "between"],
    [{ operation: on, status: 429, between: ["+5s", "later"] }, "between[1]"],
    [{ operation: on, status: 429, between: ["+5s", "+5s"] }, "between"],
    [{ operation: on, status: 429, ttl: "0s" }, "ttl"],
    [{ operation: on, status: 429, ttl: "long" }, "ttl"],
    [{ operation: on, status: 429, where: "around" }, "where"],
    [{ operation: on, status: 429, retryAfter: 1.5 }, "retryAfter"],
    [{ operation: on, status: 429, retryAfter: { date: "tomorrow" } }, "retryAfter.date"],
    [{ operation: on, status: 500, retryAfter: 1 }, "retryAfter"],
    [{ operation: on, status: 429, hold: "yes" }, "hold"],
    [{ operation: on, status: 429, retryAfter: "none", hold: true }, "hold"],
    [{ operation: on, connection: "reset", hold: true }, "hold"],
    [{ operation: on, status: 429, force: 1 }, "force"],
    [{ operation: on, delay: "soon" }, "delay"],
    [{ operation: on, delay: "2h" }, "delay"],
    [{ operation: on, delay: -5 }, "delay"],
    [{ operation: on, delay: {} }, "delay"],
    [{ operation: on, delay: { uniform: ["2s", "1s"] } }, "delay.uniform"],
    [{ operation: on, delay: { uniform: ["x", "1s"] } }, "delay.uniform[0]"],
    [{ operation: on, delay: { lognormal: { median: "1s", sigma: 0 } } }, "delay.lognormal.sigma"],
    [{ operation: on, status: 503, headers: { "bad name": "x" } }, "headers.bad name"],
    [{ operation: on, status: 503, headers: { "x-a": "b\r\nc: d" } }, "headers.x-a"],
    [{ operation: on, status: 503, headers: { "Content-Length": "3" } }, "headers.Content-Length"],
    [{ operation: on, connection: "drop" }, "connection"],
    [{ operation: on, connection: "reset", status: 503 }, "connection"],
    [{ operation: on, connection: "hang", headers: { a: "b" } }, "connection"],
    [{ operation: reading, connection: "close", spoil: "empty" }, "connection"],
    [{ operation: reading, connection: "close-mid-body", spoil: "empty" }, "spoil"],
    [{ operation: reading, connection: "close-after-head", pace: { over: "1s" } }, "pace"],
    [{ operation: reading, connection: "close-after-head", status: 503, body: "x" }, "body"],
    [{ operation: reading, connection: "close-mid-body", where: "before" }, "where"],
    [{ operation: reading, spoil: "rot" }, "spoil"],
    [{ operation: reading, spoil: "truncate", where: "before" }, "where"],
    [{ operation: reading, headers: { a: "b" }, where: "before" }, "where"],
    [{ operation: reading, pace: {} }, "pace"],
    [{ operation: reading, pace: { over: "1s", bytesPerSecond: 1 } }, "pace"],
    [{ operation: reading, pace: { over: "never" } }, "pace.over"],
    [{ operation: reading, pace: { bytesPerSecond: 0 } }, "pace.bytesPerSecond"],
    [{ operation: reading, spoil: "empty", pace: { over: "1s" } }, "pace"],
    [{ operation: on, status: 204, force: true, body: {} }, "body"],
    [{ operation: on, spoil: "truncate" }, "spoil"],
    [{ operation: on, connection: "close-mid-body" }, "connection"],
    [{ operation: on, limit: "day" }, "limit"],
    [{ operation: on, limit: "burst", where: "after" }, "where"],
    [{ operation: on, limit: "burst", status: 429 }, "limit"],
    [{ operation: on, sequence: [] }, "sequence"],
    [{ operation: on, sequence: ["past"] }, "sequence[0]"],
    [{ operation: on, sequence: ["pass", { status: 418 }] }, "sequence[1].status"],
    [{ operation: on, sequence: [{ status: 503, tims: 1 }] }, "sequence[0].tims"],
    [{ operation: on, sequence: [{ status: 503 }], status: 500 }, "status"],
    [{ operation: reading, sequence: [{ status: 503 }, { spoil: "empty" }] }, "where"],
    ["create_event", ""],
    [null, ""],
    [[], ""],
  ])("%j", (input, path, nearest) => {
    expect(trouble(input)).toMatchObject({ path, ...(nearest && { nearest }) });
  });

  it("with words that say what to do", () => {
    expect(trouble({ operation: on, spoil: "truncate" }).message).toBe(
      "create_event responds without a body: there is none to corrupt",
    );
    expect(trouble({ operation: on, connection: "reset", status: 503 }).message).toBe(
      "reset sends nothing: leave out status",
    );
  });
});

describe("a planned fault", () => {
  it("acts before anything is done, unless it has an answer to spoil", () => {
    expect(parse({ operation: reading, status: 503 }).where).toBe("before");
    expect(parse({ operation: reading, connection: "reset" }).where).toBe("before");
    expect(parse({ operation: reading, spoil: "empty" }).where).toBe("after");
    expect(parse({ operation: reading, status: 503, spoil: "empty" }).where).toBe("before");
    expect(parse({ operation: reading, connection: "close-mid-body" }).where).toBe("after");
  });

  it("holds by itself only where a 429 names its seconds", () => {
    const holds = (more: object) => parse({ operation: on, ...more }).written.hold ?? false;
    expect(holds({ status: 429, retryAfter: 2 })).toBe(true);
    expect(holds({ status: 429, retryAfter: 2, hold: false })).toBe(false);
    expect(holds({ status: 429, retryAfter: 0 })).toBe(false);
    expect(holds({ status: 429 })).toBe(false);
    expect(holds({ status: 429, retryAfter: { date: "+2s" }, hold: true })).toBe(true);
    expect(holds({ status: 503, retryAfter: 2 })).toBe(false);
  });
});
