import { type Life, livesIn, type Revision } from "../../contract/revisions.ts";
import { during, literal, oneOf } from "../../contract/shape.ts";
import type { Event } from "../../domain/resources/event.ts";
import { measurements } from "./tally.ts";

/** By what events may be told apart, and since when (revisions.json): properties of theirs. */
const dimensions: Readonly<Record<string, Life>> = {
  $attributed_channel: {},
  $attributed_flow: {},
  $attributed_message: {},
  $attributed_variation: {},
  $campaign_channel: {},
  $flow: {},
  $flow_channel: {},
  $message: {},
  $message_send_cohort: {},
  $usage_amount: { since: "2025-07-15" },
  $value_currency: { since: "2025-01-15" },
  $variation: {},
  $variation_send_cohort: {},
  "Bot Click": { since: "2024-07-15" },
  "Bounce Type": {},
  "Campaign Name": {},
  "Client Canonical": {},
  "Client Name": {},
  "Client Type": {},
  "Email Domain": {},
  "Failure Source": {},
  "Failure Type": {},
  "From Number": {},
  "From Phone Region": {},
  "Inbox Provider": { since: "2024-06-15" },
  List: {},
  "Message Format": { since: "2026-04-15" },
  "Message Name": {},
  "Message Type": {},
  Method: {},
  "Segment Count": { since: "2025-07-15" },
  Subject: {},
  "To Number": {},
  "To Phone Region": {},
  URL: {},
  form_id: {},
};

/** A dimension as a body names it. */
export const dimension = oneOf(
  ...Object.entries(dimensions).map(([name, life]) => during(literal(name), life)),
);

/** By what the rows may be sorted, either way. */
export const sorting = oneOf(
  literal(...measurements.flatMap((name) => [name, `-${name}`])),
  ...Object.entries(dimensions).map(([name, life]) => during(literal(name, `-${name}`), life)),
);

/** How many there are. */
export const dimensionsMax = Object.keys(dimensions).length;

/** Whether there is a dimension of this name in a revision. */
export const isDimension = (name: string, revision: Revision): boolean =>
  Object.hasOwn(dimensions, name) && livesIn(dimensions[name] as Life, revision);

/** What an event has in a dimension. @guess query_metric_aggregates: An event without a value, or with a list or an object, counts under `""`. */
export function valueIn({ properties }: Event, dimension: string): string {
  const value = Object.hasOwn(properties, dimension) ? properties[dimension] : null;
  return value === null || typeof value === "object" ? "" : String(value);
}
