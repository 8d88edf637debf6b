import { checkShape } from "../../jsonapi/check.ts";
import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { lists, segments } from "../resources/groups.ts";
import { metrics } from "../resources/event.ts";
import { filterProblems } from "../filters/check.ts";
import { readProperty } from "./traits.ts";
import { type Condition, type SegmentDefinition, segmentDefinition } from "../grammar/segments.ts";

export interface Known {
  /** Lists and segments that the definition of a segment names. */
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

export const groupsNamed = (definition: SegmentDefinition | null | undefined): readonly string[] =>
  (definition?.condition_groups ?? []).flatMap(({ conditions }) =>
    conditions.flatMap((each) => (each.type === "profile-group-membership" ? each.group_ids : [])),
  );

/** Whether a segment's definition leads back to it by way of those that it names. */
function isCircle(known: Known, id: string, named: readonly string[]): boolean {
  const met = new Set(named);
  for (const each of met) for (const next of known.groupsOf(each)) met.add(next);
  return met.has(id);
}

/** All that is wrong with a definition. @param id of the segment, if it has one */
export function definitionProblems(known: Known, value: unknown, pointer: string, id = "") {
  const misshapen = checkShape(segmentDefinition, value);
  if (misshapen.length > 0) return misshapen.map((problem) => placed(problem, pointer));
  const definition = value as SegmentDefinition;
  const { condition_groups: groups } = definition;
  const problems = eachProblem(groups, pointer, (each) => conditionProblems(known, each));
  if (problems.length > 0 || !isCircle(known, id, groupsNamed(definition))) return problems;
  return [invalidProblem(pointer, "The definition leads back to the segment itself.")];
}

const placed = (problem: Problem, pointer: string): Problem => ({
  ...problem,
  pointer: `${pointer}${problem.pointer === "/" ? "" : problem.pointer}`,
});

/** The problems of each condition of a filter that lies at a pointer. */
export const eachProblem = <C>(
  groups: readonly { readonly conditions: readonly C[] }[],
  pointer: string,
  problemsOf: (condition: C) => readonly Problem[],
): Problem[] =>
  groups.flatMap(({ conditions }, group) =>
    conditions.flatMap((condition, index) => {
      const place = `${pointer}/condition_groups/${group}/conditions/${index}`;
      return problemsOf(condition).map((problem) => placed(problem, place));
    }),
  );

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
