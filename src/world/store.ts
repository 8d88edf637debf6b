import { differences, Tree } from "./tree.ts";

/** A value that records are looked up and ordered by; null comes first. */
export type Scalar = string | number | boolean | null;

/** What every record has. Records are never changed: a new one takes the old one's place. */
export interface Stored {
  readonly id: string;
  /** Which record came first, and the last word when two are ordered alike. */
  readonly seq: number;
}

/** An item of a list within a record. */
export type Item = Readonly<Record<string, Scalar>>;

/** Reads a key off a record, in the form in which it is compared. */
export type KeyOf<R> = (record: R) => Scalar;

/** A kind of record: what it may be looked up by, and the orders that are kept ready. */
export interface Collection<R extends Stored = Stored> {
  readonly name: string;
  readonly keys: Readonly<Record<string, KeyOf<R>>>;
  /** Each a list of key names; records alike in all of them are ordered by `seq`. */
  readonly indexes: readonly (readonly string[])[];
  /**
   * Lists within a record whose items are filtered by, by the name of the list: `list.field`
   * conditions hold if one item meets all of them. The key `list.timestamp` orders by the latest.
   */
  readonly items?: Readonly<Record<string, (record: R) => readonly Item[]>>;
  /** Bookkeeping of ours, which the journal does not mention. */
  readonly internal?: boolean;
}

/**
 * Describes a collection.
 *
 * @example collection<Metric>("metric", { keys: { name: (m) => m.name }, indexes: [["name"]] })
 */
export function collection<R extends Stored>(
  name: string,
  described: Omit<Collection<R>, "name">,
): Collection<R> {
  return { name, ...described };
}

/** One write: a record put in place of any other with its id, or a record taken out. */
export type Change<R extends Stored = Stored> =
  | { readonly collection: Collection<R>; readonly put: R }
  | { readonly collection: Collection<R>; readonly drop: string };

/** What became of one record. */
export interface Written {
  readonly collection: string;
  readonly id: string;
  readonly change: "created" | "updated" | "deleted";
}

/** Puts a record in the place of any other with its id. */
export const put = <R extends Stored>(collection: Collection<R>, record: R): Change =>
  ({ collection, put: record }) as unknown as Change;

/** Takes a record out. */
export const drop = <R extends Stored>(collection: Collection<R>, id: string): Change =>
  ({ collection, drop: id }) as unknown as Change;

/** Null before everything else; text by its code units. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

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

function comparator<R extends Stored>(keys: readonly KeyOf<R>[]) {
  return (a: Entry<R>, b: Entry<R>): number => {
    if (a instanceof Probe || b instanceof Probe) return compareProbes(keys, a, b);
    for (const key of keys) {
      const left = key(a);
      const right = key(b);
      if (left !== right) return compareScalars(left, right);
    }
    return a.seq - b.seq;
  };
}

function compareProbes<R extends Stored>(
  keys: readonly KeyOf<R>[],
  a: Entry<R>,
  b: Entry<R>,
): number {
  for (const [index, key] of keys.entries()) {
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

/**
 * Up to this many records, an index is made when it is first asked for, which a start need not wait
 * for; with more, it is kept from then on, so that no request ever waits for long.
 */
const lazySizeMax = 5000;

class OrderedIndex<R extends Stored> {
  readonly #compare: (a: Entry<R>, b: Entry<R>) => number;
  #tree: Tree<Entry<R>, undefined> | undefined;

  constructor(compare: (a: Entry<R>, b: Entry<R>) => number, tree?: Tree<Entry<R>, undefined>) {
    this.#compare = compare;
    this.#tree = tree;
  }

