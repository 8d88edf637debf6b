import type { Scalar } from "../../world/store/record.ts";

export type IdentifierName = "email" | "phone_number" | "external_id" | "anonymous_id" | "_kx";

export interface Identifier {
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
 * Who is who: the identifiers in the order in which they are believed. `external_id` takes no part in merging
 * (specification, "Profile"). @guess *ate_profile, bulk_import_profiles: An `anonymous_id` is unique.
 */
export const identifiers: readonly Identifier[] = [
  { name: "email", compared: (value) => String(value).toLowerCase(), unique: true, merges: true },
  { name: "phone_number", compared: asSent, unique: true, merges: true },
  { name: "external_id", compared: asSent, unique: true, merges: false },
  { name: "anonymous_id", compared: asSent, unique: true, merges: false },
  { name: "_kx", compared: asSent, unique: false, merges: false },
];

type IdentifierValues = Readonly<Record<IdentifierName, string | null>>;

/** One key of the profile collection for each identifier. */
export const identityKeys: Readonly<Record<string, (profile: IdentifierValues) => Scalar>> =
  Object.fromEntries(
    identifiers.map(({ name, compared }) => [
      name,
      (profile: IdentifierValues) => {
        const value = profile[name];
        return value === null ? null : compared(value);
      },
    ]),
  );
