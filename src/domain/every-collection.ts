import type { Account } from "../world/account.ts";
import { type Change, type Collection, drop, put, type Table } from "../world/store/store.ts";
import { works } from "../world/time/agenda.ts";
import { aliasesOf } from "./profiles/identity.ts";
import { isFor, unasked } from "./consent/confirm.ts";
import { anonymous } from "./messages/records.ts";
import { membershipsOf } from "./segments/membership.ts";
import * as deliveries from "./deliveries/records.ts";
import * as flows from "./flows/records.ts";
import * as forms from "./forms/records.ts";
import * as late from "./events/late-figures.ts";
import * as messages from "./messages/records.ts";
import * as objects from "./objects/records.ts";
import { type Profile, profiles } from "./resources/profile.ts";

/** The kinds of record that no resource describes, and that are of no area alone. */
export const sharedCollections: readonly Collection[] = [
  works,
  ...[deliveries, late, flows, forms, messages, objects].flatMap((file) => Object.values(file)),
].filter(
  (each): each is Collection<never> & Collection => typeof each === "object" && "indexes" in each,
);

/** What of a person lies in records that no resource describes. */
const besides: readonly ((account: Account, person: Profile) => readonly Change[])[] = [
  (account, { id }) =>
    membershipsOf(account, id).map((member) => drop(objects.memberships, member.id)),
  (account, { id }) => aliasesOf(account, id).map((alias) => drop(objects.aliases, alias)),
  (account, { id }) => anonymous(account, id),
  (account, person) => unasked(account, (each) => isFor(account, each, person)),
];

/** All that a person's deletion changes. @guess request_profile_deletion: Jobs that were accepted, and messages that were sent, stay. */
export const forgotten = (account: Account, person: Profile): readonly Change[] => [
  ...besides.flatMap((forget) => forget(account, person)),
  ...[...account.tables().values()].flatMap((table) => erasedFrom(table, person.id)),
  drop(profiles, person.id),
];

function erasedFrom(table: Table, person: string): Change[] {
  const { collection } = table;
  if (collection.person === undefined) return [];
  const { index, property, erased } = collection.person;
  return [...table.scan(index, { prefix: [person] })].map((record) => {
    if (erased === "goes") return drop(collection, record.id);
    return put(collection, { ...record, [property]: null });
  });
}
