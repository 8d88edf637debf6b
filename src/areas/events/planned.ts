import { planned } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedEvents = [
  planned("event-bulk-create-job", "bulk_create_events", {
    post: "/api/event-bulk-create-jobs",
    scopes: ["events:write"],
    tier: "M",
    since: "2024-05-15",
  }),
] as const;
