import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import { freshConsent } from "../consent/consent.ts";
import type { ProfileInput, ProfileMeta } from "./shape.ts";
import type { Properties } from "../objects/records.ts";
import type { Location, Profile, ProfileAttributes } from "../resources/profile.ts";

type Given = ProfileInput["attributes"];

export const unsetAttributes: ProfileAttributes = {
  email: null,
  phone_number: null,
  external_id: null,
  anonymous_id: null,
  _kx: null,
  first_name: null,
  last_name: null,
  organization: null,
  locale: null,
  title: null,
  image: null,
  location: null,
  properties: {},
};

export function newProfile(account: Account, now: number): Profile {
  return {
    id: ulid(account.dice("profile"), account.idInstant(now)),
    seq: account.nextSeq(),
    ...unsetAttributes,
    created: now,
    updated: now,
    last_event_date: null,
    consent: freshConsent,
  };
}

/**
 * A profile with attributes written over it: what is absent stays, null clears, `properties` and `location` merge key
 * by key (behaviour.md, 1). `updated` moves only if something changed.
 */
export function writeProfile(
  profile: Profile,
  input: Pick<ProfileInput, "attributes" | "properties" | "meta">,
  now: number,
): Profile {
  const { location, properties, ...plain } = input.attributes;
  // Most events say of their profile only who it is.
  const silent = location === undefined && properties === undefined;
  if (silent && !input.properties && !input.meta && says(profile, plain)) return profile;
  const written = {
    ...profile,
    ...plain,
    location:
      location === undefined ? profile.location : mergedLocation(profile.location, location),
    properties: patched(mergedProperties(profile, properties, input.properties), input.meta),
  };
  return isDeepStrictEqual(written, profile) ? profile : { ...written, updated: now };
}

/** The profile once an event of this time is its own (behaviour.md, 9). */
export function heardAt(profile: Profile, time: number, now: number): Profile {
  const last = Math.max(profile.last_event_date ?? time, time);
  if (last === profile.last_event_date) return profile;
  return { ...profile, last_event_date: last, updated: now };
}

const says = (profile: Profile, plain: Partial<ProfileAttributes>): boolean =>
  (Object.keys(plain) as (keyof ProfileAttributes)[]).every((key) => profile[key] === plain[key]);

/** A location with what is given written over it; null clears it. */
export function mergedLocation(known: Location | null, given: Given["location"]): Location | null {
  if (given === null || given === undefined) return null;
  const { latitude, longitude } = given;
  return {
    ...known,
    ...given,
    ...(latitude !== undefined && { latitude: coordinate(latitude) }),
    ...(longitude !== undefined && { longitude: coordinate(longitude) }),
  };
}

/** A number or a text is taken, and a number is read (behaviour.md, 1). */
// @guess *ate_profile, bulk_import_profiles: A latitude or longitude that is no number stays as it was sent.
function coordinate(given: number | string | null): number | string | null {
  if (typeof given !== "string" || given.trim() === "") return given;
  const read = Number(given);
  return Number.isFinite(read) ? read : given;
}

function mergedProperties(profile: Profile, inside: Given["properties"], beside: Properties = {}) {
  return inside === null ? { ...beside } : { ...profile.properties, ...beside, ...inside };
}

/** Applies `meta.patch_properties`: unset, then unappend, then append. */
function patched(properties: Properties, meta: ProfileMeta | undefined): Properties {
  const patch = meta?.patch_properties;
  if (patch === undefined) return properties;
  const entries = new Map(Object.entries(properties));
  for (const name of namesOf(patch.unset)) entries.delete(name);
  for (const [name, values] of Object.entries(patch.unappend ?? {})) {
    const known = entries.get(name);
    if (known === undefined) continue;
    const out = listOf(values);
    const kept = listOf(known).filter((item) => !out.some((gone) => isDeepStrictEqual(gone, item)));
    entries.set(name, kept);
  }
  for (const [name, values] of Object.entries(patch.append ?? {})) {
    const known = entries.get(name);
    entries.set(name, [...(known === undefined ? [] : listOf(known)), ...listOf(values)]);
  }
  return Object.fromEntries(entries);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const namesOf = (value: string | readonly string[] = []): readonly string[] =>
  typeof value === "string" ? [value] : value;
