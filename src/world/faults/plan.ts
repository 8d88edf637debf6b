import type { Success } from "../../contract/operation.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { notDuration, parseDuration } from "../time/duration.ts";
import { PlanError, type FaultPhase, unknownName, type Row } from "./kind.ts";
import { type CallSubject, callMatcherOf, requireOneKind } from "./delivery.ts";
import { matcherOf, type Subject } from "./match.ts";
import { type FaultOutcome, faultShape } from "./kinds.ts";
import { partsOf, placeOf, readOutcome, whyNot } from "./outcome.ts";
import type { FaultInput, OutcomeInput } from "./types.ts";
import { jsonProblem, shapeProblem, textOfPath } from "../read-shape.ts";

/** One outcome of a plan: `holds` keeps refusing until its Retry-After is over. */
export interface Step extends FaultOutcome {
  readonly holds: boolean;
}

/** A fault as it was planned: which requests, when, and what then (design, "Faults"). */
export interface Plan {
  /** As it was written, with the defaults that were chosen for it. */
  readonly written: FaultInput;
  readonly matches: (subject: Subject) => boolean;
  readonly concerns: (subject: CallSubject) => boolean;
  readonly skip: number;
  /** How often it acts; of a sequence: how many whole passes. */
  readonly times: number;
  readonly every: number;
  readonly probability: number;
  /** World time between which it acts; the end is the ttl's where that comes sooner. */
  readonly from: number;
  readonly until: number;
  readonly where: FaultPhase;
  readonly steps: readonly (Step | "pass")[];
}

/** What a fault can name. */
export interface Target extends Row {
  readonly area: string;
  readonly success: readonly Success[];
}

export type Rows = ReadonlyMap<string, Target>;

/** Plans a fault of which nothing is known yet: a header's. @throws PlanError as `planShaped`, also for its shape */
export function parseFault(input: unknown, rows: Rows, now: number): Plan {
  const problem = shapeProblem(faultShape, input) ?? jsonProblem(input);
  if (problem !== undefined)
    throw new PlanError(problem.message, textOfPath(problem.path), problem.nearest);
  return planShaped(structuredClone(input) as FaultInput, rows, now);
}

/**
 * Plans a fault whose shape was checked when it was read, with all that came with it. @param now from which offsets count
 * @throws PlanError that names the member and says what was expected
 */
export function planShaped(fault: FaultInput, rows: Rows, now: number): Plan {
  if (fault.delivery === undefined) requireTarget(fault, rows);
  const plan = planFault(fault, now);
  if (plan.where !== "delivery") requireMeetable(fault, plan.steps, rows);
  return plan;
}

/** Plans a fault that could be planned before, at another time: a fixture's, when it is planted. */
export function planFault(fault: FaultInput, now: number): Plan {
  requireOneKind(fault);
  const { where, steps } = readSteps(fault);
  const { skip = 0, times = 1, every = 1, probability = 1 } = fault;
  if (!(probability > 0 && probability <= 1))
    throw new PlanError("expected a number above 0 and at most 1", "probability");
  const { from, until } = readLife(fault, now);
  const hold = steps.some((step) => step !== "pass" && step.holds);
  const said = where !== "within" && where !== "delivery" && { where };
  return {
    written: { ...fault, skip, times, ...said, ...(hold && { hold }) },
    matches: matcherOf(fault),
    concerns: callMatcherOf(fault),
    skip,
    times: times === "always" ? Number.POSITIVE_INFINITY : times,
    every,
    probability,
    from,
    until,
    where,
    steps,
  };
}

function requireTarget(fault: FaultInput, rows: Rows): void {
  const { operation, area, method, path, match } = fault;
  if (operation !== undefined && operation !== "*" && !rows.has(operation))
    throw unknownName("operation", operation, rows.keys());
  if (area !== undefined) {
    const areas = new Set([...rows.values()].map((row) => row.area));
    if (!areas.has(area)) throw unknownName("area", area, areas);
  }
  const some = [operation, area, method, path, match].some((member) => member !== undefined);
  if (!some) throw new PlanError("expected an operation id, or '*'", "operation");
  if (path !== undefined && !/^[/*]/.test(path))
    throw new PlanError("expected a path, such as /api/events*", "path");
}

function requireMeetable(faultInput: FaultInput, steps: Plan["steps"], rows: Rows) {
  const { operation, area, sequence } = faultInput;
  const row = rows.get(operation ?? "");
  for (const [index, step] of steps.entries()) {
    const why = step === "pass" ? undefined : whyNot(step, row, area);
    if (why === undefined) continue;
    const at = sequence === undefined ? "" : `sequence[${index}].`;
    throw new PlanError(`${operation ?? area} ${why.text}`, at + why.member);
  }
}

function readSteps(fault: FaultInput): { where: FaultPhase; steps: readonly (Step | "pass")[] } {
  const { sequence, delivery, where: said, hold, force = false } = fault;
  const members = partsOf(fault).map(([{ name }, value]) => [name, value]);
  const single = Object.fromEntries(members) as OutcomeInput;
  const written = sequence ?? [single];
  const [name] = sequence === undefined ? [] : Object.keys(single);
  if (name !== undefined) throw new PlanError("goes into the steps of the sequence", name);
  const where = delivery === undefined ? (said ?? placeOfAll(written)) : "delivery";
  const steps = written.map((step, index): Step | "pass" => {
    if (typeof step === "string") return "pass";
    const at = sequence === undefined ? "" : `sequence[${index}].`;
    const outcome = readOutcome(step, { where, force, at });
    return { ...outcome, holds: promises(outcome) && (hold ?? holdsUnasked(outcome)) };
  });
  if (hold === true && !steps.some((step) => step !== "pass" && step.holds))
    throw new PlanError("hold needs a status with a Retry-After that can be kept", "hold");
  return { where, steps };
}

/** Where the author says nothing: an outcome that spoils an answer needs one. */
function placeOfAll(steps: readonly (OutcomeInput | "pass")[]): FaultPhase {
  const places = new Set(steps.flatMap((step) => (step === "pass" ? [] : [placeOf(step)])));
  const [first = "before", ...others] = places;
  if (others.length === 0) return first;
  const what = places.has("within") ? "plan two faults" : "say which, before or after";
  throw new PlanError(`all steps act at one place: ${what}`, "where");
}

/** Whether an outcome tells its client to wait for an instant that can be kept. */
function promises({ retryAfter }: FaultOutcome): boolean {
  if (typeof retryAfter === "number") return retryAfter > 0;
  return retryAfter === "computed" || typeof retryAfter === "object";
}

const holdsUnasked = ({ status, edge, retryAfter }: FaultOutcome): boolean =>
  (status ?? edge) === 429 && (typeof retryAfter === "number" || typeof retryAfter === "object");

function readLife({ between, ttl }: FaultInput, now: number): { from: number; until: number } {
  const [from = -Infinity, to = Infinity] = (between ?? []).map((text, index) => {
    const offset = parseDuration(text);
    const at = offset === undefined ? parseDatetime(text) : now + offset;
    if (at !== undefined) return at;
    const usual = "expected an offset such as +5s, or a datetime";
    throw new PlanError(notDuration(text, usual), `between[${index}]`);
  });
  if (from >= to) throw new PlanError("expected the earlier time first", "between");
  const ms = ttl === undefined ? Number.POSITIVE_INFINITY : parseDuration(ttl);
  if (ms === undefined || ms <= 0)
    throw new PlanError(notDuration(ttl, "expected a duration such as 10m"), "ttl");
  return { from, until: Math.min(to, now + ms) };
}
