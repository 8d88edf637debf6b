import type { Attribute, Relationship } from "./members.ts";
import type { Shape } from "./shape.ts";
import { type Words, words } from "./words.ts";

/** Decides how a value is read and compared: `datetime` and `unix` as milliseconds. */
export type FieldType = Words<"string integer unix email phone datetime boolean relationship">;

export interface Field {
  readonly type: FieldType;
  /** The key of the collection that it reads; the field's own name if not given. */
  readonly from?: string;
  readonly values?: readonly string[];
  readonly aliases?: Readonly<Record<string, string>>;
  /** The value that asks for any: such a condition says nothing. */
  readonly every?: string;
  /** The collection of links whose records lead from its values to those that have them. */
  readonly through?: string;
  /** Records of another collection have it under a key, and name by a property whose they are. */
  readonly via?: { readonly collection: string; readonly key: string; readonly owner: string };
}

export const wordsOf = ({ values, aliases = {}, every }: Field): readonly string[] | undefined =>
  values && [...values, ...Object.keys(aliases), ...(every === undefined ? [] : [every])];

const alike = words("string integer boolean datetime unix");

/** The id, what has an order, also by the name of its property, and `NAME.id` of what it leads to. */
export function derivedFields(
  attributes: Readonly<Record<string, Attribute>>,
  relationships: Readonly<Record<string, Relationship>>,
): Record<string, Field> {
  const fields: Record<string, Field> = { id: { type: "string" } };
  for (const [name, attribute] of Object.entries(attributes)) {
    const type = alike.find((each) => each === attribute.type);
    if (type === undefined || attribute.computed) continue;
    const values = valuesOf(attribute.shape);
    fields[name] = { type, ...(values && { values }) };
    if (attribute.from !== undefined) fields[attribute.from] ??= fields[name];
  }
  for (const [name, { many }] of Object.entries(relationships)) {
    if (!many) fields[`${name}.id`] = { type: "string" };
  }
  return fields;
}

function valuesOf(shape: Shape): readonly string[] | undefined {
  if (shape.kind === "nullable") return valuesOf(shape.shape);
  return shape.kind === "literal" ? (shape.values as readonly string[]) : undefined;
}
