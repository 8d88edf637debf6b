import type { JsonSchema } from "../../src/contract/schema.ts";

/** A JSON Schema, and the document in which its references lead somewhere. */
export interface Rooted {
  readonly schema: JsonSchema;
  readonly root: object;
}

interface Asking {
  /**
   * `same`: each lets through what the other does. `within`: what ours lets through theirs does too,
   * and ours leaves out no member and no value of theirs; members need not be there in theirs.
   */
  readonly as: "same" | "within";
}

/** What values may be: every alternative by its kind, such as `string`, `date-time`, `"a"` or `list`. */
interface Options {
  readonly kinds: readonly string[];
  readonly isNullable: boolean;
  /** Nothing is said of them. */
  readonly isAnything: boolean;
  readonly lists: readonly JsonSchema[];
  readonly objects: readonly JsonSchema[];
}

/**
 * Holds one schema against another: types, formats, values, null, members, and which must be there.
 * How long or how large something is does not count.
 *
 * @returns each difference as its place and what it is. A place is the members on the way, with `[]` for
 *   the items of a list and `<type>` for one of several objects: `data.attributes.profiles.data[].id`
 */
export function schemaDifferences(ours: Rooted, theirs: Rooted, { as }: Asking): string[] {
  const found: string[] = [];
  const say = (at: string, what: string) => found.push(`${at}: ${what}`);

  const compare = (at: string, mine: JsonSchema, other: JsonSchema): void => {
    const [a, b] = [optionsOf(mine, ours.root), optionsOf(other, theirs.root)];
    if (a.isAnything && b.isAnything) return;
    if (a.isAnything !== b.isAnything) return void say(at, `${said(a)}, published: ${said(b)}`);
    if (a.isNullable && !b.isNullable) say(at, "may be null, published: not");
    if (b.isNullable && !a.isNullable && as === "same") say(at, "not null, published: may be");
    if (as === "same" ? said(a) !== said(b) : !isWithin(a, b)) {
      say(at, `${said(a)}, published: ${said(b)}`);
    }
    if (a.lists.length > 0 && b.lists.length > 0) {
      compare(`${at}[]`, itemsOf(a.lists), itemsOf(b.lists));
    }
    compareObjects(at, a.objects, b.objects);
  };

  const compareObjects = (
    at: string,
    mine: readonly JsonSchema[],
    others: readonly JsonSchema[],
  ): void => {
    if (mine.length === 0 || others.length === 0) return;
    const [one, two] = [mine[0] as JsonSchema, others[0] as JsonSchema];
    if (mine.length === 1 && others.length === 1) return compareMembers(at, one, two);
    const a = new Map(mine.map((each) => [typeIn(each, ours.root), each]));
    const b = new Map(others.map((each) => [typeIn(each, theirs.root), each]));
    compareParts(a, b, (type) => `${at}<${type}>`, compareMembers);
  };

  const compareMembers = (at: string, mine: JsonSchema, other: JsonSchema): void => {
    const [a, b] = [membersOf(mine), membersOf(other)];
    if (a === undefined || b === undefined) {
      if (a !== b) say(at, `${named(a)}, published: ${named(b)}`);
      return;
    }
    const [needed, published] = [requiredOf(mine), requiredOf(other)];
    const place = (name: string) => (at === "" ? name : `${at}.${name}`);
    for (const name of Object.keys(a).filter((each) => Object.hasOwn(b, each))) {
      const [must, theirs] = [needed.includes(name), published.includes(name)];
      if (theirs && !must) say(place(name), "optional, published: required");
      if (must && !theirs && as === "same") say(place(name), "required, published: optional");
    }
    compareParts(new Map(Object.entries(a)), new Map(Object.entries(b)), place, compare);
  };

  const compareParts = (
    mine: ReadonlyMap<string, JsonSchema>,
    others: ReadonlyMap<string, JsonSchema>,
    placeOf: (name: string) => string,
    each: (at: string, mine: JsonSchema, other: JsonSchema) => void,
  ): void => {
    for (const name of new Set([...mine.keys(), ...others.keys()])) {
      const [a, b] = [mine.get(name), others.get(name)];
      if (a === undefined) say(placeOf(name), "published, not ours");
      else if (b === undefined) say(placeOf(name), "ours, not published");
      else each(placeOf(name), a, b);
    }
  };

  compare("", ours.schema, theirs.schema);
  return found;
}

