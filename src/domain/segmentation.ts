import type { Account } from "../world/account.ts";
import { type Change, drop, put, type Table } from "../world/store.ts";
import { type Work, works } from "../world/work.ts";
import { events, memberships, profiles, segments } from "./collections.ts";
import { joins, membersOf, membershipId } from "./membership.ts";
import type { Event, Profile, Segment } from "./records.ts";
import type { Moment } from "./filter-date.ts";
import { orderMetric } from "./predictions.ts";
import { belongs, momentOf } from "./segment-condition.ts";
import type { Definition } from "./segment-shape.ts";

/** A segment whose members follow from its definition, and what they follow from. */
interface Defined {
  readonly id: string;
  readonly definition: Definition;
  /** Whether it asks for what a profile itself says: attributes, properties or consent. */
  readonly byProfile: boolean;
  /** Whether it asks for what is predicted: of each customer, from the orders of all. */
  readonly byOrders: boolean;
  readonly metrics: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/** The defined segments of a table, as long as nothing is written to it. */
const kept = new WeakMap<Table<Segment>, { version: number; found: readonly Defined[] }>();

function definedOf(account: Account): readonly Defined[] {
  const table = account.table(segments);
  const known = kept.get(table);
  if (known?.version === table.version) return known.found;
  const found = [...table.all()].flatMap(({ id, definition, is_active }) =>
    definition === null || !is_active ? [] : [defined(id, definition)],
  );
  kept.set(table, { version: table.version, found });
  return found;
}

function defined(id: string, definition: Definition): Defined {
  const conditions = definition.condition_groups.flatMap((group) => group.conditions);
  return {
    id,
    definition,
    byProfile: conditions.some(({ type }) => !apart.includes(type)),
    byOrders: conditions.some(({ type }) => type === "profile-predictive-analytics"),
    metrics: new Set(
      conditions.flatMap((each) => {
        if (each.type === "profile-metric") return [each.metric_id];
        return each.type === "profile-metric-funnel"
          ? each.steps.map(({ metric_id: id }) => id)
          : [];
      }),
    ),
    groups: new Set(
      conditions.flatMap((each) =>
        each.type === "profile-group-membership" ? each.group_ids : [],
      ),
    ),
  };
}

/** What is told by other records than the profile's own. */
const apart: readonly string[] = [
  "profile-metric",
  "profile-metric-funnel",
  "profile-group-membership",
  "profile-has-custom-object",
];

/** The rule by which segments are kept up to date: in the same commit as what changes them. */
export function followSegments(
  account: Account,
  changes: readonly Change[],
  isNew: (id: string) => boolean,
): readonly Change[] {
  const all = definedOf(account);
  if (all.length === 0) return none;
  const wanted = new Map<string, Set<Defined>>();
  const want = (profile: string, meant: readonly Defined[]) => {
    if (meant.length === 0) return;
    const before = wanted.get(profile);
    wanted.set(profile, before === undefined ? new Set(meant) : new Set([...before, ...meant]));
  };
  for (const change of changes) {
    const { profile, concerns } = concernOf(change, isNew);
    if (profile !== undefined) want(profile, all.filter(concerns));
  }
  const predicted = all.filter(({ byOrders }) => byOrders);
  if (predicted.length > 0 && isOrder(account, changes)) {
    for (const { id } of account.table(profiles).all()) want(id, predicted);
  }
  const moment = momentOf(account, account.clock.now());
  return [...wanted].flatMap(([id, meant]) => {
    const profile = account.table(profiles).get(id);
    if (profile === undefined) return [];
    return [...meant].flatMap((segment) => review(account, segment, profile, moment));
  });
}

/** Whether orders are among the changes. Of an event that is gone, nobody knows what it was. */
function isOrder(account: Account, changes: readonly Change[]): boolean {
  const metric = orderMetric(account)?.id;
  return changes.some(
    (change) =>
      change.collection.name === events.name &&
      ("drop" in change || (change.put as Event).metric === metric),
  );
}

const none: readonly never[] = [];

/** Whom a change is about, and for which segments it may matter. */
function concernOf(
  change: Change,
  isNew: (id: string) => boolean,
): { profile?: string | undefined; concerns: (segment: Defined) => boolean } {
  const { name } = change.collection;
  const record = "put" in change ? change.put : undefined;
  if (name === profiles.name && record) {
    const fresh = isNew(record.id);
    return { profile: record.id, concerns: (segment) => fresh || segment.byProfile };
  }
  if (name === events.name && record) {
    const { profile, metric } = record as Event;
    return { profile, concerns: ({ metrics }) => metrics.has(metric) };
  }
  if (name === memberships.name) {
    const [group = "", profile] = (record?.id ?? ("drop" in change ? change.drop : "")).split(" ");
    return { profile, concerns: ({ groups }) => groups.has(group) };
  }
  return { concerns: () => false };
}

/** Puts one profile into a segment or out of it, and plans the next look if time alone may change it. */
function review(
  account: Account,
  segment: Pick<Defined, "id" | "definition">,
  profile: Profile,
  moment: Moment,
): Change[] {
  const { holds, next } = belongs(account, segment.definition, profile, moment);
  const id = membershipId(segment.id, profile.id);
  const member = account.table(memberships).get(id) !== undefined;
  const changes: Change[] = [];
  if (holds && !member) {
    const joined = {
      kind: "segment",
      group: segment.id,
      profile: profile.id,
      joined: moment.now,
    } as const;
    changes.push(joins(account, joined));
  } else if (!holds && member) changes.push(drop(memberships, id));
  const planned = account.table(works).get(workId(segment.id, profile.id));
  if (next === (planned?.due ?? Infinity)) return changes;
  if (next === Infinity) return [...changes, drop(works, workId(segment.id, profile.id))];
  const input: Reviewing = { segment: segment.id, profile: profile.id };
  const work: Work = {
    id: workId(segment.id, profile.id),
    seq: account.nextSeq(),
    due: next,
    kind: reviewWork,
    input,
  };
  return [...changes, put(works, work)];
}

const workId = (segment: string, profile: string) => `review ${segment} ${profile}`;

export const reviewWork = "segment.review";
export interface Reviewing {
  readonly segment: string;
  readonly profile: string;
}

/** Time has passed for one profile. */
export function reviewOne(account: Account, { segment, profile }: Reviewing, now: number): void {
  const [found, person] = [
    account.table(segments).get(segment),
    account.table(profiles).get(profile),
  ];
  if (!found?.is_active || found.definition === null || person === undefined) return;
  account.commit(
    review(account, { ...found, definition: found.definition }, person, momentOf(account, now)),
  );
}

/** Works a segment out for everybody, when it is made or defined anew. */
export function fillSegment(account: Account, { id, defined: of }: Filling, now: number): void {
  const segment = account.table(segments).get(id);
  if (!segment?.is_active || segment.definition === null || segment.defined !== of) return;
  const changes: Change[] = [];
  const moment = momentOf(account, now);
  for (const profile of account.table(profiles).all()) {
    changes.push(...review(account, { id, definition: segment.definition }, profile, moment));
  }
  changes.push(put(segments, { ...segment, is_processing: false }));
  account.commit(changes);
}

export type Filling = Pick<Segment, "id" | "defined">;

/** Whether a definition holds of the same profiles whatever the time is: events may lie ahead. */
const isTimeless = (definition: unknown): boolean =>
  !/"type":"(date|profile-metric|profile-metric-funnel|profile-predictive-analytics)"/.test(
    JSON.stringify(definition),
  );

/** Time has gone back: who was let go may belong again, and what was to come has not happened. */
export function refillSegments(account: Account, now: number): void {
  // Each writes to the table.
  const all = [...account.table(segments).all()];
  for (const segment of all) {
    if (!isTimeless(segment.definition)) fillSegment(account, segment, now);
  }
}

/** All that goes with a segment. */
export const emptied = (account: Account, id: string): Change[] => [
  ...membersOf(account, id).map((member) => drop(memberships, member.id)),
  ...[...account.table(works).all()]
    .filter(({ kind, input }) => kind === reviewWork && (input as Reviewing).segment === id)
    .map((work) => drop(works, work.id)),
];
