import { inOrder } from "./in-order.ts";
import { lazyTree, differences, type Tree } from "./tree.ts";
import { compareScalars, type KeyOf, type Scalar, type Stored } from "./record.ts";
import { atOnce, type Slices } from "../time/slices.ts";

/** A place in an index: values of its first keys, and a sequence number among their like. */
class Probe {
  readonly values: readonly Scalar[];
  readonly seq: number;
  constructor(values: readonly Scalar[], seq: number) {
    this.values = values;
    this.seq = seq;
  }
}

type Entry<R> = R | Probe;
type Compare<R> = (a: Entry<R>, b: Entry<R>) => number;

const seqOf = ({ seq }: Stored): number => seq;

/** The order of records by keys, and of those that are alike in all of them by their sequence numbers. */
function inOrderOf<R extends Stored>(keys: readonly KeyOf<R>[]) {
  return (a: R, b: R): number => {
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as KeyOf<R>;
      const left = key(a);
      const right = key(b);
      if (left !== right) return compareScalars(left, right);
    }
    return a.seq - b.seq;
  };
}

/** The order of an index, in which probes have a place, too. */
function comparator<R extends Stored>(keys: readonly KeyOf<R>[]) {
  const compare = inOrderOf(keys);
  return (a: Entry<R>, b: Entry<R>): number =>
    a instanceof Probe || b instanceof Probe ? compareProbes(keys, a, b) : compare(a, b);
}

function compareProbes<R extends Stored>(keys: readonly KeyOf<R>[], a: Entry<R>, b: Entry<R>) {
  // Not `entries()`: a walk asks this of every record that it passes.
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as KeyOf<R>;
    const left = a instanceof Probe ? a.values[index] : key(a);
    const right = b instanceof Probe ? b.values[index] : key(b);
    // A probe with fewer values stands before or after all their like, as its seq says.
    if (left === undefined) return a.seq < 0 ? -1 : 1;
    if (right === undefined) return b.seq < 0 ? 1 : -1;
    if (left !== right) return compareScalars(left, right);
  }
  return a.seq - b.seq;
}

/** Where a scan of an index starts and ends; the values lead with the index's first keys. */
export interface Range {
  /** Equal to these values, key by key. */
  readonly prefix?: readonly Scalar[];
  /** From here on, in the direction of the scan, this place itself left out. */
  readonly after?: { readonly value: Scalar; readonly seq: number } | undefined;
  /** Bounds on the first key behind the prefix, each with whether the bound itself is in. */
  readonly low?: { readonly value: Scalar; readonly inclusive: boolean } | undefined;
  readonly high?: { readonly value: Scalar; readonly inclusive: boolean } | undefined;
  readonly descending?: boolean;
}

export type Bounds = Pick<Range, "prefix" | "low" | "high">;

/** Up to this many records, an index is made when it is first asked for; no request waits for that of more. */
export const lazySizeMax = 5000;

/** An index of a table that nobody writes to any more, and the records of that table. */
export interface PastIndex<R extends Stored> {
  readonly index: OrderedIndex<R>;
  readonly all: Tree<string, R>;
}

/** The records of a table in one order. */
export class OrderedIndex<R extends Stored> {
  readonly #keys: readonly KeyOf<R>[];
  readonly #compare: (a: Entry<R>, b: Entry<R>) => number;
  #tree: Tree<Entry<R>, undefined> | undefined;
  /** As long as it is not made: from what it is made, and by what differs since. */
  #past: PastIndex<R> | undefined;

  constructor(keys: readonly KeyOf<R>[], compare: Compare<R> = comparator(keys)) {
    this.#keys = keys;
    this.#compare = compare;
  }

