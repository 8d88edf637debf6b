import { operationsOf } from "../act.ts";
import { faults } from "../acts/faults.ts";
import { described, type Infer, list, object } from "../../contract/shape.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import { PlanError } from "../../world/faults/kind.ts";
import { type Plan, planShaped } from "../../world/faults/plan.ts";
import { faultShape } from "../../world/faults/shape.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import { atOnce, inTurns, type Slices } from "../../world/time/slices.ts";
import type { World } from "../../world/world.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { accountNamed } from "../operation.ts";
import { whyNever } from "./never.ts";
import { type DryRun, dryRun, dryRunShape, withTwins } from "./met.ts";
import { warningsOf } from "./warnings.ts";
import { ControlError, unknownId } from "../../emulation/problem.ts";
import { ExpectationError } from "../requests/expectation-error.ts";
import { readAs } from "../read.ts";
import { wordsOf } from "../matchers.ts";

/** A fault that was planned, with what its author may not have thought of. */
export interface PlannedFault extends FaultView {
  /** Why the fault will not act as things stand, or how often it will; empty if nothing is odd. */
  readonly warnings: readonly string[];
}

/**
 * Plans a fault that has its shape, or says which member of it makes no sense.
 *
 * @param of the only account whose requests it may meet
 */
export function addFault(emulation: Emulation, input: FaultInput, of?: string): PlannedFault {
  const { world } = emulation;
  const fault = ofOne(input, of);
  const plan = planOf(emulation, fault);
  const planned = world.faults.add(plan, world.clock.now());
  if (planned === undefined)
    throw new ControlError("too many faults are planned: remove some", "", { kind: "conflict" });
  const account = plan.written.match?.account ?? null;
  world.notices.tell({ of: "fault", what: "planned", id: planned.id, account });
  return { ...planned, warnings: warningsOf(emulation, fault, plan) };
}

/** The same fault for the requests of one account alone. @throws ControlError for one that is for another's */
function ofOne(fault: FaultInput, of: string | undefined, at = ""): FaultInput {
  const account = accountNamed(of, fault.match?.account, `${at}match.account`);
  return account === undefined ? fault : { ...fault, match: { ...fault.match, account } };
}

/** Why faults that are planned already, as a fixture's are, never act: a line for each. */
export function plannedInVain(emulation: Emulation): string[] {
  const { faults, clock } = emulation.world;
  const views = faults.list(clock.now());
  return faults.plans().flatMap((plan, index) => {
    const why = whyNever(emulation, plan.written, plan);
    return why === undefined ? [] : [`${views[index]?.id}: ${why}`];
  });
}

/** Plans several: all of them, or none if one of them makes no sense. */
function addFaults(
  emulation: Emulation,
  input: readonly FaultInput[],
  of: string | undefined,
): PlannedFault[] {
  const faults = input.map((fault, index) => ofOne(fault, of, `faults[${index}].`));
  for (const [index, fault] of faults.entries()) planOf(emulation, fault, `faults[${index}]`);
  const planned: PlannedFault[] = [];
  try {
    for (const fault of faults) planned.push(addFault(emulation, fault));
  } catch (error) {
    for (const { id } of planned) emulation.world.takeFault(id);
    throw error;
  }
  return planned;
}

/** @param at where the fault stands in what was sent */
function planOf({ world, api }: Emulation, fault: FaultInput, at = ""): Plan {
  try {
    return planShaped(fault, api.targets, world.clock.now());
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const path = [at, error.path].filter((part) => part !== "").join(".");
    throw new ControlError(error.message, path, { nearest: error.nearest });
  }
}

/** What a fault would have met. @throws ControlError as if it was planned */
const dryRunOf = (emulation: Emulation, input: FaultInput, of: string | undefined): DryRun => {
  const fault = ofOne(input, of);
  const plan = planOf(emulation, fault);
  return { ...dryRun(emulation, plan, of), warnings: warningsOf(emulation, fault, plan) };
};

function getFault(world: World, id: string, of: string | undefined): FaultView {
  const [fault] = atOnce(withTwins(world, [find(world, id, of)]));
  return fault as FaultView;
}

/** @throws ControlError for one that there is not, or that is for the requests of other accounts */
function find(world: World, id: string, of: string | undefined): FaultView {
  const all = world.faults.list(world.clock.now(), of);
  const found = all.find((each) => each.id === id);
  if (found !== undefined) return found;
  throw unknownId(
    "fault",
    id,
    all.map((each) => each.id),
  );
}

function removeFault({ world }: Emulation, id: string, of: string | undefined): void {
  world.takeFault(find(world, id, of).id);
}

/** Switches a fault off, or on again: what it has met, and what is left of it, stays. */
function switchFault({ world }: Emulation, id: string, isOn: boolean, of?: string): FaultView {
  const { faults, clock, notices } = world;
  const { state, match } = find(world, id, of);
  faults.switch(id, isOn, clock.now());
  if (isOn === (state === "off"))
    notices.tell({ of: "fault", what: isOn ? "on" : "off", id, account: match?.account ?? null });
  return getFault(world, id, of);
}

