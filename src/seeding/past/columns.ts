import { instantsIn, type Moved, moveIn } from "./instants.ts";

/** A member of records: each of its values once. */
interface Column {
  readonly name: string;
  readonly values: unknown[];
  /** Its values are whole numbers, each said as its distance from the one before. */
  readonly areDistances?: true;
  /**
   * The place among the values of each record's, -1 where it has none, each said as its distance from the one before; not
   * there: each record has a value of its own.
   */
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
    const areNumbers = values.every(Number.isSafeInteger);
    return {
      name,
      ...(areNumbers
        ? { values: distancesOf(values as number[]), areDistances: true }
        : { values }),
      ...(!isPlain && { places: distancesOf(places) }),
      instants,
    };
  });
}

/** Numbers as their distances from the ones before: of many that grow, that takes a fraction of the room. */
export const distancesOf = (numbers: ArrayLike<number>): number[] =>
  Array.from(numbers, (each, index) => each - (numbers[index - 1] ?? 0));

/** Numbers of their distances. */
export function numbersOf(distances: readonly number[]): number[] {
  let last = 0;
  return distances.map((distance) => (last += distance));
}

const readColumn = ({ values, places, ...column }: Column) => ({
  ...column,
  values: column.areDistances ? numbersOf(values as number[]) : values,
  ...(places && { places: numbersOf(places) }),
});

/** Every instant that records have. */
export function instantsOf(columns: Columns): Set<number> {
  const found = new Set<number>();
  for (const { values, instants } of structuredClone(columns).map(readColumn))
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
    columns ??= read().map((each) => ({ ...readColumn(each), moved: [] }));
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
