import { duplicateProfile, invalid, noSuchRecord, type Refusal } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { profileById, findPerson, findProfile, findRival, hasIdentifier } from "./identity.ts";
import { withoutRivals, withoutKnown, withoutNulls, phoneAlone } from "./identity.ts";
import type { Identifiers } from "./identity.ts";
import { type ProfileInput, type ProfileMeta, identifiers } from "./shape.ts";
import { newProfile, writeProfile } from "./write.ts";
import { type Profile, profiles } from "../resources/profile.ts";

/** What a patch of identifiers gives one profile, and, as nulls, takes from it without another. */
type Patched = { readonly taken: Identifiers; readonly given: Identifiers };

/** Reads `meta.patch_identifiers`. @guess update_profile, create_or_update_profile: `unappend` removes an identifier only if it is the one named. Then `append` adds one only where there is none. */
function patchIdentifiers(known: Profile | undefined, meta: ProfileMeta | undefined): Patched {
  const patch = meta?.patch_identifiers;
  if (patch === undefined) return nothing;
  const given: Record<string, string | number> = {};
  const taken: Record<string, null> = {};
  for (const { name, compared } of identifiers) {
    const has = known?.[name] ?? null;
    const [more, less] = [patch.append?.[name], patch.unappend?.[name]];
    const loses = less !== undefined && has !== null && compared(less) === compared(has);
    if (more !== undefined && (has === null || loses)) given[name] = more;
    else if (loses) taken[name] = null;
  }
  return { given, taken };
}

const nothing: Patched = { given: {}, taken: {} };

export type ProfileToSave = Pick<ProfileInput, "attributes" | "properties" | "meta">;

/** The profile that an import is about; undefined: a new one. @guess bulk_import_profiles, create_or_update_profile: An unknown id creates no profile. */
export function profileToImport(
  account: Account,
  id: string | null | undefined,
  { attributes }: ProfileToSave,
): Profile | undefined | Refusal {
  const table = account.table(profiles);
  return id ? (table.get(id) ?? noSuchRecord("profile", id)) : findProfile(table, attributes);
}

export function saveProfile(
  account: Account,
  known: Profile | undefined,
  input: ProfileToSave,
  now: number,
): Profile | Refusal {
  const { given, taken } = patchIdentifiers(known, input.meta);
  const attributes = { ...taken, ...given, ...input.attributes };
  const rival = findRival(account.table(profiles), attributes, known?.id);
  if (rival !== undefined) return duplicateProfile(rival.id);
  const wrong = identifierProblem(account, { ...known, ...attributes }, known !== undefined);
  if (wrong !== undefined) return wrong;
  const written = { ...input, attributes };
  const profile = writeProfile(known ?? newProfile(account, now), written, now);
  account.commit([put(profiles, profile)]);
  return profile;
}

/** A profile has an identifier; a phone number alone only where SMS is set up. */
function identifierProblem(account: Account, written: ProfileToSave["attributes"], known: boolean) {
  if (!hasIdentifier(written)) {
    const detail = "A profile needs an email, a phone_number or an external_id.";
    return invalid("/data/attributes", detail);
  }
  if (known || !phoneAlone(account, written)) return undefined;
  const detail = "SMS is not set up on this account: an email or external_id is needed as well.";
  return invalid("/data/attributes/phone_number", detail, "set sms: true in the account's fixture");
}

/**
 * The profile that a write of something else is about, with what that says of it, not stored yet. Undefined: the id is
 * nobody's. Identifiers that another holds are left away: the sender must not learn of it.
 *
 * @param options.discreet of `/client`: identifiers that the profile has are not written over
 */
export function profileWith(
  account: Account,
  { id, ...input }: ProfileToSave & { readonly id?: string | null | undefined },
  by: Identifiers,
  now: number,
  { discreet = false }: { readonly discreet?: boolean | undefined } = {},
): Profile | undefined {
  const table = account.table(profiles);
  const known = id ? profileById(account, id) : findPerson(table, by);
  if (id && known === undefined) return undefined;
  const { given, taken } = patchIdentifiers(known, input.meta);
  const said = { ...given, ...input.attributes };
  const own = withoutNulls(withoutRivals(table, said, known));
  // Whoever speaks of somebody takes no identifier away from them that is the last.
  const gone = discreet || !hasIdentifier({ ...known, ...taken, ...own }) ? {} : taken;
  const attributes = { ...gone, ...(discreet ? withoutKnown(own, known) : own) };
  return writeProfile(known ?? newProfile(account, now), { ...input, attributes }, now);
}

export const putIfChanged = (account: Account, profile: Profile): Change[] =>
  account.table(profiles).get(profile.id) === profile ? [] : [put(profiles, profile)];
