import { amountOf, exactSum } from "../../domain/events/metrics.ts";
import type { Event } from "../../domain/resources/event.ts";

export const measurements = ["count", "sum_value", "unique"] as const;
export type Measurement = (typeof measurements)[number];

/** What was measured in one span of time; spans in which nothing happened have no cell. */
interface Cell extends Record<Measurement, number> {
  /** Which of the spans. */
  readonly span: number;
}

/** The events that are alike in every dimension. */
export interface Row {
  readonly dimensions: readonly string[];
  readonly cells: readonly Cell[];
}

/** The cell of the span that is being counted, and whose events it has met. */
interface Open {
  readonly cell: Cell;
  readonly profiles: Set<string>;
}

/**
 * Counts events in one pass. Only of the span that is being counted is it kept who was met, so that
 * memory does not grow with the events.
 *
 * @param events in the order of their times, none before the first span
 * @param starts where the spans begin
 * @param dimensionsOf what tells events apart
 * @returns the rows in the order in which they were met
 */
export function tally(
  events: Iterable<Event>,
  starts: readonly number[],
  dimensionsOf: (event: Event) => readonly string[],
): Row[] {
  const rows = new Map<string, { dimensions: readonly string[]; cells: Cell[] }>();
  let open = new Map<string, Open>();
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

/** What was measured of a row in each of so many spans. */
export function seriesOf({ cells }: Row, measurement: Measurement, spans: number): number[] {
  const series = Array.from({ length: spans }, () => 0);
  for (const cell of cells) series[cell.span] = exactSum(cell[measurement]);
  return series;
}
