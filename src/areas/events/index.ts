import type { Event } from "../../domain/records.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { timeUuid } from "../../world/ids.ts";
import { behavior, work } from "./behavior.ts";
import { operations } from "./operations.ts";
import { event } from "./resources.ts";

export const eventsArea: ApiArea = {
  name: "events",
  resources: [event],
  operations,
  behavior,
  work,
  bindings: { event: { computed: { uuid: ({ id, time }: Event) => timeUuid(id, time) } } },
};
