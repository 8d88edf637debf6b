import { type Life, livesIn, type Revision } from "./revisions.ts";

/** What a body must look like, as data: `jsonapi/json.ts` checks it, and `Infer` is its type. */
export type Format = "email" | "phone_number" | "datetime" | "date" | "time";

export type Shape<T = unknown> = ShapeNode & {
  /** What it means, for people who write one with the help of their editor. */
  readonly description?: string;
  /** What it is called where it is written once and referred to, such as `SegmentDefinition`. */
  readonly name?: string;
  /** The revisions in which it is known: any of these; not given: in all. */
  readonly lives?: readonly Life[];
  /** For a member that may be left out: the revisions in which it may not. */
  readonly requiredIn?: readonly Life[];
  /** Of a member that may be left out: what it is then (`jsonapi/meant.ts`). */
  readonly default?: unknown;
  readonly [inferred]?: T;
};

export type ShapeNode =
  | {
      readonly kind: "string";
      readonly format?: Format;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly pattern?: string;
      /** Without half characters, as what stands in an id must be, and so in a path. */
      readonly wellFormed?: boolean;
    }
  | { readonly kind: "boolean" | "any" | "file" }
  | { readonly kind: "number" | "integer"; readonly min?: number; readonly max?: number }
  | { readonly kind: "literal"; readonly values: readonly Literal[] }
  | { readonly kind: "oneOf"; readonly shapes: readonly Shape[] }
  | {
      readonly kind: "nullable";
      readonly shape: Shape;
      /** Null says as much as leaving the member out, and is left out of what handlers get. */
      readonly absent?: boolean;
    }
  | { readonly kind: "list"; readonly of: Shape; readonly min: number; readonly max: number }
  | { readonly kind: "open"; readonly maxBytes?: number }
  | { readonly kind: "record"; readonly of: Shape }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Member> };

export type ShapeOf<K extends Shape["kind"]> = Extract<Shape, { readonly kind: K }>;

export type Literal = string | number | boolean;

type Member = { readonly shape: Shape; readonly required: boolean };

declare const inferred: unique symbol;

export type Infer<S> = S extends Shape<infer T> ? T : never;

type Optional<F> = { [K in keyof F]: K extends `${string}?` ? K : never }[keyof F];
/** The type of an object with these members; a name that ends in `?` may be left out. */
export type Members<F> = { readonly [K in Exclude<keyof F, Optional<F>>]: Infer<F[K]> } & {
  readonly [K in Optional<F> as K extends `${infer Name}?` ? Name : never]?: Infer<F[K]>;
};

type Dictionary<T> = Readonly<Record<string, T>>;
type Bounds = { readonly min?: number; readonly max?: number };

export const string = (
  options: Omit<Extract<ShapeNode, { kind: "string" }>, "kind"> = {},
): Shape<string> => ({ kind: "string", ...options });
export const number = (bounds: Bounds = {}): Shape<number> => ({ kind: "number", ...bounds });
export const integer = (bounds: Bounds = {}): Shape<number> => ({ kind: "integer", ...bounds });
export const boolean = (): Shape<boolean> => ({ kind: "boolean" });
export type FormFile = { readonly name: string; readonly bytes: Uint8Array };

export const file = (): Shape<FormFile> => ({ kind: "file" });
export const any = <T = unknown>(): Shape<T> => ({ kind: "any" });
/** An object with members of the caller's own naming. @param maxBytes of its JSON text */
export const open = (options: { maxBytes?: number } = {}): Shape<Dictionary<unknown>> => ({
  kind: "open",
  ...options,
});
export const record = <T>(of: Shape<T>): Shape<Dictionary<T>> => ({ kind: "record", of });
export const described = <T>(shape: Shape<T>, description: string): Shape<T> => ({
  ...shape,
  description,
});
export const text = (description: string): Shape<string> =>
  described(string({ minLength: 1 }), description);
export const phrase = (description: string) => described(string(), description);
export const whether = (description: string) => described(boolean(), description);
export const count = (description: string): Shape<number> =>
  described(integer({ min: 0 }), description);
/** The same shape under a name of its own: an OpenAPI document writes it once. */
export const named = <T>(name: string, shape: Shape<T>): Shape<T> => ({ ...shape, name });
/** The same shape, known in some revisions only: elsewhere the member or the value is refused. */
export const during = <T>(shape: Shape<T>, ...lives: Life[]): Shape<T> => ({ ...shape, lives });
/** The same shape, of an optional member that may not be left out in some revisions. */
export const required = <T>(shape: Shape<T>, ...requiredIn: readonly Life[]): Shape<T> => ({
  ...shape,
  requiredIn,
});
export const knownIn = ({ lives }: Shape, revision: Revision): boolean =>
  lives === undefined || lives.some((life) => livesIn(life, revision));
export const neededIn = ({ shape, required: always }: Member, revision: Revision): boolean =>
  always || (shape.requiredIn?.some((life) => livesIn(life, revision)) ?? false);
