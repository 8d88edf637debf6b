import { many, resource } from "../../contract/resource.ts";
import { metrics } from "../../domain/collections.ts";

/** Specification, "Metric". */
export const metric = resource("metric", {
  path: "/api/metrics",
  collection: metrics.name,
  attributes: {
    name: { type: "string" },
    created: { type: "datetime" },
    updated: { type: "datetime" },
    integration: { type: "object" },
  },
  relationships: { "flow-triggers": many("flow", { since: "2024-10-15" }) },
  fields: {
    created: { type: "datetime" },
    "integration.name": { type: "string" },
    "integration.category": { type: "string" },
  },
  // @guess
  defaultSort: "created",
});
