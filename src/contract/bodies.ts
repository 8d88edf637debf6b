import type { Attribute, Writes } from "./members.ts";
import { type Resource, type ResourceTable, writtenAs } from "./resource.ts";
import { during, list, literal, nullable, object, string, type Infer } from "./shape.ts";
import type { Members, Shape } from "./shape.ts";

/** @guess *: A body may name up to 1,000 records in one relationship. */
const namedMax = 1000;

type Shapes = Readonly<Record<string, Shape>>;
type Act = Exclude<Writes, "always">;

/** What a creation says below `data`, as the table of its type has it. @param more attributes of the body alone */
export const creation = <T extends ResourceTable, const M extends Shapes = {}>(
  resource: Resource<T>,
  more?: M,
): Shape<Given<T, "create", M>> => dataOf(resource, "create", {}, more) as never;

/** The same of an update: the id repeats the path's, and what is left away stays as it is. */
export const change = <T extends ResourceTable, const M extends Shapes = {}>(
  resource: Resource<T>,
  more?: M,
): Shape<Given<T, "update", M> & { readonly id: string }> =>
  dataOf(resource, "update", { id: string() }, more) as never;

function dataOf(resource: Resource, act: Act, own: Shapes, more: Shapes = {}): Shape {
  const attributes = attributesOf(resource, act);
  const relationships = relationshipsOf(resource, act);
  const some = Object.keys(attributes).length + Object.keys(more).length > 0;
  const named = Object.keys(relationships);
  const ends = named.some((name) => !name.endsWith("?")) ? "relationships" : "relationships?";
  return object({
    type: literal(writtenAs(resource)),
    ...own,
    ...(some && { attributes: object({ ...attributes, ...more }) }),
    ...(named.length > 0 && { [ends]: object(relationships) }),
  });
}

export const attributesIn = <
  T extends ResourceTable,
  A extends Act,
  const M extends Shapes,
  const F extends Shapes = {},
>(
  resource: Resource<T>,
  act: A,
  more: M,
  first?: F,
): Shape<Attributes<Table<T, "attributes">, A> & Members<M> & Members<F>> =>
  object({ ...first, ...attributesOf(resource as Resource, act), ...more }) as never;

function shapesOf<T extends Pick<Attribute, "write" | "required">>(
  members: Readonly<Record<string, T>>,
  act: Act,
  shapeOf: (member: T, isNeeded: boolean) => Shape,
): Record<string, Shape> {
  const isWritten = ([, { write }]: [string, T]) => write === "always" || write === act;
  const written = Object.entries(members).filter(isWritten);
  return Object.fromEntries(
    written.map(([name, member]) => {
      const isNeeded = act === "create" && member.required === true;
      return [isNeeded ? name : `${name}?`, shapeOf(member, isNeeded)];
    }),
  );
}

/** Of what need not be said, null says nothing, or that there is none. */
const attributesOf = ({ attributes }: Resource, act: Act): Record<string, Shape> =>
  shapesOf(attributes, act, (attribute, isNeeded) => {
    const { shape, body, created, updated, since, until } = attribute;
    const own = (act === "create" ? created : updated) ?? body;
    if (own !== undefined) return own;
    const perhaps = isNeeded || attribute.nullable ? shape : nullable(shape);
    return (since ?? until) === undefined ? perhaps : during(perhaps, attribute);
  });

const relationshipsOf = ({ relationships }: Resource, act: Act): Record<string, Shape> =>
  shapesOf(relationships, act, ({ to, many }, isNeeded) => {
    const end = object({ type: literal(to), id: string({ minLength: 1 }) });
    const ends = many ? list(end, { max: namedMax }) : end;
    return object(isNeeded ? { data: ends } : { "data?": ends });
  });

type Table<T, K extends "attributes" | "relationships"> =
  T extends Readonly<Record<K, infer A>> ? A : {};
type WritableMembers<A, W extends Act> = {
  [N in keyof A as A[N] extends { readonly write: "always" | W } ? N : never]: A[N];
};
type Needed<A, W extends Act> = {
  [
    N in keyof A as W extends "create"
      ? A[N] extends { readonly required: true }
        ? N
        : never
      : never
  ]: A[N];
};
type BodyOf<A, W extends Act> =
  A extends Readonly<Record<W extends "create" ? "created" : "updated", infer S>>
    ? Infer<S>
    : A extends { readonly body: infer S }
      ? Infer<S>
      : A extends { readonly shape: infer S }
        ? Infer<S>
        : never;

type Attributes<A, W extends Act> = {
  readonly [N in keyof Needed<WritableMembers<A, W>, W>]: BodyOf<A[N & keyof A], W>;
} & {
  readonly [
    N in Exclude<keyof WritableMembers<A, W>, keyof Needed<WritableMembers<A, W>, W>>
  ]?: BodyOf<A[N & keyof A], W> | null;
};

type End = { readonly id: string };
type Ends<L> = L extends { readonly many: true } ? readonly End[] : End;
type Relationships<L, W extends Act> = {
  readonly [N in keyof Needed<WritableMembers<L, W>, W>]: { readonly data: Ends<L[N & keyof L]> };
} & {
  readonly [N in Exclude<keyof WritableMembers<L, W>, keyof Needed<WritableMembers<L, W>, W>>]?: {
    readonly data?: Ends<L[N & keyof L]>;
  };
};

type Given<T, W extends Act, M> = {
  readonly attributes: Attributes<Table<T, "attributes">, W> & Members<M>;
} & RelationshipsMember<Relationships<Table<T, "relationships">, W>>;
type RelationshipsMember<L> = {} extends L
  ? { readonly relationships?: L }
  : { readonly relationships: L };