  clone(): OrderedIndex<R> {
    return new OrderedIndex(this.#compare, this.#tree?.clone());
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

  #made(all: Tree<string, R>): Tree<Entry<R>, undefined> {
    if (this.#tree === undefined) {
      // Records that come in order are put at the end, which takes no search.
      const sorted = [...all.values()].sort(this.#compare);
      this.#tree = new Tree<Entry<R>, undefined>(undefined, this.#compare);
      for (const record of sorted) this.#tree.set(record, undefined);
    }
    return this.#tree;
  }

  /** The first record whose keys begin with these values. */
  first(all: Tree<string, R>, values: readonly Scalar[]): R | undefined {
    const found = this.#made(all).nextHigherKey(new Probe(values, -Infinity));
    const inside = found !== undefined && this.#compare(found, new Probe(values, Infinity)) < 0;
    return inside ? (found as R) : undefined;
  }

  *scan(
    all: Tree<string, R>,
    { prefix = [], after, low, high, descending = false }: Range,
  ): Generator<R> {
    const bottom = low
      ? new Probe([...prefix, low.value], low.inclusive ? -Infinity : Infinity)
      : new Probe(prefix, -Infinity);
    const top = high
      ? new Probe([...prefix, high.value], high.inclusive ? Infinity : -Infinity)
      : new Probe(prefix, Infinity);
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
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Who is told what became of each record between two states of a table. */
export interface Differences<R extends Stored> {
  readonly added: (record: R) => void;
  readonly removed: (record: R) => void;
  /** Another record in the place of one with the same id, which may say the same. */
  readonly changed: (before: R, record: R) => void;
}

/** The records of one collection in one account: a tree by id, and one for each index. */
export class Table<R extends Stored = Stored> {
  readonly collection: Collection<R>;
  readonly #byId: Tree<string, R>;
  readonly #indexes: readonly OrderedIndex<R>[];

  constructor(
    collection: Collection<R>,
    from?: { byId: Tree<string, R>; indexes: OrderedIndex<R>[] },
  ) {
    this.collection = collection;
    this.#byId = from?.byId ?? new Tree<string, R>(undefined, byText);
    this.#indexes =
      from?.indexes ??
      collection.indexes.map((index) => new OrderedIndex(comparator(keysOf(collection, index))));
  }

  get size(): number {
    return this.#byId.size;
  }

  /** A copy that shares everything with this one until either is written to. */
  clone(): Table<R> {
    const indexes = this.#indexes.map((index) => index.clone());
    return new Table(this.collection, { byId: this.#byId.clone(), indexes });
  }

  get(id: string): R | undefined {
    return this.#byId.get(id);
  }

  /** All records in the order of their ids. */
  all(): IterableIterator<R> {
    return this.#byId.values();
  }

  /** Tells what is not as in another, from the last id to the first; what both share is skipped. */
  compare(before: Table<R>, told: Differences<R>): void {
    differences(
      this.#byId,
      before.#byId,
      (_, record) => told.added(record),
      (_, record) => told.removed(record),
      (_, record, old) => told.changed(old, record),
    );
  }

  /** The records within a range of the index with these keys. */
  scan(index: readonly string[], range: Range = {}): Generator<R> {
    return this.#index(index).scan(this.#byId, range);
  }

  /** The first record whose keys have these values. */
  find(index: readonly string[], values: readonly Scalar[]): R | undefined {
    return this.#index(index).first(this.#byId, values);
  }

  #index(keys: readonly string[]): OrderedIndex<R> {
    const { indexes, name } = this.collection;
    const place = indexes.findIndex(
      (index) => index.length === keys.length && index.every((key, at) => key === keys[at]),
    );
    const found = this.#indexes[place];
    if (found === undefined) throw new Error(`${name} has no index ${keys.join()}`);
    return found;
  }

  /** Only for `commit`. */
  replace(id: string, record: R | undefined): R | undefined {
    const old = this.#byId.get(id);
    if (record === undefined) this.#byId.delete(id);
    else this.#byId.set(id, record);
    for (const index of this.#indexes) index.replace(old, record, this.#byId);
    return old;
  }
}

function keysOf<R extends Stored>(collection: Collection<R>, names: readonly string[]): KeyOf<R>[] {
  return names.map((name) => {
    const key = collection.keys[name];
    if (key === undefined) throw new Error(`${collection.name} has no key ${name}`);
    return key;
  });
}
