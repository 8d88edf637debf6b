import { expectTypeOf } from "vitest";
import type { Infer } from "../../src/contract/shape.ts";
import type { scenarioShape } from "../../src/scenarios/shape.ts";
import type { faultShape } from "../../src/world/faults/kinds.ts";
import type { whichShape } from "../../src/world/faults/request-matcher.ts";
import type {
  CollectionName,
  Emulator,
  FaultInput,
  OperationId,
  Sandbox,
  Scenario,
  Which,
} from "../../src/index.ts";

declare const emulator: Emulator;
declare const sandbox: Sandbox;
type Filter = NonNullable<Parameters<Emulator["requests"]["list"]>[0]>;
type OfSandbox = NonNullable<Parameters<Sandbox["requests"]["list"]>[0]>;
type Meant = Parameters<Emulator["requests"]["expect"]>[0];
type Limits = NonNullable<Parameters<Emulator["limits"]["set"]>[0]["operations"]>;
type Required<T> = Exclude<T, undefined>;

expectTypeOf<"create_event">().toExtend<OperationId>();
expectTypeOf<"oauth_token">().toExtend<OperationId>();
expectTypeOf<"create_evnt">().not.toExtend<OperationId>();
expectTypeOf<"profiles">().toExtend<CollectionName>();

/** The union of the ids must outlive in these types: a plain string would swallow it. */
type KeepsIds<T> = Extract<Required<T>, OperationId>;
expectTypeOf<KeepsIds<FaultInput["operation"]>>().toEqualTypeOf<OperationId>();
expectTypeOf<KeepsIds<Filter["operation"]>>().toEqualTypeOf<OperationId>();
expectTypeOf<KeepsIds<OfSandbox["operation"]>>().toEqualTypeOf<OperationId>();
expectTypeOf<KeepsIds<Meant["operation"]>>().toEqualTypeOf<OperationId>();
expectTypeOf<Extract<Required<FaultInput["operation"]>, "*">>().toEqualTypeOf<"*">();
expectTypeOf<
  Extract<Parameters<Emulator["state"]["get"]>[0], CollectionName>
>().toEqualTypeOf<CollectionName>();
expectTypeOf<Extract<Required<FaultInput["status"]>, 429 | 503>>().toEqualTypeOf<429 | 503>();
expectTypeOf<Required<FaultInput["connection"]>>().toEqualTypeOf<
  "reset" | "close" | "close-after-head" | "close-mid-body" | "hang" | "idle-close" | "close-reused"
>();
expectTypeOf<"create_event">().toExtend<keyof Limits>();

// The compiler knows every id; what comes out of a variable says that it is one.
const text = String("create_event");
emulator.faults.add({ operation: text as OperationId, status: 418, force: true });
emulator.state.get(text);

// @ts-expect-error an operation that there is none of
emulator.faults.add({ operation: "create_evnt", status: 503 });
// @ts-expect-error a pattern, which no fault knows
emulator.faults.add({ operation: "get_*", status: 503 });
// @ts-expect-error any text
emulator.faults.add({ operation: text, status: 503 });
// @ts-expect-error an operation that there is none of
emulator.requests.expect({ operation: "create_evnt" });
// @ts-expect-error an operation that there is none of
emulator.requests.list({ operation: "create_evnt" });
// @ts-expect-error an operation that there is none of
emulator.limits.set({ operations: { create_evnt: null } });
declare const scenario: (scenario: Scenario) => void;
scenario({ name: "t", steps: [{ when: { operation: "get_events" }, reset: ["state"] }] });
// @ts-expect-error an operation that there is none of
scenario({ name: "t", steps: [{ when: { operation: "get_evnts" }, reset: ["state"] }] });
// @ts-expect-error an operation that there is none of
scenario({ name: "t", expect: [{ requests: { operation: "get_evnts" } }] });

// A duration has a unit: a number alone is seconds to one reader and milliseconds to the next.
emulator.clock.advance("60s");
// @ts-expect-error a number
emulator.clock.advance(60);

expectTypeOf(emulator.keys.full).toEqualTypeOf<string>();
expectTypeOf(sandbox.keys.full).toEqualTypeOf<string>();
expectTypeOf(emulator.keys["events-only"]).toEqualTypeOf<string | undefined>();

// @ts-expect-error a kind of fault that there is none of
emulator.faults.add({ operation: "create_event", connection: "drop" });

// @ts-expect-error a condition that there is none of
emulator.requests.expect({ operatoin: "create_event" });

// What is printed of a shape is what it lets through.
expectTypeOf<FaultInput>().toExtend<Infer<typeof faultShape>>();
expectTypeOf<Infer<typeof faultShape>>().toExtend<FaultInput>();
expectTypeOf<Which>().toExtend<Infer<typeof whichShape>>();
expectTypeOf<Infer<typeof whichShape>>().toExtend<Which>();
expectTypeOf<Scenario>().toExtend<Infer<typeof scenarioShape>>();
expectTypeOf<Infer<typeof scenarioShape>>().toExtend<Scenario>();

// @ts-expect-error a number
emulator.faults.add({ operation: "*", delay: 250 });
