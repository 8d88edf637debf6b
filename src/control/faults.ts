import { type FaultInput, parseFault, PlanError } from "../world/fault-plan.ts";
import type { FaultView } from "../world/faults.ts";
import type { Emulation } from "./emulation.ts";
import { ControlError, unknownId } from "./problem.ts";

/** Plans a fault, or says which member of it is wrong. */
export function addFault({ world, api }: Emulation, input: FaultInput | unknown): FaultView {
  try {
    const planned = world.faults.add(parseFault(input, api.operations.keys()));
    if (planned !== undefined) return planned;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new ControlError(error.message, error.path, { nearest: error.nearest });
  }
  throw new ControlError("too many faults are planned: remove some", "", { status: 409 });
}

export function getFault({ world }: Emulation, id: string): FaultView {
  const found = world.faults.get(id);
  if (found === undefined) throw unknownId("fault", id);
  return found;
}

export function removeFault({ world }: Emulation, id: string): void {
  if (!world.faults.remove(id)) throw unknownId("fault", id);
}
