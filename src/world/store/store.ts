import { picked } from "./in-order.ts";
import { lazyTree, sortedById, differences, Tree } from "./tree.ts";
import { type Listed, listed } from "./listed.ts";
import { type Bounds, lazySizeMax, OrderedIndex } from "./ordered-index.ts";
import type { PastIndex, Range } from "./ordered-index.ts";
import { type Derived, type Differences, type KeyOf, keysOf } from "./record.ts";
import type { Scalar, Stored } from "./record.ts";
import type { Slices } from "../time/slices.ts";

export type Item = Readonly<Record<string, Scalar>>;

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
  /** By what its records are known, whatever their ids: of these properties the first that is set. */
  readonly natural?: readonly (string | readonly string[])[];
  /** The properties that hold instants which the service makes, unless a change says that it is `dated`. */
  readonly instants?: readonly string[];
  /** The properties whose parts have ids that the service has drawn: no client says them. */
  readonly identified?: readonly string[];
  readonly secret?: readonly string[];
  /** What becomes of a deleted person's records, whose ids are found by an index that begins with a key. */
  readonly person?: {
    readonly index: readonly string[];
    readonly property: string;
    readonly erased: "goes" | "cleared";
  };
  /** Whoever follows its changes is told what was there before them. */
  readonly remembered?: true;
  /** Bookkeeping of ours, which the journal does not mention. */
  readonly internal?: boolean;
}

/** @example collection<Metric>("metric", { keys: { name: (m) => m.name }, indexes: [["name"]] }) */
export function collection<R extends Stored>(
  name: string,
  described: Partial<Omit<Collection<R>, "name">>,
): Collection<R> {
  return { name, keys: {}, indexes: [], ...described };
}

/** One write: a record put in place of any other with its id, or a record taken out. */
export type Change<R extends Stored = Stored> =
  | {
      readonly collection: Collection<R>;
      readonly put: R;
      /** Written by the service itself about what was asked for. */
      readonly ofService?: true;
      /** Its client said when it happened; else the service did. */
      readonly dated?: boolean;
      /** Its client tells of it late: nobody is sent anything because of it. */
      readonly backfilled?: boolean;
    }
  | { readonly collection: Collection<R>; readonly drop: string };

export const put = <R extends Stored>(collection: Collection<R>, record: R): Change =>
  ({ collection, put: record }) as unknown as Change;

export const putByService = <R extends Stored>(collection: Collection<R>, record: R): Change =>
  ({ collection, put: record, ofService: true }) as unknown as Change;

export const drop = <R extends Stored>(collection: Collection<R>, id: string): Change =>
  ({ collection, drop: id }) as unknown as Change;

/** After so many writes a table follows them in every index. */
const changedMax = 5000;

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The records of one collection in one account: a tree by id, and one for each index. */
export class Table<R extends Stored = Stored> {
  readonly collection: Collection<R>;
  #byId: Tree<string, R>;
  /** Its own, each in its place: where there is none, it goes on from that of the past. */
  readonly #indexes: (OrderedIndex<R> | undefined)[];
  readonly #past: readonly PastIndex<R>[];
  /** What copies go on from, once it is written to no more. */
  #fixed: readonly PastIndex<R>[] | undefined;
  #version = 0;
  /** Its records as they were loaded, until it is written to. */
  #listed: Listed<R> | undefined;
  #origin: Table<R> | undefined;
  #derived: Map<() => Derived<R>, Derived<R>> | undefined;

