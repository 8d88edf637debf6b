import type { Revision } from "./revisions.ts";
import { knownIn, neededAs, neededIn, type Shape, type ShapeOf } from "./shape.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

type Refer = (name: string, make: () => JsonSchema) => JsonSchema;

interface Writing {
  /** Only what it knows; not given: all that any revision does. */
  readonly revision?: Revision | undefined;
  /** Not given: what has a name is written where it stands. */
  readonly refer?: Refer | undefined;
}

/** A shape as JSON Schema (draft 2020-12), for editors and for clients in other languages. */
export const jsonSchemaOf = (shape: Shape, revision?: Revision, refer?: Refer): JsonSchema =>
  written(shape, { revision, refer });

function written(shape: Shape, writing: Writing): JsonSchema {
  const { name } = shape;
  if (name === undefined || writing.refer === undefined) return described(shape, writing);
  return writing.refer(name, () => described(shape, writing));
}

function described(shape: Shape, writing: Writing): JsonSchema {
  const { description = describedFormat(shape), default: standard } = shape;
  return {
    ...(description !== undefined && { description }),
    ...bare(shape, writing),
    ...(standard !== undefined && { default: standard }),
  };
}

function bare(shape: Shape, writing: Writing): JsonSchema {
  switch (shape.kind) {
    case "any":
      return {};
    case "file":
      return { type: "string", format: "binary" };
    case "boolean":
      return { type: "boolean" };
    case "number":
    case "integer":
      return { type: shape.kind, ...defined({ minimum: shape.min, maximum: shape.max }) };
    case "string":
      return {
        type: "string",
        ...defined({ minLength: shape.minLength, maxLength: shape.maxLength }),
        ...(shape.pattern !== undefined && { pattern: shape.pattern }),
        ...(shape.format !== undefined && formats[shape.format]),
      };
    case "literal":
      return { enum: [...shape.values] };
    case "nullable":
      if (shape.shape.kind === "literal" && shape.shape.values.length === 0)
        return { type: "null" };
      return { anyOf: [written(shape.shape, writing), { type: "null" }] };
    case "oneOf":
      return schemaOfOptions(shape.shapes.filter(knows(writing.revision)), writing);
    case "open":
      // Said out loud, since generators of clients take silence for no members at all.
      return { type: "object", additionalProperties: true };
    case "record":
      return { type: "object", additionalProperties: written(shape.of, writing) };
    case "list":
      return {
        type: "array",
        items: written(shape.of, writing),
        ...(shape.min > 0 && { minItems: shape.min }),
        ...(Number.isFinite(shape.max) && { maxItems: shape.max }),
      };
    case "object":
      return schemaOfObject(shape, writing);
  }
}

const knows =
  (revision: Revision | undefined) =>
  (shape: Shape): boolean =>
    revision === undefined || knownIn(shape, revision);

function schemaOfOptions(options: readonly Shape[], writing: Writing): JsonSchema {
  const values = options.flatMap((option) => (option.kind === "literal" ? option.values : []));
  if (values.length > 0 && options.every(({ kind }) => kind === "literal")) return { enum: values };
  return { anyOf: options.map((option) => written(option, writing)) };
}

function schemaOfObject({ members }: ShapeOf<"object">, writing: Writing): JsonSchema {
  const { revision } = writing;
  const known = [...members].filter(([, { shape }]) => knows(revision)(shape));
  const required = known
    .filter(([, member]) => (revision ? neededIn(member, revision) : member.required))
    .map(([name]) => name);
  const properties = known.map(([name, member]) => {
    const needed = revision && neededAs(member, revision);
    return [name, written(needed ?? member.shape, writing)];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const describedFormat = (shape: Shape): string | undefined => {
  if (shape.kind !== "string") return undefined;
  if (shape.format === "phone_number") return "E.164, such as +12125550142.";
  return shape.format === "datetime" ? "ISO 8601, such as 2026-01-31T12:00:00Z." : undefined;
};

/** The formats of JSON Schema; `phone_number` is ours. More forms of a datetime are taken than its. */
const formats = {
  email: { format: "email" },
  phone_number: { format: "phone_number" },
  date: { format: "date" },
  time: { format: "time" },
  datetime: { pattern: "^\\d{4}-\\d\\d-\\d\\d" },
} as const;

const defined = (members: Readonly<Record<string, number | undefined>>): JsonSchema =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => Number.isFinite(value)));
