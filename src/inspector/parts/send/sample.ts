import { meant, type Schema, type ServiceDocument } from "../../client/schema.ts";

/** What of a body is known before it is written, by the names of members. */
export type Known = Readonly<Record<string, string>>;

/** Members without which a body says nothing. */
const telling = ["data", "attributes", "subscriptions", "marketing"];

const kindOf = ({ properties }: Schema): unknown => properties?.["type"]?.enum?.[0];

/** Where an id is to be chosen from a collection. */
const holeOf = (kind: string): string => `{${kind.replace(/y$/, "ie")}s}`;

/** Something that a schema takes: what must be there, and what is known. */
export function sampleOf(
  document: ServiceDocument,
  schema: Schema,
  known: Known,
  name = "",
): unknown {
  const of = meant(document, schema);
  const { type, properties, items, required = [] } = of;
  const first = of.enum?.[0] ?? of.default;
  if (first !== undefined && first !== null) return first;
  if (properties !== undefined) {
    const kind = kindOf(of);
    const own = Object.entries(properties).filter(
      ([each]) => required.includes(each) || telling.includes(each) || each in known,
    );
    return Object.fromEntries(
      own.map(([each, its]) => [
        each,
        each === "id" && kind !== undefined
          ? holeOf(String(kind))
          : sampleOf(document, its, known, each),
      ]),
    );
  }
  if (type === "object") return {};
  if (type === "array") return items === undefined ? [] : [sampleOf(document, items, known, name)];
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return of.minimum ?? 1;
  return known[name] ?? textOf(name, of.description);
}

/** Some text that a member may hold: an id is one of a collection, as far as its name says so. */
function textOf(name: string, description = ""): string {
  const [, such] = / such as (\S+?)\.?$/.exec(description) ?? [];
  const [, kind] = /([a-z]+)_ids?$/.exec(name) ?? [];
  if (kind !== undefined && kind !== "external") return holeOf(kind);
  return such ?? (name.endsWith("url") ? "https://example.com/image.png" : `example_${name}`);
}

/** Deeper members are not offered. */
const depthMax = 9;

/** The members that a schema takes, by their paths; `0` is the first of a list. */
export function membersOf(
  document: ServiceDocument,
  schema: Schema,
  path: readonly string[] = [],
): (readonly [path: readonly string[], schema: Schema])[] {
  const { properties = {}, items } = meant(document, schema);
  if (path.length > depthMax) return [];
  if (items !== undefined) return membersOf(document, items, [...path, "0"]);
  return Object.entries(properties).flatMap(([name, its]) => [
    [[...path, name], its] as const,
    ...membersOf(document, its, [...path, name]),
  ]);
}

/** What a body says at a path. */
export const memberAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce((of, name) => (of as Readonly<Record<string, unknown>> | undefined)?.[name], body);

/** The same body with a member more. */
export function withMember(
  body: unknown,
  [name, ...rest]: readonly string[],
  value: unknown,
): unknown {
  if (name === undefined) return value;
  if (name === "0") {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withMember(first, rest, value), ...others];
  }
  const members = (body ?? {}) as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withMember(members[name], rest, value) };
}
