import { isDeepStrictEqual } from "node:util";
import type { Stored } from "../world/store/record.ts";
import { naturalKey, shownRecord } from "../world/store/record-change.ts";
import { type Collection, Table } from "../world/store/store.ts";
import type { Snapshot } from "../world/world.ts";
import { pluralOf } from "./plural.ts";

type MemberChange = { readonly before: unknown; readonly after: unknown };

/** What became of one collection. The lists are bounded, the counts are not. */
interface CollectionDiff {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: readonly {
    readonly id: string;
    /** By what it is known, if by anything: of a list its name. */
    readonly key?: Readonly<Record<string, unknown>>;
    readonly members: Readonly<Record<string, MemberChange>>;
  }[];
}

/** By account and collection; what did not change is left out. */
export type SnapshotDiff = Readonly<Record<string, Readonly<Record<string, CollectionDiff>>>>;

export type Accounts = Pick<Snapshot, "accounts">;

/** How many records of each kind of change are listed: those with the last ids. */
const listedMax = 1000;

/** What changed from one state to another, in time that depends on how much that is. @param only this account */
export function diffOf(from: Accounts, to: Accounts, only?: string): SnapshotDiff {
  const [before, after] = [tablesOf(from), tablesOf(to)];
  const found: Record<string, Record<string, CollectionDiff>> = {};
  for (const account of new Set([...before.keys(), ...after.keys()])) {
    if (only !== undefined && account !== only) continue;
    const [old, young] = [before.get(account), after.get(account)];
    for (const name of new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])) {
      const diff = diffTables(old?.get(name), young?.get(name));
      if (diff !== undefined) (found[account] ??= {})[pluralOf(name)] = diff;
    }
  }
  return found;
}

const tablesOf = ({ accounts }: Accounts) =>
  new Map(accounts.map(({ settings, state }) => [settings.companyId, state.tables()]));

function diffTables(old: Table | undefined, young: Table | undefined): CollectionDiff | undefined {
  const counts = { added: 0, removed: 0, changed: 0 };
  const added: Stored[] = [];
  const removed: Stored[] = [];
  const changed: CollectionDiff["changed"][number][] = [];
  const note = <T>(list: T[], kind: keyof typeof counts, make: () => T) => {
    counts[kind] += 1;
    if (list.length < listedMax) list.push(make());
  };
  const collection = (young ?? old)?.collection;
  if (collection === undefined) return undefined;
  // From the last id to the first.
  (young ?? new Table(collection)).compare(old ?? new Table(collection), {
    added: (record) => note(added, "added", () => shownRecord(collection, record)),
    removed: (record) => note(removed, "removed", () => shownRecord(collection, record)),
    changed: (before, record) => {
      if (isDeepStrictEqual(before, record)) return;
      note(changed, "changed", () => changeOf(collection, before, record));
    },
  });
  if (counts.added + counts.removed + counts.changed === 0) return undefined;
  for (const list of [added, removed, changed]) list.reverse();
  return { counts, added, removed, changed };
}

function changeOf(collection: Collection, before: Stored, after: Stored) {
  const key = naturalKey(collection, after);
  const members = membersOf(before, after);
  for (const name of collection.secret ?? [])
    if (Object.hasOwn(members, name)) members[name] = { before: "…", after: "…" };
  return { id: after.id, ...(key && { key }), members };
}

function membersOf(before: Stored, after: Stored): Record<string, MemberChange> {
  const [old, young] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...young.keys()])];
  const changed = names.filter((name) => !isDeepStrictEqual(old.get(name), young.get(name)));
  const changeIn = (name: string) => ({
    before: old.get(name) ?? null,
    after: young.get(name) ?? null,
  });
  return Object.fromEntries(changed.map((name) => [name, changeIn(name)]));
}
