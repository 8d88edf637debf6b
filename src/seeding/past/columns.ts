/** Where values hold instants: the names on the way to each; `*` stands for every item of a list. None: they are some. */
type Moved = readonly (readonly string[])[];

const dayMs = 86_400_000;
const reachMs = 2 * 366 * dayMs;

/** The years that lie within reach of a past that ends with the year 2000. */
const datetime = /^(?:1999|2000|2001)-\d\d-\d\dT\d\d:\d\d:\d\d/;
/** Seconds since 1970, alone or before the id of a cohort. */
const seconds = /^9\d{8}(?=:|$)/;

/** No other number or text of theirs is in the years before the end of their past. @param member what the values are of their records */
function instantsIn(member: string, values: readonly unknown[], end: number): Moved {
  const found = new Map<string, readonly string[]>();
  const isNear = (ms: number) => Math.abs(end - ms) < reachMs;
  const isInstant = (value: unknown, name: string): boolean => {
    if (typeof value === "number")
      return isNear(value) || (name === "$send_ts" && isNear(value * 1000));
    if (typeof value !== "string") return false;
    const isOfTime = name === "unique_id" || name.startsWith("$_cohort$");
    return datetime.test(value) || (isOfTime && seconds.test(value));
  };
  const search = (value: unknown, path: readonly string[]): void => {
    if (isInstant(value, path.at(-1) ?? member)) found.set(JSON.stringify(path), path);
    if (typeof value !== "object" || value === null) return;
    for (const [name, each] of Object.entries(value))
      search(each, [...path, Array.isArray(value) ? "*" : name]);
  };
  for (const value of values) search(value, []);
  return [...found.values()];
}

/** Moves the instants below a path where they stand. @param move gives the instant of another, in milliseconds */
function moveAt(
  within: unknown,
  path: readonly string[],
  move: (ms: number) => number,
  depth = 0,
): void {
  if (typeof within !== "object" || within === null) return;
  const name = path[depth] as string;
  const holder = within as Record<string, unknown>;
  for (const each of name === "*" ? Object.keys(holder) : [name]) {
    const value = holder[each];
    if (depth < path.length - 1) moveAt(value, path, move, depth + 1);
    else if (value != null) holder[each] = moved(value, move);
  }
}

/** The same instant, as it was written: milliseconds, seconds, or a datetime. */
function moved(value: unknown, move: (ms: number) => number): unknown {
  if (typeof value === "number")
    return value > 1e11 ? move(value) : Math.floor(move(value * 1000) / 1000);
  if (typeof value !== "string") return value;
  if (datetime.test(value)) {
    const ms = move(Date.parse(`${value.slice(0, 19)}Z`));
    return new Date(ms).toISOString().slice(0, 19) + value.slice(19);
  }
  return value.replace(seconds, (at) => String(move(Number(at) * 1000) / 1000));
}

/** A member of records: each of its values once. */
interface Column {
  readonly name: string;
  readonly values: unknown[];
  /** Its values are whole numbers, each said as its distance from the one before. */
  readonly areDistances?: true;
  /** The place of each record's among the values, -1 where it has none, as its distance from the one before; none: each has a value of its own. */
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

export function numbersOf(distances: readonly number[]): number[] {
  let last = 0;
  return distances.map((distance) => (last += distance));
}

const readColumn = ({ values, places, ...column }: Column) => ({
  ...column,
  values: column.areDistances ? numbersOf(values as number[]) : values,
  ...(places && { places: numbersOf(places) }),
});

export function instantsOf(columns: Columns): Set<number> {
  const found = new Set<number>();
  for (const { values, instants } of structuredClone(columns).map(readColumn))
    for (const place of values.keys())
      for (const path of instants)
        moveAt(values, [`${place}`, ...path], (ms) => (found.add(ms), ms));
  return found;
}

/** Makes records as they are asked for, with their instants moved. @param read gives columns that nobody else has @param move gives the instant of another, in milliseconds */
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
      if (!moved[place]) for (const path of instants) moveAt(values, [`${place}`, ...path], move);
      moved[place] = true;
      record[name] = values[place];
    }
    records[at] = record;
    return record;
  };
}
