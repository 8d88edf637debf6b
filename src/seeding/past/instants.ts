/** Where values hold instants: the names on the way to each; `*` stands for every item of a list. None: they are some. */
export type Moved = readonly (readonly string[])[];

const dayMs = 86_400_000;
const reachMs = 2 * 366 * dayMs;

/** The years that lie within reach of a past that ends with the year 2000. */
const datetime = /^(?:1999|2000|2001)-\d\d-\d\dT\d\d:\d\d:\d\d/;
/** Seconds since 1970, alone or before the id of a cohort. */
const seconds = /^9\d{8}(?=:|$)/;

/**
 * Finds the instants in values: no other number or text of theirs is in the years before the end of their past.
 *
 * @param member what the values are of their records
 */
export function instantsIn(member: string, values: readonly unknown[], end: number): Moved {
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

/** Moves the instants of one of the values where they stand. @param move gives the instant of another, in milliseconds */
export function moveIn(
  values: unknown[],
  place: number,
  instants: Moved,
  move: (ms: number) => number,
): void {
  for (const path of instants) moveAt(values, [`${place}`, ...path], 0, move);
}

function moveAt(
  within: unknown,
  path: readonly string[],
  depth: number,
  move: (ms: number) => number,
): void {
  if (typeof within !== "object" || within === null) return;
  const name = path[depth] as string;
  const holder = within as Record<string, unknown>;
  for (const each of name === "*" ? Object.keys(holder) : [name]) {
    const value = holder[each];
    if (depth < path.length - 1) moveAt(value, path, depth + 1, move);
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
