import type { Shape, ShapeOf } from "../contract/shape.ts";
import { effectOf } from "../report/fault-kinds.ts";
import type { Step } from "../scenarios/types.ts";
import { isReading, PlanError } from "../world/faults/kind.ts";
import { kinds, outcomeShape, silentWords } from "../world/faults/kinds.ts";
import { status } from "../world/faults/kinds/refusals.ts";
import { partsOf } from "../world/faults/outcome.ts";
import { planFault, planShaped, type Rows } from "../world/faults/plan.ts";
import type { FaultInput, OutcomeInput } from "../world/faults/types.ts";
import { parseDuration, isDurationShape } from "../world/time/duration.ts";

export interface Kind {
  /** Such as `reset after`, `429`, `page short`: what the matrix has a column for. */
  readonly name: string;
  /** The same, and what it promises: `429, Retry-After 2`. */
  readonly variant: string;
  /** What it leaves of an answer: kinds that leave the same find the same mistakes. */
  readonly family: string;
  readonly outcome: OutcomeInput;
  readonly where?: "before" | "after";
  /** How often, where it is about whatever is asked. */
  readonly bounds?: Pick<FaultInput, "times">;
  /** What is done once its call was answered, in place of a fault. */
  readonly step?: Step;
  /** Whether no client could notice it: it takes part only if it is asked for. */
  readonly isSilent: boolean;
  readonly costMs: number;
}

/** The statuses that a client can be given without being lied to. */
const { samples: statuses = [] } = status;

const kindNamed = (name: string) => kinds.find((kind) => kind.name === name);

/** Every kind of fault on requests, read off the shape of the fault language: a new kind takes part by itself. */
export function everyKind(shape: Shape = outcomeShape): Kind[] {
  if (shape.kind !== "object") return [];
  const known = new Map<string, Kind>();
  const planned = new Set<string>();
  const note = (outcome: OutcomeInput, member: string, where?: Kind["where"]) => {
    const plan = planOf({ operation: "*", ...(where && { where }), ...outcome });
    if (plan === undefined) return false;
    const kind = kindOf(outcome, member, where);
    if (!planned.has(plan) && !known.has(kind.variant)) known.set(kind.variant, kind);
    planned.add(plan);
    return true;
  };
  for (const [member, { shape: of }] of shape.members) {
    for (const sample of kindNamed(member)?.samples ?? samplesOf(of)) {
      const outcome = { [member]: sample } as OutcomeInput;
      if (!note(outcome, member))
        for (const status of statuses) note({ status, ...outcome } as OutcomeInput, member);
      else if (isAmbiguous(outcome)) note(outcome, member, "after");
    }
  }
  return [...known.values()];
}

/** Those that an operation can meet. Of what is only read it is all the same whether it was done. */
export function kindsOf(operation: string, rows: Rows, every: readonly Kind[]): readonly Kind[] {
  const row = rows.get(operation);
  if (row === undefined) return [];
  return every.filter(({ outcome, where }) => {
    if (where === "after" && isReading(row)) return false;
    const fault = { operation, ...(where && { where }), ...outcome } as FaultInput;
    return unlessRefused(() => planShaped(fault, rows, 0)) !== undefined;
  });
}

/** What an outcome comes to, whatever words say it; undefined: it makes no sense. */
const planOf = (fault: FaultInput): string | undefined =>
  unlessRefused(() => {
    const { where, steps } = planFault(fault, 0);
    return where === "delivery" ? undefined : JSON.stringify([where, steps]);
  });

