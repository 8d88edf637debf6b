import type { Writes } from "./attribute.ts";
import type { Life } from "./revisions.ts";

export interface Relationship extends Life {
  readonly to: string;
  readonly many: boolean;
  /** Who writes it, as of an attribute; not given: the service alone. */
  readonly write?: Writes;
  readonly required?: true;
  /** To one: the property of the stored record that holds the other's id; its own name if not given. */
  readonly from?: string;
  /** To one: there need not be one. Its data is left out then. */
  readonly optional?: boolean;
  /** To one: nothing of it is stored; the area's function says who is there. */
  readonly derived?: true;
  /** To a person: what becomes of the record when the person is deleted. */
  readonly erased?: "goes" | "cleared" | "stays";
  /** It has rows, and is not written. */
  readonly hidden?: boolean;
  /** Its links are not written: to one, there is its data alone; to many, only what is included. */
  readonly unlinked?: boolean;
  /** To many: the field of the other end by which its records are found. */
  readonly by?: string;
  /** To many: the property of the stored record that holds the others' ids. */
  readonly ids?: string;
  /** To many with `ids`: without links they are always written, beside links only if there are any. */
  readonly embedded?: boolean;
  /** To many: the identifiers are written also where the relationship is not included. */
  readonly listed?: boolean;
  /** To one: its links alone are written, everywhere or in the answers of these operations. */
  readonly linksOnly?: true | readonly string[];
  /** To one: who it is, or that there is none, is written only where the relationship is included. */
  readonly ifIncluded?: boolean;
  /** Not written where there is none. */
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

type OfOne = Life &
  Pick<
    Relationship,
    | "derived"
    | "erased"
    | "from"
    | "hidden"
    | "ifAny"
    | "ifIncluded"
    | "linksOnly"
    | "optional"
    | "required"
    | "unless"
    | "unlinked"
    | "write"
  >;
type OfMany = Life &
  Omit<
    Relationship,
    "to" | "many" | "derived" | "erased" | "from" | "ifIncluded" | "linksOnly" | "optional"
  >;

export const one = <const O extends OfOne>(to: string, options: O = {} as O) =>
  ({ to, many: false, ...options }) as const;

export const many = <const O extends OfMany>(to: string, options: O = {} as O) =>
  ({ to, many: true, ...options }) as const;
