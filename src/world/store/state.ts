import { Dice, type DicePosition } from "../dice.ts";
import { type Change, type Collection, Table } from "./store.ts";
import type { RemovedRecord, CommittedChange } from "./record-change.ts";
import type { Stored } from "./record.ts";

/** The one value beside an account's tables, as it can be written down. */
export interface Positions {
  readonly seed: string;
  readonly seq: number;
  readonly lastIdMs: number;
  readonly dice: Readonly<Record<string, DicePosition>>;
}

/** What a state goes on from, to which nobody writes: each table and each stream is copied when it is first asked for. */
interface Before {
  readonly tables: ReadonlyMap<string, Table>;
  readonly dice: ReadonlyMap<string, Dice>;
}

const nothing: Before = { tables: new Map(), dice: new Map() };

/** The table of a collection, which is made where it is not there. */
function tableIn<R extends Stored>(tables: Map<string, Table>, collection: Collection<R>) {
  const known = tables.get(collection.name);
  if (known !== undefined) return known as unknown as Table<R>;
  const table = new Table(collection);
  tables.set(collection.name, table as unknown as Table);
  return table;
}

/** All that comes back with a snapshot of an account: its tables, and the one value beside them. */
export class State {
  readonly #seed: string;
  readonly #tables = new Map<string, Table>();
  readonly #dice = new Map<string, Dice>();
  readonly #before: Before;
  /** What copies go on from, once it is written to no more. */
  #fixed: Before | undefined;
  #seq = 0;
  #lastIdMs = 0;

  constructor(seed: string, before = nothing) {
    this.#seed = seed;
    this.#before = before;
  }

  /** A state that goes on where another was, with nothing in it yet, or with what one has to which nobody writes any more. */
  static at({ seed, ...positions }: Positions, from?: State): State {
    const state = new State(seed, { ...nothing, ...(from && { tables: from.tables() }) });
    state.moveTo(positions);
    return state;
  }

  positions(): Positions {
    const streams = [...this.#all().dice].map(([name, stream]) => [name, stream.position]);
    const dice = Object.fromEntries(streams) as Positions["dice"];
    return { seed: this.#seed, seq: this.#seq, lastIdMs: this.#lastIdMs, dice };
  }

  /** Goes on from another place, with the tables it has. */
  moveTo({ seq, lastIdMs, dice }: Omit<Positions, "seed">): void {
    this.#seq = seq;
    this.#lastIdMs = lastIdMs;
    for (const [name, at] of Object.entries(dice)) this.#dice.set(name, new Dice(at));
  }

  /** A copy that shares everything with this one until either is written to. */
  clone(): State {
    const copy = this.#copy(this.#before);
    for (const [name, table] of this.#tables) copy.#tables.set(name, table.clone());
    for (const [name, stream] of this.#dice) copy.#dice.set(name, stream.clone());
    return copy;
  }

  /** The same of a state that nobody writes to any more, such as a snapshot: it costs the same whatever is there. */
  fork(): State {
    return this.#copy((this.#fixed ??= this.#all()));
  }

  #copy(before: Before): State {
    const copy = new State(this.#seed, before);
    copy.#seq = this.#seq;
    copy.#lastIdMs = this.#lastIdMs;
    return copy;
  }

  table<R extends Stored>(collection: Collection<R>): Table<R> {
    this.tableNamed(collection.name);
    return tableIn(this.#tables, collection);
  }

  /** The table of a collection that is known by its name alone; undefined: nobody ever asked for it. */
  tableNamed(name: string): Table | undefined {
    const own = this.#tables.get(name);
    if (own !== undefined) return own;
    const table = this.#before.tables.get(name)?.fork();
    if (table !== undefined) this.#tables.set(name, table);
    return table;
  }

  withId(id: string): { readonly collection: Collection; readonly record: Stored }[] {
    return [...this.#all().tables.values()].flatMap((table) => {
      const record = table.get(id);
      return record === undefined ? [] : [{ collection: table.collection, record }];
    });
  }

  sizeOf(name: string): number {
    return (this.#tables.get(name) ?? this.#before.tables.get(name))?.size ?? 0;
  }

  /** How many records were written since it goes on from what was before. */
  get writes(): number {
    return [...this.#tables.values()].reduce((sum, { version }) => sum + version, 0);
  }

  /** Every table that was ever written to or asked for, by the name of its collection. */
  tables(): ReadonlyMap<string, Table> {
    const names = [...this.#all().tables.keys()];
    return new Map(names.map((name) => [name, this.tableNamed(name) as Table]));
  }

  #all(): Before {
    const { tables, dice } = this.#before;
    return { tables: joined(tables, this.#tables), dice: joined(dice, this.#dice) };
  }

  dice(stream: string): Dice {
    const known = this.#dice.get(stream);
    if (known !== undefined) return known;
    const dice = this.#before.dice.get(stream)?.clone() ?? Dice.from(this.#seed, stream);
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
    return this.reserveSeq(1);
  }

  /** The instant to put into an id: later than that of any id before, whatever the clock did. */
  idInstant(now: number): number {
    this.#lastIdMs = Math.max(now, this.#lastIdMs + 1);
    return this.#lastIdMs;
  }

  /** Only for `Account.commit`. @param written, gone are told of each record that is there now, or is no more */
  apply(changes: readonly Change[], written: CommittedChange[] = [], gone: RemovedRecord[] = []) {
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

/** What is there, and what stands in its place or comes to it. */
const joined = <T>(before: ReadonlyMap<string, T>, own: ReadonlyMap<string, T>) =>
  own.size === 0 ? before : new Map([...before, ...own]);
