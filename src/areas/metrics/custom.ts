import { findMetric } from "../../domain/events/metrics.ts";
import { type Metric, metrics } from "../../domain/resources/event.ts";
import {
  invalid,
  invalidBody,
  invalidEnd,
  notPermitted,
  refused,
  type Problem,
  missingProblem,
} from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Keeping } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/get.ts";
import { theChanged } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { usual } from "./mapped.ts";
import type { operations } from "./operations.ts";
import { type CustomMetric, customMetrics, type MappedMetric, mappedMetrics } from "./resources.ts";
import { filterProblems } from "../../domain/filters/check.ts";
import type { CustomMetricDefinition } from "../../domain/grammar/metrics.ts";

const at = "/data/attributes/definition";

/** What the shape of a custom metric's definition cannot say, with its place in the body. */
const definitionProblems = (account: Account, definition: CustomMetricDefinition): Problem[] => [
  ...definition.metric_groups.flatMap(({ metric_id: metric }, index) =>
    account.table(metrics).get(metric) === undefined
      ? [missingProblem(`${at}/metric_groups/${index}/metric_id`, "metric", metric)]
      : [],
  ),
  ...filterProblems(definition, at),
];

export const keepingCustomMetrics: Keeping<CustomMetric> = {
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
export const firstMapped = (account: Account, now: number): Change[] =>
  Object.entries(usual).map(([id, name]) => {
    const wanted = id === "revenue" ? (account.settings.orderMetric ?? name) : name;
    const metric = findMetric(account, wanted)?.id ?? null;
    const seq = account.nextSeq();
    return put(mappedMetrics, { id, seq, updated: now, metric, custom_metric: null });
  });

/** The metrics that a custom one is made of, each once. */
export function metricsOf(account: Account, { definition }: CustomMetric): Metric[] {
  const ids = new Set(definition.metric_groups.map(({ metric_id: id }) => id));
  return [...ids].flatMap((id) => account.table(metrics).get(id) ?? []);
}

const dayMs = 86_400_000;

/** How often a day each may be mapped anew (recorded.md, 6). @guess update_mapped_metric: The day of the limit is a day of UTC. */
const timesMax = 2;

const tooOften = (id: string) =>
  notPermitted(
    `The mapped-metric ${id} was updated ${timesMax} times today.`,
    "advance the clock to the next day",
  );

type Behavior = AreaBehavior<typeof operations>;

export const mappedBehavior: Pick<Behavior, "update_mapped_metric"> = {
  /** To one metric or one custom metric, which takes the place of whatever it was (recorded.md, 5). */
  update_mapped_metric(call) {
    const { account, now, body } = call;
    const before = recordOf(call);
    if (refused(before)) return before;
    const { id, relationships } = body.data;
    if (id !== before.id) return invalid("/data/id", `The id must be the path's: ${before.id}.`);
    const at = "/data/relationships";
    const { metric, "custom-metric": custom } = relationships;
    if ((metric === undefined) === (custom === undefined)) {
      return invalid(at, "Expected one of metric and custom-metric, and one only.");
    }
    const [type, table] = metric
      ? (["metric", account.table(metrics)] as const)
      : (["custom-metric", account.table(customMetrics)] as const);
    const to = (metric ?? custom)?.data.id ?? "";
    if (table.get(to) === undefined) {
      return invalidEnd(`${at}/${type}/data/id`, type, to);
    }
    const known = before as MappedMetric;
    const day = Math.floor(now / dayMs);
    const times = known.mapped?.day === day ? known.mapped.times : 0;
    if (times >= timesMax) return tooOften(id);
    const mapped: MappedMetric = {
      ...known,
      mapped: { day, times: times + 1 },
      metric: metric ? to : null,
      custom_metric: custom ? to : null,
      updated: now,
    };
    account.commit([put(mappedMetrics, mapped)]);
    return theChanged(mapped);
  },
};
