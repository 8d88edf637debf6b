import { list, literal, object } from "../../contract/shape.ts";
import { bulkEventsMax, eventData, eventsOfOne } from "../../domain/events/shape.ts";

/** The body of Create Event (specification, "Event"). */
export const newEvent = object({ data: eventData });

/** The body of Bulk Create Events: people, each with events. */
export const newEvents = object({
  data: object({
    type: literal("event-bulk-create-job"),
    attributes: object({
      "events-bulk-create": object({ data: list(eventsOfOne, { min: 1, max: bulkEventsMax }) }),
    }),
  }),
});
