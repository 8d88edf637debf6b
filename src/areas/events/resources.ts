import { many, one, resource } from "../../contract/resource.ts";
import { events } from "../../domain/collections.ts";

/** Specification, "Event". */
export const event = resource("event", {
  path: "/api/events",
  collection: events.name,
  idPattern: /^[0-9A-Za-z]{11}$/,
  attributes: {
    timestamp: { type: "unix", from: "time", nullable: false },
    event_properties: { type: "object", from: "properties", nullable: false },
    datetime: { type: "datetime", from: "time", nullable: false },
    uuid: { type: "string", computed: true, nullable: false },
  },
  relationships: {
    profile: one("profile", "profile"),
    metric: one("metric", "metric"),
    attributions: many("attribution", { since: "2024-02-15", unlinked: true }),
  },
  fields: {
    metric_id: { type: "string" },
    profile_id: { type: "string" },
    profile: { type: "relationship" },
    metric: { type: "relationship" },
    datetime: { type: "datetime" },
    timestamp: { type: "unix", from: "datetime" },
  },
  // @guess: newest first, as an activity feed wants them.
  defaultSort: "-datetime",
});
