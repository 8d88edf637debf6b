import type { Arity } from "../../src/contract/abilities.ts";
import type { Operation } from "../../src/contract/compile.ts";
import { operators } from "../../src/contract/operation.ts";
import { type Field, wordsOf } from "../../src/contract/field.ts";
import { api } from "./described.ts";
import { asked, type Line, type PublishedFilter } from "./published-requests.ts";

/** A value of each type that is published, and what it is written as in a filter. */
export const values = {
  string: '"some text"',
  "date-time": "2026-07-01T00:00:00Z",
  number: "1.5",
  integer: "3",
  boolean: "true",
} as const;

/** Whether an operation takes a query string. */
export type Takes = (query: string) => Promise<boolean>;

/** Those of the asks whose queries are taken. */
export async function taken(
  takes: Takes,
  queries: Iterable<readonly [ask: string, query: string]>,
) {
  const found: string[] = [];
  for (const [ask, query] of new Map(queries)) if (await takes(query)) found.push(ask);
  return found;
}

/** The filters that an operation takes: each field with each operator and number of values, its type, its values. */
export async function filtersOf(
  takes: Takes,
  operation: Operation,
  { filter = {}, required }: Line,
) {
  if (Object.keys(filter).length === 0) {
    return (await takes('filter=equals(id,"a")')) ? ["filter"] : [];
  }
  const found = required?.includes("filter") && !(await takes("")) ? ["required filter"] : [];
  const fields = api.resources.get(operation.answers)?.fields ?? {};
  const unpublished = new Set([...Object.keys(fields), "nonsense"]);
  for (const [name, line] of Object.entries(filter)) {
    unpublished.delete(name);
    const needs = operation.abilities.filter.find((each) => each.name === name)?.needs;
    const [known = "a"] = fields[needs ?? ""]?.values ?? [];
    const beside = needs === undefined ? "" : `,equals(${needs},"${known}")`;
    found.push(...(await filterOf(takes, name, line, { field: fields[name], beside })));
  }
  const near = [...unpublished].flatMap((name) => [
    [asked.filter(name, "equals", "single"), `filter=equals(${name},"a")`] as const,
    [asked.filter(name, "any", "list"), `filter=any(${name},["a"])`] as const,
  ]);
  return [...found, ...(await taken(takes, near))];
}

interface Beside {
  readonly field: Field | undefined;
  /** What must stand beside it. */
  readonly beside: string;
}

async function filterOf(
  takes: Takes,
  name: string,
  { type = "string", values: known = [], ...byArity }: PublishedFilter,
  { field, beside }: Beside,
): Promise<string[]> {
  const write = (operator: string, arity: Arity, value: string) => {
    const written = { none: "", single: `,${value}`, list: `,[${value}]` }[arity];
    return `filter=${operator}(${name}${written})${beside}`;
  };
  const ours = (field && wordsOf(field)) ?? [];
  const [one] = [...known, ...ours].map((each) => `"${each}"`);
  const value = one ?? values[type as keyof typeof values];
  const ways = operators.flatMap((operator) =>
    (operator === "has" ? (["none"] as const) : (["single", "list"] as const)).map(
      (arity) => [asked.filter(name, operator, arity), write(operator, arity, value)] as const,
    ),
  );
  const found = await taken(takes, ways);
  const [arity, [operator = ""]] = Object.entries(byArity)[0] as [Arity, readonly string[]];
  if (arity === "none") return found;
  const using = (each: string) => write(operator, arity, each);
  found.push(asked.type(name, await typeOf(async (each) => takes(using(each)))));
  if (one === undefined || (await takes(using(values.string)))) return found;
  const each = [...known, ...ours].map(
    (text) => [asked.value(name, text), using(`"${text}"`)] as const,
  );
  return [...found, ...(await taken(takes, each))];
}

/** The type of the values that are taken: a text is one of a few where no other is. */
async function typeOf(takes: Takes): Promise<string> {
  const order = ["string", "number", "integer", "date-time", "boolean"] as const;
  for (const type of order) if (await takes(values[type])) return type;
  return "string";
}
