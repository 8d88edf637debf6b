import {
  boolean,
  during,
  type Infer,
  list,
  literal,
  nullable,
  number,
  object,
  open,
  string,
} from "../../contract/shape.ts";
import { profileWithMeta, profileWithMetaBeside } from "../profiles/shape.ts";

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
