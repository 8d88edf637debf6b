import { triggeredBy } from "../../domain/flows/change.ts";
import type { Infer } from "../../contract/shape.ts";
import { type Metric, metric } from "../../domain/resources/event.ts";
import { invalid, serverError } from "../../jsonapi/refusal.ts";
import type { ApiArea } from "../../verbs/invocation.ts";
import { queryAggregates } from "./aggregate.ts";
import type { aggregateQuery } from "./body.ts";
import { firstMapped, keepingCustomMetrics, mappedBehavior, metricsOf } from "./custom.ts";
import { operations } from "./operations.ts";
import { propertyBehavior } from "./properties.ts";
import { type CustomMetric, customMetric, mappedMetric } from "./resources.ts";
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
  begins: firstMapped,
  quirks: {
    "aggregate-sort-refused": {
      operation: "query_metric_aggregates",
      act(call, go) {
        const { sort, by } = (call.body as Infer<typeof aggregateQuery>).data.attributes;
        if (sort === undefined) return go(call);
        return by?.length ? serverError() : invalid("/data/attributes/sort", "Invalid sort.");
      },
    },
  },
  bindings: {
    metric: { related: { "flow-triggers": ({ id }: Metric, account) => triggeredBy(account, id) } },
    [customMetric.type]: {
      keeping: keepingCustomMetrics,
      related: { metrics: (record: CustomMetric, account) => metricsOf(account, record) },
    },
  },
};
