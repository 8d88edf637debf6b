import {
  action,
  fixedPages,
  get,
  list,
  listing,
  pages,
  range,
  relation,
  since,
} from "../../contract/rows.ts";
import { event } from "../../domain/resources/event.ts";
import { newEvent, newEvents } from "./body.ts";

const include = ["metric", "profile", since("2024-02-15", "attributions")];
const fields = ["attribution", "event", "metric", "profile"];

export const operations = [
  list(event, "get_events", {
    scopes: ["events:read"],
    tier: "XL",
    filter: {
      metric_id: listing("equals"),
      profile_id: ["equals"],
      profile: { operators: ["has"], since: "2023-12-15" },
      metric: { operators: ["has"], since: "2026-04-15" },
      datetime: range,
      timestamp: range,
    },
    sort: ["datetime", "timestamp"],
    include,
    fields,
    paging: [
      pages({ default: 200, max: 1000, since: "2026-01-15" }),
      fixedPages(200, { until: "2026-01-15" }),
    ],
  }),
  action(event, "create_event", {
    post: "/api/events",
    scopes: ["events:write"],
    tier: "XL",
    body: newEvent,
    success: 202,
    empty: true,
  }),
  get(event, "get_event", { scopes: ["events:read"], tier: "M", include, fields }),
  ...relation(event, "metric", ["get_metric_for_event", "get_metric_id_for_event"], {
    scopes: ["events:read", "metrics:read"],
    tier: "XL",
    fields: ["metric"],
    listed: { since: "2024-07-15", until: "2024-10-15" },
  }),
  ...relation(event, "profile", ["get_profile_for_event", "get_profile_id_for_event"], {
    scopes: ["events:read", "profiles:read"],
    tier: "XL",
    fields: ["profile"],
    additionalFields: { profile: ["subscriptions", "predictive_analytics"] },
  }),
  action(event, "bulk_create_events", {
    post: "/api/event-bulk-create-jobs",
    scopes: ["events:write"],
    tier: "M",
    since: "2024-05-15",
    body: newEvents,
    success: 202,
    empty: true,
  }),
] as const;
