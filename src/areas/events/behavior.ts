import { acceptEvents } from "../../domain/events/accept.ts";
import { type Happening, writeEvent } from "../../domain/events/write.ts";
import type { AreaBehavior, Work } from "../../verbs/call.ts";
import { empty } from "../../verbs/outcome.ts";
import type { operations } from "./operations.ts";

const at = "/data/attributes";
const bulkAt = `${at}/events-bulk-create/data`;

/** Create Event and its bulk (behaviour.md, 9): checked at once, written when it is processed. */
export const behavior: AreaBehavior<typeof operations> = {
  create_event({ account, now, body }) {
    const { profile, ...attributes } = body.data.attributes;
    const events = { data: [{ type: "event" as const, attributes }] };
    const sent = [{ profile, events, pointer: at, single: true }];
    return acceptEvents(account, sent, now, { at }) ?? empty(202);
  },

  bulk_create_events({ account, now, body }) {
    const sent = body.data.attributes["events-bulk-create"].data.map(({ attributes }, index) => ({
      ...attributes,
      pointer: `${bulkAt}/${index}/attributes`,
    }));
    return acceptEvents(account, sent, now, { at: bulkAt }) ?? empty(202);
  },
};

export const work: Readonly<Record<string, Work>> = {
  event(account, happenings: readonly Happening[], now) {
    for (const happening of happenings) writeEvent(account, happening, now);
  },
};
