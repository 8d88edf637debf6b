import { type Table, type Change, put } from "../../world/store/store.ts";
import { type Profile, type ProfileAttributes, profiles } from "../resources/profile.ts";
import { type Identifier, type IdentifierName, identifiers } from "./shape.ts";
import type { Account } from "../../world/account.ts";
import { aliases } from "../objects/records.ts";
import { settingOf } from "../settings.ts";

export const aliased = (account: Account, from: string, into: string): Change =>
  put(aliases, { id: from, seq: account.nextSeq(), into });

/** The ids that mean a profile by now, without its own. */
export const aliasesOf = (account: Account, profile: string): string[] =>
  [...account.table(aliases).all()]
    .filter(({ id }) => profileById(account, id)?.id === profile)
    .map(({ id }) => id);

/** Whom an id means once everything that was accepted before has been done. */
export function profileById(account: Account, id: string): Profile | undefined {
  let found = id;
  for (;;) {
    const profile = account.table(profiles).get(found);
    const alias = profile === undefined ? account.table(aliases).get(found) : undefined;
    if (alias === undefined) return profile;
    found = alias.into;
  }
}

export type Identifiers = Partial<Pick<ProfileAttributes, IdentifierName>>;

/** The identifiers of which one makes a profile. */
export const needed: readonly IdentifierName[] = ["email", "phone_number", "external_id"];

export const hasIdentifier = (given: Identifiers, among: readonly IdentifierName[] = needed) =>
  among.some((name) => (given[name] ?? null) !== null);

function owner(table: Table<Profile>, { name, compared }: Identifier, given: Identifiers) {
  const value = given[name] ?? null;
  return value === null ? undefined : table.find([name], [compared(value)]);
}

/** The profile that these identifiers point to, believing the first that points to any. */
export function findProfile(table: Table<Profile>, given: Identifiers): Profile | undefined {
  for (const identifier of identifiers) {
    const found = owner(table, identifier, given);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Who is only spoken of: a profile that has the number and another email address is somebody else. */
export function findPerson(table: Table<Profile>, given: Identifiers): Profile | undefined {
  const found = findProfile(table, given);
  const { email } = given;
  if (!email || !found?.email) return found;
  return found.email.toLowerCase() === email.toLowerCase() ? found : undefined;
}

export const findAddressee = (table: Table<Profile>, { email, phone_number }: Identifiers) =>
  findPerson(table, { email: email ?? null, phone_number: phone_number ?? null });

/** Another profile than `self` that holds one of these unique identifiers. */
export function findRival(table: Table<Profile>, given: Identifiers, self?: string) {
  for (const identifier of identifiers) {
    const found = identifier.unique ? owner(table, identifier, given) : undefined;
    if (found !== undefined && found.id !== self) return found;
  }
  return undefined;
}

function without<G extends Identifiers>(given: G, isGone: (identifier: Identifier) => boolean): G {
  const kept = { ...given };
  for (const identifier of identifiers) if (isGone(identifier)) delete kept[identifier.name];
  return kept;
}

/** These identifiers without the unique ones that another profile than `self` holds. */
export const withoutRivals = <G extends Identifiers>(
  table: Table<Profile>,
  given: G,
  self: Profile | undefined,
): G =>
  without(given, (identifier) => {
    if (!identifier.unique || holds(self, identifier, given)) return false;
    const found = owner(table, identifier, given);
    return found !== undefined && found.id !== self?.id;
  });

/** Whether a profile has the identifier that is given: nobody else has it then. */
function holds(self: Profile | undefined, { name, compared }: Identifier, given: Identifiers) {
  const [has, value] = [self?.[name] ?? null, given[name] ?? null];
  return has !== null && value !== null && compared(has) === compared(value);
}

/** What says who somebody is does not unsay it: a profile keeps its identifiers. */
export const withoutNulls = <G extends Identifiers>(given: G): G =>
  identifiers.every(({ name }) => given[name] !== null)
    ? given
    : without(given, ({ name }) => given[name] === null);

/** What anybody may say does not change who somebody is. */
export const withoutKnown = <G extends Identifiers>(given: G, known: Profile | undefined): G =>
  without(given, ({ name }) => known !== undefined && known[name] !== null);

/** Whether a phone number may not stand alone in this account: SMS is not set up (specification, "Profile"). */
export const phoneAlone = (account: Account, given: Identifiers): boolean =>
  !hasIdentifier(given, ["email", "external_id"]) && !settingOf(account, "sms");
