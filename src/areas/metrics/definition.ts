import { metrics } from "../../domain/resources/metric.ts";
import { filterProblems } from "../../domain/filters/check.ts";
import { type Problem, missingProblem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import type { CustomMetricDefinition } from "../../domain/grammar/metrics.ts";

const at = "/data/attributes/definition";

/** What the shape of a custom metric's definition cannot say, with its place in the body. */
export const definitionProblems = (
  account: Account,
  definition: CustomMetricDefinition,
): Problem[] => [
  ...definition.metric_groups.flatMap(({ metric_id: metric }, index) =>
    account.table(metrics).get(metric) === undefined
      ? [missingProblem(`${at}/metric_groups/${index}/metric_id`, "metric", metric)]
      : [],
  ),
  ...filterProblems(definition, at),
];
