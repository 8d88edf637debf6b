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

/** The records of columns, whose instants are moved. @param move gives the instant of another, in milliseconds */
export function recordsOf(columns: Columns, move: (ms: number) => number): object[] {
  const [first] = columns;
  const { length } = first?.places ?? first?.values ?? [];
  const records = Array.from({ length }, (): Record<string, unknown> => ({}));
  for (const { name, values, places, instants } of columns) {
    moveIn(values, instants, move);
    for (const [index, record] of records.entries()) {
      const place = places === undefined ? index : (places[index] as number);
      if (place >= 0) record[name] = values[place];
    }
  }
  return records;
}
