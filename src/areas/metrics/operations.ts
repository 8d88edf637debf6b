import { integer, list as listOf, literal, nullable, object } from "../../contract/shape.ts";
import { string } from "../../contract/shape.ts";
import { filterLengthMax } from "../../jsonapi/conditions.ts";
import { intervals } from "../../domain/time-zone.ts";
import { dimension, dimensionsMax, sorting, measurements } from "./tally.ts";
import { mappedMetricIds, customMetric, mappedMetric, metricAggregate } from "./resources.ts";
import { metricProperty } from "./resources.ts";
import { bodyOf, named } from "../bodies.ts";
import { fixedPages, since } from "../../contract/row-options.ts";
import { action, create, get, list, relations, remove, update } from "../../contract/rows.ts";
import { metric } from "../../domain/resources/event.ts";

/** The body of Query Metric Aggregates (facts, metrics.json). */
export const aggregateQuery = bodyOf("metric-aggregate", {
  attributes: object({
    metric_id: string({ minLength: 1 }),
    measurements: listOf(literal(...measurements), { min: 1 }),
    filter: listOf(string({ maxLength: filterLengthMax }), { min: 1, max: 100 }),
    "interval?": nullable(literal(...intervals)),
    "by?": nullable(listOf(dimension, { max: dimensionsMax })),
    "return_fields?": nullable(listOf(string())),
    "timezone?": nullable(string()),
    "sort?": sorting,
    "page_size?": nullable(integer({ min: 1 })),
    "page_cursor?": string(),
  }),
});

const updatedMappedMetric = bodyOf("mapped-metric", {
  id: literal(...mappedMetricIds),
  relationships: object({
    "metric?": object({ data: named("metric") }),
    "custom-metric?": object({ data: named("custom-metric") }),
  }),
});

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
