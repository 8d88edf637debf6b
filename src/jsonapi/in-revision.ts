import type { Revision } from "../contract/revisions.ts";

/** What follows from a table and a revision alone is worked out once for each: tables never change. */
export function inRevision<Table extends object, Found>(
  work: (table: Table, revision: Revision) => Found,
): (table: Table, revision: Revision) => Found {
  const known = new WeakMap<Table, Map<Revision, Found>>();
  return (table, revision) => {
    let ofTable = known.get(table);
    if (ofTable === undefined) known.set(table, (ofTable = new Map()));
    let found = ofTable.get(revision);
    if (found === undefined) ofTable.set(revision, (found = work(table, revision)));
    return found;
  };
}
