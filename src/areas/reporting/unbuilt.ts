import { unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltReporting = [
  unbuilt("flow-values-report", "query_flow_values", {
    post: "/api/flow-values-reports",
    scopes: ["flows:read"],
    limits: { burst: 1, steady: 2 },
    perDay: 225,
    since: "2024-02-15",
    fields: ["flow-values-report"],
  }),
  unbuilt("flow-series-report", "query_flow_series", {
    post: "/api/flow-series-reports",
    scopes: ["flows:read"],
    limits: { burst: 1, steady: 2 },
    perDay: 225,
    since: "2024-02-15",
    fields: ["flow-series-report"],
  }),
] as const;
