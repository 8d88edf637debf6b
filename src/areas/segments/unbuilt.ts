import { unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltSegments = [
  unbuilt("flow", "get_flows_triggered_by_segment", {
    get: "/api/segments/{id}/flow-triggers",
    scopes: ["flows:read", "segments:read"],
    tier: "S",
    since: "2024-10-15",
    fields: ["flow"],
  }),
  unbuilt("flow", "get_ids_for_flows_triggered_by_segment", {
    get: "/api/segments/{id}/relationships/flow-triggers",
    scopes: ["flows:read", "segments:read"],
    tier: "S",
    since: "2024-10-15",
  }),
] as const;
