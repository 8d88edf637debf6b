import { findMetric } from "../../domain/events/metrics.ts";
import { type Metric, metrics, metric } from "../../domain/resources/event.ts";
import { invalid, invalidBody, invalidEnd, notPermitted, refused } from "../../jsonapi/refusal.ts";
import { missingProblem, serverError, type Problem, type Refusal } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Keeping, ApiArea } from "../../verbs/invocation.ts";
import { recordNamed } from "../../verbs/write.ts";
import { theChanged } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { type CustomMetric, type MappedMetric, usual, customMetrics } from "./operations.ts";
import { mappedMetrics, customMetric, mappedMetric, metricAggregate } from "./operations.ts";
import { metricProperty, operations, type aggregateQuery } from "./operations.ts";
import { filterProblems } from "../../domain/filters/value.ts";
import type { CustomMetricDefinition } from "../../domain/grammar/metrics.ts";
import { triggeredBy } from "../../domain/flows/actions.ts";
import type { Infer } from "../../contract/shape.ts";
import { queryAggregates } from "./aggregate.ts";
import { propertyBehavior } from "./properties.ts";

const at = "/data/attributes/definition";

const definitionProblems = (account: Account, definition: CustomMetricDefinition): Problem[] => [
  ...definition.metric_groups.flatMap(({ metric_id: metric }, index) =>
    account.table(metrics).get(metric) === undefined
      ? [missingProblem(`${at}/metric_groups/${index}/metric_id`, "metric", metric)]
      : [],
  ),
  ...filterProblems(definition, at),
];

const keepingCustomMetrics: Keeping<CustomMetric> = {
  refuse(account, { definition }) {
    const problems = definitionProblems(account, definition);
    return problems.length > 0 ? invalidBody(problems) : undefined;
  },
  // @guess delete_custom_metric: What was mapped to the custom metric is mapped to nothing.
  along: (account, { id }, now) =>
    [...account.table(mappedMetrics).scan(["custom-metric.id"], { prefix: [id] })].map((mapped) =>
      put(mappedMetrics, { ...mapped, custom_metric: null, updated: now }),
    ),
};

/** How an account's metrics are mapped before anybody changes it: to those of the usual names. */
const firstMapped = (account: Account, now: number): Change[] =>
  Object.entries(usual).map(([id, name]) => {
    const wanted = id === "revenue" ? (account.settings.orderMetric ?? name) : name;
    const metric = findMetric(account, wanted)?.id ?? null;
    const seq = account.nextSeq();
    return put(mappedMetrics, { id, seq, updated: now, metric, custom_metric: null });
  });

function metricsOf({ definition }: CustomMetric, account: Account): Metric[] {
  const ids = new Set(definition.metric_groups.map(({ metric_id: id }) => id));
  return [...ids].flatMap((id) => account.table(metrics).get(id) ?? []);
}

const dayMs = 86_400_000;

/** How often a day each may be mapped anew (recorded.md, 6). @guess update_mapped_metric: The day of the limit is a day of UTC. */
const timesMax = 2;

const behavior: AreaBehavior<typeof operations> = {
  ...propertyBehavior,
  query_metric_aggregates: queryAggregates,

  /** To one metric or one custom metric, which takes the place of whatever it was (recorded.md, 5). */
  update_mapped_metric(call) {
    const { account, now } = call;
    const before = recordNamed(call) as MappedMetric | Refusal;
    if (refused(before)) return before;
    const at = "/data/relationships";
    const { metric, "custom-metric": custom } = call.body.data.relationships;
    if ((metric === undefined) === (custom === undefined)) {
      return invalid(at, "Expected one of metric and custom-metric, and one only.");
    }
    const [type, table] = metric
      ? (["metric", account.table(metrics)] as const)
      : (["custom-metric", account.table(customMetrics)] as const);
    const to = (metric ?? custom)?.data.id ?? "";
    if (table.get(to) === undefined) return invalidEnd(`${at}/${type}/data/id`, type, to);
    const day = Math.floor(now / dayMs);
    const times = before.mapped?.day === day ? before.mapped.times : 0;
    if (times >= timesMax) {
      const detail = `The mapped-metric ${before.id} was updated ${timesMax} times today.`;
      return notPermitted(detail, "advance the clock to the next day");
    }
    const mapped: MappedMetric = {
      ...before,
      mapped: { day, times: times + 1 },
      metric: metric ? to : null,
      custom_metric: custom ? to : null,
      updated: now,
    };
    account.commit([put(mappedMetrics, mapped)]);
    return theChanged(mapped);
  },
};

export const metricsArea: ApiArea = {
  name: "metrics",
  resources: [metric, metricProperty, customMetric, mappedMetric, metricAggregate],
  operations,
  behavior,
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
    [customMetric.type]: { keeping: keepingCustomMetrics, related: { metrics: metricsOf } },
  },
};
