import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { eventIdInOrder } from "../../world/ids.ts";
import { type Change, put, putByService } from "../../world/store/store.ts";
import { findServiceMetric, newMetric, serviceIntegration } from "../events/metrics.ts";
import { heardAt } from "../profiles/write.ts";
import { type Event, events, type Metric, metrics } from "../resources/event.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { propertiesOf } from "../events/system-event.ts";
import type { About, NoEvent, SystemEvent } from "../events/system-event.ts";
import { type SystemAct, systemEvents } from "../events/system-events.ts";

export type Done = { readonly act: SystemAct; readonly profile: string; readonly about: About };

/** Changes with the events that the service writes about their acts, so that both are written or neither is. */
// @guess bulk_*subscribe_profiles, bulk_*suppress_profiles, merge_profiles: The service's own events change `last_event_date`, too.
// @guess bulk_*subscribe_profiles, bulk_*suppress_profiles, merge_profiles: A request that changes nothing writes no event.
export function recorded(
  account: Account,
  changes: readonly Change[],
  done: readonly Done[],
  now: number,
): readonly Change[] {
  const time = wholeSecond(now);
  const born = new Map<string, Metric>();
  const metricOf = (name: string): Metric => {
    const known = findServiceMetric(account, name) ?? born.get(name);
    if (known !== undefined) return known;
    const made = newMetric(account, name, now, serviceIntegration(account));
    born.set(name, made);
    return made;
  };
  const written = done.flatMap(({ act, profile, about }) => {
    const row: SystemEvent | NoEvent = systemEvents[act];
    if ("none" in row) return [];
    return [eventOf(account, metricOf(row.metric).id, row, profile, about, time)];
  });
  if (written.length === 0) return changes;
  return [
    ...heardOf(account, changes, new Set(written.map(({ profile }) => profile)), now),
    ...[...born.values()].map((metric) => putByService(metrics, metric)),
    ...written.map((event) => putByService(events, event)),
  ];
}

function eventOf(
  account: Account,
  metric: string,
  row: SystemEvent,
  profile: string,
  about: About,
  time: number,
): Event {
  const seq = account.nextSeq();
  const id = eventIdInOrder(account.dice("event"), seq);
  // Of two acts in one second both are recorded.
  return { id, seq, time, metric, profile, unique_id: id, properties: propertiesOf(row, about) };
}

/** The changes with what events change of their profiles, each of which is written once. */
function heardOf(
  account: Account,
  changes: readonly Change[],
  heard: ReadonlySet<string>,
  now: number,
): Change[] {
  const silent = new Set(heard);
  const told = changes.map((change): Change => {
    if (change.collection.name !== profiles.name || !("put" in change)) return change;
    if (!heard.has(change.put.id)) return change;
    silent.delete(change.put.id);
    return put(profiles, heardAt(change.put as Profile, wholeSecond(now), now));
  });
  const others = [...silent].flatMap((id) => account.table(profiles).get(id) ?? []);
  return [...told, ...others.map((each) => put(profiles, heardAt(each, wholeSecond(now), now)))];
}
