import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating, to } from "./bodies.ts";
import { flowOn } from "./flow.ts";

export const metrics: AreaExamples = {
  title: "Metrics",
  intro:
    "A metric is a kind of event. Custom metrics add up others, mapped metrics say which of them the account reports on.",
  see: { data: "../../areas/data.md", "system events": "../system-events.md" },
  ids: {
    metrics: "Order1",
    "metric-properties": "$PROPERTY",
    "custom-metrics": "$METRIC",
    "mapped-metrics": "revenue",
  },
  requests: {
    get_metrics: { query: 'filter=equals(integration.name,"Shop")', show: ["name"] },
    get_metric: { show: ["name"] },
    get_properties_for_metric: {
      keep: { PROPERTY: ["data", 0, "id"] },
    },
    get_property_ids_for_metric: {},
    get_metric_property: { query: "additional-fields[metric-property]=sample_values" },
    get_metric_for_metric_property: { show: ["name"] },
    get_metric_id_for_metric_property: {},
    query_metric_aggregates: {
      note: "Counts the events of each week. The filter needs both ends of the time, at most a year apart.",
      body: creating("metric-aggregate", {
        metric_id: "Order1",
        measurements: ["count", "sum_value"],
        interval: "week",
        filter: ["greater-or-equal(datetime,2026-06-01)", "less-than(datetime,2026-07-01)"],
        timezone: "America/New_York",
      }),
      show: ["dates", "data"],
    },
    create_custom_metric: {
      body: creating("custom-metric", {
        name: "Net orders",
        definition: { aggregation_method: "count", metric_groups: [{ metric_id: "Order1" }] },
      }),
      keep: { METRIC: made },
    },
    get_custom_metrics: { show: ["name"] },
    get_custom_metric: { show: ["name"] },
    update_custom_metric: { body: changing("custom-metric", "$METRIC", { name: "Orders" }) },
    get_metrics_for_custom_metric: { show: ["name"] },
    get_metric_ids_for_custom_metric: {},
    get_mapped_metrics: {},
    get_mapped_metric: {},
    get_metric_for_mapped_metric: { id: "ordered_product", show: ["name"] },
    get_metric_id_for_mapped_metric: { id: "ordered_product" },
    update_mapped_metric: {
      body: changing("mapped-metric", "revenue", undefined, {
        "custom-metric": to("custom-metric", "$METRIC"),
      }),
    },
    get_custom_metric_for_mapped_metric: { show: ["name"] },
    get_custom_metric_id_for_mapped_metric: {},
    get_flows_triggered_by_metric: {
      first: [
        { operation: "create_flow", body: flowOn({ type: "metric", id: "Order1" }, "Thank you") },
      ],
      show: ["name", "status", "trigger_type"],
    },
    get_ids_for_flows_triggered_by_metric: {},
    delete_custom_metric: {},
  },
};
