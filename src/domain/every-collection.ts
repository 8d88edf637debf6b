import type { Account } from "../world/account.ts";
import { type Change, type Collection, drop, put, type Table } from "../world/store/store.ts";
import { works } from "../world/time/work.ts";
import { aliasesOf } from "./profiles/aliases.ts";
import * as collections from "./collections.ts";
import { isFor, unasked } from "./consent/confirm.ts";
import { anonymous } from "./messages/rows.ts";
import { membershipsOf } from "./segments/membership.ts";
import type { Profile } from "./resources/profile.ts";

const shared = { ...collections, works };

/** The kinds of record that are of no area alone. */
export const sharedCollections: readonly Collection[] = Object.values(shared).map(
  (each) => each as unknown as Collection,
);

/** What of a person lies in records that no resource describes. */
const besides: readonly ((account: Account, person: Profile) => readonly Change[])[] = [
  (account, { id }) =>
    membershipsOf(account, id).map((member) => drop(collections.memberships, member.id)),
  (account, { id }) => aliasesOf(account, id).map((alias) => drop(collections.aliases, alias)),
  (account, { id }) => anonymous(account, id),
  (account, person) => unasked(account, (each) => isFor(account, each, person)),
];

/**
 * All that a person's deletion changes: what each resource says of its own records (`erased`), what lies
 * besides, and the person. What was accepted before, and what was sent, stays. @guess
 */
export const forgotten = (account: Account, person: Profile): readonly Change[] => [
  ...besides.flatMap((forget) => forget(account, person)),
  ...[...account.tables().values()].flatMap((table) => erasedFrom(table, person.id)),
  drop(collections.profiles, person.id),
];

function erasedFrom(table: Table, person: string): Change[] {
  const { collection } = table;
  if (collection.person === undefined) return [];
  const { index, property, erased } = collection.person;
  return [...table.scan(index, { prefix: [person] })].map((record) =>
    erased === "goes"
      ? drop(collection, record.id)
      : put(collection, { ...record, [property]: null }),
  );
}
