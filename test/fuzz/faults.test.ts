import fc from "fast-check";
import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import type { FaultInput } from "../../src/index.ts";
import { scenarioProblem } from "../../src/scenarios/check.ts";
import { scenarioShape } from "../../src/scenarios/shape.ts";
import { PlanError } from "../../src/world/faults/kind.ts";
import { parseFault } from "../../src/world/faults/plan.ts";
import { faultShape } from "../../src/world/faults/kinds.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { fitting } from "../support/fitting.ts";
import { runs } from "../support/fuzz.ts";

const api = createApi();
const operations = ["create_event", "get_profiles", "create_profile", "*"];

/** Faults of the right shape, most of which make no sense. */
const shaped = fitting(faultShape).map((fault) => ({
  ...(fault as FaultInput),
  operation: operations[Math.floor(((fault as FaultInput).probability ?? 0) % 4)] ?? "*",
}));

it("any fault is planned, or refused with the member that is wrong", () => {
  fc.assert(
    fc.property(fc.oneof(shaped, fitting(faultShape), fc.jsonValue()), (input) => {
      const planned = () => {
        try {
          return parseFault(input, api.operations, 0);
        } catch (error) {
          return error;
        }
      };
      const found = planned();
      expect(found instanceof PlanError || !(found instanceof Error)).toBe(true);
    }),
    { numRuns: runs },
  );
});

it("any scenario can run, or is refused with the place that is wrong", () => {
  fc.assert(
    fc.property(fc.oneof(fitting(scenarioShape), fc.jsonValue()), (input) => {
      expect(scenarioProblem(input, api)?.message).not.toBe("");
    }),
    { numRuns: Math.ceil(runs / 10) },
  );
});

/** Outcomes that make sense alone; together some do not, and are refused. */
const outcome = fc.record(
  {
    status: fc.constantFrom(400, 429, 500, 503),
    edge: fc.constantFrom(403, 429, 502, 522),
    retryAfter: fc.constantFrom(2, 0, -1, "computed", "none", "garbage", { date: "+2s" }),
    headers: fc.constant({ "x-a": "b" }),
    body: fc.constantFrom("text", { data: null }, null, 5),
    delay: fc.constantFrom("10ms", { uniform: ["1ms", "9ms"] }),
    connection: fc.constantFrom("reset", "close", "close-after-head", "close-mid-body"),
    spoil: fc.constantFrom("truncate", "malformed", "empty", "content-type", "garbage"),
    pace: fc.constantFrom({ over: "20ms" }, { bytesPerSecond: 100_000 }),
    limit: fc.constantFrom("burst", "steady"),
  },
  { requiredKeys: [] },
);
/** What changes what a success means goes with a delay alone. */
const meaning = fc.oneof(
  fc.record({ page: fc.constantFrom("short", "empty", "repeat", "skip", "cycle", "expire") }),
  fc.record({ page: fc.record({ cap: fc.integer({ min: 1, max: 3 }) }) }),
  fc.record({ ignore: fc.constant(true) }),
  fc.record({ late: fc.constantFrom("5ms", "20ms") }),
  fc.record({ stale: fc.constantFrom("5ms", "20ms") }),
);
const times = fc.constantFrom(1, 3, "always");
const fault = fc.oneof(
  fc.record({ where: fc.constantFrom("before", "after"), times, outcome }),
  fc.record({ times, outcome: meaning }),
);

it("no fault makes the emulator fail, whatever is asked", { timeout: 120_000 }, async () => {
  const { emulator, post, get } = await emulate({ rateLimits: "real" });
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 3 }), async (faults) => {
      emulator.reset();
      for (const { outcome: what, ...when } of faults) {
        try {
          emulator.faults.add({ operation: "*", ...when, ...what } as FaultInput);
        } catch {
          // Refused at planning: another test's business.
        }
      }
      const answers = [
        post("/api/profiles", newProfile()),
        post("/api/events", newEvent()),
        get("/api/profiles?page[size]=1"),
        get("/api/events?page[size]=2&include=profile,metric"),
        get("/api/nothing"),
        post("/api/events", "{"),
      ].map((answer) => answer.then(String, String));
      const all = Promise.all(answers);
      const state = { done: false };
      void all.then(() => (state.done = true));
      while (!state.done) {
        await new Promise(setImmediate);
        await emulator.clock.advance("10ms");
      }
      const ours = emulator.requests.list({ status: 500 });
      expect(ours.filter(({ faults: planned }) => planned.length === 0)).toEqual([]);
    }),
    { numRuns: Math.ceil(runs / 10) },
  );
});
