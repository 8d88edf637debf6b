import type { Scalar } from "../../world/store/record.ts";
import type { Table } from "../../world/store/store.ts";
import type { Profile, ProfileAttributes } from "../resources/profile.ts";

export type IdentifierName = "email" | "phone_number" | "external_id" | "anonymous_id" | "_kx";

interface Identifier {
  readonly name: IdentifierName;
  /** The form in which two of them are compared. */
  readonly compared: (value: string | number) => string;
  /** A second profile with the same one is refused with 409. */
  readonly unique: boolean;
  /** Two profiles that share one are the same person (specification, "Profile"). */
  readonly merges: boolean;
}

const asSent = (value: string | number) => String(value);

/**
 * Who is who: the identifiers in the order in which they are believed. `external_id` takes no part
 * in merging (specification, "Profile"); that `anonymous_id` is unique is a @guess.
 */
export const identifiers: readonly Identifier[] = [
  { name: "email", compared: (value) => String(value).toLowerCase(), unique: true, merges: true },
  { name: "phone_number", compared: asSent, unique: true, merges: true },
  { name: "external_id", compared: asSent, unique: true, merges: false },
  { name: "anonymous_id", compared: asSent, unique: true, merges: false },
  { name: "_kx", compared: asSent, unique: false, merges: false },
];

/** One key of the profile collection for each identifier. */
export const identityKeys: Readonly<Record<string, (profile: Profile) => Scalar>> =
  Object.fromEntries(
    identifiers.map(({ name, compared }) => [
      name,
      (profile: Profile) => {
        const value = profile[name];
        return value === null ? null : compared(value);
      },
    ]),
  );

export type Identifiers = Partial<Pick<ProfileAttributes, IdentifierName>>;

/** The identifiers that are needed: one of them makes a profile. */
export const needed: readonly IdentifierName[] = ["email", "phone_number", "external_id"];

/** Whether at least one of these identifiers is given. */
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

/**
 * Who somebody is that is only spoken of. A profile that has the number and another email address
 * is somebody else.
 */
export function findPerson(table: Table<Profile>, given: Identifiers): Profile | undefined {
  const found = findProfile(table, given);
  const { email } = given;
  if (!email || !found?.email) return found;
  return found.email.toLowerCase() === email.toLowerCase() ? found : undefined;
}

/** Whom an email address and a phone number belong to. */
export const findAddressee = (table: Table<Profile>, { email, phone_number }: Identifiers) =>
  findPerson(table, { email: email ?? null, phone_number: phone_number ?? null });

/** Another profile than `self` that already holds one of these unique identifiers. */
export function findRival(table: Table<Profile>, given: Identifiers, self?: string) {
  for (const identifier of identifiers) {
    const found = identifier.unique ? owner(table, identifier, given) : undefined;
    if (found !== undefined && found.id !== self) return found;
  }
  return undefined;
}

/** These identifiers without the unique ones that another profile than `self` holds. */
export function withoutRivals<G extends Identifiers>(
  table: Table<Profile>,
  given: G,
  self: Profile | undefined,
): G {
  const kept = { ...given };
  for (const identifier of identifiers) {
    if (!identifier.unique || holds(self, identifier, given)) continue;
    const found = owner(table, identifier, given);
    if (found !== undefined && found.id !== self?.id) delete kept[identifier.name];
  }
  return kept;
}

/** Whether a profile has the identifier that is given: nobody else has it then. */
function holds(self: Profile | undefined, { name, compared }: Identifier, given: Identifiers) {
  const [has, value] = [self?.[name] ?? null, given[name] ?? null];
  return has !== null && value !== null && compared(has) === compared(value);
}

/** What says who somebody is does not unsay it: a profile keeps its identifiers. */
export function withoutNulls<G extends Identifiers>(given: G): G {
  if (identifiers.every(({ name }) => given[name] !== null)) return given;
  const kept = { ...given };
  for (const { name } of identifiers) if (kept[name] === null) delete kept[name];
  return kept;
}

/** What anybody may say does not change who somebody is. */
export function withoutKnown<G extends Identifiers>(given: G, known: Profile | undefined): G {
  const kept = { ...given };
  for (const { name } of identifiers) {
    if (known !== undefined && known[name] !== null) delete kept[name];
  }
  return kept;
}
