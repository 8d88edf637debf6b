import { attribution, type Event, event } from "../../domain/resources/event.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { acceptEvents, type Happening, writeEvent } from "../../domain/events/write.ts";
import { bodyOf } from "../bodies.ts";
import { list as listOf, object } from "../../contract/shape.ts";
import { bulkEventsMax, eventData, eventsOfOne } from "../../domain/events/check.ts";
import { listing, pagesSince, range, since } from "../../contract/row-options.ts";
import { action, get, list, relations } from "../../contract/rows.ts";
import { attributionsOf } from "../../domain/messages/about.ts";
import { timeUuid } from "../../world/ids.ts";
import { atOnce, eachInTurns } from "../../world/time/slices.ts";
import { empty } from "../../verbs/outcome.ts";

const newEvents = bodyOf("event-bulk-create-job", {
  attributes: object({
    "events-bulk-create": object({ data: listOf(eventsOfOne, { min: 1, max: bulkEventsMax }) }),
  }),
});

const include = ["metric", "profile", since("2024-02-15", "attributions")];

const operations = [
  list(event, "get_events", {
    filter: {
      metric_id: listing("equals"),
      profile_id: ["equals"],
      profile: { operators: ["has"], since: "2023-12-15" },
      metric: { operators: ["has"], since: "2026-04-15" },
      datetime: range,
      timestamp: range,
    },
    include,
    paging: pagesSince("2026-01-15", 200, 1000),
  }),
  action(event, "create_event", { body: object({ data: eventData }) }),
  get(event, "get_event", { include }),
  ...relations(event, ["metric"], { listed: { since: "2024-07-15", until: "2024-10-15" } }),
  ...relations(event, ["profile"]),
  action(event, "bulk_create_events", { body: newEvents }),
] as const;

const at = "/data/attributes";
const bulkAt = `${at}/events-bulk-create/data`;

/** Create Event and its bulk (behaviour.md, 9): checked at once, written when it is processed. */
const behavior: AreaBehavior<typeof operations> = {
  create_event({ account, now, body }) {
    const { profile, ...attributes } = body.data.attributes;
    const events = { data: [{ type: "event" as const, attributes }] };
    const sent = [{ profile, events, pointer: at, single: true }];
    return atOnce(acceptEvents(account, sent, now, { at })) ?? empty(202);
  },

  *bulk_create_events({ account, now, body }) {
    const sent = body.data.attributes["events-bulk-create"].data.map(({ attributes }, index) => ({
      ...attributes,
      pointer: `${bulkAt}/${index}/attributes`,
    }));
    return (yield* acceptEvents(account, sent, now, { at: bulkAt })) ?? empty(202);
  },
};

export const eventsArea: ApiArea = {
  name: "events",
  resources: [event, attribution],
  operations,
  behavior,
  work: {
    event: (account, happenings: readonly Happening[], now) =>
      eachInTurns(happenings, (happening) => writeEvent(account, happening, now)),
  },
  bindings: {
    event: {
      computed: { uuid: ({ id, time }: Event) => timeUuid(id, time) },
      related: { attributions: (of: Event, account) => attributionsOf(account, of) },
    },
  },
};