  /** @param past what its indexes go on from; empty: it has its own */
  constructor(
    collection: Collection<R>,
    byId = new Tree<string, R>(undefined, byText),
    indexes: (OrderedIndex<R> | undefined)[] = collection.indexes.map(
      (index) => new OrderedIndex(keysOf(collection, index)),
    ),
    past: readonly PastIndex<R>[] = [],
  ) {
    this.collection = collection;
    this.#byId = byId;
    this.#indexes = indexes;
    this.#past = past;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Moves with every write: what was worked out of the table may be kept as long as it stands. */
  get version(): number {
    return this.#version;
  }

  /** A copy that shares everything with this one until either is written to. */
  clone(): Table<R> {
    const indexes = this.#indexes.map((index) => index?.clone());
    const copy = new Table(this.collection, this.#byId.clone(), indexes, this.#past);
    copy.#version = this.#version;
    copy.#listed = this.#listed;
    copy.#origin = this.#origin;
    return copy;
  }

  /** The same of one that nobody writes to any more: no index is copied before it is asked for. */
  fork(): Table<R> {
    this.#fixed ??= this.collection.indexes.map((_, place) => {
      const index = this.#indexes[place];
      return index === undefined ? (this.#past[place] as PastIndex<R>) : { index, all: this.#byId };
    });
    const copy = new Table(this.collection, this.#byId.clone(), [], this.#fixed);
    copy.#listed = this.#listed;
    copy.#origin = this.origin;
    return copy;
  }

  /** The one that it is a copy of, as long as it is not written to: what is worked out of that holds for all copies. */
  get origin(): Table<R> {
    return this.#version === 0 ? (this.#origin ?? this) : this;
  }

  get(id: string): R | undefined {
    return this.#byId.get(id);
  }

  /**
   * What is worked out of its records: it is told of each write from now on. Copies of the table, and a table into which
   * many are loaded, begin without it. @param make the same function asks for the same
   */
  derived<D extends Derived<R>>(make: () => D): D {
    this.#derived ??= new Map();
    const known = this.#derived.get(make) as D | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#derived.set(make, made);
    return made;
  }

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

  scan(index: readonly string[], range: Range = {}): Generator<R> {
    return this.#index(index).scan(this.#byId, range);
  }

  /** Visits every record within a range, in the order of the index, as the table is now, whatever is written since. */
  visit(index: readonly string[], within: Bounds, act: (record: R) => void): Slices<void> {
    // An index that is made later is made for good, and not for the copy.
    this.#index(index).first(this.#byId, []);
    const still = this.clone();
    return still.#index(index).visit(still.#byId, within, act);
  }

  find(index: readonly string[], values: readonly Scalar[]): R | undefined {
    return this.#index(index).first(this.#byId, values);
  }

  /** Only for `Account.load`. Each tree is filled in its own order, several times cheaper. @param told from 0 to 1 */
  *load(records: readonly R[], told: (part: number) => void = () => {}): Slices<void> {
    this.#version += records.length + 1;
    this.#listed = undefined;
    this.#derived = undefined;
    const places = yield* sortedById(records);
    yield;
    if (this.#byId.size > 0) {
      // An index goes on from a past one at once, as long as nothing differs.
      if (this.#byId.size > lazySizeMax) this.#followAll();
      for (const record of picked(records, places)) {
        this.#byId.set(record.id, record);
        yield;
      }
    } else this.take(places.length, (place) => records[place] as R, [places]);
    const { indexes } = this.collection;
    const orders: (Uint32Array | undefined)[] = [places];
    for (const place of indexes.keys()) {
      told((place + 1) / (indexes.length + 1));
      orders.push(yield* this.#at(place).load(records, this.#byId));
    }
    if (this.#byId.size === records.length && orders.every((each) => each !== undefined))
      this.#listed = { records, orders };
    told(1);
  }

  /** Takes many records into an empty table that are made when they are asked for. @param orders see `listed` */
  take(size: number, recordAt: (place: number) => R, orders: readonly Uint32Array[]): void {
    const [ids, ...others] = orders;
    const valueAt = ids ? (place: number) => recordAt(ids[place] as number) : recordAt;
    this.#byId = lazyTree(size, byText, { keyAt: (place) => valueAt(place).id, valueAt });
    for (const [at, order] of others.entries()) {
      this.#indexes[at]?.take(order.length, (place) => recordAt(order[place] as number));
    }
  }

  /** All records, and in which orders its trees have them. @param most see `listed` */
  *listed(most?: number): Slices<Listed<R>> {
    const indexes = this.collection.indexes.map((_, place) => this.#at(place));
    return this.#listed ?? (yield* listed(this.#byId, indexes, most));
  }

  #index(keys: readonly string[]): OrderedIndex<R> {
    const { indexes, name } = this.collection;
    const place = indexes.findIndex(
      (index) => index.length === keys.length && index.every((key, at) => key === keys[at]),
    );
    if (place === -1) throw new Error(`${name} has no index ${keys.join()}`);
    return this.#at(place);
  }

  #at(place: number): OrderedIndex<R> {
    return (this.#indexes[place] ??= OrderedIndex.since(this.#past[place] as PastIndex<R>));
  }

  #followAll(): void {
    for (const place of this.collection.indexes.keys()) this.#at(place).first(this.#byId, []);
  }

  /** Only for `commit`. */
  replace(id: string, record: R | undefined): R | undefined {
    this.#version += 1;
    this.#listed = undefined;
    const old = this.#byId.get(id);
    if (record === undefined) this.#byId.delete(id);
    else this.#byId.set(id, record);
    // So much may have changed that no request should wait for it.
    if (this.#version === changedMax) this.#followAll();
    for (const index of this.#indexes) index?.replace(old, record, this.#byId);
    for (const each of this.#derived?.values() ?? []) each.replace(old, record);
    return old;
  }
}
