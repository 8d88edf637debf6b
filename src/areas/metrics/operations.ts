import { instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource, unstored } from "../../contract/resource.ts";
import { fixedPages, since } from "../../contract/row-options.ts";
import { action, get, list, relations, rows } from "../../contract/rows.ts";
import { integer, list as listOf, literal, nullable, object } from "../../contract/shape.ts";
import { string, boolean, number, oneOf, record } from "../../contract/shape.ts";
import { customMetricDefinition } from "../../domain/grammar/metrics.ts";
import { metric } from "../../domain/resources/event.ts";
import { intervals } from "../../domain/time-zone.ts";
import { filterLengthMax } from "../../jsonapi/conditions.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { bodyOf, named } from "../bodies.ts";
import { dimension, dimensionsMax, sorting, measurements } from "./tally.ts";

/** What the service speaks of, whatever an account calls its metrics (facts, metrics.json). */
// @guess get_*mapped_metric*: At first, each is mapped to the metric with the usual name, such as `Added to Cart`.
export const usual: Readonly<Record<string, string>> = {
  added_to_cart: "Added to Cart",
  cancelled_sales: "Cancelled Order",
  ordered_product: "Ordered Product",
  refunded_sales: "Refunded Order",
  revenue: "Placed Order",
  started_checkout: "Started Checkout",
  viewed_product: "Viewed Product",
};

const mappedMetricIds: readonly string[] = Object.keys(usual);

export const metricProperty = unstored("metric-property", {
  path: "/api/metric-properties",
  attributes: {
    label: { shape: string() },
    property: { shape: string() },
    inferred_type: { shape: string() },
    sample_values: {
      shape: nullable(listOf(oneOf(string(), number(), boolean()))),
      additional: true,
    },
  },
  relationships: { metric: one("metric") },
});

const always = { shape: instant(), fraction: "always" } as const;
const given = { write: "always", required: true } as const;

export const customMetric = resource("custom-metric", {
  path: "/api/custom-metrics",
  id: "ulid",
  attributes: {
    name: { shape: string({ minLength: 1, maxLength: 1000 }), ...given },
    created: always,
    updated: always,
    definition: { shape: customMetricDefinition, ...given },
  },
  relationships: { metrics: many("metric", { listed: true }) },
  natural: ["name"],
  orders: ["created"],
  // @guess get_custom_metrics: The oldest custom metric comes first.
  defaultSort: "created",
});

export type CustomMetric = RecordOf<typeof customMetric>;
export const customMetrics = collectionOf(customMetric);

/** Which metric, or custom metric, stands for something that the service speaks of, if any does. */
export const mappedMetric = resource("mapped-metric", {
  path: "/api/mapped-metrics",
  ids: mappedMetricIds,
  idPlace: "/data/attributes/id",
  attributes: { updated: always },
  relationships: {
    metric: one("metric", { ifAny: true }),
    "custom-metric": one("custom-metric", { from: "custom_metric", ifAny: true }),
  },
  // The day on which it was last mapped anew, and how often on that day.
  kept: { "mapped?": object({ day: integer(), times: integer() }) },
  natural: ["id"],
  orders: ["id", "custom-metric.id"],
  // @guess get_mapped_metrics: Mapped metrics are in the order of their ids.
  defaultSort: "id",
});

export type MappedMetric = RecordOf<typeof mappedMetric>;
export const mappedMetrics = collectionOf(mappedMetric);

const aggregateRow = object({
  dimensions: listOf(string()),
  measurements: record(listOf(number())),
});

export const metricAggregate = unstored("metric-aggregate", {
  path: "/api/metric-aggregates",
  attributes: {
    dates: { shape: listOf(string({ format: "datetime" })) },
    data: { shape: listOf(aggregateRow) },
  },
});

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
    // Recorded: fewer than 500 are refused.
    "page_size?": nullable(integer({ min: 500 })),
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
  ...rows(customMetric, ["list", "create", "get", "update", "remove"]),
  ...relations(customMetric, ["metrics"]),
  ...rows(mappedMetric, ["list", "get"]),
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
