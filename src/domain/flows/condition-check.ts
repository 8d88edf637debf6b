import { missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import { filterProblems } from "../filters/check.ts";
import { conditionProblems, type Known, placed } from "../segments/check.ts";
import type { Condition } from "../grammar/segments.ts";
import type { FlowCondition, FlowFilter } from "./filters.ts";

/** What the shape of a filter of a flow cannot say: what it names is there. @param at where it lies */
export function flowFilterProblems(
  known: Known,
  filter: FlowFilter | undefined,
  at: string,
): Problem[] {
  return (filter?.condition_groups ?? []).flatMap(({ conditions }, group) =>
    conditions.flatMap((condition, index) => {
      const place = `${at}/condition_groups/${group}/conditions/${index}`;
      return problemsOf(known, condition).map((problem) => placed(problem, place));
    }),
  );
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
