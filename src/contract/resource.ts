import type { Life } from "./revisions.ts";
import { object, type Shape } from "./shape.ts";

/**
 * How an attribute is written into an answer. `datetime` and `unix` are stored as milliseconds
 * since 1970 and written as text, or as whole seconds.
 */
type AttributeType =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "datetime"
  | "unix"
  | "object"
  | "any";

export interface Attribute extends Life {
  readonly type: AttributeType;
  /** The property of the stored record; the attribute's own name if not given. */
  readonly from?: string;
  /** For an object with known members: their names, all of them written, null when unset. */
  readonly members?: readonly string[];
  /** For an object of which nothing else is known: what `fields` may name within it. */
  readonly named?: readonly string[];
  /** What its values are like in answers, where its type says too little. Documented, not checked. */
  readonly shape?: Shape;
  /** `false`: it always has a value. Others may be null. */
  readonly nullable?: false;
  /** Only returned when `additional-fields[type]` asks for it. */
  readonly additional?: boolean;
  /** What the rows that filter by it add to the records that they answer with. */
  readonly sparse?: boolean;
  /** Worked out by a function of the area rather than read from the record. */
  readonly computed?: boolean;
  /** Of a datetime: in which answers it has a fraction of a second; not given: in none. */
  readonly fraction?: Fraction;
  /** Of a datetime: the answer to a creation that gave it in UTC, by `Z`, repeats it as it was sent. */
  readonly echoed?: boolean;
}

/**
 * In which answers a datetime has a fraction of a second, as microseconds: `always`; only in those to
 * a request that `created` the record, or to one that `wrote` it in any way; or only when it is `read`.
 */
type Fraction = "always" | "created" | "wrote" | "read";

/** The names of what is known by its name elsewhere: coupons and web feeds (recorded.md, 6). */
export const namePattern = "^[0-9_A-z]+$";

/** The instants of a record's creation and last change, whole seconds once they are read. */
export const stamps = {
  created: { type: "datetime", fraction: "created", nullable: false },
  updated: { type: "datetime", fraction: "wrote", nullable: false },
} as const satisfies Record<string, Attribute>;

export interface Relationship extends Life {
  /** The type at the other end. */
  readonly to: string;
  readonly many: boolean;
  /** For a to-one relationship: the property of the stored record that holds the other's id. */
  readonly from?: string;
  /** To one: there need not be one. Its data is left out then. */
  readonly optional?: boolean;
  /** It has rows, and is not written. */
  readonly hidden?: boolean;
  /** Its links are not written: to one, there is its data alone; to many, only what is included. */
  readonly unlinked?: boolean;
  /** To many: the field of the other end by which its records are found. */
  readonly by?: string;
  /**
   * To many: the property of the stored record that holds the others' ids. Without links they are
   * always written, beside links only if there are any.
   */
  readonly embedded?: string;
  /** To many: the identifiers are written also where the relationship is not included. */
  readonly listed?: boolean;
  /** To one: its links alone are written, everywhere or in the answers of these operations. */
  readonly linksOnly?: true | readonly string[];
  /** To one: not written where there is none. */
  readonly ifAny?: boolean;
  /** Not written in the answer to the request that creates the record. */
  readonly later?: boolean;
  /** Only written of the records that these operations are about, not of included ones. */
  readonly only?: readonly string[];
  /** Only written where this other relationship is not. */
  readonly unless?: string;
  /** To many, kept as memberships: those who are in a group, in the order in which they joined. */
  readonly members?: boolean;
  /** There is no row for its identifiers, so that only the link to the records is written. */
  readonly relatedOnly?: boolean;
}

/**
 * The type of a field's values, which decides how a filter's value is read and compared. `datetime`
 * and `unix` are compared as milliseconds, and written as text or as a number of seconds.
 */
export type FieldType =
  | "string"
  | "integer"
  | "unix"
  | "email"
  | "phone"
  | "datetime"
  | "boolean"
  | "relationship";

/** Something that rows may filter or sort by. */
export interface Field {
  readonly type: FieldType;
  /** The key of the collection that it reads; the field's own name if not given. */
  readonly from?: string;
  /** The only values that it can have. */
  readonly values?: readonly string[];
  /** Other words for some of them. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The collection of links whose records lead from its values to those that have them. */
  readonly through?: string;
  /** Records of another collection have it under a key, and name by a property whose they are. */
  readonly via?: { readonly collection: string; readonly key: string; readonly owner: string };
}

/** One resource type of the service, as a table. */
export interface Resource {
  readonly type: string;
  /** Where one of them is found: `links.self` is `{path}/{id}/`. */
  readonly path: string;
  /** What its id is called in the path of one of them: `id` if not given. */
  readonly parameter?: string;
  /** The collection of the store that holds its records; none: nothing of this type is built. */
  readonly collection?: string;
  /** The revisions in which its records have a link to themselves; not given: all. */
  readonly linked?: Life;
  /** The only ids that there are: others are refused with 400 rather than not found. */
  readonly ids?: readonly string[];
  /** Unknown ids of another form are refused with 400 rather than not found (behaviour.md, 2). */
  readonly idPattern?: RegExp;
  /** The place that such a refusal names. Default: `/data/id`. */
  readonly idPlace?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
  readonly fields: Readonly<Record<string, Field>>;
  /** What a collection is sorted by when the request does not say. */
  readonly defaultSort?: string;
}

/** Describes a resource type; everything but its type and path may be left out. */
export function resource(
  type: string,
  table: Partial<Omit<Resource, "type">> & Pick<Resource, "path">,
): Resource {
  return { attributes: {}, relationships: {}, fields: {}, ...table, type };
}

/** An object with exactly these members, all of them written: their shapes let null through. */
export const objectOf = (members: Readonly<Record<string, Shape>>) =>
  ({
    type: "object",
    members: Object.keys(members),
    shape: object(members),
    nullable: false,
  }) as const satisfies Attribute;

/** The relationship's other end is one record, or none. */
export const one = (
  to: string,
  from: string,
  options: Life & Pick<Relationship, "ifAny" | "linksOnly" | "optional" | "unlinked"> = {},
): Relationship => ({ to, many: false, from, ...options });

/** The relationship's other end is any number of records. */
export const many = (
  to: string,
  options: Life &
    Omit<Relationship, "to" | "many" | "from" | "ifAny" | "linksOnly" | "optional"> = {},
): Relationship => ({ to, many: true, ...options });
