import type { Shape } from "./shape.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A shape as JSON Schema (draft 2020-12), for editors and for clients in other languages. */
export function jsonSchemaOf(shape: Shape): JsonSchema {
  const { description = describedFormat(shape) } = shape;
  return { ...(description !== undefined && { description }), ...bare(shape) };
}

function bare(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case "any":
      return {};
    case "number":
    case "boolean":
      return { type: shape.kind };
    case "integer":
      return { type: "integer", ...defined({ minimum: shape.min, maximum: shape.max }) };
    case "string":
      return {
        type: "string",
        ...defined({ minLength: shape.minLength, maxLength: shape.maxLength }),
        ...(shape.format !== undefined && { format: formats[shape.format] }),
      };
    case "literal":
      return { enum: [...shape.values] };
    case "nullable":
      return { anyOf: [jsonSchemaOf(shape.shape), { type: "null" }] };
    case "oneOf":
      return { anyOf: shape.shapes.map(jsonSchemaOf) };
    case "open":
      // Said out loud, since generators of clients take silence for no members at all.
      return { type: "object", additionalProperties: true };
    case "record":
      return { type: "object", additionalProperties: jsonSchemaOf(shape.of) };
    case "list":
      return {
        type: "array",
        items: jsonSchemaOf(shape.of),
        ...(shape.min > 0 && { minItems: shape.min }),
        ...(Number.isFinite(shape.max) && { maxItems: shape.max }),
      };
    case "object":
      return schemaOfObject(shape);
  }
}

function schemaOfObject({ members }: Extract<Shape, { kind: "object" }>): JsonSchema {
  const required = [...members].filter(([, member]) => member.required).map(([name]) => name);
  const properties = [...members].map(([name, member]) => [name, jsonSchemaOf(member.shape)]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** What a format of ours means. */
const describedFormat = (shape: Shape): string | undefined =>
  shape.kind === "string" && shape.format === "phone_number"
    ? "E.164, such as +12125550142."
    : undefined;

/** The formats of JSON Schema; `phone_number` is ours. */
const formats = { email: "email", datetime: "date-time", phone_number: "phone_number" } as const;

const defined = (members: Readonly<Record<string, number | undefined>>): JsonSchema =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && Number.isFinite(value)),
  );
