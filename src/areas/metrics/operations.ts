import { action, create, fixedPages, get, list, relation } from "../../contract/rows.ts";
import { remove, since, update } from "../../contract/rows.ts";
import { metric } from "../../domain/resources/metric.ts";
import { aggregateQuery, updatedMappedMetric } from "./body.ts";
import { customMetric, mappedMetric } from "./resources.ts";
import { metricAggregate, metricProperty } from "./resources.ts";

const include = [since("2024-10-15", "flow-triggers")];
const fields = ["flow", "metric"];
const reading = { scopes: ["metrics:read"] } as const;
const writing = { scopes: ["metrics:write"] } as const;

const ofProperties = { ...reading, tier: "XS", since: "2024-10-15" } as const;
const properties = {
  fields: ["metric-property"],
  additionalFields: { "metric-property": ["sample_values"] },
} as const;
const propertyAt = `${metricProperty.path}/{id}`;

const customSince = { tier: "S", since: "2025-04-15" } as const;
const ofCustom = {
  ...reading,
  ...customSince,
  include: ["metrics"],
  fields: ["custom-metric", "metric"],
} as const;
const writingCustom = {
  ...writing,
  tier: "XS",
  perDay: 15,
  since: "2025-04-15",
  fields: ["custom-metric"],
} as const;

const mappedSince = { tier: "S", since: "2025-07-15" } as const;
const ofMapped = {
  ...reading,
  ...mappedSince,
  include: ["custom-metric", "metric"],
  fields: ["custom-metric", "mapped-metric", "metric"],
} as const;

export const operations = [
  list(metric, "get_metrics", {
    ...reading,
    tier: "M",
    filter: { "integration.name": ["equals"], "integration.category": ["equals"] },
    include,
    fields,
    // @guess: the size of a page is not published, only that it cannot be asked for.
    paging: [fixedPages(200)],
  }),
  get(metric, "get_metric", { ...reading, tier: "M", include, fields }),
  action(metricProperty, "get_metric_property", {
    ...ofProperties,
    ...properties,
    get: propertyAt,
    include: ["metric"],
    fields: ["metric-property", "metric"],
    success: 200,
  }),
  action(metricProperty, "get_properties_for_metric", {
    ...ofProperties,
    ...properties,
    get: `${metric.path}/{id}/metric-properties`,
    success: 200,
    shows: "records",
  }),
  action(metricProperty, "get_property_ids_for_metric", {
    ...ofProperties,
    get: `${metric.path}/{id}/relationships/metric-properties`,
    success: 200,
    shows: "identifiers",
  }),
  action(metric, "get_metric_for_metric_property", {
    ...ofProperties,
    get: `${propertyAt}/metric`,
    fields: ["metric"],
    success: 200,
  }),
  action(metric, "get_metric_id_for_metric_property", {
    ...ofProperties,
    get: `${propertyAt}/relationships/metric`,
    success: 200,
    shows: "identifier",
  }),
  list(customMetric, "get_custom_metrics", ofCustom),
  create(customMetric, "create_custom_metric", writingCustom),
  get(customMetric, "get_custom_metric", ofCustom),
  update(customMetric, "update_custom_metric", writingCustom),
  remove(customMetric, "delete_custom_metric", { ...writing, ...customSince }),
  ...relation(
    customMetric,
    "metrics",
    ["get_metrics_for_custom_metric", "get_metric_ids_for_custom_metric"],
    { ...reading, ...customSince, fields: ["metric"] },
  ),
  list(mappedMetric, "get_mapped_metrics", ofMapped),
  get(mappedMetric, "get_mapped_metric", ofMapped),
  action(mappedMetric, "update_mapped_metric", {
    ...writing,
    patch: `${mappedMetric.path}/{id}`,
    tier: "XS",
    perDay: 30,
    since: "2025-07-15",
    fields: ["mapped-metric"],
    body: updatedMappedMetric,
    success: 200,
  }),
  ...relation(
    mappedMetric,
    "metric",
    ["get_metric_for_mapped_metric", "get_metric_id_for_mapped_metric"],
    { ...reading, ...mappedSince, fields: ["metric"] },
  ),
  ...relation(
    mappedMetric,
    "custom-metric",
    ["get_custom_metric_for_mapped_metric", "get_custom_metric_id_for_mapped_metric"],
    { ...reading, ...mappedSince, fields: ["custom-metric"] },
  ),
  action(metricAggregate, "query_metric_aggregates", {
    ...reading,
    post: metricAggregate.path,
    tier: "S",
    fields: ["metric-aggregate"],
    body: aggregateQuery,
    // The size is in the body; links.next can be followed with the same body.
    paging: [fixedPages(500)],
    success: 200,
    shows: "record",
  }),
  ...relation(
    metric,
    "flow-triggers",
    ["get_flows_triggered_by_metric", "get_ids_for_flows_triggered_by_metric"],
    { scopes: ["flows:read", "metrics:read"], tier: "M", since: "2024-10-15", fields: ["flow"] },
  ),
] as const;
