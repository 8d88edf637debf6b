import { instantsIn, type Moved, moveIn } from "./instants.ts";

/** A member of records: each of its values once. */
interface Column {
  readonly name: string;
  readonly values: unknown[];
  /** The place among the values of each record's, -1 where it has none; not there: each record has one of its own. */
  readonly places?: readonly number[];
  readonly instants: Moved;
}

/** The records of a collection as they are read fastest: what many of them say alike stands there once. */
export type Columns = readonly Column[];

/** @param end when the past of the records ends: see `instantsIn` */
export function columnsOf(records: readonly object[], end: number): Columns {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names].map((name) => {
    const all = records.map((record) => (record as Record<string, unknown>)[name]);
    const known = new Map<string, number>();
    const values: unknown[] = [];
    const places = all.map((value) => {
      if (value === undefined) return -1;
      const text = JSON.stringify(value);
      const place = known.get(text) ?? values.push(value) - 1;
      known.set(text, place);
      return place;
    });
    const instants = instantsIn(name, values, end);
    const isPlain = values.length === all.length;
    return { name, values, ...(!isPlain && { places }), instants };
  });
}

/** Every instant that records have. */
export function instantsOf(columns: Columns): Set<number> {
  const found = new Set<number>();
  for (const { values, instants } of structuredClone(columns))
    for (const place of values.keys()) moveIn(values, place, instants, (ms) => (found.add(ms), ms));
  return found;
}

/**
 * Makes the records of columns as they are asked for, with their instants moved.
 *
 * @param read gives columns that nobody else has
 * @param move gives the instant of another, in milliseconds
 */
export function recordsOf(read: () => Columns, move: (ms: number) => number) {
  const records: Record<string, unknown>[] = [];
  let columns: readonly (Column & { readonly moved: boolean[] })[] | undefined;
  return (at: number): object => {
    const known = records[at];
    if (known !== undefined) return known;
    columns ??= read().map((each) => ({ ...each, moved: [] }));
    const record: Record<string, unknown> = {};
    for (const { name, values, places, instants, moved } of columns) {
      const place = places === undefined ? at : (places[at] as number);
      if (place < 0) continue;
      if (instants.length > 0 && !moved[place]) moveIn(values, place, instants, move);
      moved[place] = true;
      record[name] = values[place];
    }
    records[at] = record;
    return record;
  };
}
