import type { Stored } from "../../world/store/record.ts";
import { collection, drop, put } from "../../world/store/store.ts";
import type { Change, Collection, Table } from "../../world/store/store.ts";
import type { Account, Rules } from "../../world/account.ts";
import { lists, segments } from "../resources/groups.ts";
import { memberships } from "../objects/records.ts";
import { type Event, events } from "../resources/event.ts";

/** What a figure does not show before an instant of world time. */
export interface LateFigure extends Stored {
  readonly due: number;
}

/** Metric aggregates do not show the events from this number on. */
export interface LateEvent extends LateFigure {
  readonly from: number;
}

export const lateEvents = collection<LateEvent>("late-event", {
  keys: { due: ({ due }) => due },
  indexes: [["due"]],
  internal: true,
});

/** By how many members a list or segment has grown, or shrunk, unshown. */
export interface LateCount extends LateFigure {
  readonly group: string;
  readonly by: number;
}

export const lateCounts = collection<LateCount>("late-count", {
  keys: { due: ({ due }) => due, group: ({ group }) => group },
  indexes: [["due"], ["group", "due"]],
  internal: true,
});

/** The rule that puts down what figures do not show yet, in the commit that changes it. */
export const followFigures: Rules["follow"] = (account, changes, isNew) => {
  const { aggregates, counts } = account.processing.lateness;
  if (aggregates === 0 && counts === 0) return none;
  return [
    ...(aggregates > 0 ? unaggregated(account, changes, isNew, aggregates) : none),
    ...(counts > 0 ? uncounted(account, changes, isNew, counts) : none),
  ];
};

const none: readonly never[] = [];

/** Puts down from which event on the aggregates are late: events are numbered as they are written. */
function unaggregated(
  account: Account,
  changes: readonly Change[],
  isNew: (id: string) => boolean,
  lateMs: number,
): Change[] {
  let from = Infinity;
  for (const change of changes) {
    if (change.collection.name !== events.name || !("put" in change)) continue;
    if (isNew(change.put.id)) from = Math.min(from, (change.put as Event).seq);
  }
  if (from === Infinity) return [];
  const now = account.clock.now();
  const due = now + lateMs;
  const seq = account.nextSeq();
  const id = `late-event-${seq}`;
  return [...over(account, lateEvents, now, due), put(lateEvents, { id, seq, due, from })];
}

/** Puts down by how many members each list and segment has grown. Only members that there are are taken out. */
function uncounted(
  account: Account,
  changes: readonly Change[],
  isNew: (id: string) => boolean,
  lateMs: number,
): Change[] {
  const grown = new Map<string, number>();
  for (const change of changes) {
    if (change.collection.name !== memberships.name) continue;
    const [id, by] =
      "put" in change ? [change.put.id, isNew(change.put.id) ? 1 : 0] : [change.drop, -1];
    const [group = ""] = id.split(" ");
    grown.set(group, (grown.get(group) ?? 0) + by);
  }
  // Of a job that imports profiles there is no count, nor of what is gone.
  const found = [...grown].filter(([group, by]) => by !== 0 && isCounted(account, group));
  if (found.length === 0) return [];
  const now = account.clock.now();
  const due = now + lateMs;
  return [
    ...over(account, lateCounts, now, due),
    ...found.map(([group, by]) => {
      const seq = account.nextSeq();
      return put(lateCounts, { id: `late-count-${seq}`, seq, due, group, by });
    }),
  ];
}

const isCounted = (account: Account, group: string): boolean =>
  account.table(lists).get(group) !== undefined || account.table(segments).get(group) !== undefined;

/** What figures show by now, or what lies beyond all that is to come: the time went back. */
const over = <R extends LateFigure>(
  account: Account,
  collection: Collection<R>,
  now: number,
  last: number,
): Change[] => {
  const table = account.table(collection);
  return [
    ...table.scan(["due"], { high: { value: now, inclusive: true } }),
    ...table.scan(["due"], { low: { value: last, inclusive: false } }),
  ].map(({ id }) => drop(collection, id));
};

const pending = <R extends LateFigure>(
  table: Table<R>,
  index: readonly string[],
  prefix: readonly string[],
  [now, lateMs]: readonly [now: number, lateMs: number],
): Generator<R> =>
  table.scan(index, {
    prefix,
    low: { value: now, inclusive: false },
    high: { value: now + lateMs, inclusive: true },
  });

/** The number of the first event that the aggregates do not show yet; Infinity: they show all. */
export function aggregatedUntil(account: Account): number {
  const { aggregates } = account.processing.lateness;
  if (aggregates === 0) return Infinity;
  const window = [account.clock.now(), aggregates] as const;
  let until = Infinity;
  for (const { from } of pending(account.table(lateEvents), ["due"], [], window)) {
    until = Math.min(until, from);
  }
  return until;
}

/** By how many members a list or segment has grown since its count was taken. */
export function uncountedIn(account: Account, group: string): number {
  const { counts } = account.processing.lateness;
  if (counts === 0) return 0;
  const window = [account.clock.now(), counts] as const;
  let grown = 0;
  for (const { by } of pending(account.table(lateCounts), ["group", "due"], [group], window)) {
    grown += by;
  }
  return grown;
}
