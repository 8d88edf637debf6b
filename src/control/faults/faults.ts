import { operationsOf } from "../act.ts";
import { faults } from "../acts/faults.ts";
import { described, type Infer, list, object } from "../../contract/shape.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import { PlanError } from "../../world/faults/kind.ts";
import { type Plan, planShaped } from "../../world/faults/plan.ts";
import { faultShape } from "../../world/faults/kinds.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import { machine } from "../../world/time/machine-time.ts";
import { atOnce, inTurns, type Slices } from "../../world/time/slices.ts";
import type { World } from "../../world/world.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { accountNamed } from "../operation.ts";
import { whyNever, warningsOf } from "./warnings.ts";
import { type DryRun, dryRun, dryRunShape, withTwins } from "./met.ts";
import { conflict, ControlError, withId } from "../../emulation/problem.ts";
import { ExpectationError } from "../requests/expectation.ts";
import { readAs } from "../read.ts";
import { wordsOf } from "../matchers.ts";

export interface PlannedFault extends FaultView {
  /** Why the fault will not act as things stand, or how often it will; empty if nothing is odd. */
  readonly warnings: readonly string[];
}

/** Plans a fault that has its shape. @param of the only account that it may meet @throws ControlError if it makes no sense */
export function addFault(emulation: Emulation, input: FaultInput, of?: string): PlannedFault {
  const { world } = emulation;
  const fault = ofOne(input, of);
  const plan = planOf(emulation, fault);
  const planned = world.faults.add(plan, world.clock.now());
  if (planned === undefined) throw conflict("too many faults are planned: remove some", "");
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
function addFaults(emulation: Emulation, input: readonly FaultInput[], of: string | undefined) {
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
const find = ({ faults, clock }: World, id: string, of: string | undefined): FaultView =>
  withId("fault", faults.list(clock.now(), of), id);

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

function lineOf({ redaction }: World, fault: FaultView): string {
  const { id, state, remaining: _r, nextStep: _n, hits: _h, turns: _u, ...written } = fault;
  const { skip, times, where: _w, doubledWrites: _d, ...rest } = written;
  const said = { ...rest, ...(skip !== 0 && { skip }), ...(times !== 1 && { times }) };
  const over = state === "expired" || state === "waiting" ? ` (${state})` : "";
  return `  ${id}: ${wordsOf(redaction.json(said) as object)}${over}`;
}

/** That every fault of a test met something. What came with a fixture stands for tests to come. @throws ExpectationError */
function expectMet({ world, seeded }: Emulation, of: string | undefined): void {
  const ids = world.faults.neverMet(seeded.faults, of);
  const found = world.faults.list(world.clock.now()).filter(({ id }) => ids.includes(id));
  if (found.length === 0) return;
  const kinds = new Set(found.map(({ delivery }) => (delivery ? "delivery" : "request")));
  const what = kinds.size > 1 ? "request or delivery" : [...kinds].join();
  const head = `${found.length} ${found.length === 1 ? "fault" : "faults"} met no ${what}:`;
  const lines = found.map((fault) => lineOf(world, fault));
  throw new ExpectationError([head, ...lines].join("\n"), [], []);
}

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
  remove(id: string): void;
  clear(): void;
  /** Checks that every planned fault met something; those of a fixture are left out. @throws ExpectationError */
  expectMet(): void;
}

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
  list: async ({ emulation, account }) => ({
    faults: masked(emulation, await inTurns(listFaults(emulation, account), machine.now)),
  }),
  show: ({ emulation, account, id }) => masked(emulation, getFault(emulation.world, id, account)),
  switch: ({ emulation, account, id, body }) =>
    masked(emulation, switchFault(emulation, id, body.on, account)),
  remove: ({ emulation, account, id }) => removeFault(emulation, id, account),
  clear: ({ emulation, account }) => emulation.world.takeFaults(account),
});