  clone(): OrderedIndex<R> {
    const copy = new OrderedIndex(this.#keys, this.#compare);
    copy.#tree = this.#tree?.clone();
    copy.#past = this.#past;
    return copy;
  }

  /** One that is made of a past one, for all that go on from there, when it is first asked for. */
  static since<R extends Stored>(past: PastIndex<R>): OrderedIndex<R> {
    const made = new OrderedIndex(past.index.#keys, past.index.#compare);
    made.#past = past;
    return made;
  }

  /** Follows a write to the table, whose records are `all` now. */
  replace(old: R | undefined, record: R | undefined, all: Tree<string, R>): void {
    if (this.#tree === undefined) {
      if (all.size > lazySizeMax) this.#made(all);
      return;
    }
    if (old !== undefined && (record === undefined || this.#compare(old, record) !== 0)) {
      this.#tree.delete(old);
    }
    if (record !== undefined) this.#tree.set(record, undefined);
  }

  /** Follows many new records at once. @returns their places in its order, where it has no others */
  *load(records: readonly R[], all: Tree<string, R>): Slices<Uint32Array | undefined> {
    if (this.#tree === undefined) {
      if (all.size <= lazySizeMax) return undefined;
      // In the order in which they came, where these are all: mostly that of their times.
      return yield* this.#make(all, records.length === all.size ? records : undefined);
    }
    for (const record of records.toSorted(this.#compare)) {
      this.#tree.set(record, undefined);
      yield;
    }
    return undefined;
  }

  take(length: number, keyAt: (place: number) => R): void {
    this.#tree = lazyTree<Entry<R>, undefined>(length, this.#compare, { keyAt });
  }

  /** The numbers of its records, in its order. */
  *numbers(all: Tree<string, R>, numberOf: (record: R) => number): Slices<Uint32Array> {
    const numbers = new Uint32Array(all.size);
    let length = 0;
    yield* this.visit(all, {}, (record) => {
      numbers[length] = numberOf(record);
      length += 1;
    });
    return numbers.subarray(0, length);
  }

  #made(all: Tree<string, R>): Tree<Entry<R>, undefined> {
    if (this.#tree === undefined) atOnce(this.#make(all));
    return this.#tree as Tree<Entry<R>, undefined>;
  }

  *#make(all: Tree<string, R>, given?: readonly R[]): Slices<Uint32Array | undefined> {
    const past = this.#past;
    this.#past = undefined;
    if (past !== undefined && past.all.size > all.size / 2) {
      this.#tree = yield* this.#goneOn(past, all);
      return undefined;
    }
    const records = given ?? [...all.values()];
    const [first = seqOf] = this.#keys;
    const places = yield* inOrder(records, first, inOrderOf(this.#keys));
    this.take(places.length, (place) => records[places[place] as number] as R);
    return places;
  }

  *#goneOn({ index, all: before }: PastIndex<R>, all: Tree<string, R>) {
    const tree = index.#made(before).clone();
    const [gone, come]: [R[], R[]] = [[], []];
    const add = (_: string, record: R) => void come.push(record);
    const remove = (_: string, record: R) => void gone.push(record);
    differences(all, before, add, remove, (id, record, old) => (add(id, record), remove(id, old)));
    for (const record of gone) {
      tree.delete(record);
      yield;
    }
    for (const record of come) {
      tree.set(record, undefined);
      yield;
    }
    return tree;
  }

  /** The first record whose keys begin with these values. */
  first(all: Tree<string, R>, values: readonly Scalar[]): R | undefined {
    const found = this.#made(all).nextHigherKey(new Probe(values, -Infinity));
    const inside = found !== undefined && this.#compare(found, new Probe(values, Infinity)) < 0;
    return inside ? (found as R) : undefined;
  }

  *scan(all: Tree<string, R>, range: Range): Generator<R> {
    const { prefix = [], after, low, high, descending = false } = range;
    const [bottom, top] = endsOf({ prefix, low, high });
    const place = after && new Probe([...prefix, after.value], after.seq);
    const tree = this.#made(all);
    if (descending) {
      const from = place && this.#compare(place, top) < 0 ? place : top;
      for (const [entry] of tree.entriesReversed(from, undefined, true)) {
        if (this.#compare(entry, bottom) < 0) return;
        yield entry as R;
      }
      return;
    }
    const from = place && this.#compare(place, bottom) > 0 ? place : bottom;
    for (const entry of tree.keys(from)) {
      if (entry !== from && this.#compare(entry, from) === 0) continue;
      if (this.#compare(entry, top) > 0) return;
      yield entry as R;
    }
  }

  /** Visits every record within a range, in order, and may be set down after every so many. */
  *visit(all: Tree<string, R>, within: Bounds, act: (record: R) => void): Slices<void> {
    const [bottom, top] = endsOf(within);
    const tree = this.#made(all);
    let last: Entry<R> = bottom;
    for (;;) {
      const after = last;
      let left = visitedAtOnce;
      // Several times faster than an iterator.
      tree.forRange(after, top, true, (entry) => {
        if (left === visitedAtOnce && this.#compare(entry, after) === 0) return undefined;
        act(entry as R);
        last = entry;
        left -= 1;
        return left === 0 ? { break: true } : undefined;
      });
      if (left > 0) return;
      yield;
    }
  }
}

/** So many are visited between two pauses: less than a millisecond's work. */
const visitedAtOnce = 1024;

/** The places before and after all that is within a range. */
function endsOf({ prefix = [], low, high }: Bounds): readonly [bottom: Probe, top: Probe] {
  return [
    low
      ? new Probe([...prefix, low.value], low.inclusive ? -Infinity : Infinity)
      : new Probe(prefix, -Infinity),
    high
      ? new Probe([...prefix, high.value], high.inclusive ? Infinity : -Infinity)
      : new Probe(prefix, Infinity),
  ];
}
