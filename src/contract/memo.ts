import type { Revision } from "./revisions.ts";

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

/** What follows from an object that never changes is worked out once of each. */
export function once<Of extends object, Found>(work: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, Found>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined) known.set(of, (found = work(of)));
    return found;
  };
}
