import { fixedPages, since } from "../../contract/row-options.ts";
import { action, create, get, list, relations, remove, update } from "../../contract/rows.ts";
import { metric } from "../../domain/resources/event.ts";
import { aggregateQuery, updatedMappedMetric } from "./body.ts";
import { customMetric, mappedMetric } from "./resources.ts";
import { metricAggregate, metricProperty } from "./resources.ts";

const include = [since("2024-10-15", "flow-triggers")];

export const operations = [
  list(metric, "get_metrics", {
    include,
    // @guess get_metrics: A page has 200 metrics: it is published only that its size cannot be chosen.
    paging: [fixedPages(200)],
  }),
  get(metric, "get_metric", { include }),
  action(metricProperty, "get_metric_property"),
  action(metricProperty, "get_properties_for_metric", { shows: "records" }),
  action(metricProperty, "get_property_ids_for_metric", { shows: "identifiers" }),
  action(metric, "get_metric_for_metric_property"),
  action(metric, "get_metric_id_for_metric_property", { shows: "identifier" }),
  list(customMetric, "get_custom_metrics"),
  create(customMetric, "create_custom_metric"),
  get(customMetric, "get_custom_metric"),
  update(customMetric, "update_custom_metric"),
  remove(customMetric, "delete_custom_metric"),
  ...relations(customMetric, ["metrics"]),
  list(mappedMetric, "get_mapped_metrics"),
  get(mappedMetric, "get_mapped_metric"),
  action(mappedMetric, "update_mapped_metric", { body: updatedMappedMetric }),
  ...relations(mappedMetric, ["metric", "custom-metric"]),
  action(metricAggregate, "query_metric_aggregates", {
    body: aggregateQuery,
    // The size is in the body; links.next can be followed with the same body.
    paging: [fixedPages(500)],
    shows: "record",
  }),
  ...relations(metric, ["flow-triggers"]),
] as const;
