import { integer, list, literal, nullable, object, string } from "../../contract/shape.ts";
import { metricDefinitionShape } from "../../domain/custom-metric-shape.ts";
import { filterLengthMax } from "../../jsonapi/conditions.ts";
import { intervals } from "../../domain/time-zone.ts";
import { mappedMetricIds } from "../../domain/mapped-metrics.ts";
import { dimension, dimensionsMax, sorting } from "./dimensions.ts";
import { measurements } from "./tally.ts";

/** The body of Query Metric Aggregates (facts, metrics.json). */
export const aggregateQuery = object({
  data: object({
    type: literal("metric-aggregate"),
    attributes: object({
      metric_id: string({ minLength: 1 }),
      measurements: list(literal(...measurements), { min: 1 }),
      filter: list(string({ maxLength: filterLengthMax }), { min: 1, max: 100 }),
      "interval?": nullable(literal(...intervals)),
      "by?": nullable(list(dimension, { max: dimensionsMax })),
      "return_fields?": nullable(list(string())),
      "timezone?": nullable(string()),
      "sort?": sorting,
      "page_size?": nullable(integer({ min: 1 })),
      "page_cursor?": string(),
    }),
  }),
});

const name = string({ minLength: 1, maxLength: 1000 });

/** The body of Create Custom Metric. What names something is looked at by `definition.ts`. */
export const newCustomMetric = object({
  data: object({
    type: literal("custom-metric"),
    attributes: object({ name, definition: metricDefinitionShape }),
  }),
});

export const updatedCustomMetric = object({
  data: object({
    type: literal("custom-metric"),
    id: string(),
    attributes: object({ "name?": nullable(name), "definition?": nullable(metricDefinitionShape) }),
  }),
});

const end = <const T extends string>(type: T) =>
  object({ data: object({ type: literal(type), id: string() }) });

export const updatedMappedMetric = object({
  data: object({
    type: literal("mapped-metric"),
    id: literal(...mappedMetricIds),
    relationships: object({ "metric?": end("metric"), "custom-metric?": end("custom-metric") }),
  }),
});
