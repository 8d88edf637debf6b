import { attributionsOf } from "../../domain/messages/attribution.ts";
import { attribution } from "../../domain/resources/attribution.ts";
import { type Event, event } from "../../domain/resources/event.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { timeUuid } from "../../world/ids.ts";
import { behavior, work } from "./behavior.ts";
import { operations } from "./operations.ts";

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
