import { markdownTable } from "./markdown-table.ts";
import type { Shape, ShapeOf } from "./shape.ts";

/** What a shape takes, a line a member. @param elsewhere members whose own ones another table has */
export const membersTable = (shape: Shape, elsewhere: readonly string[] = []): string =>
  markdownTable([["member", "takes", "means"], ...rowsOf(shape, "", elsewhere)]);

function rowsOf(shape: Shape, prefix: string, elsewhere: readonly string[]): string[][] {
  const inner = objectIn(shape);
  if (inner === undefined) return [];
  return [...inner.of.members].flatMap(([name, { shape: member, required }]) => {
    const path = `${prefix}${inner.suffix}${prefix === "" ? "" : "."}${name}`;
    const needed = required ? " (required)" : "";
    const row = [`\`${path}\``, `${takes(member)}${needed}`, member.description ?? ""];
    return [row, ...(elsewhere.includes(path) ? [] : rowsOf(member, path, elsewhere))];
  });
}

function objectIn(shape: Shape): { of: ShapeOf<"object">; suffix: string } | undefined {
  if (shape.kind === "object") return { of: shape, suffix: "" };
  if (shape.kind === "nullable") return objectIn(shape.shape);
  if (shape.kind === "oneOf") {
    return shape.shapes.map(objectIn).find((found) => found !== undefined);
  }
  const item = shape.kind === "list" ? objectIn(shape.of) : undefined;
  return item && { of: item.of, suffix: `[]${item.suffix}` };
}

function takes(shape: Shape): string {
  switch (shape.kind) {
    case "string":
      return shape.format ?? "text";
    case "number":
      return `a number${boundsOf(shape)}`;
    case "integer":
      return `a whole number${boundsOf(shape)}`;
    case "boolean":
      return "true or false";
    case "any":
      return "anything";
    case "file":
      return "a file";
    case "literal":
      return shape.values.map((value) => `\`${value}\``).join(", ");
    case "oneOf":
      return [...new Set(shape.shapes.map(takes))].join(" or ");
    case "nullable":
      return takes(shape.shape);
    case "list":
      return `a list of ${shape.of.kind === "object" ? "objects" : takes(shape.of)}`;
    case "record":
      return `an object of ${takes(shape.of)}`;
    case "open":
    case "object":
      return "an object";
  }
}

function boundsOf({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min === undefined) return max === undefined ? "" : `, at most ${max}`;
  return max === undefined ? `, at least ${min}` : ` from ${min} to ${max}`;
}
