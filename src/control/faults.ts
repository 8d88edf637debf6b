import { type FaultInput, parseFault, PlanError } from "../world/fault-plan.ts";
import type { FaultView } from "../world/faults.ts";
import type { Emulation } from "./emulation.ts";
import type { ControlOperation } from "./operation.ts";
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

function getFault({ world }: Emulation, id: string): FaultView {
  const found = world.faults.get(id);
  if (found === undefined) throw unknownId("fault", id);
  return found;
}

function removeFault({ world }: Emulation, id: string): void {
  if (!world.faults.remove(id)) throw unknownId("fault", id);
}

/** The planned faults, as the library has them. */
export interface FaultsFace {
  add(fault: FaultInput): FaultView;
  get(id: string): FaultView;
  list(): FaultView[];
  remove(id: string): void;
  clear(): void;
}

export const faultsFace = (emulation: Emulation): FaultsFace => ({
  add: (fault) => addFault(emulation, fault),
  get: (id) => getFault(emulation, id),
  list: () => emulation.world.faults.list(),
  remove: (id) => removeFault(emulation, id),
  clear: () => emulation.world.faults.clear(),
});

export const faultOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/faults",
    does: 'plans a fault: { "operation": "create_event", "status": 429, "times": 2 }',
    status: 201,
    run: ({ emulation, body }) => addFault(emulation, body),
  },
  {
    method: "GET",
    path: "/_emulator/faults",
    does: "the faults, what remains of each, and the exchanges it met",
    run: ({ emulation }) => ({ faults: emulation.world.faults.list() }),
  },
  {
    method: "GET",
    path: "/_emulator/faults/{id}",
    does: "one fault",
    run: ({ emulation, params: [id = ""] }) => getFault(emulation, id),
  },
  {
    method: "DELETE",
    path: "/_emulator/faults/{id}",
    does: "removes a fault",
    run: ({ emulation, params: [id = ""] }) => removeFault(emulation, id),
  },
  {
    method: "DELETE",
    path: "/_emulator/faults",
    does: "removes every fault",
    run: ({ emulation }) => emulation.world.faults.clear(),
  },
];
