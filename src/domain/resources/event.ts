import { instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource, derived } from "../../contract/resource.ts";
import { open, string, type Shape } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/** What led a person to an event: what they did with a message, and which it was. */
export const attribution = derived("attribution", {
  path: "/api/attributions",
  relationships: {
    event: one("event", { erased: "stays" }),
    "attributed-event": one("event", { from: "attributed" }),
    campaign: one("campaign", { optional: true, ifAny: true }),
    "campaign-message": one("campaign-message", { from: "message", optional: true, ifAny: true }),
    flow: one("flow", { optional: true, ifAny: true }),
    "flow-message": one("flow-message", { optional: true, ifAny: true }),
    "flow-message-variation": one("flow-message", { optional: true, ifAny: true }),
  },
});

export type AttributionRecord = RecordOf<typeof attribution>;

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
  // @guess get_events: Without `sort`, the newest event comes first.
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

export type Integration = { readonly object: "integration" } & Readonly<
  Record<"id" | "key" | "name" | "category", string>
>;

/** Specification, "Metric". */
export const metric = resource("metric", {
  path: "/api/metrics",
  attributes: {
    name: { shape: string() },
    created: { shape: instant() },
    updated: { shape: instant() },
    integration: { shape: open() as unknown as Shape<Integration> },
  },
  relationships: { "flow-triggers": many("flow", { since: "2024-10-15" }) },
  natural: ["name"],
  fields: { "integration.name": { type: "string" }, "integration.category": { type: "string" } },
  orders: ["name", "created"],
  // @guess get_metrics: The oldest metric comes first.
  defaultSort: "created",
});

export type Metric = RecordOf<typeof metric>;
export const metrics = collectionOf(metric, {
  keys: {
    "integration.name": ({ integration }) => integration.name,
    "integration.category": ({ integration }) => integration.category,
  },
});
