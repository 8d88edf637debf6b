import type { Life } from "../../contract/revisions.ts";
import {
  absentIfNull,
  during,
  type Infer,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  open,
  string,
} from "../../contract/shape.ts";

const text = () => nullable(string({ maxLength: 100_000 }));
const coordinate = () => nullable(oneOf(number(), string()));

/** Echoed as it was sent (behaviour.md, 1). */
export const externalId = nullable(oneOf(string({ maxLength: 255 }), number()));

/** All of them may be null. */
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

const location = object({
  "address1?": locationShapes.address1,
  "address2?": locationShapes.address2,
  "city?": locationShapes.city,
  "country?": locationShapes.country,
  "latitude?": locationShapes.latitude,
  "longitude?": locationShapes.longitude,
  "region?": locationShapes.region,
  "zip?": locationShapes.zip,
  "timezone?": locationShapes.timezone,
  "ip?": locationShapes.ip,
});

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
  "location?": nullable(location),
  "properties?": nullable(open()),
} as const;

const identifiers = object({
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
    absentIfNull(object({ "append?": identifiers, "unappend?": identifiers })),
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

/**
 * A profile whose meta stands among its attributes in some revisions, and beside them in others: it
 * moved more than once (revisions.json). Who reads it takes either (`metaOf`).
 */
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
