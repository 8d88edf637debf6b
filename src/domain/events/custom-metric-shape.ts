import { type Infer, list, literal, named, nullable, object, oneOf } from "../../contract/shape.ts";
import { string } from "../../contract/shape.ts";
import {
  booleanFilter,
  existence,
  listItem,
  listItemPart,
  listSubstring,
  numeric,
  oneOfTexts,
  textFilter,
} from "../filters/shape.ts";

const name = string({ minLength: 1 });

/** Which events count for a custom metric, by the published filters. @guess: so many of each */
export const metricDefinitionShape = named(
  "CustomMetricDefinition",
  object({
    /** Whether it is their number or their value. */
    aggregation_method: literal("count", "value"),
    metric_groups: list(
      object({
        metric_id: name,
        "metric_filters?": nullable(
          list(
            object({
              property: name,
              filter: oneOf(
                numeric,
                oneOfTexts,
                existence,
                booleanFilter,
                textFilter,
                listItem,
                listItemPart,
                listSubstring,
              ),
            }),
            { max: 50 },
          ),
        ),
        "value_property?": nullable(name),
      }),
      { min: 1, max: 50 },
    ),
  }),
);

export type MetricDefinition = Infer<typeof metricDefinitionShape>;
