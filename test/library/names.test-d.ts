import { expectTypeOf } from "vitest";
import type {
  CollectionName,
  Emulator,
  FaultInput,
  OperationId,
  Sandbox,
} from "../../src/index.ts";

declare const emulator: Emulator;
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
  "reset" | "close" | "close-after-head" | "close-mid-body" | "hang"
>();
expectTypeOf<"create_event">().toExtend<keyof Limits>();

// Any other text stays allowed: patterns, and what comes out of a variable.
const text = String("create_event");
emulator.faults.add({ operation: text, status: 418, force: true });
emulator.requests.list({ operation: text });
emulator.state.get(text);
emulator.limits.set({ operations: { [text]: { burst: 1 }, create_event: null } });

// @ts-expect-error a kind of fault that there is none of
emulator.faults.add({ operation: "create_event", connection: "drop" });

// @ts-expect-error a condition that there is none of
emulator.requests.expect({ operatoin: "create_event" });
