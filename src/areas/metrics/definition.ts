import { any, boolean, integer, list, literal, nullable } from "../../contract/shape.ts";
import { number, object, oneOf, type Shape, string } from "../../contract/shape.ts";
import { metrics } from "../../domain/collections.ts";
import type { MetricDefinition } from "../../domain/records.ts";
import { checkShape } from "../../jsonapi/check.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";

/** A definition but for its filters, whose own types say what they look like. @guess: so many */
const outline = object({
  aggregation_method: literal("count", "value"),
  metric_groups: list(
    object({
      metric_id: string({ minLength: 1 }),
      "metric_filters?": nullable(
        list(object({ property: string({ minLength: 1 }), filter: any() }), { max: 50 }),
      ),
      "value_property?": nullable(string({ minLength: 1 })),
    }),
    { min: 1, max: 50 },
  ),
});

const text = nullable(string({ maxLength: 1000 }));
const item = nullable(oneOf(integer(), string({ maxLength: 1000 })));

/** What may be asked of a property (facts, metrics.json): by type, which operators take which value. */
const filters: Readonly<
  Record<string, readonly { operators: readonly string[]; value?: Shape }[]>
> = {
  numeric: [
    {
      operators: [
        "equals",
        "greater-than",
        "greater-than-or-equal",
        "less-than",
        "less-than-or-equal",
        "not-equals",
      ],
      value: number(),
    },
  ],
  string: [
    { operators: ["in"], value: list(string({ maxLength: 1000 })) },
    {
      operators: [
        "contains",
        "ends-with",
        "equals",
        "not-contains",
        "not-ends-with",
        "not-equals",
        "not-starts-with",
        "nregex",
        "regex",
        "starts-with",
      ],
      value: text,
    },
  ],
  existence: [{ operators: ["is-set", "not-set"] }],
  boolean: [{ operators: ["equals"], value: boolean() }],
  list: [
    {
      operators: [
        "contains",
        "contains-ends-with",
        "contains-starts-with",
        "not-contains",
        "not-contains-ends-with",
        "not-contains-starts-with",
      ],
      value: item,
    },
    { operators: ["contains-substring", "not-contains-substring"], value: text },
  ],
};

const at = "/data/attributes/definition";

/** All that is wrong with the definition of a custom metric, with its place in the body. */
export function definitionProblems(account: Account, value: unknown): Problem[] {
  const wrong = problemsAt(at, outline, value);
  if (wrong.length > 0) return wrong;
  const { metric_groups: groups } = value as MetricDefinition;
  return groups.flatMap(({ metric_id: metric, metric_filters: asked }, index) => {
    const place = `${at}/metric_groups/${index}`;
    const found = (asked ?? []).flatMap(({ filter }, each) =>
      filterProblems(`${place}/metric_filters/${each}/filter`, filter),
    );
    if (account.table(metrics).get(metric) === undefined) {
      const detail = `A metric with id ${metric} does not exist.`;
      found.unshift(invalidProblem(`${place}/metric_id`, detail));
    }
    return found;
  });
}

function filterProblems(place: string, filter: unknown): Problem[] {
  const { type, operator } = (filter ?? {}) as { type?: unknown; operator?: unknown };
  const kinds = new Map(Object.entries(filters)).get(String(type));
  if (kinds === undefined) {
    return [invalidProblem(`${place}/type`, `Expected one of ${Object.keys(filters).join(", ")}.`)];
  }
  const kind = kinds.find(({ operators }) => operators.includes(String(operator)));
  if (kind === undefined) {
    const known = kinds.flatMap(({ operators }) => operators).join(", ");
    return [invalidProblem(`${place}/operator`, `Expected one of ${known}.`)];
  }
  const { value } = kind;
  const shape = object({
    type: literal(String(type)),
    operator: literal(...kind.operators),
    ...(value && { value }),
  });
  return problemsAt(place, shape, filter);
}

const problemsAt = (place: string, shape: Shape, value: unknown): Problem[] =>
  checkShape(shape, value).map((problem) => ({
    ...problem,
    pointer: problem.pointer === "/" ? place : place + problem.pointer,
  }));