const listFaults = ({ world }: Emulation, of: string | undefined): Slices<FaultView[]> =>
  withTwins(world, world.faults.list(world.clock.now(), of));

/** A fault that met nothing, in words. */
interface Unmet {
  readonly line: string;
  readonly isOnDeliveries: boolean;
}

/** The faults of tests that met nothing yet. What came with a fixture stands for tests to come. */
function unmet({ world, seeded }: Emulation, of: string | undefined): Unmet[] {
  const ids = world.faults.neverMet(seeded.faults, of);
  return world.faults
    .list(world.clock.now())
    .filter((fault) => ids.includes(fault.id))
    .map(
      ({
        id,
        state,
        remaining: _r,
        nextStep: _n,
        hits: _h,
        turns: _u,
        doubledWrites: _d,
        ...written
      }) => {
        const { skip, times, where: _w, ...rest } = written;
        const said = { ...rest, ...(skip !== 0 && { skip }), ...(times !== 1 && { times }) };
        const over = state === "expired" || state === "waiting" ? ` (${state})` : "";
        const line = `${id}: ${wordsOf(world.redaction.json(said) as object)}${over}`;
        return { line, isOnDeliveries: rest.delivery !== undefined };
      },
    );
}

/**
 * Whether every planned fault met a request, or a delivery.
 *
 * @throws ExpectationError with those that met none
 */
function expectMet(emulation: Emulation, of: string | undefined): void {
  const found = unmet(emulation, of);
  if (found.length === 0) return;
  const kinds = new Set(found.map(({ isOnDeliveries }) => isOnDeliveries));
  const what = kinds.size > 1 ? "request or delivery" : kinds.has(true) ? "delivery" : "request";
  const head = `${found.length} ${found.length === 1 ? "fault" : "faults"} met no ${what}:`;
  throw new ExpectationError([head, ...found.map(({ line }) => `  ${line}`)].join("\n"), [], []);
}

/** The planned faults, as the library has them. */
export interface FaultsFace {
  /** Plans a fault. @throws ControlError if it makes no sense */
  add(fault: FaultInput): PlannedFault;
  /** Returns a planned fault and what it hit. @throws ControlError for an unknown id */
  get(id: string): FaultView;
  /** Returns all planned faults, in the order in which they were planned. */
  list(): FaultView[];
  /** Returns how many of the recorded requests a fault would have met. Plans nothing. @throws ControlError as `add` */
  dryRun(fault: FaultInput): DryRun;
  /** Switches a fault on again. @throws ControlError for an unknown id */
  on(id: string): FaultView;
  /** Switches a fault off: it acts on nothing until it is on again. @throws ControlError for an unknown id */
  off(id: string): FaultView;
  /** Removes a fault. @throws ControlError for an unknown id */
  remove(id: string): void;
  /** Removes all faults. */
  clear(): void;
  /**
   * Checks that every fault that was planned met a request or a delivery, at least once. Faults of a fixture are left out.
   *
   * @throws ExpectationError with those that met none
   */
  expectMet(): void;
}

/** @param of only those for the requests of this account */
export const faultsFace = (emulation: Emulation, of?: string): FaultsFace => ({
  add: (fault) => addFault(emulation, readAs(faultShape, fault), of),
  get: (id) => getFault(emulation.world, id, of),
  list: () => atOnce(listFaults(emulation, of)),
  dryRun: (fault) => dryRunOf(emulation, readAs(faultShape, fault), of),
  on: (id) => switchFault(emulation, id, true, of),
  off: (id) => switchFault(emulation, id, false, of),
  remove: (id) => removeFault(emulation, id, of),
  clear: () => emulation.world.takeFaults(of),
  expectMet: () => expectMet(emulation, of),
});

/** What a fault is to match may hold a key. */
const masked = ({ world }: Emulation, view: unknown): unknown => world.redaction.json(view);

const severalShape = object({
  faults: described(list(faultShape, { min: 1, max: 1000 }), "As one is planned; in this order."),
});

export const faultOperations = operationsOf(faults.acts, {
  plan: {
    body: faultShape,
    run: ({ emulation, account, body }) =>
      masked(emulation, addFault(emulation, body as FaultInput, account)),
  },
  several: {
    body: severalShape,
    run: ({ emulation, account, body }) => {
      const { faults } = body as Infer<typeof severalShape>;
      return { faults: masked(emulation, addFaults(emulation, faults, account)) };
    },
  },
  dryRun: {
    body: faultShape,
    answer: dryRunShape,
    run: ({ emulation, account, body }) => dryRunOf(emulation, body as FaultInput, account),
  },
  list: async ({ emulation, account }) => {
    const now = () => emulation.world.clock.realNow();
    const faults = await inTurns(listFaults(emulation, account), now);
    return { faults: masked(emulation, faults) };
  },
  show: ({ emulation, account, params: [id = ""] }) =>
    masked(emulation, getFault(emulation.world, id, account)),
  switch: ({ emulation, account, params: [id = ""], body }) =>
    masked(emulation, switchFault(emulation, id, body.on, account)),
  remove: ({ emulation, account, params: [id = ""] }) => removeFault(emulation, id, account),
  clear: ({ emulation, account }) => emulation.world.takeFaults(account),
});
