import { once } from "../../contract/memo.ts";
import { groupsNamed } from "./condition.ts";
import type { Account } from "../../world/account.ts";
import type { Change, Table } from "../../world/store/store.ts";
import { memberships, objectLinks } from "../objects/records.ts";
import { objectRecords } from "../resources/custom-object.ts";
import { profiles } from "../resources/profile.ts";
import { endIn, relatedTo, typeIn } from "../objects/custom-objects.ts";
import { orderMetric } from "../profiles/predictions.ts";
import { type Event, events } from "../resources/event.ts";
import { type Segment, segments } from "../resources/groups.ts";
import type { Condition, SegmentDefinition } from "../grammar/segments.ts";

/** A segment that is kept up to date, and what its members follow from. */
export interface Defined {
  readonly id: string;
  readonly definition: SegmentDefinition;
  readonly byProfile: boolean;
  /** Whether it asks for what is predicted, from the orders of all. */
  readonly byOrders: boolean;
  readonly metrics: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  /** Types of custom objects, and their relationships to profiles. */
  readonly objects: ReadonlySet<string>;
}

/** The defined segments of a table, as long as nothing is written to it. */
const kept = new WeakMap<Table<Segment>, { version: number; found: readonly Defined[] }>();

export function definedOf(account: Account): readonly Defined[] {
  const table = account.table(segments).origin;
  const known = kept.get(table);
  if (known?.version === table.version) return known.found;
  const found = [...table.all()].flatMap((segment) => readOf(segment) ?? []);
  kept.set(table, { version: table.version, found });
  return found;
}

/** Whether a segment follows what changes: one that is processing is worked out later. */
export const isKept = (segment: Segment): segment is Segment & { definition: SegmentDefinition } =>
  segment.is_active && !segment.is_processing && segment.definition !== null;

/** What a kept segment reads. */
const readOf = once((segment: Segment) =>
  isKept(segment) ? defined(segment.id, segment.definition) : undefined,
);

export function defined(id: string, definition: SegmentDefinition): Defined {
  const conditions = definition.condition_groups.flatMap((group) => group.conditions);
  const named = (of: (each: Condition) => readonly string[]) => new Set(conditions.flatMap(of));
  return {
    id,
    definition,
    byProfile: conditions.some(({ type }) => !apart.includes(type)),
    byOrders: conditions.some(({ type }) => type === "profile-predictive-analytics"),
    metrics: named((each) => {
      if (each.type === "profile-metric") return [each.metric_id];
      return each.type === "profile-metric-funnel" ? each.steps.map((step) => step.metric_id) : [];
    }),
    groups: new Set(groupsNamed(definition)),
    objects: named((each) => {
      if (each.type !== "profile-has-custom-object") return [];
      return [each.object_type_id, each.object_type_relationship_id];
    }),
  };
}

/** What is told by other records than the profile's own. */
const apart: readonly string[] = [
  "profile-metric",
  "profile-metric-funnel",
  "profile-group-membership",
  "profile-has-custom-object",
];

/** Whom a change is about, asked only where it may matter, and to which segments it may. */
interface Concern {
  readonly concerns: (segment: Defined) => boolean;
  readonly profiles: () => readonly string[];
}

const nobody: Concern = { concerns: () => false, profiles: () => [] };

export function concernOf(
  account: Account,
  change: Change,
  isNew: (id: string) => boolean,
): Concern {
  const { name } = change.collection;
  const record = "put" in change ? change.put : undefined;
  const id = "put" in change ? change.put.id : change.drop;
  if (name === profiles.name && record) {
    const fresh = isNew(id);
    return { profiles: () => [id], concerns: (segment) => fresh || segment.byProfile };
  }
  if (name === events.name && record) {
    const { profile, metric } = record as Event;
    return { profiles: () => [profile], concerns: ({ metrics }) => metrics.has(metric) };
  }
  if (name === memberships.name) {
    const [group = "", profile = ""] = id.split(" ");
    return { profiles: () => [profile], concerns: ({ groups }) => groups.has(group) };
  }
  if (name === objectLinks.name) {
    const { relationship, to } = endIn(id);
    return { profiles: () => [to], concerns: ({ objects }) => objects.has(relationship) };
  }
  if (name === objectRecords.name) {
    const type = typeIn(id);
    const related = () => relatedTo(account, id);
    return { profiles: related, concerns: ({ objects }) => objects.has(type) };
  }
  return nobody;
}

/** Whether orders are among the changes. Of an event that is gone, nobody knows what it was. */
export function isOrder(account: Account, changes: readonly Change[]): boolean {
  const metric = orderMetric(account)?.id;
  return changes.some(
    (change) =>
      change.collection.name === events.name &&
      ("drop" in change || (change.put as Event).metric === metric),
  );
}
