import type { Account } from "../../world/account.ts";
import { zoneOfAccount } from "../time-zone.ts";
import { memberships } from "../objects/records.ts";
import { always, happensAs, type Holding, type Moment } from "../filters/date.ts";
import { ofObjects } from "../objects/custom-objects.ts";
import { meets } from "../filters/value.ts";
import { membershipId } from "./membership.ts";
import type { Profile } from "../resources/profile.ts";
import { ofConsent, ofPermissions } from "./consent.ts";
import { ofFunnel } from "./events.ts";
import { ofMetric } from "./metric.ts";
import { ofDistance, ofRegion, ofPrediction, readProperty } from "./traits.ts";
import type { Condition, ConditionOf, SegmentDefinition } from "../grammar/segments.ts";

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

/** Whether one condition holds of a profile, in a segment or in a flow. */
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
