/** The way to a value in a record: the names of members, and `all` for every item of a list. */
export type Path = readonly (string | typeof all)[];

const all = Symbol("all");

const step = /\[(?:\*|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y;

/** Reads a path of the one form that mappings have: `$['order']['lines'][*]['sku']`. @returns undefined for anything else */
export function parsePath(text: string): Path | undefined {
  if (!text.startsWith("$") || text.length < 2) return undefined;
  const path: (string | typeof all)[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return undefined;
    const name = found[1] ?? found[2];
    path.push(name === undefined ? all : name.replaceAll(/\\(.)/gs, "$1"));
  }
  return path;
}

/** What lies at the end of a path; a list, if it leads through one. Undefined: nothing, or null. */
export function valueAt(path: Path, record: unknown): unknown {
  let value = record;
  for (const [place, name] of path.entries()) {
    if (typeof value !== "object" || value === null) return undefined;
    if (name === all)
      return Array.isArray(value) ? valuesAt(path.slice(place + 1), value) : undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value ?? undefined;
}

const valuesAt = (rest: Path, items: readonly unknown[]): unknown[] =>
  items.flatMap((item) => {
    const value = valueAt(rest, item);
    return value === undefined ? [] : Array.isArray(value) && rest.includes(all) ? value : [value];
  });
