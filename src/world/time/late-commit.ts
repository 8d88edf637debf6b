import { isDeepStrictEqual } from "node:util";
import type { Account } from "../account.ts";
import type { Stored } from "../store/record.ts";
import type { Change, Collection } from "../store/store.ts";

export const lateWork = "fault.late";

/** A change, with its collection by name: work is a record, and may be written down. */
type NamedPut = Omit<Change & { readonly put: Stored }, "collection"> & {
  readonly collection: string;
};
type NamedDrop = { readonly collection: string; readonly drop: string };

/** What was answered for, and is not done yet. */
export interface LateWrite {
  /** The fault that holds it back, and the request that asked for it. */
  readonly fault: string;
  readonly exchange: string;
  /** In their order, without what follows from them. */
  readonly commits: readonly (readonly (NamedPut | NamedDrop)[])[];
  /** What it touches, as that was; null: it was not there. */
  readonly before: readonly {
    readonly collection: string;
    readonly id: string;
    readonly record: Stored | null;
  }[];
}

/** @param account as it is without the commits */
export function lateWriteOf(
  account: Account,
  commits: readonly (readonly Change[])[],
  by: Pick<LateWrite, "fault" | "exchange">,
): LateWrite {
  const touched = new Map<string, LateWrite["before"][number]>();
  for (const { collection, ...change } of commits.flat()) {
    const id = "put" in change ? change.put.id : change.drop;
    const record = account.table(collection).get(id) ?? null;
    touched.set(`${collection.name} ${id}`, { collection: collection.name, id, record });
  }
  const named = (change: Change) => ({ ...change, collection: change.collection.name });
  return {
    ...by,
    commits: commits.map((changes) => changes.map(named)),
    before: [...touched.values()],
  };
}

/** Commits what was held back. @returns why not: something that it touches is not what it was */
export function commitLate(
  account: Account,
  { commits, before }: LateWrite,
  collections: ReadonlyMap<string, Collection>,
): string | undefined {
  const collectionOf = (name: string) => collections.get(name) as Collection;
  const changed = before.find(({ collection, id, record }) => {
    const now = account.table(collectionOf(collection)).get(id) ?? null;
    return now !== record && !isDeepStrictEqual(now, record);
  });
  if (changed !== undefined) return `${changed.collection} ${changed.id} has changed meanwhile`;
  const found = (change: NamedPut | NamedDrop) =>
    ({ ...change, collection: collectionOf(change.collection) }) as Change;
  for (const changes of commits) account.commit(changes.map(found));
  return undefined;
}
