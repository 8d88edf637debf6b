import { integer, list, literal, nullable, object, string } from "../../contract/shape.ts";
import { filterLengthMax } from "../../jsonapi/conditions.ts";
import { intervals } from "../../domain/time-zone.ts";
import { dimension, dimensionsMax, sorting } from "./dimensions.ts";
import { mappedMetricIds } from "./mapped.ts";
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

const end = <const T extends string>(type: T) =>
  object({ data: object({ type: literal(type), id: string() }) });

export const updatedMappedMetric = object({
  data: object({
    type: literal("mapped-metric"),
    id: literal(...mappedMetricIds),
    relationships: object({ "metric?": end("metric"), "custom-metric?": end("custom-metric") }),
  }),
});
