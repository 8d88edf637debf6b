import type { Account } from "../../world/account.ts";
import { eventIdInOrder } from "../../world/ids.ts";
import { put } from "../../world/store/store.ts";
import { metrics, type Event, events } from "../resources/event.ts";
import { inputOf, eventProblems, eventProfileProblems, timeOf, bulkEventsMax } from "./check.ts";
import { saidProblems } from "./check.ts";
import type { EventAttributes, EventProfile, EventsOfOne } from "./check.ts";
import { type Attribution, attributionOf } from "../messages/about.ts";
import { apiIntegration, findMetric, findServiceMetric, newMetric } from "./metrics.ts";
import { serviceIntegration } from "./metrics.ts";
import { profileWith, putIfChanged } from "../profiles/save.ts";
import { heardAt } from "../profiles/write.ts";
import type { Properties } from "../objects/records.ts";
import type { Profile } from "../resources/profile.ts";
import { invalid, invalidBody, type Problem, type Refusal } from "../../jsonapi/refusal.ts";
import type { Slices } from "../../world/time/slices.ts";

export interface Happening {
  readonly event: EventAttributes;
  readonly profile: EventProfile;
  /** In whole seconds, in milliseconds. */
  readonly time: number;
  /** Whether an external_id says whose it is, which of other events it does not. */
  readonly byExternalId?: boolean;
  /** Of `/client`, where anybody may send it. */
  readonly discreet?: boolean;
  readonly ofService?: boolean;
}

/** Writes an event, with its profile and metric, which are made if they are not there. */
export function writeEvent(account: Account, happening: Happening, now: number): void {
  const { event, time, ofService } = happening;
  const person = personOf(account, happening, now);
  // Whoever was deleted meanwhile has no events any more.
  if (person === undefined) return;
  const { name } = event.metric.data.attributes;
  const [find, integrationOf] = ofService
    ? [findServiceMetric, serviceIntegration]
    : [findMetric, apiIntegration];
  const known = find(account, name);
  const metric = known ?? newMetric(account, name, now, integrationOf(account));
  const uniqueId = event.unique_id ?? String(time / 1000);
  // The first of its like is kept (behaviour.md, 9).
  const like = [person.id, metric.id, uniqueId];
  if (account.table(events).find(["profile_id", "metric_id", "unique_id"], like)) return;
  const seq = account.nextSeq();
  const made: Event = {
    id: eventIdInOrder(account.dice("event"), seq),
    seq,
    time,
    metric: metric.id,
    profile: person.id,
    unique_id: uniqueId,
    // What nobody sent is not shown.
    properties: ofService
      ? readProperties({ ...event, unique_id: null })
      : readProperties(event, attributionOf(account, person.id, time)),
  };
  const dating = { dated: event.time != null, ...(event.backfill && { backfilled: true }) };
  const changes = [...putIfChanged(account, person), { ...dating, ...put(events, made) }];
  if (known === undefined) changes.unshift(put(metrics, metric));
  account.commit(changes);
}

/** The properties as they are read back (behaviour.md, 9), with the message that led to the event. */
function readProperties(
  { properties, unique_id, value, value_currency }: EventAttributes,
  attribution?: Attribution,
): Properties {
  // A copy by `...` would have a shape of its own with each name that is added.
  const read: Record<string, unknown> = Object.assign({}, properties);
  if (unique_id != null) read["$event_id"] = unique_id;
  if (value != null) read["$value"] = value;
  if (value_currency != null) read["$value_currency"] = value_currency;
  if (attribution !== undefined) read["$attribution"] = attribution;
  return read;
}

function personOf(
  account: Account,
  { profile, time, byExternalId, discreet }: Happening,
  now: number,
): Profile | undefined {
  const input = inputOf(profile);
  const { email = null, phone_number = null, external_id = null } = input.attributes;
  const by = { email, phone_number, ...(byExternalId && { external_id }) };
  const written = profileWith(account, input, by, now, { discreet });
  return written && heardAt(written, time, now);
}

export interface Sent extends EventsOfOne {
  /** Where the person's attributes stand, and those of the events if they are no list. */
  readonly pointer: string;
  readonly single?: boolean;
}

/** Accepts events, to be written when they are processed; if one is wrong, refuses all. @param at where their list stands */
export function* acceptEvents(
  account: Account,
  sent: readonly Sent[],
  now: number,
  { at, discreet = false }: { readonly at: string; readonly discreet?: boolean },
): Slices<Refusal | undefined> {
  const count = sent.reduce((sum, { events }) => sum + events.data.length, 0);
  if (count > bulkEventsMax) {
    return invalid(at, `Expected at most ${bulkEventsMax} events, found ${count}.`);
  }
  const problems = sent.flatMap((each) => problemsOf(account, each, now, discreet));
  if (problems.length > 0) return invalidBody(problems);
  const happenings = sent.flatMap(({ profile, events, backfill = null }) =>
    events.data.map(({ attributes: event }): Happening => ({
      event: backfill ? { ...event, backfill } : event,
      profile: profile.data,
      time: timeOf(event, now),
      discreet,
    })),
  );
  yield* account.processInTurns(["event"], happenings, now, "events");
  return undefined;
}

function problemsOf(account: Account, sent: Sent, now: number, discreet: boolean): Problem[] {
  const { profile, events, pointer, single } = sent;
  const placeOf = (place: number) =>
    single ? pointer : `${pointer}/events/data/${place}/attributes`;
  return [
    ...events.data.flatMap(({ attributes }, place) =>
      eventProblems(attributes, now, placeOf(place)),
    ),
    ...eventProfileProblems(account, profile.data, `${pointer}/profile`, { discreet }),
    ...saidProblems(profile.data, `${pointer}/profile/data`),
  ];
}
