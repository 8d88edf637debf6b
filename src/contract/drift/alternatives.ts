import type { JsonSchema } from "../schema.ts";

export type Rooted = { readonly schema: JsonSchema; readonly root: object };

/** What values may be: every alternative by its kind, such as `string`, `date-time`, `"a"` or `list`. */
export interface Options {
  readonly kinds: readonly string[];
  readonly isNullable: boolean;
  readonly isAnything: boolean;
  readonly lists: readonly JsonSchema[];
  readonly objects: readonly JsonSchema[];
}

export class SchemaError extends Error {}

/** References lead so far at most: further than any that does not lead in a circle. */
const refsMax = 50;
const alternativesMax = 5000;

/** What a reference leads to; what is elsewhere, or nowhere, may be anything. @throws SchemaError for a circle */
export function resolved(schema: unknown, root: object): JsonSchema {
  let at = schema;
  for (let steps = 0; steps < refsMax; steps += 1) {
    if (!isObject(at)) return {};
    const { $ref } = at;
    if (typeof $ref !== "string") return at;
    const to = partAt($ref, root);
    if (at["nullable"] === true) return orNull(at, to);
    at = to;
  }
  throw new SchemaError("its references lead in a circle");
}

/** By the reference, so that the same one is the same schema. */
const perhapsNull = new WeakMap<JsonSchema, JsonSchema>();

/** Beside a reference, OpenAPI 3.0 says that it may be null. */
function orNull(ref: JsonSchema, to: unknown): JsonSchema {
  const made = perhapsNull.get(ref) ?? { anyOf: [to, { type: "null" }] };
  perhapsNull.set(ref, made);
  return made;
}

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const partAt = ($ref: string, root: object): unknown =>
  $ref
    .replace(/^#\//, "")
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (from, name) => (isObject(from) && Object.hasOwn(from, name) ? from[name] : undefined),
      root,
    );

/** By the schema: what many refer to is looked at once. */
const knownAlternatives = new WeakMap<JsonSchema, readonly JsonSchema[]>();

function alternativesOf(from: unknown, root: object, depth = 0): readonly JsonSchema[] {
  if (depth > refsMax) throw new SchemaError("it nests too deep");
  const schema = resolved(from, root);
  const known = knownAlternatives.get(schema);
  if (known !== undefined) return known;
  const { anyOf, oneOf, allOf, type, nullable } = schema;
  const below = (each: unknown) => alternativesOf(each, root, depth + 1);
  const either = Array.isArray(anyOf) ? anyOf : oneOf;
  let all: readonly JsonSchema[] = [schema];
  if (Array.isArray(either)) all = either.flatMap(below);
  else if (Array.isArray(allOf)) all = together(allOf.map(below));
  else if (Array.isArray(type)) all = type.map((each: unknown) => ({ ...schema, type: each }));
  if (all.length > alternativesMax) throw new SchemaError("it has too many alternatives");
  const found = nullable === true ? [...all, { type: "null" }] : all;
  knownAlternatives.set(schema, found);
  return found;
}

/** Several that hold at once: the members of all objects, else the one that says most. */
function together(parts: readonly (readonly JsonSchema[])[]): readonly JsonSchema[] {
  if (parts.length === 1) return parts[0] ?? [];
  const objects = parts.flat().filter(isOfMembers);
  if (objects.length === 0) return parts.find((all) => all.some(saysType)) ?? [{}];
  const members = new Map<string, unknown[]>();
  for (const { properties } of objects) {
    for (const [name, each] of Object.entries(properties ?? {}))
      members.set(name, [...(members.get(name) ?? []), each]);
  }
  const allOf = (all: readonly unknown[]) => (all.length === 1 ? all[0] : { allOf: all });
  const properties = Object.fromEntries([...members].map(([name, all]) => [name, allOf(all)]));
  const required = objects.flatMap((each) => requiredOf(each));
  return [{ type: "object", properties, required }];
}

