import type { FlowBranchFilter, FlowEntryFilter } from "../grammar/flow-filters.ts";
import type { FlowOutputFilter, FlowTriggerFilter } from "../grammar/flow-filters.ts";
import { missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import { filterProblems } from "../filters/check.ts";
import { conditionProblems, type Known, eachProblem } from "../segments/check.ts";
import type { Condition } from "../grammar/segments.ts";

type ConditionIn<F> =
  NonNullable<F> extends {
    readonly condition_groups: readonly { readonly conditions: readonly (infer C)[] }[];
  }
    ? C
    : never;

export type FlowCondition = ConditionIn<
  FlowEntryFilter | FlowBranchFilter | FlowTriggerFilter | FlowOutputFilter
>;
/** A filter of a flow, whichever conditions it may have. */
export type FlowFilter = {
  readonly condition_groups: readonly { readonly conditions: readonly FlowCondition[] }[];
} | null;

/** What the shape of a filter of a flow cannot say: what it names is there. */
export function flowFilterProblems(known: Known, filter: FlowFilter | undefined, at: string) {
  return eachProblem(filter?.condition_groups ?? [], at, (each) => problemsOf(known, each));
}

function problemsOf(known: Known, condition: FlowCondition): Problem[] {
  switch (condition.type) {
    case "metric-property":
    case "price-drop-property":
    case "low-inventory-property": {
      const { metric_id: metric } = condition;
      const isThere = metric === null || known.metric(metric);
      return [
        ...(isThere ? [] : [missingProblem("/metric_id", "metric", metric)]),
        ...filterProblems(condition, ""),
      ];
    }
    default:
      // Of the others, what segments may ask for is checked as there.
      return conditionProblems(known, condition as Condition);
  }
}
