import { amountOf, exactSum } from "../../domain/events/metrics.ts";
import type { Event } from "../../domain/resources/event.ts";
import { type Life, livesIn, type Revision } from "../../contract/revisions.ts";
import { during, literal, oneOf } from "../../contract/shape.ts";

export const measurements = ["count", "sum_value", "unique"] as const;
export type Measurement = (typeof measurements)[number];

/** What was measured in one span of time; spans in which nothing happened have no cell. */
interface Cell extends Record<Measurement, number> {
  readonly span: number;
}

export type Row = { readonly dimensions: readonly string[]; readonly cells: readonly Cell[] };

/**
 * Counts events in one pass, in the order of their times. Only of the span that is being counted is it kept who was
 * met: memory does not grow with the events.
 *
 * @param starts where the spans begin, the first before every event
 */
export function tally(
  events: Iterable<Event>,
  starts: readonly number[],
  dimensionsOf: (event: Event) => readonly string[],
): Row[] {
  const rows = new Map<string, { dimensions: readonly string[]; cells: Cell[] }>();
  // The cells of the span that is being counted, and whose events each has met.
  let open = new Map<string, { readonly cell: Cell; readonly profiles: Set<string> }>();
  let span = 0;
  const close = () => {
    for (const { cell, profiles } of open.values()) cell.unique = profiles.size;
    open = new Map();
  };
  for (const event of events) {
    if (event.time >= (starts[span + 1] ?? Infinity)) {
      close();
      while (event.time >= (starts[span + 1] ?? Infinity)) span += 1;
    }
    const dimensions = dimensionsOf(event);
    const key = keyOf(dimensions);
    let found = open.get(key);
    if (found === undefined) {
      found = { cell: { span, count: 0, sum_value: 0, unique: 0 }, profiles: new Set() };
      open.set(key, found);
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { dimensions, cells: [found.cell] });
      else row.cells.push(found.cell);
    }
    found.cell.count += 1;
    found.cell.sum_value += amountOf(event);
    found.profiles.add(event.profile);
  }
  close();
  return [...rows.values()];
}

/** One text for the values of several dimensions, which may themselves contain anything. */
function keyOf(dimensions: readonly string[]): string {
  if (dimensions.length < 2) return dimensions[0] ?? "";
  let key = "";
  for (const value of dimensions) key += `${value.length}:${value}`;
  return key;
}

/** All that was measured of a row. @guess query_metric_aggregates: A sort by `unique` counts a profile once for each interval. */
export function totalOf({ cells }: Row, measurement: Measurement): number {
  let total = 0;
  for (const cell of cells) total += cell[measurement];
  return total;
}

export function seriesOf({ cells }: Row, measurement: Measurement, spans: number): number[] {
  const series = Array.from({ length: spans }, () => 0);
  for (const cell of cells) series[cell.span] = exactSum(cell[measurement]);
  return series;
}

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

export const dimension = oneOf(
  ...Object.entries(dimensions).map(([name, life]) => during(literal(name), life)),
);

export const sorting = oneOf(
  literal(...measurements.flatMap((name) => [name, `-${name}`])),
  ...Object.entries(dimensions).map(([name, life]) => during(literal(name, `-${name}`), life)),
);

export const dimensionsMax = Object.keys(dimensions).length;

export const isDimension = (name: string, revision: Revision): boolean =>
  Object.hasOwn(dimensions, name) && livesIn(dimensions[name] as Life, revision);

/** What an event has in a dimension. @guess query_metric_aggregates: An event without a value, or with a list or an object, counts under `""`. */
export function valueIn({ properties }: Event, dimension: string): string {
  const value = Object.hasOwn(properties, dimension) ? properties[dimension] : null;
  return value === null || typeof value === "object" ? "" : String(value);
}
