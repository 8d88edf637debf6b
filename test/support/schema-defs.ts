import type { JsonSchema } from "../../src/contract/schema.ts";

/** What is shorter than a reference and its definition is written where it stands. In bytes. */
const leastBytes = 120;

/** What is said of a place, beside the shape that stands there. */
const ofPlace = ["description", "default"];

/**
 * The same schema, in which a shape that occurs more than once is written once, in `$defs`, under the name of the member
 * where it occurs first.
 */
export function withDefs(schema: JsonSchema, root: string): JsonSchema {
  const seen = new Map<string, { count: number; name: string }>();
  const count = (each: JsonSchema, name: string): void => {
    const text = textOf(each);
    const known = seen.get(text) ?? { count: 0, name };
    seen.set(text, { ...known, count: known.count + 1 });
    // What is within a repeated shape is repeated with it.
    if (known.count === 0) mapParts(each, (part, of) => (count(part, of ?? name), part));
  };
  count(schema, root);
  const defs = new Map<string, JsonSchema>();
  const names = new Map<string, string>();
  const written = (each: JsonSchema): JsonSchema => {
    const text = textOf(each);
    const { count: times = 0, name = "" } = seen.get(text) ?? {};
    if (times < 2 || text.length < leastBytes) return mapParts(each, written);
    if (!names.has(text)) {
      const own = freeName(name, defs);
      names.set(text, own);
      defs.set(own, {});
      defs.set(own, mapParts(JSON.parse(text) as JsonSchema, written));
    }
    const said = Object.entries(each).filter(([key]) => ofPlace.includes(key));
    return { ...Object.fromEntries(said), $ref: `#/$defs/${names.get(text)}` };
  };
  const whole = mapParts(schema, written);
  return defs.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(defs) };
}

/** The schema without references, as it was before `withDefs`. */
export function withoutDefs({ $defs = {}, ...schema }: JsonSchema): JsonSchema {
  const expanded = (each: JsonSchema): JsonSchema => {
    const { $ref, ...said } = each;
    if ($ref === undefined) return mapParts(each, expanded);
    const name = String($ref).slice("#/$defs/".length);
    return { ...said, ...expanded(($defs as Record<string, JsonSchema>)[name] ?? {}) };
  };
  return expanded(schema);
}

const textOf = (schema: JsonSchema): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(schema).filter(([key]) => !ofPlace.includes(key))),
  );

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let own = name;
  for (let next = 2; taken.has(own); next += 1) own = `${name}${next}`;
  return own;
}

/** A copy of a schema whose parts are others. @param of gets a part, and the member that it is of */
function mapParts(
  schema: JsonSchema,
  of: (part: JsonSchema, name?: string) => JsonSchema,
): JsonSchema {
  const part = ([key, value]: [string, unknown]): [string, unknown] => {
    if (key === "properties") {
      const members = Object.entries(value as Record<string, JsonSchema>);
      return [key, Object.fromEntries(members.map(([name, each]) => [name, of(each, name)]))];
    }
    if (key === "anyOf") return [key, (value as JsonSchema[]).map((each) => of(each))];
    const isSchema = ["items", "additionalProperties"].includes(key) && typeof value === "object";
    return [key, isSchema ? of(value as JsonSchema) : value];
  };
  return Object.fromEntries(Object.entries(schema).map(part));
}
