import type { Account } from "../world/account.ts";
import { amountOf } from "./amount.ts";
import { events, memberships } from "./collections.ts";
import { canReceive } from "./consent.ts";
import { membershipId } from "./membership.ts";
import type { Event, Profile } from "./records.ts";
import { compares, type Holding, meets, spanOf, within } from "./segment-filter.ts";
import { readProperty } from "./segment-property.ts";
import type { Condition, Definition } from "./segment-shape.ts";

/** Whether a profile belongs to a segment now, and until when that can be relied on. */
export function belongs(
  account: Account,
  { condition_groups: groups }: Definition,
  profile: Profile,
  now: number,
): Holding {
  let next = Infinity;
  let all = true;
  for (const { conditions } of groups) {
    let some = false;
    for (const condition of conditions) {
      const found = holding(account, condition, profile, now);
      next = Math.min(next, found.next);
      some ||= found.holds;
    }
    all &&= some;
  }
  return { holds: all, next };
}

function holding(account: Account, condition: Condition, profile: Profile, now: number): Holding {
  switch (condition.type) {
    case "profile-property":
      return ofProperty(condition, profile, now);
    case "profile-metric":
      return ofMetric(account, condition, profile, now);
    case "profile-group-membership":
      return ofGroups(account, condition, profile, now);
    case "profile-marketing-consent":
      return { holds: ofConsent(condition, profile), next: Infinity };
  }
}

function ofProperty(
  { property, filter }: Of<"profile-property">,
  profile: Profile,
  now: number,
): Holding {
  const value = readProperty(property)?.(profile);
  // Emails are compared without regard to case (behaviour.md, 8).
  if (property !== "email" || filter.type !== "string") return meets(filter, value, now);
  const lowered = { ...filter, value: filter.value.toLowerCase() };
  return meets(lowered, typeof value === "string" ? value.toLowerCase() : value, now);
}

type Of<T extends Condition["type"]> = Extract<Condition, { type: T }>;

/**
 * How often, or for how much, something happened in a span of time. The newest come first: of a
 * count, only as many are looked at as decide it.
 */
function ofMetric(
  account: Account,
  condition: Of<"profile-metric">,
  { id }: Profile,
  now: number,
): Holding {
  const { metric_id, measurement, measurement_filter, timeframe_filter } = condition;
  const span = spanOf(timeframe_filter, now);
  const enough = measurement === "count" ? Math.floor(measurement_filter.value) + 1 : Infinity;
  let next = Infinity;
  let measured = 0;
  let oldest = Infinity;
  const range = { prefix: [id], low: { value: span.low, inclusive: false }, descending: true };
  for (const event of account.table(events).scan(["profile_id", "datetime"], range)) {
    if (event.metric !== metric_id || !isCounted(condition, event, now)) continue;
    const counted = within(event.time, span, now);
    if (counted.holds) {
      measured += measurement === "count" ? 1 : amountOf(event);
      oldest = event.time;
      if (measurement === "count" && measured >= enough) break;
    } else next = Math.min(next, counted.next);
  }
  // When the last of those that were counted leaves the span, fewer are left.
  if (span.ms !== undefined) next = Math.min(next, oldest + span.ms);
  return { holds: compares(measurement_filter, measured), next };
}

const isCounted = ({ metric_filters }: Of<"profile-metric">, event: Event, now: number): boolean =>
  (metric_filters ?? []).every(
    ({ property, filter }) => meets(filter, valueOf(event, property), now).holds,
  );

/** Objects and `$extra` are not used by segments (specification, "Event"). */
function valueOf({ properties }: Event, name: string): unknown {
  const value = name === "$extra" || !Object.hasOwn(properties, name) ? null : properties[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? null : value;
}

function ofGroups(
  account: Account,
  { group_ids, is_member, timeframe_filter }: Of<"profile-group-membership">,
  { id }: Profile,
  now: number,
): Holding {
  const span = spanOf(timeframe_filter, now);
  let next = Infinity;
  let some = false;
  for (const group of group_ids) {
    const member = account.table(memberships).get(membershipId(group, id));
    if (member === undefined) continue;
    const joined = within(member.joined, span, now);
    next = Math.min(next, joined.next);
    some ||= joined.holds;
  }
  return { holds: some === is_member, next };
}

const states = {
  subscribed: "SUBSCRIBED",
  unsubscribed: "UNSUBSCRIBED",
  never_subscribed: "NEVER_SUBSCRIBED",
} as const;

function ofConsent(
  { consent: asked }: Of<"profile-marketing-consent">,
  { consent }: Profile,
): boolean {
  const { channel, can_receive_marketing: receives, consent_status: status } = asked;
  if (receives !== undefined && receives !== canReceive(consent, channel)) return false;
  const wanted = status?.subscription ?? "any";
  return wanted === "any" || consent[channel].state === states[wanted];
}
