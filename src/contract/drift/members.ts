import type { JsonSchema } from "../schema.ts";
import { isObject, optionsOf } from "./alternatives.ts";

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
