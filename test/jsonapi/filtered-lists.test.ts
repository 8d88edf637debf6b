import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { aritiesOf } from "../../src/contract/abilities.ts";
import type { Operation } from "../../src/contract/compile.ts";
import type { FieldType } from "../../src/contract/field.ts";
import { newestRevision } from "../../src/contract/revisions.ts";
import { api } from "../support/described.ts";
import { manyOfAll, type Paged, type Shown } from "../support/many-of-all.ts";
import { needed } from "../support/sending.ts";

/** How often each list is asked. */
const runs = Number(process.env["LIST_RUNS"] ?? 12);

type Scalar = string | number | boolean | null | undefined;

/** What a record shows of a field: one value, or those of the items of a list. */
function shownOf({ id, attributes, relationships }: Shown, name: string): readonly Scalar[] {
  const isOwn = name === "profile_id" && relationships?.["metric"] === undefined;
  if (name === "id" || name === "ids" || isOwn) return [id];
  const other = /^(.*)[._]id$/.exec(name)?.[1];
  const end = other === undefined ? undefined : relationships?.[other]?.data;
  if (end) return [end.id];
  let found: unknown[] = [attributes];
  for (const part of name.split(".")) {
    found = found.flatMap((each) => (each as Record<string, unknown> | null)?.[part] ?? []);
  }
  return found as Scalar[];
}

/** What values of a type are compared by. */
function comparable(value: Scalar, type: FieldType): string | number {
  if (type === "datetime") return Date.parse(String(value));
  if (type === "unix" || type === "integer") return Number(value);
  return type === "email" ? String(value).toLowerCase() : String(value);
}

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly Scalar[];
  readonly type: FieldType;
  readonly text: string;
}

/** Whether a reader of the record would say that it meets a condition. */
function meets(record: Shown, { name, operator, values, type }: Condition): boolean {
  const asked = values.map((each) => comparable(each, type));
  const [one = ""] = asked;
  return shownOf(record, name).some((shown) => {
    const value = comparable(shown, type);
    if (operator === "equals" || operator === "any") return asked.includes(value);
    if (operator === "contains") return String(value).includes(String(one));
    if (operator === "starts-with") return String(value).startsWith(String(one));
    if (operator === "ends-with") return String(value).endsWith(String(one));
    if (operator === "greater-than") return value > one;
    if (operator === "greater-or-equal") return value >= one;
    return operator === "less-than" ? value < one : value <= one;
  });
}

/** Conditions on what the records of a list show, in every operator and number of values, however written. */
function conditionOn({ answers, abilities }: Operation, all: readonly Shown[]) {
  const fields = api.resources.get(answers)?.fields ?? {};
  const ways = abilities.filter.flatMap(({ name, operators, ...ability }) => {
    const shown = [...new Set(all.flatMap((each) => shownOf(each, name)))];
    const field = fields[name];
    if (field === undefined || shown.length === 0) return [];
    return operators.flatMap((operator) =>
      aritiesOf(ability, operator, newestRevision).map((arity) => ({
        name,
        operator,
        arity,
        shown,
        type: field.type,
      })),
    );
  });
  if (ways.length === 0) return undefined;
  return fc
    .record({
      way: fc.constantFrom(...ways),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      from: fc.nat(2),
      length: fc.integer({ min: 1, max: 9 }),
      quote: fc.constantFrom('"', "'"),
      bare: fc.boolean(),
    })
    .map(({ way, picks, from, length, quote, bare }): Condition => {
      const { name, operator, arity, shown, type } = way;
      const isPart = /^(contains|starts-with|ends-with)$/.test(operator);
      const values = picks.slice(0, arity === "list" ? 4 : 1).map((pick) => {
        const value = shown[pick % shown.length];
        return isPart ? [...String(value)].slice(from, from + length).join("") || "a" : value;
      });
      const isBare = type === "boolean" || (bare && /^(datetime|unix|integer)$/.test(type));
      const written = values.map((value) =>
        isBare ? String(value) : `${quote}${String(value).replaceAll(/["'\\]/g, "\\$&")}${quote}`,
      );
      const text = arity === "list" ? `[${written.join()}]` : written[0];
      return { name, operator, values, type, text: `${operator}(${name},${text})` };
    });
}

/** Whether the row takes them in one filter, and a reader can tell what they ask for together. */
function fit(
  { abilities }: Operation,
  conditions: readonly Condition[],
  always: readonly string[],
): boolean {
  const names = conditions.map(({ name }) => name);
  const ofItems = names.filter((name) => name.startsWith("subscriptions.")).length;
  return (
    ofItems < 2 &&
    abilities.filter.every(
      ({ name, needs, without = [] }) =>
        !names.includes(name) ||
        ((needs === undefined || names.includes(needs) || always.join().includes(needs)) &&
          !without.some((rival) => names.includes(rival))),
    )
  );
}

