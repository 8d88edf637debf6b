import type { FaultView } from "../world/fault.ts";
import { PlanError } from "../world/fault-error.ts";
import { type Plan, planShaped } from "../world/fault-plan.ts";
import { type FaultInput, faultShape } from "../world/fault-shape.ts";
import type { World } from "../world/world.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError, unknownId } from "../emulation/problem.ts";
import { ExpectationError } from "./expectation-error.ts";
import { readAs } from "./read.ts";
import { wordsOf } from "./words.ts";

/** A fault that was planned, with what its author may not have thought of. */
export interface PlannedFault extends FaultView {
  readonly warnings: readonly string[];
}

/** Plans a fault that has its shape, or says which member of it makes no sense. */
export function addFault({ world, api }: Emulation, fault: FaultInput): PlannedFault {
  const plan = planOf({ world, api }, fault);
  const planned = world.faults.add(plan, world.clock.now());
  if (planned === undefined) {
    throw new ControlError("too many faults are planned: remove some", "", { kind: "conflict" });
  }
  return { ...planned, warnings: warningsOf(world, plan) };
}

function planOf({ world, api }: Pick<Emulation, "world" | "api">, fault: FaultInput): Plan {
  try {
    return planShaped(fault, api.targets, world.clock.now());
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new ControlError(error.message, error.path, { nearest: error.nearest });
  }
}

/** What is planned, and will not happen as things stand. */
function warningsOf({ clock, limitMode }: World, { steps, from, until }: Plan): string[] {
  const given = steps.filter((step) => step !== "pass");
  const waits = given.some(({ delay, pace, holds }) => delay || pace || holds);
  const timed = Number.isFinite(from) || Number.isFinite(until);
  return [
    ...(clock.mode === "frozen" && (waits || timed)
      ? ["the clock is frozen: what takes time here waits until it is advanced"]
      : []),
    ...(limitMode === "off" && given.some(({ limit }) => limit !== undefined)
      ? ["rate limits are off: a full window refuses nobody"]
      : []),
  ];
}

function getFault({ world }: Emulation, id: string): FaultView {
  const found = world.faults.get(id, world.clock.now());
  if (found === undefined) throw unknownId("fault", id);
  return found;
}

function removeFault({ world }: Emulation, id: string): void {
  if (!world.faults.remove(id)) throw unknownId("fault", id);
}

const listFaults = ({ world }: Emulation): FaultView[] => world.faults.list(world.clock.now());

/** The faults of tests that met no request yet, in words. What came with a fixture stands for tests to come. */
function unmet({ world, seeded }: Emulation, ofThese: (fault: FaultView) => boolean): string[] {
  const ids = world.faults.neverMet(seeded.faults);
  return world.faults
    .list(world.clock.now())
    .filter((fault) => ids.includes(fault.id) && ofThese(fault))
    .map(({ id, state, remaining: _r, nextStep: _n, hits: _h, doubledWrites: _d, ...written }) => {
      const { skip, times, where: _w, ...rest } = written;
      const said = { ...rest, ...(skip !== 0 && { skip }), ...(times !== 1 && { times }) };
      const over = state === "expired" || state === "waiting" ? ` (${state})` : "";
      return `${id}: ${wordsOf(world.redaction.json(said) as object)}${over}`;
    });
}

/**
 * Whether every planned fault met a request.
 *
 * @param ofThese only these
 * @throws ExpectationError with those that met none
 */
export function expectMet(
  emulation: Emulation,
  ofThese: (fault: FaultView) => boolean = () => true,
): void {
  const found = unmet(emulation, ofThese);
  if (found.length === 0) return;
  const head =
    found.length === 1 ? "1 fault met no request:" : `${found.length} faults met no request:`;
  throw new ExpectationError([head, ...found.map((line) => `  ${line}`)].join("\n"), [], []);
}

/** The planned faults, as the library has them. */
export interface FaultsFace {
  add(fault: FaultInput): PlannedFault;
  get(id: string): FaultView;
  list(): FaultView[];
  remove(id: string): void;
  clear(): void;
  /**
   * Checks that every fault that was planned met a request, at least once. Faults of a fixture are left out.
   *
   * @throws ExpectationError with those that met none
   */
  expectMet(): void;
}

export const faultsFace = (emulation: Emulation): FaultsFace => ({
  add: (fault) => addFault(emulation, readAs(faultShape, fault)),
  get: (id) => getFault(emulation, id),
  list: () => listFaults(emulation),
  remove: (id) => removeFault(emulation, id),
  clear: () => emulation.world.faults.clear(),
  expectMet: () => expectMet(emulation),
});

/** What a fault is to match may hold a key. */
const masked = ({ world }: Emulation, view: unknown): unknown => world.redaction.json(view);

export const faultOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/faults",
    does: 'plans a fault: { "operation": "create_event", "status": 429, "times": 2 }',
    body: faultShape,
    status: 201,
    run: ({ emulation, body }) => masked(emulation, addFault(emulation, body as FaultInput)),
  },
  {
    method: "GET",
    path: "/_emulator/faults",
    does: "the faults, what remains of each, and the exchanges it met",
    run: ({ emulation }) => ({ faults: masked(emulation, listFaults(emulation)) }),
  },
  {
    method: "GET",
    path: "/_emulator/faults/{id}",
    does: "one fault",
    run: ({ emulation, params: [id = ""] }) => masked(emulation, getFault(emulation, id)),
  },
  {
    method: "DELETE",
    path: "/_emulator/faults/{id}",
    does: "removes a fault",
    status: 204,
    run: ({ emulation, params: [id = ""] }) => removeFault(emulation, id),
  },
  {
    method: "DELETE",
    path: "/_emulator/faults",
    does: "removes every fault",
    status: 204,
    run: ({ emulation }) => emulation.world.faults.clear(),
  },
];
