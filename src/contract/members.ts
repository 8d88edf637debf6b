import { type Life, livesIn, type Revision } from "./revisions.ts";
import { type Infer, nullable, object, type Shape, string } from "./shape.ts";
import type { Words } from "./words.ts";

export type Writes = "create" | "update" | "always";

export interface AttributeTable extends Life {
  /** The revisions within its life in which it is missing: both ends are said. */
  readonly missing?: Required<Life>;
  /** What its values are like in records, bodies and answers; `nullable`: it may be null. */
  readonly shape: Shape;
  /** Who writes it; not given: the service alone. */
  readonly write?: Writes;
  readonly required?: true;
  /** What it is where a creation does not say, or says null. Not given: null, or what `defaults` of its type says. */
  readonly default?: unknown;
  /** What bodies say of it, where that is not its shape: of both writes, or of one. */
  readonly body?: Shape;
  readonly created?: Shape;
  readonly updated?: Shape;
  /** The property of the stored record; the attribute's own name if not given. */
  readonly from?: string;
  /** Of an instant: it is shown in whole seconds since 1970. */
  readonly unix?: true;
  /** For an object with known members: all of them are written, null when unset. */
  readonly whole?: true;
  /** For an object of which nothing else is known: what `fields` may name within it. */
  readonly named?: readonly string[];
  /** Only returned when `additional-fields[type]` asks for it. */
  readonly additional?: true;
  /** Of an additional one: the answer to a creation has it without being asked. */
  readonly toldOfNew?: true;
  /** Of an additional one: it follows from the record alone, with whose text it is kept. */
  readonly own?: true;
  /** What the rows that filter by it add to the records that they answer with. */
  readonly sparse?: true;
  /** Worked out by a function of the area rather than read from the record. */
  readonly computed?: true;
  /** Nobody is shown it: by no answer, nor by the journal, `state show` or a difference of two states. */
  readonly secret?: true;
  /** A path of the emulator's own, which is shown on the host that was asked; other URLs stay as they are. */
  readonly local?: true;
  /** Of an instant: it has microseconds in answers to what `created` or in any way `wrote` it, or `read` it. */
  readonly fraction?: "always" | "created" | "wrote" | "read";
  /** Of an instant: the answer to a creation that gave it in UTC, by `Z`, repeats it as it was sent. */
  readonly echoed?: true;
}

/** How an attribute is written into an answer, and compared: read off its shape. */
type AttributeType = Words<"string number integer boolean datetime unix object any">;

export interface Attribute extends AttributeTable {
  readonly type: AttributeType;
  readonly nullable: boolean;
  readonly members?: readonly string[];
}

export const span = (since: Revision | undefined, until: Revision | undefined): Life => ({
  ...(since && { since }),
  ...(until && { until }),
});

export const livesOf = ({ since, until, missing }: AttributeTable): readonly Life[] =>
  missing ? [span(since, missing.since), span(missing.until, until)] : [span(since, until)];

export const isIn = (attribute: AttributeTable, revision: Revision): boolean =>
  livesOf(attribute).some((life) => livesIn(life, revision));

/** An instant: a text outside, milliseconds since 1970 in a record. */
export const instant = (): Shape<number> => string({ format: "datetime" }) as never;

/** The instants of a record's creation and last change, whole seconds once they are read. */
export const stamps = {
  created: { shape: instant(), fraction: "created" },
  updated: { shape: instant(), fraction: "wrote" },
} as const satisfies Record<string, AttributeTable>;

/** An object with exactly these members, all of them written, also where there is none: their shapes let null through. */
export const objectOf = <const M extends Readonly<Record<string, Shape>>>(members: M) => {
  type Values = Readonly<Record<string, Infer<M[keyof M]>>>;
  const shape: Shape<Values | null> = nullable(object(members) as never);
  return { shape, whole: true } as const;
};

export function attributeOf(table: AttributeTable): Attribute {
  const { shape, unix, whole } = table;
  const bare = shape.kind === "nullable" ? shape.shape : shape;
  return {
    ...table,
    type: unix ? "unix" : typeOf(bare),
    nullable: bare !== shape && !whole,
    ...(whole && bare.kind === "object" && { members: [...bare.members.keys()] }),
  };
}

function typeOf(shape: Shape): AttributeType {
  switch (shape.kind) {
    case "string":
      return shape.format === "datetime" ? "datetime" : "string";
    case "number":
    case "integer":
    case "boolean":
      return shape.kind;
    case "literal":
      return shape.values.every((value) => typeof value === "string") ? "string" : "any";
    case "open":
    case "object":
    case "record":
      return "object";
    default:
      return "any";
  }
}

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

type OfManyAlone = Words<"by embedded ids later listed members only relatedOnly">;
type OfOneAlone = Words<"derived erased from ifIncluded linksOnly optional">;
type Options<Without extends keyof Relationship> = Omit<Relationship, "to" | "many" | Without>;

export const one = <const O extends Options<OfManyAlone>>(to: string, options: O = {} as O) =>
  ({ to, many: false, ...options }) as const;

export const many = <const O extends Options<OfOneAlone>>(to: string, options: O = {} as O) =>
  ({ to, many: true, ...options }) as const;
