import { Dice, type DicePosition } from "../dice.ts";
import { type Change, type Collection, Table } from "./store.ts";
import type { Gone, Wrote } from "./written.ts";
import type { Stored } from "./record.ts";
import { atOnce, type Slices } from "../time/slices.ts";

/** The one value beside an account's tables, as it can be written down. */
export interface Positions {
  readonly seed: string;
  readonly seq: number;
  readonly lastIdMs: number;
  readonly dice: Readonly<Record<string, DicePosition>>;
}

/** Records that are made when somebody first asks for a table that they are in, once for all copies of a state. */
export class Awaited {
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #make: (into: Into) => Slices<void>;
  #making: Slices<ReadonlyMap<string, Table>> | undefined;
  #made: ReadonlyMap<string, Table> | undefined;

  /**
   * @param sizes by the names of the collections, how many of their records are known to be made
   * @param make loads all of them
   */
  constructor(
    sizes: Iterable<readonly [name: string, size: number]>,
    make: (into: Into) => Slices<void>,
  ) {
    this.#sizes = new Map(sizes);
    this.#make = make;
  }

  concerns(name: string): boolean {
    return this.#sizes.has(name);
  }

  sizeOf(name: string): number {
    return this.#sizes.get(name) ?? 0;
  }

  /** Both: these records are there when the others are made. */
  and(others: Awaited): Awaited {
    const names = new Set([...this.#sizes.keys(), ...others.#sizes.keys()]);
    const sizes = [...names].map(
      (name) => [name, this.sizeOf(name) + others.sizeOf(name)] as const,
    );
    const [first, second] = [this.#make, others.#make];
    return new Awaited(sizes, function* (into) {
      yield* first(into);
      yield;
      yield* second(into);
    });
  }

  /** @param before the tables that they come into: nobody has written to them since the state began */
  tables(before: ReadonlyMap<string, Table>): ReadonlyMap<string, Table> {
    const made = atOnce(this.ahead(before));
    return new Map([...made].map(([name, table]) => [name, table.clone()]));
  }

  /** Makes them before anybody asks. Whoever asks meanwhile has the rest of it made at once. */
  *ahead(before: ReadonlyMap<string, Table>): Slices<ReadonlyMap<string, Table>> {
    while (this.#made === undefined) {
      this.#making ??= this.#all(before);
      const step = this.#making.next();
      if (step.done) this.#made = step.value;
      else yield;
    }
    return this.#made;
  }

  *#all(before: ReadonlyMap<string, Table>): Slices<ReadonlyMap<string, Table>> {
    const made = new Map([...before].map(([name, table]) => [name, table.clone()]));
    yield* this.#make((collection) => tableIn(made, collection));
    return new Map([...made].filter(([name]) => this.concerns(name)));
  }
}

/** The table of a collection, into which records are loaded. */
export type Into = <R extends Stored>(collection: Collection<R>) => Table<R>;

const noTables: ReadonlyMap<string, Table> = new Map();

function tableIn<R extends Stored>(tables: Map<string, Table>, collection: Collection<R>) {
  const known = tables.get(collection.name);
  if (known !== undefined) return known as unknown as Table<R>;
  const table = new Table(collection);
  tables.set(collection.name, table as unknown as Table);
  return table;
}

/**
 * All that comes back with a snapshot of an account: its tables, and the one value beside them
 * (the next sequence number, the position of each stream of dice).
 */
export class State {
  readonly #seed: string;
  /** Its own tables. */
  readonly #tables: Map<string, Table>;
  /** Those of the state that it goes on from, which nobody writes to: each is copied when it is first asked for. */
  readonly #before: ReadonlyMap<string, Table>;
  readonly #dice: Map<string, Dice>;
  #seq: number;
  #lastIdMs: number;
  #awaited: Awaited | undefined;

  constructor(
    seed: string,
    from?: {
      tables: Map<string, Table>;
      before?: ReadonlyMap<string, Table>;
      dice: Map<string, Dice>;
      seq: number;
      lastIdMs: number;
      awaited?: Awaited | undefined;
    },
  ) {
    this.#seed = seed;
    this.#tables = from?.tables ?? new Map();
    this.#before = from?.before ?? noTables;
    this.#dice = from?.dice ?? new Map();
    this.#seq = from?.seq ?? 0;
    this.#lastIdMs = from?.lastIdMs ?? 0;
    this.#awaited = from?.awaited;
  }

  /** A state that goes on where another was, with nothing in it yet, or with what one has to which nobody writes any more. */
  static at({ seed, seq, lastIdMs, dice }: Positions, from?: State): State {
    const streams = Object.entries(dice).map(([name, at]) => [name, new Dice(at)] as const);
    const before = from?.tables() ?? noTables;
    return new State(seed, { tables: new Map(), before, dice: new Map(streams), seq, lastIdMs });
  }

  /** Where it is, beside its tables. */
  positions(): Positions {
    const dice = [...this.#dice].map(([name, stream]) => [name, stream.position]);
    return {
      seed: this.#seed,
      seq: this.#seq,
      lastIdMs: this.#lastIdMs,
      dice: Object.fromEntries(dice),
    };
  }

  /** Goes on from another place, with the tables it has. */
  moveTo({ seq, lastIdMs, dice }: Omit<Positions, "seed">): void {
    this.#seq = seq;
    this.#lastIdMs = lastIdMs;
    for (const [name, at] of Object.entries(dice)) this.#dice.set(name, new Dice(at));
  }

  /** A copy that shares everything with this one until either is written to. */
  clone(): State {
    const tables = [...this.#tables].map(([name, table]) => [name, table.clone()] as const);
    return this.#copy(new Map(tables), this.#before);
  }

  /** The same of a state that nobody writes to any more, such as a snapshot: far cheaper where few tables are asked for. */
  fork(): State {
    return this.#copy(new Map(), this.#all());
  }

  #copy(tables: Map<string, Table>, before: ReadonlyMap<string, Table>): State {
    return new State(this.#seed, {
      tables,
      before,
      dice: new Map([...this.#dice].map(([name, dice]) => [name, dice.clone()])),
      seq: this.#seq,
      lastIdMs: this.#lastIdMs,
      awaited: this.#awaited,
    });
  }

  /** Has records made when somebody first asks for one of their tables. */
  await(records: Awaited): void {
    this.#awaited = this.#awaited?.and(records) ?? records;
  }

  /** Makes what is awaited, so that nobody has to wait for it. */
  *ahead(): Slices<void> {
    yield* this.#awaited?.ahead(this.#all()) ?? [];
  }

  table<R extends Stored>(collection: Collection<R>): Table<R> {
    this.tableNamed(collection.name);
    return tableIn(this.#tables, collection);
  }

  /** The table of a collection that is known by its name alone; undefined: nobody ever asked for it. */
  tableNamed(name: string): Table | undefined {
    if (this.#awaited?.concerns(name)) this.#settle();
    const own = this.#tables.get(name);
    if (own !== undefined) return own;
    const table = this.#before.get(name)?.clone();
    if (table !== undefined) this.#tables.set(name, table);
    return table;
  }

  /** The records that have this id, and of what they are one: of what is awaited none has an id that is known before. */
  withId(id: string): { readonly collection: Collection; readonly record: Stored }[] {
    return [...this.#all().values()].flatMap((table) => {
      const record = table.get(id);
      return record === undefined ? [] : [{ collection: table.collection, record }];
    });
  }

  /** How many records a collection has; of those that are still to be made, as many as are known. */
  sizeOf(name: string): number {
    const table = this.#tables.get(name) ?? this.#before.get(name);
    return (table?.size ?? 0) + (this.#awaited?.sizeOf(name) ?? 0);
  }

  /** Every table that was ever written to or asked for, by the name of its collection. */
  tables(): ReadonlyMap<string, Table> {
    this.#settle();
    const names = [...this.#all().keys()];
    return new Map(names.map((name) => [name, this.tableNamed(name) as Table]));
  }

  /** As they are, without what is awaited. */
  #all(): ReadonlyMap<string, Table> {
    return this.#before.size === 0
      ? new Map(this.#tables)
      : new Map([...this.#before, ...this.#tables]);
  }

  #settle(): void {
    const awaited = this.#awaited;
    if (awaited === undefined) return;
    this.#awaited = undefined;
    for (const [name, table] of awaited.tables(this.#all())) this.#tables.set(name, table);
  }

  /** The account's stream of this name. */
  dice(stream: string): Dice {
    const known = this.#dice.get(stream);
    if (known !== undefined) return known;
    const dice = Dice.from(this.#seed, stream);
    this.#dice.set(stream, dice);
    return dice;
  }

  /** Keeps so many numbers for records that are made later. @returns the first of them */
  reserveSeq(count: number): number {
    const first = this.#seq + 1;
    this.#seq += count;
    return first;
  }

  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /** The instant to put into an id: later than that of any id before, whatever the clock did. */
  idInstant(now: number): number {
    this.#lastIdMs = Math.max(now, this.#lastIdMs + 1);
    return this.#lastIdMs;
  }

  /**
   * Only for `Account.commit`.
   *
   * @param written is told what became of each record
   * @param gone is told of those that are not there any more
   */
  apply(changes: readonly Change[], written: Wrote[] = [], gone: Gone[] = []): void {
    for (const change of changes) {
      const table = this.table(change.collection);
      const { name: collection, internal } = change.collection;
      const id = "put" in change ? change.put.id : change.drop;
      const old = table.replace(id, "put" in change ? change.put : undefined);
      if (old !== undefined && ("drop" in change || change.collection.remembered)) {
        gone.push({ collection, record: old });
      }
      if (internal) continue;
      if ("put" in change) {
        const what = old === undefined ? "created" : "updated";
        const { ofService, dated = false } = change;
        const created = what === "created" &&
          !ofService && { of: change.collection, record: change.put, dated };
        written.push({
          collection,
          id,
          change: what,
          ...(ofService && { ofService }),
          ...(created && { created }),
        });
      } else if (old !== undefined) written.push({ collection, id, change: "deleted" });
    }
  }
}
