import { fixedPages, get, list, since } from "../../contract/rows.ts";
import { plannedMetrics } from "./planned.ts";
import { metric } from "./resources.ts";

const include = [since("2024-10-15", "flow-triggers")];
const fields = ["flow", "metric"];

export const operations = [
  list(metric, "get_metrics", {
    scopes: ["metrics:read"],
    tier: "M",
    filter: { "integration.name": ["equals"], "integration.category": ["equals"] },
    include,
    fields,
    // @guess: the size of a page is not published, only that it cannot be asked for.
    paging: [fixedPages(200)],
  }),
  get(metric, "get_metric", { scopes: ["metrics:read"], tier: "M", include, fields }),
  ...plannedMetrics,
] as const;
