import { boolean, list, literal, nullable, object } from "../../contract/shape.ts";
import { bulkEventsMax, eventData, eventFields, eventProfile } from "../../domain/event-shape.ts";

/** The body of Create Event (specification, "Event"). */
export const newEvent = object({ data: eventData });

const eventsOfOne = object({
  type: literal("event-bulk-create"),
  attributes: object({
    profile: object({ data: eventProfile }),
    events: object({
      data: list(object({ type: literal("event"), attributes: object(eventFields) }), { min: 1 }),
    }),
    "backfill?": nullable(boolean()),
  }),
});

/** The body of Bulk Create Events: people, each with events. */
export const newEvents = object({
  data: object({
    type: literal("event-bulk-create-job"),
    attributes: object({
      "events-bulk-create": object({ data: list(eventsOfOne, { min: 1, max: bulkEventsMax }) }),
    }),
  }),
});
