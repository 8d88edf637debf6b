import { checkShape } from "../../jsonapi/check.ts";
import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { lists } from "../resources/list.ts";
import { metrics } from "../resources/metric.ts";
import { segments } from "../resources/segment.ts";
import { filterProblems } from "../filters/check.ts";
import { readProperty } from "./property.ts";
import { type Condition, type SegmentDefinition, segmentDefinition } from "../grammar/segments.ts";

/** The ids that a definition may name, and what those name in turn. */
export interface Known {
  /** The lists and segments that the definition of a segment names. */
  readonly groupsOf: (id: string) => readonly string[];
  readonly metric: (id: string) => boolean;
  /** A list or a segment. */
  readonly group: (id: string) => boolean;
}

export const knownIn = (account: Account): Known => ({
  groupsOf: (id) => groupsNamed(account.table(segments).get(id)?.definition),
  metric: (id) => account.table(metrics).get(id) !== undefined,
  group: (id) => (account.table(lists).get(id) ?? account.table(segments).get(id)) !== undefined,
});

/** The lists and segments that a definition names. */
export const groupsNamed = (definition: SegmentDefinition | null | undefined): readonly string[] =>
  (definition?.condition_groups ?? []).flatMap(({ conditions }) =>
    conditions.flatMap((each) => (each.type === "profile-group-membership" ? each.group_ids : [])),
  );

/** Whether a segment's definition leads back to it by way of those that it names. */
function isCircle(known: Known, id: string, named: readonly string[]): boolean {
  const met = new Set<string>();
  const ahead = [...named];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === id) return true;
    if (met.has(next)) continue;
    met.add(next);
    ahead.push(...known.groupsOf(next));
  }
  return false;
}

/** All that is wrong with a definition, with its place. @param id of the segment, if it has one */
export function definitionProblems(
  known: Known,
  value: unknown,
  pointer: string,
  id = "",
): Problem[] {
  const misshapen = checkShape(segmentDefinition, value);
  if (misshapen.length > 0) return misshapen.map((problem) => placed(problem, pointer));
  const definition = value as SegmentDefinition;
  const problems = definition.condition_groups.flatMap(({ conditions }, group) =>
    conditions.flatMap((condition, index) => {
      const place = `${pointer}/condition_groups/${group}/conditions/${index}`;
      return conditionProblems(known, condition).map((problem) => placed(problem, place));
    }),
  );
  if (problems.length > 0 || !isCircle(known, id, groupsNamed(definition))) return problems;
  return [invalidProblem(pointer, "The definition leads back to the segment itself.")];
}

/** A problem within something, told by where that lies. */
export const placed = (problem: Problem, pointer: string): Problem => ({
  ...problem,
  pointer: `${pointer}${problem.pointer === "/" ? "" : problem.pointer}`,
});

/** What the shape of a condition cannot say. */
export function conditionProblems(known: Known, condition: Condition): Problem[] {
  const metricProblems = (id: string, pointer: string) =>
    known.metric(id) ? [] : [missingProblem(pointer, "metric", id)];
  const filters = filterProblems(condition, "");
  switch (condition.type) {
    case "profile-property":
      if (readProperty(condition.property) !== undefined) return filters;
      return [invalidProblem("/property", "No such property of a profile."), ...filters];
    case "profile-metric":
      return [...metricProblems(condition.metric_id, "/metric_id"), ...filters];
    case "profile-metric-funnel":
      return [
        ...condition.steps.flatMap((step, index) =>
          metricProblems(step.metric_id, `/steps/${index}/metric_id`),
        ),
        ...filters,
      ];
    case "profile-group-membership":
      return [
        ...condition.group_ids.flatMap((id, index) =>
          known.group(id)
            ? []
            : [invalidProblem(`/group_ids/${index}`, `No list or segment with id ${id} exists.`)],
        ),
        ...filters,
      ];
    default:
      return filters;
  }
}
