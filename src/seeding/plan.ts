import type { Geofence } from "../areas/client/operations.ts";
import type { ConsentState, SuppressionReason } from "../domain/consent/consent.ts";
import type { AccountRecord } from "../domain/resources/account.ts";
import type { List, Segment } from "../domain/resources/groups.ts";
import type { Integration, Metric } from "../domain/resources/event.ts";
import type { Properties } from "../domain/objects/records.ts";
import type { ProfileAttributes } from "../domain/resources/profile.ts";
import type { ScopeGrant } from "../contract/scopes.ts";
import type { Infer } from "../contract/shape.ts";
import type { Key } from "../world/keys.ts";
import type { historyShape } from "./fixture/shape-parts.ts";
import type { AccountSettings } from "../world/world-settings.ts";
import type { FaultInput } from "../world/faults/types.ts";
import type { App, ReadyToken } from "../world/grants.ts";
import type { State } from "../world/store/state.ts";
import type { Stored } from "../world/store/record.ts";

/** Milliseconds from the moment of planting (the past is negative), or an ISO 8601 datetime. */
export type PlanTime = number | string;

/** What to plant, decided to the last id, as plain JSON: the same plan plants the same records, shifted to the moment of planting. Records name each other by their place in the plan. */
export interface SeedPlan {
  readonly accounts: readonly AccountPlan[];
  /** Whether everybody whom a segment's definition finds is named by the plan. */
  readonly settled?: boolean;
}

export interface AccountPlan {
  readonly settings: AccountSettings;
  readonly about: Omit<AccountRecord, keyof Stored>;
  readonly keys: readonly KeyPlan[];
  readonly apps: readonly AppPlan[];
  /** Given out anew at every reset. */
  readonly tokens: readonly ReadyToken[];
  readonly lists: readonly ListPlan[];
  readonly segments: readonly SegmentPlan[];
  readonly metrics: readonly MetricPlan[];
  readonly profiles: readonly ProfilePlan[];
  /** What events say; those that say the same share it. As it is read back: with `$event_id`, … */
  readonly properties: readonly Properties[];
  /** Taken out when very many are planted: a plan is planted once. */
  readonly events: PlannedEvents;
  /** Of the kinds in the table (`kinds/`). */
  readonly records: Records;
  /** None: those that every account begins with. */
  readonly geofences: readonly Omit<Geofence, "seq">[];
  readonly history: HistoryPlan | null;
  /** The account as its past has left it (`emulation/lived.ts`): then only who is not in it is planted. */
  readonly lived?: (planted: number) => State;
  /** Planned anew at every reset; each names the account. */
  readonly faults: readonly FaultInput[];
}

/** What is run of the past year, as the section says it. */
export interface HistoryPlan extends Required<Omit<Infer<typeof historyShape>, "list">> {
  /** How many of the first profiles of the plan have a past: whoever comes in bulk has none. */
  readonly people: number;
  /** The place in the plan of the list that campaigns went to; null: there is none, and nothing was sent. */
  readonly list: number | null;
}

export type KeyPlan = Pick<Key, "name" | "secret" | "grant">;

export type AppPlan = Omit<App, "scopes"> & { readonly grant: ScopeGrant };

export type ListPlan = PlannedBase & Pick<List, "name" | "opt_in_process">;
export type SegmentPlan = PlannedBase & Pick<Segment, "name" | "definition" | "is_starred">;

export interface MetricPlan extends PlannedBase, Pick<Metric, "name"> {
  /** null: the one of metrics that were born from an event of the API. */
  readonly integration: Integration | null;
}

export interface ProfilePlan extends PlannedBase {
  /** What is known of the person; all else is null. */
  readonly known: Partial<ProfileAttributes>;
  readonly consent: ConsentPlan | null;
  readonly lists: readonly Joining[];
  readonly segments: readonly Joining[];
}

/** Membership of the plan's list or segment at this place, and since when. */
export type Joining = readonly [group: number, joined: PlanTime];

export interface ConsentPlan {
  readonly email?: ChannelPlan;
  readonly sms?: ChannelPlan;
  readonly suppression: readonly (readonly [reason: SuppressionReason, at: PlanTime])[];
}

/** `at` is null for somebody who was never asked. */
export type ChannelPlan = readonly [
  state: ConsentState,
  at: PlanTime | null,
  method: string | null,
];

/** A tuple, since there are many; the numbers are places in the account's plan. Without a unique id, the event's is its time's. */
export type EventPlan = readonly [
  id: string,
  time: PlanTime,
  metric: number,
  profile: number,
  properties: number,
  uniqueId?: string,
];

/** In the order of their times: tuples, or what has them in columns (`event-columns.ts`). */
export interface PlannedEvents extends Iterable<EventPlan> {
  readonly length: number;
}

/** What every planned record has. */
export type PlannedBase = { readonly id: string; readonly created: PlanTime };

/** A record that is planned to the last id, as plain JSON: only its instants follow from when it is planted. */
export type PlannedRecord = PlannedBase & Readonly<Record<string, unknown>>;

/** The records of an account by their sections, in the order of the files. */
export type Records = Readonly<Record<string, readonly PlannedRecord[]>>;
