import { instant } from "../../contract/attribute.ts";
import { many, one } from "../../contract/relationship.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { open, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/** Specification, "Event". Its time is in whole seconds, in milliseconds. */
export const event = resource("event", {
  path: "/api/events",
  idPattern: /^[0-9A-Za-z]{11}$/,
  attributes: {
    timestamp: { shape: instant(), unix: true, from: "time" },
    event_properties: { shape: open(), from: "properties" },
    datetime: { shape: instant(), from: "time" },
    uuid: { shape: string(), computed: true },
  },
  relationships: {
    // Events stay (behaviour.md, 14).
    profile: one("profile", { erased: "stays" }),
    metric: one("metric"),
    attributions: many("attribution", { since: "2024-02-15", unlinked: true }),
  },
  kept: { unique_id: string() },
  natural: [["profile", "metric", "unique_id"]],
  fields: {
    metric_id: { type: "string" },
    profile_id: { type: "string" },
    profile: { type: "relationship" },
    metric: { type: "relationship" },
    timestamp: { type: "unix", from: "datetime" },
  },
  orders: [
    "datetime",
    // A profile has fewer events than a metric: of two that fit, the first is taken.
    ["profile_id", "datetime"],
    ["metric_id", "datetime"],
    ["profile_id", "metric_id", "unique_id"],
  ],
  // @guess: newest first, as an activity feed wants them.
  defaultSort: "-datetime",
});

export type Event = RecordOf<typeof event>;

export const events = collectionOf(event, {
  keys: {
    datetime: ({ time }) => time,
    metric_id: ({ metric: id }) => id,
    profile_id: ({ profile: id }) => id,
    unique_id: ({ unique_id }) => unique_id,
  },
});
