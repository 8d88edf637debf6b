import {
  boolean,
  type Infer,
  list,
  literal,
  nullable,
  number,
  object,
  open,
  string,
} from "../contract/shape.ts";
import { profileFields, profileMeta } from "./profile-shape.ts";

const metric = object({
  type: literal("metric"),
  attributes: object({
    name: string({ minLength: 1, maxLength: 1000 }),
    "service?": nullable(string()),
  }),
});

/** What is said of an event, beside whose it is (specification, "Event"). */
const eventFields = {
  properties: open(),
  metric: object({ data: metric }),
  "time?": nullable(string({ format: "datetime" })),
  "value?": nullable(number()),
  "value_currency?": nullable(string()),
  "unique_id?": nullable(string({ maxLength: 100_000 })),
  "backfill?": nullable(boolean()),
} as const;

const eventAttributes = object(eventFields);
export type EventAttributes = Infer<typeof eventAttributes>;

/** Whose it is. The meta stood beside the attributes before 2024-02-15: both are read. */
export const eventProfile = object({
  type: literal("profile"),
  "id?": nullable(string()),
  attributes: object({ ...profileFields, "meta?": profileMeta }),
  "properties?": open(),
  "meta?": profileMeta,
});
export type EventProfile = Infer<typeof eventProfile>;

/** One event as a resource of its own. */
export const eventData = object({
  type: literal("event"),
  attributes: object({ ...eventFields, profile: object({ data: eventProfile }) }),
});

/** A person with events. */
export const eventsOfOne = object({
  type: literal("event-bulk-create"),
  attributes: object({
    profile: object({ data: eventProfile }),
    events: object({
      data: list(object({ type: literal("event"), attributes: eventAttributes }), { min: 1 }),
    }),
    "backfill?": nullable(boolean()),
  }),
});
export type EventsOfOne = Infer<typeof eventsOfOne>["attributes"];

/** The most events of one bulk request. @guess */
export const bulkEventsMax = 1000;
