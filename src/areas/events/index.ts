import { attributionsOf } from "../../domain/messages/about.ts";
import { attribution, type Event, event } from "../../domain/resources/event.ts";
import type { ApiArea, AreaBehavior, Work } from "../../verbs/invocation.ts";
import { timeUuid } from "../../world/ids.ts";
import { atOnce, eachInTurns } from "../../world/time/slices.ts";
import { operations } from "./operations.ts";
import { acceptEvents, type Happening, writeEvent } from "../../domain/events/write.ts";
import { empty } from "../../verbs/outcome.ts";

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

const work: Readonly<Record<string, Work>> = {
  event: (account, happenings: readonly Happening[], now) =>
    eachInTurns(happenings, (happening) => writeEvent(account, happening, now)),
};

export const eventsArea: ApiArea = {
  name: "events",
  resources: [event, attribution],
  operations,
  behavior,
  work,
  bindings: {
    event: {
      computed: { uuid: ({ id, time }: Event) => timeUuid(id, time) },
      related: { attributions: (of: Event, account) => attributionsOf(account, of) },
    },
  },
};
