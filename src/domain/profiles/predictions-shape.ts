import { during, nullable, number, object, string } from "../../contract/shape.ts";
import { affinityShape } from "../consent/subscriptions-object.ts";

/** The numbers of the specification's predictive_analytics object; dates as text. */
export type Predictions = Readonly<Record<(typeof members)[number], number | string | null>>;

export const members = [
  "historic_clv",
  "predicted_clv",
  "total_clv",
  "historic_number_of_orders",
  "predicted_number_of_orders",
  "average_days_between_orders",
  "average_order_value",
  "churn_probability",
  "expected_date_of_next_order",
] as const;

const count = nullable(number());

/** The object as it is shown, with what a profile's consent adds to it. */
export const predictionsShape = object({
  historic_clv: count,
  predicted_clv: count,
  total_clv: count,
  historic_number_of_orders: count,
  predicted_number_of_orders: count,
  average_days_between_orders: count,
  average_order_value: count,
  churn_probability: count,
  expected_date_of_next_order: nullable(string({ format: "datetime" })),
  ranked_channel_affinity: during(affinityShape, { since: "2025-07-15" }),
});
