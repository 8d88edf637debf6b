import type { OperationId } from "../contract/names.ts";
import type { Step } from "../scenarios/types.ts";
import type { FaultInput } from "../world/faults/types.ts";
import { meaningOf, placeOf } from "../world/faults/outcome.ts";
import type { Kind } from "./kinds.ts";
import type { Spot, Taking } from "./spots.ts";

export interface ScheduledFault {
  readonly spot: Spot;
  readonly kind: Kind;
  /** How often, of a fault at all calls; not given: always. */
  readonly times?: number | "always";
}

export type Schedule = readonly ScheduledFault[];

/** Whether a fault is asked about calls that were done, rather than about all. */
export const asksDone = ({ outcome, where }: Kind): boolean =>
  where === "after" || meaningOf(outcome) !== undefined || placeOf(outcome) === "after";

export const takingOf = (schedule: Schedule): Taking => ({
  all: schedule.some(({ kind }) => !asksDone(kind)),
  done: schedule.some(({ kind }) => asksDone(kind)),
});

/** Whether a kind has a meaning at a call: what spoils a success has none where there was none. */
export const fits = (kind: Kind, spot: Spot): boolean =>
  (spot.isPage || kind.outcome.page === undefined) &&
  (spot.isDone || spot.which === "again" || !asksDone(kind));

/** A schedule as the steps of a scenario: its faults, and what is done once its call was answered. */
export const stepsOf = (schedule: Schedule): Step[] => [
  ...faultsOf(schedule).map((fault) => ({ fault })),
  ...schedule.flatMap(({ spot: { operation, before }, kind: { step } }) => {
    const on = operation === "*" ? {} : { operation: operation as OperationId };
    return step === undefined ? [] : [{ after: { requests: before + 1, ...on }, ...step }];
  }),
];

/** A schedule in the language of faults. A command may be killed without one. */
export const faultsOf = (schedule: Schedule): FaultInput[] =>
  schedule
    .filter(({ kind }) => Object.keys(kind.outcome).length > 0)
    .map(({ spot, kind, times }): FaultInput => {
      const { where, outcome, bounds } = kind;
      const skip = asksDone(kind) ? spot.doneBefore : spot.before;
      const isMany = spot.which === "all" && times !== 1;
      return {
        operation: spot.operation as OperationId,
        ...(skip > 0 && { skip }),
        ...(isMany && { times: times ?? "always" }),
        // A fault on whatever is asked may be made smaller.
        ...(bounds && { ...bounds, ...(times !== undefined && { times }) }),
        ...(where !== undefined && { where }),
        ...outcome,
      };
    });

/** Two faults at one call are one of them. */
export const mayJoin = (schedule: Schedule, { spot }: ScheduledFault): boolean =>
  schedule.every(
    ({ spot: { operation, target, which } }) =>
      operation !== spot.operation ||
      (which !== "all" && spot.which !== "all" && (target !== spot.target || which !== spot.which)),
  );

/** Two schedules with the same are one: the same kinds of fault at the same places. */
export const keyOf = (schedule: Schedule): string =>
  schedule
    .map(({ spot: { operation, target, which, before }, kind }) => {
      const place = which === "middle" ? `${which} ${before}` : which;
      return [operation, target, place, kind.variant].join("|");
    })
    .toSorted()
    .join(" + ");
