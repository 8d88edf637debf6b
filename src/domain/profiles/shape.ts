import type { Life } from "../../contract/revisions.ts";
import { absentIfNull, during, list, literal, nullable, number } from "../../contract/shape.ts";
import { object, oneOf, open, string, type Infer, type Shape } from "../../contract/shape.ts";
import type { Scalar } from "../../world/store/record.ts";

const text = () => nullable(string({ maxLength: 100_000 }));
const coordinate = () => nullable(oneOf(number(), string()));

/** Echoed as it was sent (behaviour.md, 1). */
export const externalId = nullable(oneOf(string({ maxLength: 255 }), number()));

export const locationShapes = {
  address1: text(),
  address2: text(),
  city: text(),
  country: text(),
  latitude: coordinate(),
  longitude: coordinate(),
  region: text(),
  zip: text(),
  timezone: text(),
  ip: text(),
} as const;

export const locationMembers = Object.keys(locationShapes);

export const optional = <const S extends Readonly<Record<string, Shape<unknown>>>>(shapes: S) =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [`${name}?`, shape])) as {
    readonly [N in keyof S & string as `${N}?`]: S[N];
  };

/** What may be said of a profile on any write (specification, "Profile"; behaviour.md, 16). */
export const profileFields = {
  "email?": nullable(string({ format: "email" })),
  "phone_number?": nullable(string({ format: "phone_number" })),
  "external_id?": externalId,
  "anonymous_id?": text(),
  "_kx?": text(),
  "first_name?": text(),
  "last_name?": text(),
  "organization?": text(),
  "locale?": during(text(), { since: "2024-07-15" }),
  "title?": text(),
  "image?": text(),
  "location?": nullable(object(optional(locationShapes))),
  "properties?": nullable(open()),
} as const;

const patchedIdentifiers = object({
  "email?": string({ format: "email" }),
  "phone_number?": string({ format: "phone_number" }),
  "external_id?": oneOf(string({ maxLength: 255 }), number()),
  "anonymous_id?": string({ maxLength: 255 }),
  "_kx?": string({ maxLength: 255 }),
});

export const profileMeta = object({
  "patch_properties?": absentIfNull(
    object({
      "append?": absentIfNull(open()),
      "unappend?": absentIfNull(open()),
      "unset?": absentIfNull(oneOf(string(), list(string()))),
    }),
  ),
  "patch_identifiers?": during(
    absentIfNull(object({ "append?": patchedIdentifiers, "unappend?": patchedIdentifiers })),
    { since: "2026-04-15" },
  ),
});

/** A profile as the body of a request; `properties` may stand beside `attributes` too. */
export const profileData = object({
  type: literal("profile"),
  "id?": nullable(string()),
  attributes: object(profileFields),
  "properties?": open(),
  "meta?": absentIfNull(profileMeta),
});

/** A profile whose meta moved more than once (revisions.json): who reads it takes either (`metaOf`). */
export const profileWithMeta = (inside: readonly Life[], beside: readonly Life[]) =>
  object({
    type: literal("profile"),
    "id?": nullable(string()),
    attributes: object({ ...profileFields, "meta?": during(absentIfNull(profileMeta), ...inside) }),
    "properties?": open(),
    "meta?": during(absentIfNull(profileMeta), ...beside),
  });
/** The same, where it never stood among the attributes; and where it always did. */
export const profileWithMetaBeside = profileWithMeta([], [{}]);
export const profileWithMetaInside = profileWithMeta([{}], []);

export type ProfileInput = Infer<typeof profileData>;
export type ProfileMeta = Infer<typeof profileMeta>;

export type IdentifierName = "email" | "phone_number" | "external_id" | "anonymous_id" | "_kx";

export interface Identifier {
  readonly name: IdentifierName;
  readonly compared: (value: string | number) => string;
  /** A second profile with the same one is refused with 409. */
  readonly unique: boolean;
  /** Two profiles that share one are the same person (specification, "Profile"). */
  readonly merges: boolean;
}

const asSent = (value: string | number) => String(value);

/**
 * The identifiers in the order in which they are believed. `external_id` takes no part in merging (specification,
 * "Profile"). @guess *ate_profile, bulk_import_profiles: An `anonymous_id` is unique.
 */
export const identifiers: readonly Identifier[] = [
  { name: "email", compared: (value) => String(value).toLowerCase(), unique: true, merges: true },
  { name: "phone_number", compared: asSent, unique: true, merges: true },
  { name: "external_id", compared: asSent, unique: true, merges: false },
  { name: "anonymous_id", compared: asSent, unique: true, merges: false },
  { name: "_kx", compared: asSent, unique: false, merges: false },
];

type IdentifierValues = Readonly<Record<IdentifierName, string | null>>;

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
