import type { Slices } from "../world/time/slices.ts";

export type { Slices };

/** So many are dealt with between two pauses: less than a millisecond's work. */
const pieceSize = 128;

export function* forEach<T>(many: Iterable<T>, act: (each: T) => void): Slices<void> {
  let count = 0;
  for (const each of many) {
    act(each);
    count += 1;
    if (count % pieceSize === 0) yield;
  }
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, each) => total + each, 0);

export function* mapped<T, U>(many: Iterable<T>, of: (each: T) => U): Slices<U[]> {
  const made: U[] = [];
  yield* forEach(many, (each) => made.push(of(each)));
  return made;
}

export function* filtered<T>(many: Iterable<T>, holds: (each: T) => boolean): Slices<T[]> {
  const found: T[] = [];
  yield* forEach(many, (each) => {
    if (holds(each)) found.push(each);
  });
  return found;
}

export function* flatMapped<T, U>(many: Iterable<T>, of: (each: T) => readonly U[]): Slices<U[]> {
  const made: U[] = [];
  yield* forEach(many, (each) => {
    for (const one of of(each)) made.push(one);
  });
  return made;
}

export function* grouped<T>(many: Iterable<T>, keyOf: (each: T) => string) {
  const groups = new Map<string, T[]>();
  yield* forEach(many, (each) => {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  });
  return groups;
}

const sortedAtOnce = 16 * pieceSize;

/** As `Array.toSorted`: what is equal stays in its order. */
export function* sorted<T>(many: readonly T[], compare: (a: T, b: T) => number): Slices<T[]> {
  let runs: T[][] = [];
  for (const piece of piecesOf(many, sortedAtOnce)) {
    runs.push(piece.toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const next: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [one = [], other = []] = runs.slice(index, index + 2);
      next.push(yield* merged(one, other, compare));
    }
    runs = next;
  }
  return runs[0] ?? [];
}

export const piecesOf = <T>(many: readonly T[], size = pieceSize): T[][] =>
  Array.from({ length: Math.ceil(many.length / size) }, (_, index) =>
    many.slice(index * size, (index + 1) * size),
  );

function* merged<T>(one: T[], other: T[], compare: (a: T, b: T) => number): Slices<T[]> {
  const all: T[] = [];
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    const isFirst =
      b >= other.length || (a < one.length && compare(one[a] as T, other[b] as T) <= 0);
    all.push(isFirst ? (one[a++] as T) : (other[b++] as T));
    if (all.length % pieceSize === 0) yield;
  }
  return all;
}
