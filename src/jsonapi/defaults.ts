import type { Shape } from "../contract/shape.ts";
import { meantObject } from "./meant.ts";

/**
 * A value that fits its shape, with what its members are where they are left out. An object all of whose members may be
 * left out is written with those of them that have a default.
 */
export function withDefaults(shape: Shape, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  switch (shape.kind) {
    case "nullable":
      return withDefaults(shape.shape, value);
    case "list":
      return (value as unknown[]).map((item) => withDefaults(shape.of, item));
    case "oneOf": {
      const objects = shape.shapes.filter(({ kind }) => kind === "object");
      const meant = meantObject(objects, value as Record<string, unknown>);
      const [only] = "options" in meant ? meant.options : [];
      return only === undefined ? value : withDefaults(only, value);
    }
    case "object": {
      const given = value as Readonly<Record<string, unknown>>;
      const filled: Record<string, unknown> = {};
      for (const [name, { shape: member }] of shape.members) {
        const said = Object.hasOwn(given, name) ? given[name] : unsaid(member);
        if (said !== undefined) filled[name] = withDefaults(member, said);
      }
      return filled;
    }
    default:
      return value;
  }
}

/** What a member is that is left out; undefined: it is left out. */
function unsaid(shape: Shape): unknown {
  if (shape.default !== undefined) return shape.default;
  const isOptional =
    shape.kind === "object" && [...shape.members.values()].every(({ required }) => !required);
  return isOptional ? {} : undefined;
}
