import type { CustomMetric } from "../../domain/records.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { queryAggregates } from "./aggregate.ts";
import { keepingCustomMetrics, mappedBehavior, metricsOf } from "./custom.ts";
import { operations } from "./operations.ts";
import { propertyBehavior } from "./properties.ts";
import { customMetric, mappedMetric, metric } from "./resources.ts";
import { metricAggregate, metricProperty } from "./resources.ts";

export const metricsArea: ApiArea = {
  name: "metrics",
  resources: [metric, metricProperty, customMetric, mappedMetric, metricAggregate],
  operations,
  behavior: {
    ...propertyBehavior,
    ...mappedBehavior,
    query_metric_aggregates: queryAggregates,
  },
  bindings: {
    [customMetric.type]: {
      keeping: keepingCustomMetrics,
      related: { metrics: (record: CustomMetric, account) => metricsOf(account, record) },
    },
  },
};
