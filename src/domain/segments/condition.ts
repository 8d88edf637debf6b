import { checkShape } from "../../jsonapi/check.ts";
import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { filterProblems, meets } from "../filters/value.ts";
import { always, happensAs, type Holding, type Moment } from "../filters/date.ts";
import type { Condition, ConditionOf, SegmentDefinition } from "../grammar/segments.ts";
import { segmentDefinition } from "../grammar/segments.ts";
import { ofObjects } from "../objects/custom-objects.ts";
import { memberships } from "../objects/records.ts";
import { metrics } from "../resources/event.ts";
import { lists, segments } from "../resources/groups.ts";
import type { Profile } from "../resources/profile.ts";
import { zoneOfAccount } from "../time-zone.ts";
import { ofConsent, ofPermissions } from "./consent.ts";
import { ofFunnel } from "./events.ts";
import { membershipId } from "./membership.ts";
import { ofMetric } from "./metric.ts";
import { ofDistance, ofRegion, ofPrediction, readProperty } from "./traits.ts";

export const momentOf = (account: Account, now: number): Moment => ({
  now,
  zone: () => zoneOfAccount(account),
});

/** Whether a profile belongs to a segment now, and until when that can be relied on. */
export const belongs = (
  account: Account,
  { condition_groups: groups }: SegmentDefinition,
  profile: Profile,
  moment: Moment,
): Holding => combined(groups, (condition) => holding(account, condition, profile, moment));

/** All groups must hold; of a group, one condition. */
export function combined<C>(
  groups: readonly { readonly conditions: readonly C[] }[],
  holds: (condition: C) => Holding,
): Holding {
  let next = Infinity;
  let all = true;
  for (const { conditions } of groups) {
    let some = false;
    for (const condition of conditions) {
      const found = holds(condition);
      next = Math.min(next, found.next);
      some ||= found.holds;
    }
    all &&= some;
  }
  return { holds: all, next };
}

export function holding(account: Account, condition: Condition, profile: Profile, moment: Moment) {
  switch (condition.type) {
    case "profile-property": {
      const { property, filter } = condition;
      // Emails are compared without regard to case (behaviour.md, 8).
      return meets(filter, readProperty(property)?.(profile), moment, property === "email");
    }
    case "profile-metric":
      return ofMetric(account, condition, profile.id, moment);
    case "profile-metric-funnel":
      return ofFunnel(account, condition, profile.id, moment);
    case "profile-group-membership":
      return ofGroups(account, condition, profile, moment);
    case "profile-marketing-consent":
      return ofConsent(condition, profile, moment);
    case "profile-permissions":
      return ofPermissions(condition, profile, moment);
    case "profile-region":
      return always(ofRegion(condition, profile));
    case "profile-postal-code-distance":
      return always(ofDistance(condition, profile));
    case "profile-predictive-analytics":
      return ofPrediction(account, condition, profile, moment);
    case "profile-has-custom-object":
      return ofObjects(account, condition, profile.id, moment);
  }
}

function ofGroups(
  account: Account,
  condition: ConditionOf<"profile-group-membership">,
  { id }: Profile,
  moment: Moment,
): Holding {
  const timeframe = "timeframe_filter" in condition ? condition.timeframe_filter : null;
  let next = Infinity;
  let some = false;
  for (const group of condition.group_ids) {
    const member = account.table(memberships).get(membershipId(group, id));
    if (member === undefined) continue;
    // Whoever is a member is one, even if the clock was moved back to before the joining.
    const joined = timeframe ? happensAs(timeframe, member.joined, moment) : always(true);
    next = Math.min(next, joined.next);
    some ||= joined.holds;
  }
  return { holds: some === condition.is_member, next };
}

export interface Known {
  readonly groupsOf: (id: string) => readonly string[];
  readonly metric: (id: string) => boolean;
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
