import { instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource, unstored } from "../../contract/resource.ts";
import { boolean, integer, list, nullable, number, object, oneOf } from "../../contract/shape.ts";
import { record, string } from "../../contract/shape.ts";
import { customMetricDefinition } from "../../domain/grammar/metrics.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/**
 * What the service speaks of, whatever an account calls its metrics (facts, metrics.json). @guess get_*mapped_metric*:
 * At first, each is mapped to the metric with the usual name, such as `Added to Cart`.
 */
export const usual: Readonly<Record<string, string>> = {
  added_to_cart: "Added to Cart",
  cancelled_sales: "Cancelled Order",
  ordered_product: "Ordered Product",
  refunded_sales: "Refunded Order",
  revenue: "Placed Order",
  started_checkout: "Started Checkout",
  viewed_product: "Viewed Product",
};

export const mappedMetricIds: readonly string[] = Object.keys(usual);

export const metricProperty = unstored("metric-property", {
  path: "/api/metric-properties",
  attributes: {
    label: { shape: string() },
    property: { shape: string() },
    inferred_type: { shape: string() },
    sample_values: {
      shape: nullable(list(oneOf(string(), number(), boolean()))),
      additional: true,
    },
  },
  relationships: { metric: one("metric") },
});

const always = { shape: instant(), fraction: "always" } as const;
const given = { write: "always", required: true } as const;

/** Made of others. */
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

const aggregateRow = object({ dimensions: list(string()), measurements: record(list(number())) });

export const metricAggregate = unstored("metric-aggregate", {
  path: "/api/metric-aggregates",
  attributes: {
    dates: { shape: list(string({ format: "datetime" })) },
    data: { shape: list(aggregateRow) },
  },
});
