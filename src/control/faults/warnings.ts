import type { Emulation } from "../../emulation/emulation.ts";
import { partsOf } from "../../world/faults/outcome.ts";
import type { Plan, Step } from "../../world/faults/plan.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import type { World } from "../../world/world.ts";
import { givenBy, whyNever } from "./never.ts";

/** What its author may not have thought of: that a fault never acts, or how often, or not as things stand. */
export function warningsOf(emulation: Emulation, fault: FaultInput, plan: Plan): string[] {
  const why = whyNever(emulation, fault, plan);
  return [
    ...(why === undefined ? howOften(fault) : [why]),
    ...asThingsStand(emulation.world, plan),
  ];
}

/** How often a fault acts of which its author has said when, but not how often. */
function howOften({ times, every = 1, probability = 1, between, delivery }: FaultInput): string[] {
  const what = delivery === undefined ? "requests" : "deliveries";
  if (times !== undefined) return [];
  const when = [
    ...(every > 1 ? [`on match ${every} of the ${what}`] : []),
    ...(probability < 1
      ? [`on the first match that is drawn with probability ${probability}`]
      : []),
    ...(between === undefined ? [] : [`between ${between.join(" and ")}`]),
  ];
  if (when.length === 0) return [];
  return [`acts once, ${when.join(", ")}: give times a number, or always, to act more often`];
}

/** What is planned, and will not happen as things stand. */
function asThingsStand(world: World, plan: Plan): string[] {
  // Of the only account that it is for, if there is one.
  const { clock, limiting } = world.account(plan.written.match?.account ?? "") ?? world;
  const steps = givenBy(plan);
  const takesTime = (step: Step) => partsOf(step).some(([kind]) => kind.takesTime);
  const waits = steps.some((step) => step.holds || takesTime(step));
  const timed = Number.isFinite(plan.from) || Number.isFinite(plan.until);
  return [
    ...(clock.mode === "frozen" && (waits || timed)
      ? ["the clock is frozen: what takes time here waits until it is advanced"]
      : []),
    ...(limiting.mode === "off" && steps.some(({ limit }) => limit !== undefined)
      ? ["rate limits are off: a full window rejects no request"]
      : []),
  ];
}
