import { literal, type Shape } from "../contract/shape.ts";
import { counted, listed } from "../world/advice.ts";

/** How many kinds of value are told of. */
const kindsMax = 4;

/** What may be sent where any of these shapes may stand, such as `an email address such as ada@example.com`. */
export const expected = (shapes: readonly Shape[]): string =>
  [...new Set(together(shapes).map(phraseOf))].slice(0, kindsMax).join(" or ");

/** The values of all literals are one choice: many shapes may each have their own, such as a type. */
function together(shapes: readonly Shape[]): readonly Shape[] {
  const literals = shapes.flatMap((shape) => (shape.kind === "literal" ? shape.values : []));
  const others = shapes.filter(({ kind }) => kind !== "literal");
  return literals.length === 0 ? others : [literal(...new Set(literals)), ...others];
}

const formats = {
  email: "an email address such as ada@example.com",
  phone_number: "a phone number with its country code, such as +12345678901",
  date: "a date such as 2026-01-31",
  time: "a time of the day such as 09:30:00",
  datetime: "a datetime such as 2026-01-31T12:00:00Z",
} as const;

function phraseOf(shape: Shape): string {
  switch (shape.kind) {
    case "string":
      return textPhrase(shape);
    case "number":
      return `a number${rangeOf(shape.min, shape.max)}`;
    case "boolean":
      return "true or false";
    case "any":
      return "any value";
    case "file":
      return "a file";
    case "integer":
      return `a whole number${rangeOf(shape.min, shape.max)}`;
    case "literal": {
      const values = shape.values.map((each) =>
        typeof each === "string" ? `'${each}'` : `${each}`,
      );
      return values.length === 1 ? `${values[0]}` : `one of ${listed(values)}`;
    }
    case "list":
      return `an array${countOf(shape.min, shape.max, "item")}`;
    case "open":
      return shape.maxBytes === undefined
        ? "an object"
        : `an object of at most ${shape.maxBytes} bytes`;
    case "nullable":
      return phraseOf(shape.shape);
    case "oneOf":
      return expected(shape.shapes);
    case "record":
    case "object":
      return "an object";
  }
}

function textPhrase({ format, pattern, minLength, maxLength }: Extract<Shape, { kind: "string" }>) {
  if (format !== undefined) return formats[format];
  if (pattern !== undefined) return `a text that matches ${pattern}`;
  return `a text${countOf(minLength, maxLength, "character")}`;
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? "" : ` of at most ${max}`;
}

function countOf(min = 0, max = Infinity, unit: string): string {
  if (max === Infinity) return min === 0 ? "" : ` of at least ${counted(min, unit)}`;
  return min === 0 || min === max
    ? ` of ${min === 0 ? "at most " : ""}${counted(max, unit)}`
    : ` of ${min} to ${counted(max, unit)}`;
}
