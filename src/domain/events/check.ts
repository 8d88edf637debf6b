import { boolean, during, list, literal, nullable, number, object } from "../../contract/shape.ts";
import { open, string, type Infer } from "../../contract/shape.ts";
import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { findProfile, hasIdentifier, phoneAlone } from "../profiles/identity.ts";
import { profileWithMeta, profileWithMetaBeside, type IdentifierName } from "../profiles/shape.ts";
import { profiles } from "../resources/profile.ts";

/**
 * The ingestion limits of the event endpoints (specification, "Payload and ingestion limits"). @guess create_event,
 * bulk_create_events, create_client_event, bulk_create_client_events: The limit on the size of a field applies to each
 * text and name. Arrays are no level of nesting.
 */
export const ingestion = {
  propertiesMax: 300,
  fieldBytesMax: 100_000,
  arrayItemsMax: 4000,
  objectLevelsMax: 10,
  oldestMs: Date.UTC(2000, 0, 1),
  futureMs: 365 * 86_400_000,
} as const;

export function propertyProblems(properties: object, pointer: string): Problem[] {
  if (Object.keys(properties).length <= ingestion.propertiesMax)
    return fieldProblems(properties, pointer);
  return [invalidProblem(pointer, `An event has at most ${ingestion.propertiesMax} properties.`)];
}

function fieldProblems(fields: object | null | undefined, pointer: string): Problem[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) => {
    const detail = tooLong(name) ? overlong : valueProblem(value, 0);
    if (detail === undefined) return [];
    const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [invalidProblem(at, detail)];
  });
}

function timeProblems(time: number, now: number, pointer: string): Problem[] {
  const latest = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 1);
  if (time >= ingestion.oldestMs && time <= latest) return [];
  return [invalidProblem(pointer, "The time lies before the year 2000 or more than a year ahead.")];
}

const overlong = `A field has at most ${ingestion.fieldBytesMax} bytes.`;

/** A UTF-16 unit takes at most three bytes of UTF-8, so that short texts need no counting. */
const tooLong = (text: string) =>
  text.length * 3 > ingestion.fieldBytesMax && Buffer.byteLength(text) > ingestion.fieldBytesMax;

function valueProblem(value: unknown, levels: number): string | undefined {
  if (typeof value === "string") return tooLong(value) ? overlong : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  const isArray = Array.isArray(value);
  if (isArray && value.length > ingestion.arrayItemsMax) {
    return `An array has at most ${ingestion.arrayItemsMax} items.`;
  }
  const deeper = isArray ? levels : levels + 1;
  if (deeper > ingestion.objectLevelsMax) {
    return `Objects nest at most ${ingestion.objectLevelsMax} levels deep.`;
  }
  for (const [name, item] of Object.entries(value)) {
    const problem = tooLong(name) ? overlong : valueProblem(item, deeper);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const metric = object({
  type: literal("metric"),
  attributes: object({
    name: string({ minLength: 1, maxLength: 1000 }),
    "service?": nullable(string()),
  }),
});

/** Whether it is told of late, so that it makes nobody enter a flow. */
const backfill = during(nullable(boolean()), { since: "2026-04-15" });

/** What is said of an event, beside whose it is (specification, "Event"). */
const eventFields = {
  properties: open(),
  metric: object({ data: metric }),
  "time?": nullable(string({ format: "datetime" })),
  "value?": nullable(number()),
  "value_currency?": during(nullable(string()), { since: "2024-02-15" }),
  "unique_id?": nullable(string({ maxLength: 100_000 })),
  "backfill?": backfill,
} as const;

const eventAttributes = object(eventFields);
export type EventAttributes = Infer<typeof eventAttributes>;

/** Whose it is. Its meta went among the attributes with 2024-02-15. */
const eventProfile = profileWithMeta([{ since: "2024-02-15" }], [{ until: "2024-02-15" }]);
export type EventProfile = Infer<typeof eventProfile>;

export const eventData = object({
  type: literal("event"),
  attributes: object({ ...eventFields, profile: object({ data: eventProfile }) }),
});

export const eventsOfOne = object({
  type: literal("event-bulk-create"),
  attributes: object({
    profile: object({ data: profileWithMetaBeside }),
    events: object({
      data: list(object({ type: literal("event"), attributes: eventAttributes }), { min: 1 }),
    }),
    "backfill?": backfill,
  }),
});
export type EventsOfOne = Infer<typeof eventsOfOne>["attributes"];

/** @guess bulk_create_events, bulk_create_client_events: One request takes up to 1,000 events. */
export const bulkEventsMax = 1000;

/** The instant of an event, in milliseconds since 1970, cut to seconds (behaviour.md, 9). */
export function timeOf({ time }: Pick<EventAttributes, "time">, now: number): number {
  const ms = time ? (parseDatetime(time) ?? now) : now;
  return Math.floor(ms / 1000) * 1000;
}

/** What is wrong with an event beside its shape. @param pointer of its attributes */
export const eventProblems = (event: EventAttributes, now: number, pointer: string): Problem[] => [
  ...propertyProblems(event.properties, `${pointer}/properties`),
  ...timeProblems(timeOf(event, now), now, `${pointer}/time`),
];

/** What is too large of what an event says of its profile. @param pointer of the profile */
export const saidProblems = (profile: EventProfile, pointer: string): Problem[] => [
  ...fieldProblems(profile.attributes.properties, `${pointer}/attributes/properties`),
  ...fieldProblems(profile.properties, `${pointer}/properties`),
  ...[profile.attributes, profile].flatMap(({ meta }, place) => {
    const at = `${pointer}${place === 0 ? "/attributes" : ""}/meta/patch_properties/append`;
    return fieldProblems(meta?.patch_properties?.append, at);
  }),
];

/** What is said of a profile by whatever speaks of it, as a write takes it. */
export function inputOf(data: EventProfile) {
  const { meta: _inner, ...attributes } = data.attributes;
  const meta = metaOf(data);
  return {
    id: data.id,
    attributes,
    ...(data.properties && { properties: data.properties }),
    ...(meta && { meta }),
  };
}

const metaOf = ({ attributes, meta }: EventProfile) => attributes.meta ?? meta;

interface Telling {
  readonly among?: readonly IdentifierName[];
  /** Whether the sender may learn that nobody has an id: not on `/client`. */
  readonly discreet?: boolean;
}

/** What is wrong with an event's profile beside its shape. @param pointer of `profile` */
export function eventProfileProblems(
  account: Account,
  { id, attributes }: EventProfile,
  pointer: string,
  { among = ["email", "phone_number"], discreet = false }: Telling = {},
): Problem[] {
  if (!id && !hasIdentifier(attributes, among)) {
    return [invalidProblem(pointer || "/data", `A profile needs one of id, ${among.join(", ")}.`)];
  }
  const table = account.table(profiles);
  if (id) {
    // @guess create_event, bulk_create_events: An unknown profile id is a 400, as the event could not be read.
    if (discreet || table.get(id) !== undefined) return [];
    return [missingProblem(`${pointer}/data/id`, "profile", id)];
  }
  if (!phoneAlone(account, attributes)) return [];
  const { phone_number = null } = attributes;
  if (!discreet && findProfile(table, { phone_number }) !== undefined) return [];
  const at = `${pointer}/data/attributes/phone_number`;
  return [invalidProblem(at, "SMS is not set up on this account.")];
}
