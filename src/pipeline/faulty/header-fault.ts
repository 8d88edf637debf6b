import { jsonIn } from "../../jsonapi/json.ts";
import { invalid, type Refusal } from "../../jsonapi/refusal.ts";
import { Dice } from "../../world/dice.ts";
import { Fault } from "../../world/faults/fault.ts";
import { PlanError } from "../../world/faults/kind.ts";
import { kinds } from "../../world/faults/kinds.ts";
import { parseFault } from "../../world/faults/plan.ts";
import type { Exchange } from "../exchange.ts";
import { header } from "../incoming.ts";

/** What a fault for one request can have no use for. */
const forOthers =
  "operation area method path delivery match skip times every between ttl sequence hold";

/** The fault that a request asks for itself, with `x-emulator-fault-plan` (design, "Faults"). */
export function faultOfHeader(exchange: Exchange): Fault | Refusal | undefined {
  const { incoming, world, api, clock, id } = exchange;
  const text = header(incoming, "x-emulator-fault-plan");
  if (text === undefined) return undefined;
  if (!world.settings.allowHeaderFaults) {
    const hint = "faults by header are off: start with --allow-header-faults";
    return refusal("Faults by header are off.", hint);
  }
  try {
    const own = { operation: "*", ...readObject(text) };
    const plan = parseFault(own, api.targets, clock.now());
    return new Fault("header", plan, Dice.from(world.settings.seed, `faults/${id}`));
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const near = error.nearest === undefined ? "" : `; did you mean ${error.nearest}?`;
    return refusal(`${error.path || "the fault"}: ${error.message}${near}`);
  }
}

function readObject(text: string): object {
  const value = jsonIn(text);
  if (value === undefined) throw new PlanError('expected JSON, such as {"status":503}', "");
  if (typeof value !== "object" || value === null) throw new PlanError("a fault is an object", "");
  const other = forOthers.split(" ").find((name) => Object.hasOwn(value, name));
  if (other !== undefined) throw new PlanError("a header's fault is for its own request", other);
  const late = kinds.find(({ name, pastMs }) => pastMs && Object.hasOwn(value, name));
  if (late !== undefined)
    throw new PlanError("what there was is kept from planning on: plan it before", late.name);
  return value;
}

const refusal = (detail: string, hint?: string): Refusal =>
  invalid("/data/", `x-emulator-fault-plan: ${detail}`, hint);
