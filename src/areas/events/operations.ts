import { fixedPages, listing, pages, range, since } from "../../contract/row-options.ts";
import { action, get, list, relations } from "../../contract/rows.ts";
import { event } from "../../domain/resources/event.ts";
import { newEvent, newEvents } from "./body.ts";

const include = ["metric", "profile", since("2024-02-15", "attributions")];

export const operations = [
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
    paging: [
      pages({ default: 200, max: 1000, since: "2026-01-15" }),
      fixedPages(200, { until: "2026-01-15" }),
    ],
  }),
  action(event, "create_event", { body: newEvent }),
  get(event, "get_event", { include }),
  ...relations(event, ["metric"], { listed: { since: "2024-07-15", until: "2024-10-15" } }),
  ...relations(event, ["profile"]),
  action(event, "bulk_create_events", { body: newEvents }),
] as const;
