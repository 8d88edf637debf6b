import type { JsonSchema } from "../schema.ts";

type Section = "headers" | "parameters" | "requestBodies" | "responses" | "schemas";

export type Ref = Readonly<Record<"$ref", string>>;

type Schemas = Readonly<Record<string, JsonSchema>>;

export class Components {
  readonly #sections = new Map<Section, Map<string, JsonSchema>>();

  /** Refers to the part of this name, which is made when it is first referred to. */
  ref(section: Section, name: string, make: () => JsonSchema): Ref {
    const parts = this.#section(section);
    if (!parts.has(name)) {
      // Its place is kept while it is made, so that parts are in the order in which they are met.
      parts.set(name, {});
      parts.set(name, make());
    }
    return { $ref: `#/components/${section}/${name}` };
  }

  /** Refers to a part like this one: several that differ get one name with a number behind. */
  variant(section: Section, name: string, part: JsonSchema): Ref {
    const parts = this.#section(section);
    const text = JSON.stringify(part);
    let numbered = name;
    for (let number = 2; parts.has(numbered); number += 1) {
      if (JSON.stringify(parts.get(numbered)) === text) break;
      numbered = `${name}${number}`;
    }
    return this.ref(section, numbered, () => part);
  }

  all(): Readonly<Record<string, Schemas>> {
    const sections = [...this.#sections];
    return Object.fromEntries(sections.map(([name, all]) => [name, Object.fromEntries(all)]));
  }

  #section(section: Section): Map<string, JsonSchema> {
    const parts = this.#sections.get(section) ?? new Map<string, JsonSchema>();
    this.#sections.set(section, parts);
    return parts;
  }
}

/** Writes the schemas of shapes that have a name among the parts of a document. */
export const referring =
  (components: Components) =>
  (name: string, make: () => JsonSchema): JsonSchema =>
    components.ref("schemas", name, make);

/** A name of ours as generated code would have it: `coupon-code` is `CouponCode`. */
export const typeName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** An object with exactly these members; all of them are there but the optional ones. */
export function exactly(properties: Schemas, optional: readonly string[] = []): JsonSchema {
  const names = Object.keys(properties).filter((name) => !optional.includes(name));
  const required = names.length > 0 && { required: names };
  return { type: "object", properties, ...required, additionalProperties: false };
}

export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (Object.keys(schema).length === 0) return schema;
  if (Array.isArray(values)) return { ...schema, enum: [...(values as unknown[]), null] };
  if (typeof type === "string" && type !== "object") return { ...schema, type: [type, "null"] };
  return { anyOf: [schema, { type: "null" }] };
}

export const listOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });

export const exact = (text: string): JsonSchema => ({ type: "string", const: text });

export const url: JsonSchema = { type: "string", format: "uri" };

export const query = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: "query",
  description,
  schema,
});