/** Every alternative of a schema, with its references followed. */
function alternativesOf(schema: JsonSchema, root: object): JsonSchema[] {
  const { $ref, anyOf, allOf, type } = schema;
  if (typeof $ref === "string") return alternativesOf(partAt($ref, root), root);
  if (Array.isArray(allOf) && allOf.length === 1)
    return alternativesOf(allOf[0] as JsonSchema, root);
  if (Array.isArray(anyOf)) {
    return (anyOf as JsonSchema[]).flatMap((each) => alternativesOf(each, root));
  }
  if (Array.isArray(type)) return (type as string[]).map((each) => ({ ...schema, type: each }));
  return [schema];
}

const partAt = ($ref: string, root: object): JsonSchema => {
  const step = (from: unknown, name: string) => (from as Record<string, unknown>)[name];
  return $ref.slice(2).split("/").reduce(step, root) as JsonSchema;
};

/** The only value of an object's `type`, by which it is told from others; else its members. */
function typeIn(schema: JsonSchema, root: object): string {
  const { type, ...others } = membersOf(schema) ?? {};
  const kinds = type === undefined ? [] : optionsOf(type, root).kinds;
  const values = kinds.flatMap((kind) => (kind.startsWith('"') ? [JSON.parse(kind)] : []));
  return values.length > 0 ? values.join("|") : Object.keys(others).sort().join();
}

function optionsOf(schema: JsonSchema, root: object): Options {
  const all = alternativesOf(schema, root);
  const kinds = all.flatMap((each) => kindsOf(each));
  return {
    kinds: [...new Set(kinds.filter((kind) => kind !== "null"))].sort(),
    isNullable: kinds.includes("null"),
    isAnything: kinds.includes("anything"),
    lists: all.filter(({ type }) => type === "array"),
    objects: all.filter(({ type }) => type === "object"),
  };
}

function kindsOf(schema: JsonSchema): string[] {
  const { type, format, pattern } = schema;
  if (type === "null") return ["null"];
  if ("const" in schema) return [JSON.stringify(schema["const"])];
  if (Array.isArray(schema["enum"])) {
    const values = schema["enum"].map((value) => JSON.stringify(value));
    // An enumeration that may be null says so among its values.
    return values.filter((value) => type === undefined || value !== "null");
  }
  if (type === "array") return ["list"];
  if (typeof format === "string") return [format];
  // More forms of a datetime are taken than the format allows.
  if (typeof pattern === "string" && pattern.startsWith("^\\d{4}-")) return ["date-time"];
  return [typeof type === "string" ? type : "anything"];
}

/** Whether each of one is one of the other's, or a narrower one, and none of the other's is missing. */
function isWithin({ kinds: ours }: Options, { kinds: theirs }: Options): boolean {
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
  // Values and formats of a text.
  return kind === "true" || kind === "false" ? ["boolean"] : ["string"];
}

const said = ({ kinds, isAnything }: Options) => (isAnything ? "anything" : kinds.join(" | "));
const named = (members: object | undefined) =>
  members === undefined ? "any members" : Object.keys(members).sort().join();
const itemsOf = (lists: readonly JsonSchema[]): JsonSchema => ({
  anyOf: lists.map(({ items }) => items ?? {}),
});
/** An object of which it is said that it has no members has none: other ones have any. */
const membersOf = ({ properties, maxProperties }: JsonSchema) =>
  (maxProperties === 0 ? {} : properties) as Readonly<Record<string, JsonSchema>> | undefined;
const requiredOf = ({ required = [] }: JsonSchema) => required as readonly string[];
