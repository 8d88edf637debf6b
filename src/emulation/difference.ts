import type { Stored } from "../world/store/record.ts";
import { type Positions, State } from "../world/store/state.ts";
import { type Change, type Collection, drop, put, Table } from "../world/store/store.ts";

/** A write: the collection, and the record as it now is, or the id of one that is gone. */
export type Entry = readonly [collection: string, record: Stored] | readonly [string, null, string];

/** A change as it is written. */
export const entryOf = (change: Change): Entry =>
  "put" in change
    ? [change.collection.name, change.put]
    : [change.collection.name, null, change.drop];

/** @throws Error for a collection that there is not */
export function changeOf(entry: Entry, collections: ReadonlyMap<string, Collection>): Change {
  const collection = collections.get(entry[0]);
  if (collection === undefined) throw new Error(`there is no collection ${entry[0]}`);
  return entry[1] === null ? drop(collection, entry[2] as string) : put(collection, entry[1]);
}

/** A state as what it has that another has not. */
export interface Difference extends Positions {
  readonly changes: readonly Entry[];
}

/**
 * How a state differs from another, in time that depends on how much that is.
 *
 * @param from undefined: from nothing
 */
export function differenceOf(from: State | undefined, to: State): Difference {
  const changes: Change[] = [];
  const [before, after] = [from?.tables() ?? new Map<string, Table>(), to.tables()];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, young] = [before.get(name), after.get(name)];
    const { collection } = (young ?? old) as Table;
    (young ?? new Table(collection)).compare(old ?? new Table(collection), {
      added: (record) => changes.push(put(collection, record)),
      removed: ({ id }) => changes.push(drop(collection, id)),
      changed: (was, record) => {
        if (was !== record) changes.push(put(collection, record));
      },
    });
  }
  return { changes: changes.map(entryOf), ...to.positions() };
}

/** The state that differs so from another, which stays as it is. */
export function differing(
  from: State | undefined,
  { changes, ...positions }: Difference,
  collections: ReadonlyMap<string, Collection>,
): State {
  const state = State.at(positions, from);
  state.apply(changes.map((each) => changeOf(each, collections)));
  return state;
}
