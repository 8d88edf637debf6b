import { markdownTable } from "../../contract/markdown-table.ts";
import type { IdentifierType } from "../../domain/grammar/source-mappings.ts";
import type { ObjectSchema, Property } from "../../domain/resources/custom-object.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { IngestionLog, SourceMapping } from "./resources.ts";

/** The way to a value in a record: the names of members, and `all` for every item of a list. */
export type Path = readonly (string | typeof all)[];

const all = Symbol("all");

const step = /\[(?:\*|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y;

/** Reads a path of the one form that mappings have: `$['order']['lines'][*]['sku']`. @returns undefined for anything else */
export function parsePath(text: string): Path | undefined {
  if (!text.startsWith("$") || text.length < 2) return undefined;
  const path: (string | typeof all)[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return undefined;
    const name = found[1] ?? found[2];
    path.push(name === undefined ? all : name.replaceAll(/\\(.)/gs, "$1"));
  }
  return path;
}

/** What lies at the end of a path; a list, if it leads through one. Undefined: nothing, or null. */
export function valueAt(path: Path, record: unknown): unknown {
  let value = record;
  for (const [place, name] of path.entries()) {
    if (typeof value !== "object" || value === null) return undefined;
    if (name === all)
      return Array.isArray(value) ? valuesAt(path.slice(place + 1), value) : undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value ?? undefined;
}

const valuesAt = (rest: Path, items: readonly unknown[]): unknown[] =>
  items.flatMap((item) => {
    const value = valueAt(rest, item);
    return value === undefined ? [] : Array.isArray(value) && rest.includes(all) ? value : [value];
  });

/** How a schema and its mapping make objects of source records: a pure function, worked out once. */
export interface Plan {
  readonly feeds: readonly Feed[];
  /** What objects have by themselves, by the name of the property. */
  readonly constants: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Whether properties come from several feeds, so that none of them makes an object alone. */
  readonly joined: boolean;
}

/** What one data source says of objects that it knows by one id. */
export interface Feed {
  readonly key: string;
  readonly source: string;
  readonly id: Path;
  readonly properties: readonly { readonly property: Property; readonly path: Path }[];
  readonly links: readonly FeedLink[];
}

export interface FeedLink {
  readonly relationship: string;
  /** The type of the objects that it leads to; null: profiles. */
  readonly to: string | null;
  /** By which the other end is known, the first that finds any. */
  readonly ends: readonly { readonly by: IdentifierType | undefined; readonly path: Path }[];
  readonly additive: boolean;
}

/** Why a source record makes no object, for people. @guess get_ingestion_logs_for_object_type: The codes of ingestion errors are not published. */
const codes = {
  missing_id: "At the id path there is no text and no whole number.",
  missing_required_property: "Nothing is said of a property that the schema requires.",
  invalid_type: "A value is not of the type of its property.",
} as const;

type Code = keyof typeof codes;

export const ingestionCodesTable = (): string =>
  markdownTable([
    ["code", "when"],
    ...Object.entries(codes).map(([code, when]) => [`\`${code}\``, when]),
  ]);

export type Mistake = IngestionLog["errors"][number];

const plans = new WeakMap<SourceMapping, { readonly schema: ObjectSchema; readonly plan: Plan }>();

/** The plan of a schema. What its mapping says of properties and relationships that it has not counts for nothing. */
export function planOf(schema: ObjectSchema, mapping: SourceMapping): Plan {
  const known = plans.get(mapping);
  if (known?.schema === schema) return known.plan;
  const plan = newPlan(schema, mapping);
  plans.set(mapping, { schema, plan });
  return plan;
}

function newPlan({ properties, required, links }: ObjectSchema, mapping: SourceMapping): Plan {
  type Growing = Feed & { properties: Feed["properties"][number][]; links: FeedLink[] };
  const feeds = new Map<string, Growing>();
  const feedOf = ({ source_id: source, id_path }: { source_id: string; id_path: string }) => {
    const key = `${source} ${id_path}`;
    const id = parsePath(id_path) ?? [];
    const feed = feeds.get(key) ?? { key, source, id, properties: [], links: [] };
    feeds.set(key, feed);
    return feed;
  };
  const byId = new Map(properties.map((each) => [each.id, each]));
  const constants: [string, unknown][] = [];
  for (const each of mapping.property_mappings) {
    const property = byId.get(each.id);
    if (property === undefined) continue;
    if (each.type === "constant") constants.push([property.name, each.value]);
    else {
      const path = parsePath(each.source.data_path) ?? [];
      feedOf(each.source).properties.push({ property, path });
    }
  }
  for (const { relationship_id: relationship, source } of mapping.relationship_mappings) {
    const link = links.find((each) => each.relationship_id === relationship);
    if (link === undefined) continue;
    const ends =
      source.type === "profile"
        ? source.related_id_paths.map((each) => ({ by: each.identifier_type, path: each.path }))
        : [{ by: undefined, path: source.related_id_path }];
    feedOf(source).links.push({
      relationship,
      to: link.type,
      ends: ends.map(({ by, path }) => ({ by, path: parsePath(path) ?? [] })),
      additive: source.update_strategy === "additive",
    });
  }
  const all = [...feeds.values()];
  return {
    feeds: all,
    constants: Object.fromEntries(constants),
    names: properties.map(({ name }) => name),
    required,
    joined: all.filter((feed) => feed.properties.length > 0).length > 1,
  };
}

/** What a feed says of one source record: the object that it is about, if any, its values, and what is wrong with them. */
export function saidBy(feed: Feed, { required }: Plan, record: unknown) {
  const id = idIn(valueAt(feed.id, record));
  const values: [string, unknown][] = [];
  const mistakes: Mistake[] = [];
  if (id === undefined) mistakes.push(mistake("missing_id", "The record has no id.", "id"));
  for (const { property, path } of feed.properties) {
    const { name, type } = property;
    const value = valueAt(path, record);
    if (value === undefined) {
      if (required.includes(name)) mistakes.push(missing(name));
    } else if (isOf(type, value)) values.push([name, value]);
    else mistakes.push(mistake("invalid_type", `Expected ${types[type][0]}.`, name, value));
  }
  return { id, values: Object.fromEntries(values) as Values, mistakes };
}

type Values = Readonly<Record<string, unknown>>;

export const missing = (name: string): Mistake =>
  mistake("missing_required_property", `The property '${name}' is required.`, name);

const mistake = (code: Code, message: string, property: string, value?: unknown): Mistake => ({
  code,
  message,
  property,
  invalid_value: value === undefined ? null : JSON.stringify(value).slice(0, 200),
});

/** An id is a text or a whole number. What is no Unicode can stand in no path. */
export function idIn(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value !== "" && !/\p{Surrogate}/u.test(value)
    ? value
    : undefined;
}

type Type = Property["type"];

/** Of each type what is expected, for people, and which values are of it. */
const types: Readonly<Record<Type, readonly [string, (value: unknown) => boolean]>> = {
  boolean: ["true or false", (value) => typeof value === "boolean"],
  float: ["a number", Number.isFinite],
  int: ["a whole number", Number.isSafeInteger],
  string: ["a text", (value) => typeof value === "string"],
  timestamp: [
    "an ISO 8601 datetime",
    (value) => typeof value === "string" && parseDatetime(value) !== undefined,
  ],
};

export const isOf = (type: Type, value: unknown): boolean =>
  Array.isArray(value) ? value.every((each) => isOf(type, each)) : types[type][1](value);

export const objectOf = ({ names, constants }: Plan, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const from = [values, constants].find((each) => Object.hasOwn(each, name));
      return from === undefined ? [] : [[name, from[name]]];
    }),
  );