/** Flows of a span of time are sorted by that time alone. */
function isSortable(
  { id }: Operation,
  conditions: readonly Condition[],
  order: string | undefined,
): boolean {
  const times = conditions.filter(({ type }) => type === "datetime").map(({ name }) => name);
  if (id !== "get_flows" || order === undefined || times.length === 0) return true;
  return times.includes(order.replace(/^-/, ""));
}

const path = (url: string) => url.replace(/^http:\/\/[^/]+/, "");

type Ask = Awaited<ReturnType<typeof manyOfAll>>["ask"];

/** Walks by `next` to the end, then back by `prev`. */
async function walk(ask: Ask, start: string) {
  const records: Shown[] = [];
  const there: string[][] = [];
  const back: string[][] = [];
  let last: Paged | undefined;
  for (let next: string | null | undefined = start; next; next = last.links.next) {
    last = await ask("GET", path(next));
    expect({ start, errors: last.errors }).toEqual({ start });
    records.push(...last.data);
    there.push(last.data.map(({ id }) => id));
  }
  for (let prev = last?.links.prev; prev;) {
    const page: Paged = await ask("GET", path(prev));
    back.unshift(page.data.map(({ id }) => id));
    prev = page.links.prev;
  }
  return { records, there, back };
}

let world: Awaited<ReturnType<typeof manyOfAll>>;
beforeAll(async () => {
  world = await manyOfAll();
  return () => world.emulator.close();
});

const filtered = [...api.operations.values()].filter(
  ({ verb, abilities: { filter } }) => filter.length > 0 && (verb === "list" || verb === "related"),
);

it.each(filtered.map((operation) => [operation.id, operation] as const))(
  "%s finds what a reader of the whole list would, in any order and size of page",
  async (_, operation) => {
    const { ask, ids } = world;
    const { additionalFields, paging, sort: sorts } = operation.abilities;
    const at = operation.path.replace("{id}", ids[operation.resource] ?? "");
    const always = (needed[operation.id] ?? []).map((each) => each.replace("filter=", ""));
    const shows = additionalFields["profile"] && "additional-fields[profile]=subscriptions";
    const target = (conditions: readonly string[], more: readonly (string | undefined)[] = []) => {
      const filter = conditions.length > 0 && `filter=${encodeURIComponent(conditions.join())}`;
      return `${at}?${[filter, shows, ...more].filter(Boolean).join("&")}`;
    };
    const { records: all } = await walk(ask, target(always));
    const condition = conditionOn(operation, all);
    if (condition === undefined) return;
    const orders = sorts.flatMap(({ name }) => [name, `-${name}`]);
    const size = paging.some(({ sized }) => sized)
      ? fc.integer({ min: 1, max: 7 })
      : fc.constant(0);
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(condition, { minLength: 1, maxLength: 3 })
          .filter((each) => fit(operation, each, always)),
        fc.constantFrom(undefined, ...orders),
        size,
        fc.boolean(),
        async (conditions, order, perPage, nested) => {
          fc.pre(isSortable(operation, conditions, order));
          const texts = conditions.map(({ text }) => text);
          // Said twice is said once.
          const written = nested ? [`and(${texts[0]}, and(${texts.join()}))`] : texts;
          const more = [
            order && `sort=${order}`,
            perPage > 0 ? `page[size]=${perPage}` : undefined,
          ];
          const { records, there, back } = await walk(ask, target([...always, ...written], more));
          const wanted = all.filter((each) => conditions.every((asked) => meets(each, asked)));
          const idsOf = (some: readonly Shown[]) => some.map(({ id }) => id).toSorted();
          expect(idsOf(records)).toEqual(idsOf(wanted));
          expect(back).toEqual(there.slice(0, -1));
          // What has no value, and what shows several, has its place elsewhere.
          const by = order?.replace(/^-/, "") ?? "";
          const type = api.resources.get(operation.answers)?.fields[by]?.type ?? "string";
          const keys = records.flatMap((each) => {
            const shown = by === "" ? [] : shownOf(each, by);
            return shown.length === 1 ? shown.map((value) => comparable(value, type)) : [];
          });
          const ascending = order?.startsWith("-") ? keys.toReversed() : keys;
          expect(ascending).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
        },
      ),
      { numRuns: runs, seed: 7 },
    );
  },
);
