import type { Revision } from "../contract/revisions.ts";

/** What follows from a table and a revision (or another key) is worked out once for each: tables never change. */
export function memo<Table extends object, Found, Key = Revision, More = void>(
  work: (table: Table, key: Key, more: More) => Found,
): (table: Table, key: Key, more: More) => Found {
  const known = new WeakMap<Table, Map<Key, Found>>();
  return (table, key, more) => {
    let ofTable = known.get(table);
    if (ofTable === undefined) known.set(table, (ofTable = new Map()));
    let found = ofTable.get(key);
    if (found === undefined) ofTable.set(key, (found = work(table, key, more)));
    return found;
  };
}
