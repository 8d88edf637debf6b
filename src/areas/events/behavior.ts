import type { Infer } from "../../contract/shape.ts";
import { events, metrics, profiles } from "../../domain/collections.ts";
import { findProfile, hasIdentifier, phoneAlone, withoutRivals } from "../../domain/identity.ts";
import { propertyProblems, timeProblems } from "../../domain/ingestion.ts";
import { findMetric, newMetric } from "../../domain/metrics.ts";
import { metaProblems, newProfile, writeProfile } from "../../domain/profile-write.ts";
import type { Event, Profile, Properties } from "../../domain/records.ts";
import { invalid, invalidBody, notBuilt, type Refusal, refused } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { AreaBehavior, Call } from "../../verbs/call.ts";
import { empty } from "../../verbs/outcome.ts";
import { eventIdInOrder } from "../../world/ids.ts";
import { type Change, put } from "../../world/store.ts";
import type { newEvent } from "./body.ts";
import type { operations } from "./operations.ts";

type Attributes = Infer<typeof newEvent>["data"]["attributes"];

const at = "/data/attributes";

/** Create Event: finds or creates the profile and the metric (behaviour.md, 9). */
export const behavior: AreaBehavior<typeof operations> = {
  create_event(call) {
    const { account, now } = call;
    const { attributes } = call.body.data;
    const { time, properties, metric, unique_id } = attributes;
    const ms = wholeSecond(time ? (parseDatetime(time) ?? now) : now);
    const meta = attributes.profile.data.attributes.meta ?? attributes.profile.data.meta;
    const problems = [
      ...propertyProblems(properties, `${at}/properties`),
      ...timeProblems(ms, now, `${at}/time`),
      ...metaProblems(meta, `${at}/profile/data/meta`),
    ];
    if (problems.length > 0) return invalidBody(problems);
    if (meta?.patch_identifiers) return notBuilt("patch_identifiers", "profiles");
    const profile = profileOf(call, attributes, ms);
    if (refused(profile)) return profile;
    const { name } = metric.data.attributes;
    const known = findMetric(account, name);
    const metricFound = known ?? newMetric(account, name, now);
    const uniqueId = unique_id ?? String(ms / 1000);
    const like = [profile.id, metricFound.id, uniqueId];
    if (account.table(events).find(["profile_id", "metric_id", "unique_id"], like))
      return empty(202);
    const seq = account.nextSeq();
    const event: Event = {
      id: eventIdInOrder(account.dice("event"), seq),
      seq,
      time: ms,
      metric: metricFound.id,
      profile: profile.id,
      unique_id: uniqueId,
      properties: eventProperties(attributes),
    };
    const changes: Change[] = [put(events, event)];
    if (account.table(profiles).get(profile.id) !== profile)
      changes.unshift(put(profiles, profile));
    if (known === undefined) changes.unshift(put(metrics, metricFound));
    account.commit(changes);
    return empty(202);
  },
};

const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;

/** The properties as they are read back (behaviour.md, 9). */
function eventProperties({ properties, unique_id, value, value_currency }: Attributes): Properties {
  const read: Record<string, unknown> = { ...properties };
  if (unique_id != null) read["$event_id"] = unique_id;
  if (value != null) read["$value"] = value;
  if (value_currency != null) read["$value_currency"] = value_currency;
  return read;
}

/** The event's profile, with what the event says of it written over it. */
function profileOf(call: Call, { profile: { data } }: Attributes, time: number): Profile | Refusal {
  const { account, now } = call;
  const { meta: inner, ...given } = data.attributes;
  const pointer = `${at}/profile`;
  if (!data.id && !hasIdentifier(given, ["email", "phone_number"])) {
    return invalid(pointer, "A profile needs an id, an email or a phone_number.");
  }
  const table = account.table(profiles);
  const { email = null, phone_number = null } = given;
  const known = data.id ? table.get(data.id) : findProfile(table, { email, phone_number });
  // @guess: an id that is not there is a bad field, since the event could not be read back.
  if (data.id && known === undefined) {
    return invalid(`${pointer}/data/id`, `A profile with id ${data.id} does not exist.`);
  }
  if (known === undefined && phoneAlone(account, given)) {
    return invalid(`${pointer}/data/attributes/phone_number`, "SMS is not set up on this account.");
  }
  const meta = inner ?? data.meta;
  const input = {
    attributes: withoutRivals(table, given, known?.id),
    ...(data.properties && { properties: data.properties }),
    ...(meta && { meta }),
  };
  const written = writeProfile(known ?? newProfile(account, now), input, now);
  const lastEvent = Math.max(written.last_event_date ?? time, time);
  if (lastEvent === written.last_event_date) return written;
  return { ...written, last_event_date: lastEvent, updated: now };
}