const isOfMembers = ({ type, properties }: JsonSchema) =>
  type === "object" || (type === undefined && isObject(properties));
const saysType = (schema: JsonSchema) => kindsOf(schema)[0] !== "anything";

export function optionsOf(schema: JsonSchema, root: object): Options {
  const all = alternativesOf(schema, root);
  const kinds = all.flatMap((each) => kindsOf(each));
  const redundant = kinds.includes("number") ? ["null", "integer"] : ["null"];
  return {
    kinds: [...new Set(kinds.filter((kind) => !redundant.includes(kind)))].sort(),
    isNullable: kinds.includes("null"),
    isAnything: kinds.includes("anything"),
    lists: all.filter(({ type }) => type === "array"),
    objects: all.filter(isOfMembers),
  };
}

function kindsOf(schema: JsonSchema): string[] {
  const { type, format, pattern } = schema;
  if (type === "null") return ["null"];
  if ("const" in schema) return [JSON.stringify(schema["const"])];
  if (Array.isArray(schema["enum"])) {
    const values = schema["enum"].map((value) => JSON.stringify(value) ?? "null");
    // An enumeration that may be null says so among its values.
    return values.filter((value) => type === undefined || value !== "null");
  }
  if (type === "array") return ["list"];
  if (isOfMembers(schema)) return ["object"];
  if (typeof format === "string") return [format];
  // More forms of a datetime are taken than the format allows.
  if (typeof pattern === "string" && pattern.startsWith("^\\d{4}-")) return ["date-time"];
  return [typeof type === "string" ? type : "anything"];
}

/** Whether each of one is one of the other's, or a narrower one, and none of the other's is missing. */
export function isWithin({ kinds: ours }: Options, { kinds: theirs }: Options): boolean {
  const covers = (wide: string, narrow: string) =>
    wide === narrow || widened(narrow).includes(wide);
  return (
    ours.every((a) => theirs.some((b) => covers(b, a))) &&
    theirs.every((b) => ours.some((a) => covers(b, a)))
  );
}

function widened(kind: string): readonly string[] {
  if (["boolean", "list", "number", "object", "string"].includes(kind)) return [];
  if (kind === "integer" || /^[\d-]/.test(kind)) return ["number", "integer"];
  return kind === "true" || kind === "false" ? ["boolean"] : ["string"];
}

/** The kinds in words; of very many, those that `others` has not. */
export function said({ kinds, isAnything }: Options, others?: Options): string {
  if (isAnything) return "anything";
  const isLong = others !== undefined && kinds.length + others.kinds.length > 20;
  const own = isLong ? kinds.filter((kind) => !others.kinds.includes(kind)) : kinds;
  return own.length === 0 ? "not these" : own.join(" | ");
}

/** The only value of an object's `type`, by which it is told from others; else its members. */
export function typeIn(schema: JsonSchema, root: object): string {
  const { type, ...others } = membersOf(schema) ?? {};
  const kinds = type === undefined ? [] : optionsOf(type, root).kinds;
  const values = kinds.flatMap((kind) => (kind.startsWith('"') ? [JSON.parse(kind)] : []));
  return values.length > 0 ? values.join("|") : Object.keys(others).sort().join();
}

export const named = (members: object | undefined) =>
  members === undefined ? "any members" : Object.keys(members).sort().join();
export const itemsOf = (lists: readonly JsonSchema[]): JsonSchema =>
  lists.length === 1
    ? (lists[0]?.["items"] as JsonSchema)
    : { anyOf: lists.map(({ items }) => items ?? {}) };
/** An object of which it is said that it has no members has none: other ones have any. */
export const membersOf = ({ properties, maxProperties }: JsonSchema) =>
  (maxProperties === 0 ? {} : isObject(properties) ? properties : undefined) as
    | Readonly<Record<string, JsonSchema>>
    | undefined;
export const requiredOf = ({ required }: JsonSchema): readonly unknown[] =>
  Array.isArray(required) ? required : [];
