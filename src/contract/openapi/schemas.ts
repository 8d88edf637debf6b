import type { JsonSchema } from "../schema.ts";

/** An object with exactly these members; all of them are there but the optional ones. */
export function exactly(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
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
