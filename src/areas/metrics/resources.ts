import { many, one, resource } from "../../contract/resource.ts";
import {
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  string,
} from "../../contract/shape.ts";
import { metricDefinitionShape } from "../../domain/custom-metric-shape.ts";
import { customMetrics, mappedMetrics, metrics } from "../../domain/collections.ts";
import { mappedMetricIds } from "../../domain/mapped-metrics.ts";

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

/** Worked out of the events, and nowhere stored. */
export const metricProperty = resource("metric-property", {
  path: "/api/metric-properties",
  attributes: {
    label: { type: "string", nullable: false },
    property: { type: "string", nullable: false },
    inferred_type: { type: "string", nullable: false },
    sample_values: {
      type: "any",
      shape: nullable(list(oneOf(string(), number(), boolean()))),
      additional: true,
    },
  },
  relationships: { metric: one("metric", "metric") },
});

export const customMetric = resource("custom-metric", {
  path: "/api/custom-metrics",
  collection: customMetrics.name,
  attributes: {
    name: { type: "string", nullable: false },
    created: { type: "datetime", fraction: "always", nullable: false },
    updated: { type: "datetime", fraction: "always", nullable: false },
    definition: { type: "object", shape: metricDefinitionShape, nullable: false },
  },
  relationships: { metrics: many("metric", { listed: true }) },
  fields: { created: { type: "datetime" } },
  // @guess
  defaultSort: "created",
});

export const mappedMetric = resource("mapped-metric", {
  path: "/api/mapped-metrics",
  collection: mappedMetrics.name,
  ids: mappedMetricIds,
  idPlace: "/data/attributes/id",
  attributes: { updated: { type: "datetime", fraction: "always", nullable: false } },
  relationships: {
    metric: one("metric", "metric", { ifAny: true }),
    "custom-metric": one("custom-metric", "custom_metric", { ifAny: true }),
  },
  fields: { id: { type: "string" } },
  // @guess
  defaultSort: "id",
});

const aggregateRow = object({
  dimensions: list(string()),
  measurements: record(list(number())),
});

/** What events come to in spans of time: an answer, and nowhere stored. */
export const metricAggregate = resource("metric-aggregate", {
  path: "/api/metric-aggregates",
  attributes: {
    dates: { type: "any", shape: list(string({ format: "datetime" })), nullable: false },
    data: { type: "any", shape: list(aggregateRow), nullable: false },
  },
});
