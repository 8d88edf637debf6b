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
  unbuilt("form-values-report", "query_form_values", {
    post: "/api/form-values-reports",
    scopes: ["forms:read"],
    limits: { burst: 1, steady: 2 },
    perDay: 225,
    since: "2024-10-15",
    fields: ["form-values-report"],
  }),
  unbuilt("form-series-report", "query_form_series", {
    post: "/api/form-series-reports",
    scopes: ["forms:read"],
    limits: { burst: 1, steady: 2 },
    perDay: 225,
    since: "2024-10-15",
    fields: ["form-series-report"],
  }),
] as const;
