import { type Attribute, attributeOf, type AttributeTable, type Relationship } from "./members.ts";
import { derivedFields, type Field } from "./field.ts";
import type { Life } from "./revisions.ts";
import type { Infer, Members, Shape } from "./shape.ts";

/** The names of what is known by its name elsewhere: coupons and web feeds (recorded.md, 6). */
export const namePattern = "^[0-9_A-z]+$";

export type IdForm = "uuid" | "ulid" | "short" | "number" | "hex";

/** A resource type, as an area writes it down; everything but its path may be left out. */
export interface ResourceTable {
  /** Where one of them is found: `links.self` is `{path}/{id}/`. */
  readonly path: string;
  /** The type that its records are written with, where another resource has the name. */
  readonly as?: string;
  /** What its id is called in the path of one of them: `id` if not given. */
  readonly parameter?: string;
  /** What the service draws for a new one; not given: its id follows from what it is. */
  readonly id?: IdForm;
  /** The revisions in which its records have a link to themselves; not given: all. */
  readonly linked?: Life;
  /** The only ids that there are: others are refused with 400 rather than not found. */
  readonly ids?: readonly string[];
  /** Unknown ids of another form are refused with 400 rather than not found (behaviour.md, 2). */
  readonly idPattern?: RegExp;
  /** What the refusal says that such an id is to be, where that is recorded. */
  readonly idSays?: string;
  /** The place that such a refusal names. Default: `/data/id`. */
  readonly idPlace?: string;
  readonly attributes?: Readonly<Record<string, AttributeTable>>;
  readonly relationships?: Readonly<Record<string, Relationship>>;
  /** What its records hold besides, and nobody is shown. A name that ends in `?` may be missing. */
  readonly kept?: Readonly<Record<string, Shape>>;
  /** What its records are known by, whatever their ids; of a group the first that is set. */
  readonly natural?: readonly (string | readonly string[])[];
  /** What rows may filter and sort by, where it does not follow from attributes and relationships. */
  readonly fields?: Readonly<Record<string, Field>>;
  readonly orders?: readonly (string | readonly string[])[];
  readonly defaultSort?: string;
}

export interface Resource<T extends ResourceTable = ResourceTable> extends ResourceTable {
  readonly type: string;
  /** The collection of the store that holds its records; none: they are worked out. */
  readonly collection?: string;
  /** Its records are worked out of others, by the function that relates those to them. */
  readonly derived?: true;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
  readonly fields: Readonly<Record<string, Field>>;
  readonly [described]?: T;
}

type Held = Pick<Resource, "collection" | "derived">;

declare const described: unique symbol;

export const resource = <const T extends ResourceTable>(type: string, table: T): Resource<T> =>
  completed(type, { ...table, collection: type });

export const unstored = <const T extends ResourceTable>(type: string, table: T): Resource<T> =>
  completed(type, table);

/** The same of one whose records are worked out of those that lead to them: they can be included. */
export const derived = <const T extends ResourceTable>(type: string, table: T): Resource<T> =>
  completed(type, { ...table, derived: true });

/** With what follows from the table. Most types are asked for by no request of a run: it is worked out when it is asked for. */
function completed<T extends ResourceTable>(type: string, table: T & Held): Resource<T> {
  const { relationships = {} } = table;
  let attributes: Resource["attributes"] | undefined;
  let fields: Resource["fields"] | undefined;
  return {
    ...table,
    type,
    relationships,
    get attributes() {
      return (attributes ??= attributesOf(table));
    },
    get fields() {
      return (fields ??= { ...derivedFields(this.attributes, relationships), ...table.fields });
    },
  };
}

const attributesOf = ({ attributes = {} }: ResourceTable): Resource["attributes"] =>
  Object.fromEntries(Object.entries(attributes).map(([name, each]) => [name, attributeOf(each)]));

/** Whether there are records of a type that others can lead to. */
export const hasRecords = (resource: Resource | undefined): boolean =>
  resource !== undefined && (resource.collection !== undefined || resource.derived === true);

export const writtenAs = ({ type, as = type }: Pick<Resource, "type" | "as">): string => as;

type Attributes<T> = T extends { readonly attributes: infer A } ? A : unknown;
type Relationships<T> = T extends { readonly relationships: infer L } ? L : unknown;
type KeptMembers<T> = T extends { readonly kept: infer K extends Readonly<Record<string, Shape>> }
  ? Members<K>
  : unknown;

type Property<Name, Of> = Of extends { readonly from: infer From extends string } ? From : Name;
type Unstored = { readonly computed: true } | { readonly sparse: true };

type OfAttributes<A> = {
  readonly [N in keyof A as A[N] extends Unstored ? never : Property<N, A[N]>]: A[N] extends {
    readonly shape: infer S;
  }
    ? Infer<S>
    : never;
};

type OfRelationships<L> = {
  readonly [
    N in keyof L as L[N] extends { readonly derived: true }
      ? never
      : L[N] extends { readonly many: false }
        ? Property<N, L[N]>
        : never
  ]: L[N] extends { readonly optional: true } | { readonly ifAny: true } ? string | null : string;
} & {
  readonly [
    N in keyof L as L[N] extends { readonly ids: infer I extends string } ? I : never
  ]: readonly string[];
};

/** A record of a type as it is stored: instants are milliseconds since 1970, an unset attribute is null. */
export type RecordOf<R> =
  R extends Resource<infer T>
    ? { readonly id: string; readonly seq: number } & OfAttributes<Attributes<T>> &
        OfRelationships<Relationships<T>> &
        KeptMembers<T>
    : never;