export const literal = <const V extends Literal>(...values: V[]): Shape<V> => ({
  kind: "literal",
  values,
});
/** The same shape, of a member that is this value where it is left out. */
export const byDefault = <T>(shape: Shape<T>, value: T): Shape<T> => ({ ...shape, default: value });
export const nothing = (): Shape<null> => ({ kind: "nullable", shape: literal() });
export const nullable = <T>(shape: Shape<T>): Shape<T | null> => ({ kind: "nullable", shape });
export const orNull = <T>(shape: Shape<T>, description: string): Shape<T | null> =>
  described(nullable(shape), description);
/** An optional member that may be null instead of left out: handlers meet neither. */
export const absentIfNull = <T>(shape: Shape<T>): Shape<T> => ({
  kind: "nullable",
  shape,
  absent: true,
});
export const oneOf = <const S extends readonly Shape[]>(...shapes: S): Shape<Infer<S[number]>> => ({
  kind: "oneOf",
  shapes,
});
export const list = <T>(of: Shape<T>, { min = 0, max = Infinity } = {}) =>
  ({ kind: "list", of, min, max }) satisfies ShapeNode as Shape<readonly T[]>;

/** An object with exactly these members; one whose name ends in `?` may be left out. */
export function object<const F extends Dictionary<Shape>>(fields: F): Shape<Members<F>> {
  let members: ReadonlyMap<string, Member> | undefined;
  return {
    kind: "object",
    // Most are asked for by no request of a run.
    get members() {
      return (members ??= membersOf(fields));
    },
  };
}

function membersOf(fields: Readonly<Record<string, Shape>>): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const [key, shape] of Object.entries(fields)) {
    const optional = key.endsWith("?");
    members.set(optional ? key.slice(0, -1) : key, { shape, required: !optional });
  }
  return members;
}

/** Of a member that may be null instead of left out: its shape where it may be neither. */
export const neededAs = (member: Member, revision: Revision): Shape | undefined => {
  const { shape } = member;
  if (shape.kind !== "nullable" || !shape.absent) return undefined;
  return neededIn(member, revision) ? shape.shape : undefined;
};

export const optionsIn = ({ shapes }: ShapeOf<"oneOf">, revision: Revision): readonly Shape[] =>
  shapes.filter((option) => knownIn(option, revision));

/** The members that an object must have, those of them that may not be null, and all that it may have. */
export function membersIn({ members }: ShapeOf<"object">, revision: Revision) {
  const needed = [...members].filter(([, member]) => neededIn(member, revision));
  const unsaid = needed.filter(([, member]) => neededAs(member, revision) !== undefined);
  const known = [...members].filter(([, { shape }]) => knownIn(shape, revision));
  return {
    needed: needed.map(([name]) => name),
    notNull: new Set(unsaid.map(([name]) => name)),
    known: new Map(known.map(([name, { shape }]) => [name, shape])),
  };
}

const wholes = new WeakMap<Shape, Map<Revision, boolean>>();

/** Whether a revision knows all that a value of the shape may have: shapes never change. */
function isWhole(shape: Shape, revision: Revision): boolean {
  const known = wholes.get(shape) ?? new Map<Revision, boolean>();
  wholes.set(shape, known);
  const found = known.get(revision);
  if (found !== undefined) return found;
  // A shape may have itself within it.
  known.set(revision, true);
  const isAll = partsOf(shape).every((each) => knownIn(each, revision) && isWhole(each, revision));
  known.set(revision, isAll);
  return isAll;
}

function partsOf(shape: Shape): readonly Shape[] {
  if (shape.kind === "nullable") return [shape.shape];
  if (shape.kind === "list") return [shape.of];
  if (shape.kind === "oneOf") return shape.shapes;
  return shape.kind === "object" ? [...shape.members.values()].map((member) => member.shape) : [];
}

export function knownPart(shape: Shape | undefined, value: unknown, revision: Revision): unknown {
  if (shape === undefined || value === null || value === undefined) return value;
  if (isWhole(shape, revision)) return value;
  if (shape.kind === "nullable") return knownPart(shape.shape, value, revision);
  if (shape.kind === "list") {
    const { of } = shape;
    const items = (value as unknown[]).filter((item) => isKnown(of, item, revision));
    return items.map((item) => knownPart(of, item, revision));
  }
  if (shape.kind !== "object") return value;
  const members = Object.entries(value).flatMap(([name, part]) => {
    const member = shape.members.get(name)?.shape;
    const known = member !== undefined && knownIn(member, revision);
    return known ? [[name, knownPart(member, part, revision)]] : [];
  });
  return Object.fromEntries(members);
}

function isKnown(shape: Shape, value: unknown, revision: Revision): boolean {
  if (shape.kind !== "oneOf") return true;
  return optionsIn(shape, revision).some((option) =>
    option.kind === "literal" ? option.values.includes(value as Literal) : true,
  );
}