function unlessRefused<T>(plan: () => T): T | undefined {
  try {
    return plan();
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}

const isAmbiguous = (outcome: OutcomeInput): boolean =>
  outcome.delay !== undefined || effectOf(nameOf(outcome)) === "lost";

function kindOf(outcome: OutcomeInput, member: string, where: Kind["where"]): Kind {
  const bare = nameOf(outcome);
  const name = where === "after" && effectOf(bare) !== undefined ? `${bare} after` : bare;
  const isBare = outcome.status === undefined || member === "status";
  return {
    name,
    variant: isBare ? name : `${name}${besideOf(outcome)}`,
    family: familyOf(outcome, bare),
    outcome,
    ...(where !== undefined && { where }),
    isSilent: silentWords.includes(bare),
    costMs: costOf(outcome),
  };
}

export const withOutcome = (kind: Kind, outcome: OutcomeInput): Kind => ({
  ...kind,
  outcome,
  variant: kind.variant === kind.name ? kind.name : `${kind.name}${besideOf(outcome)}`,
});

/** What comes beside its status: `, Retry-After 2`. */
function besideOf(outcome: OutcomeInput): string {
  const beside = Object.entries(outcome).find(([member]) => member !== "status");
  if (beside === undefined) return "";
  const [member, value] = beside as [string, unknown];
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : undefined;
  const said = parts?.map(([name, each]) => `${name} ${String(each)}`).join(" ") ?? String(value);
  return `, ${kindNamed(member)?.says ?? member} ${said}`;
}

/** In the words of the fault's author, as the journal has them; of one of several, which. */
function nameOf(outcome: OutcomeInput): string {
  if (outcome.status !== undefined) return String(outcome.status);
  const [[member, value] = ["", undefined]] = Object.entries(outcome);
  const word = kindNamed(member)?.injected?.(value);
  if (word !== undefined) return word;
  const isChoice = typeof value === "string" && value !== "5s";
  return isChoice || typeof value === "number" ? `${member} ${value}` : member;
}

function familyOf(outcome: OutcomeInput, name: string): string {
  const [family] = partsOf(outcome).flatMap(([kind]) => kind.family ?? []);
  const effect = effectOf(name);
  return family ?? (effect === "lost" || effect === "spoilt" ? effect : name);
}

/** A run that waits for days is ended after so many milliseconds without a request. */
export const quietMs = 4000;

const daySeconds = 86_400;

export const isHuge = (retryAfter: unknown): boolean =>
  typeof retryAfter === "number" && retryAfter >= daySeconds;

/** How long an outcome holds its client up, in milliseconds: what is quick is tried first. */
export function costOf(outcome: OutcomeInput): number {
  if (isHuge(outcome.retryAfter)) return quietMs;
  const efforts = partsOf(outcome).flatMap(([kind, value]) => kind.effort?.(value, outcome) ?? []);
  const spans = JSON.stringify(outcome).matchAll(/"([^"]+)"/g);
  return efforts[0] ?? Math.max(0, ...[...spans].map(([, text]) => parseDuration(text) ?? 0));
}

/** Numbers that clients read wrong, and two that one wait cannot keep by luck. */
const numbers = [2, 5, 0, -3];

/** Longer than a quick client waits, and short enough to be waited for. */
const span = "5s";

/** Values that a shape lets through. None, where only its author could say what makes sense. */
export function samplesOf(shape: Shape): readonly unknown[] {
  if (isDurationShape(shape)) return [span];
  if (shape.kind === "literal") return shape.values;
  if (shape.kind === "boolean") return [true];
  if (shape.kind === "integer" || shape.kind === "number") {
    const { min = -Infinity, max = Infinity } = shape;
    return numbers.filter((each) => each >= min && each <= max);
  }
  if (shape.kind === "string")
    return shape.format === undefined && shape.pattern === undefined ? [span] : [];
  if (shape.kind === "nullable") return samplesOf(shape.shape);
  if (shape.kind === "oneOf") return shape.shapes.flatMap(samplesOf);
  if (shape.kind === "list") {
    const [sample] = samplesOf(shape.of);
    return sample === undefined ? [] : [Array(Math.max(1, shape.min)).fill(sample)];
  }
  return shape.kind === "object" ? objectsOf(shape) : [];
}

/** What must be there, and beside it nothing, or one of what may be. */
function objectsOf(shape: ShapeOf<"object">): readonly unknown[] {
  const members = [...shape.members];
  const [lead, ...needed] = members.filter(([, { required }]) => required);
  const besides = needed.map(([name, { shape }]) => [name, samplesOf(shape)[0]] as const);
  if (besides.some(([, value]) => value === undefined)) return [];
  return (lead === undefined ? members : [lead]).flatMap(([name, { shape }]) =>
    samplesOf(shape).map((value) => ({ ...Object.fromEntries(besides), [name]: value })),
  );
}
