// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  list, literal, named, nullable, object, oneOf, string, type Shape
} from "../../contract/shape.ts";
import {
  booleanFilter, type BooleanFilter, existenceFilter, type ExistenceFilter, listItemFilter,
  type ListItemFilter, listItemPartFilter, type ListItemPartFilter, listSubstringFilter,
  type ListSubstringFilter, numericFilter, type NumericFilter, stringFilter, type StringFilter
} from "./filters.ts";
import { oneOfTextsFilter, type OneOfTextsFilter } from "./email-consents.ts";

/** Which events count for a custom metric. */

export interface CustomMetricDefinition {
  readonly aggregation_method: "count" | "value";
  readonly metric_groups: readonly ({
    readonly metric_id: string;
    readonly metric_filters?: readonly ({
      readonly property: string;
      readonly filter:
        NumericFilter | OneOfTextsFilter | ExistenceFilter | BooleanFilter | StringFilter |
        ListItemFilter | ListItemPartFilter | ListSubstringFilter
    })[] | null;
    readonly value_property?: string | null
  })[]
}
export const customMetricDefinition: Shape<CustomMetricDefinition> = named(
  "CustomMetricDefinition",
  object({
    aggregation_method: literal("count", "value"),
    metric_groups: list(object({
      metric_id: string({ minLength: 1 }),
      "metric_filters?": nullable(list(object({
        property: string({ minLength: 1 }),
        filter: oneOf(
          numericFilter, oneOfTextsFilter, existenceFilter, booleanFilter, stringFilter,
          listItemFilter, listItemPartFilter, listSubstringFilter
        )
      }), { max: 50 })),
      "value_property?": nullable(string({ minLength: 1 }))
    }), { min: 1, max: 50 })
  })
);
