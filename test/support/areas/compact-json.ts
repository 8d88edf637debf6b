/**
 * JSON for readers: an object or a list on one line where it fits, else a line for each member.
 *
 * @param taken how much of its first line is taken already
 */
export function compactJson(value: unknown, taken = 0, indent = ""): string {
  const line = onOneLine(value);
  if (taken + line.length <= width || !isNested(value)) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${compactJson(item, inner.length, inner)}`)
    : Object.entries(value).map(([name, member]) => {
        const head = `${inner}${JSON.stringify(name)}: `;
        return `${head}${compactJson(member, head.length, inner)}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** How many columns a line may have, but for a text that is longer. */
const width = 96;

const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
