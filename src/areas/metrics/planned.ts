import { planned } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedMetrics = [
  planned("metric-property", "get_metric_property", { get: "/api/metric-properties/{id}", scopes: ["metrics:read"], tier: "XS", since: "2024-10-15", include: ["metric"], fields: ["metric-property", "metric"], additionalFields: { "metric-property": ["sample_values"] } }),
  planned("custom-metric", "get_custom_metrics", { get: "/api/custom-metrics", scopes: ["metrics:read"], tier: "S", since: "2025-04-15", include: ["metrics"], fields: ["custom-metric", "metric"] }),
  planned("custom-metric", "create_custom_metric", { post: "/api/custom-metrics", scopes: ["metrics:write"], tier: "XS", perDay: 15, since: "2025-04-15", fields: ["custom-metric"] }),
  planned("custom-metric", "get_custom_metric", { get: "/api/custom-metrics/{id}", scopes: ["metrics:read"], tier: "S", since: "2025-04-15", include: ["metrics"], fields: ["custom-metric", "metric"] }),
  planned("custom-metric", "update_custom_metric", { patch: "/api/custom-metrics/{id}", scopes: ["metrics:write"], tier: "XS", perDay: 15, since: "2025-04-15", fields: ["custom-metric"] }),
  planned("custom-metric", "delete_custom_metric", { delete: "/api/custom-metrics/{id}", scopes: ["metrics:write"], tier: "S", since: "2025-04-15" }),
  planned("mapped-metric", "get_mapped_metrics", { get: "/api/mapped-metrics", scopes: ["metrics:read"], tier: "S", since: "2025-07-15", include: ["custom-metric", "metric"], fields: ["custom-metric", "mapped-metric", "metric"] }),
  planned("mapped-metric", "get_mapped_metric", { get: "/api/mapped-metrics/{id}", scopes: ["metrics:read"], tier: "S", since: "2025-07-15", include: ["custom-metric", "metric"], fields: ["custom-metric", "mapped-metric", "metric"] }),
  planned("mapped-metric", "update_mapped_metric", { patch: "/api/mapped-metrics/{id}", scopes: ["metrics:write"], tier: "XS", perDay: 30, since: "2025-07-15", fields: ["mapped-metric"] }),
  planned("metric-aggregate", "query_metric_aggregates", { post: "/api/metric-aggregates", scopes: ["metrics:read"], tier: "S", fields: ["metric-aggregate"] }),
  planned("flow", "get_flows_triggered_by_metric", { get: "/api/metrics/{id}/flow-triggers", scopes: ["flows:read", "metrics:read"], tier: "M", since: "2024-10-15", fields: ["flow"] }),
  planned("flow", "get_ids_for_flows_triggered_by_metric", { get: "/api/metrics/{id}/relationships/flow-triggers", scopes: ["flows:read", "metrics:read"], tier: "M", since: "2024-10-15" }),
  planned("metric-property", "get_properties_for_metric", { get: "/api/metrics/{id}/metric-properties", scopes: ["metrics:read"], tier: "XS", since: "2024-10-15", fields: ["metric-property"], additionalFields: { "metric-property": ["sample_values"] } }),
  planned("metric-property", "get_property_ids_for_metric", { get: "/api/metrics/{id}/relationships/metric-properties", scopes: ["metrics:read"], tier: "XS", since: "2024-10-15" }),
  planned("metric", "get_metric_for_metric_property", { get: "/api/metric-properties/{id}/metric", scopes: ["metrics:read"], tier: "XS", since: "2024-10-15", fields: ["metric"] }),
  planned("metric", "get_metric_id_for_metric_property", { get: "/api/metric-properties/{id}/relationships/metric", scopes: ["metrics:read"], tier: "XS", since: "2024-10-15" }),
  planned("metric", "get_metrics_for_custom_metric", { get: "/api/custom-metrics/{id}/metrics", scopes: ["metrics:read"], tier: "S", since: "2025-04-15", fields: ["metric"] }),
  planned("metric", "get_metric_ids_for_custom_metric", { get: "/api/custom-metrics/{id}/relationships/metrics", scopes: ["metrics:read"], tier: "S", since: "2025-04-15" }),
  planned("metric", "get_metric_for_mapped_metric", { get: "/api/mapped-metrics/{id}/metric", scopes: ["metrics:read"], tier: "S", since: "2025-07-15", fields: ["metric"] }),
  planned("metric", "get_metric_id_for_mapped_metric", { get: "/api/mapped-metrics/{id}/relationships/metric", scopes: ["metrics:read"], tier: "S", since: "2025-07-15" }),
  planned("custom-metric", "get_custom_metric_for_mapped_metric", { get: "/api/mapped-metrics/{id}/custom-metric", scopes: ["metrics:read"], tier: "S", since: "2025-07-15", fields: ["custom-metric"] }),
  planned("custom-metric", "get_custom_metric_id_for_mapped_metric", { get: "/api/mapped-metrics/{id}/relationships/custom-metric", scopes: ["metrics:read"], tier: "S", since: "2025-07-15" }),
] as const;
