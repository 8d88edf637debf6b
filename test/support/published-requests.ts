import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  aritiesOf,
  type Arity,
  fieldNames,
  fieldsOf,
  fieldTypes,
} from "../../src/contract/abilities.ts";
import type { Operation } from "../../src/contract/compile.ts";
import { cursorParameter } from "../../src/contract/operation.ts";
import { type Field, wordsOf } from "../../src/contract/field.ts";
import { type Life, livesIn, newestRevision } from "../../src/contract/revisions.ts";
import { parameterLimits, type Windows } from "../../src/contract/tiers.ts";
import { api } from "./described.ts";

/** One published operation, as far as requests go. `with`: the limits of a parameter's value. */
export interface Line {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: readonly number[];
  readonly scopes: readonly string[];
  readonly limits: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
  readonly filter?: Readonly<Record<string, PublishedFilter>>;
  readonly sort?: readonly string[];
  readonly include?: readonly string[];
  /** By type: the name of a fieldset. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly additional?: Readonly<Record<string, readonly string[]>>;
  /** The page size: standard, least, most. */
  readonly size?: readonly number[];
  /** It says which page, by a parameter of its own name or by `page[cursor]`. */
  readonly cursor?: true | "page_cursor";
}

export type PublishedFilter = Readonly<Partial<Record<Arity, readonly string[]>>> & {
  readonly type?: string;
  readonly values?: readonly string[];
};

const folder = join(import.meta.dirname, "../contract/published");
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");
const fieldsets = JSON.parse(textOf("fieldsets.json")) as Readonly<Record<string, string>>;

/** Every published operation of the newest revision. */
export const lines: readonly Line[] = textOf("operations.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);

/**
 * What can be asked of an operation, and what it costs, one text for each thing, so that the
 * published and the built can be compared: `filter equals(id,[x])`, `sort -name`, `limits 3/s 60/m`.
 */
type Asks = ReadonlySet<string>;

export const asked = {
  filter: (name: string, operator: string, arity: Arity) =>
    `filter ${operator}(${name}${{ none: "", single: ",x", list: ",[x]" }[arity]})`,
  type: (name: string, type: string) => `type ${name} ${type}`,
  value: (name: string, value: string) => `value ${name} ${value}`,
  field: (type: string, name: string) => `fields[${type}]=${name}`,
  additional: (type: string, name: string) => `additional-fields[${type}]=${name}`,
  cursor: (parameter: string) => `cursor ${parameter}`,
};

/** What is published of an operation. */
export function publishedAsks(line: Line): Asks {
  const { method, path, filter = {}, fields = {}, additional = {} } = line;
  return new Set([
    `place ${method} ${path}`,
    `scopes ${line.scopes.toSorted().join(" + ")}`,
    `limits ${line.limits}`,
    ...line.status.map((status) => `status ${status}`),
    ...Object.entries(line.with ?? {}).map(([value, limit]) => `limit ${value} ${limit}`),
    ...(line.required ?? []).map((name) => `required ${name}`),
    ...(line.sort ?? []).map((name) => `sort ${name}`),
    ...(line.include ?? []).map((name) => `include ${name}`),
    ...Object.entries(filter).flatMap(([name, { type, values = [], ...operators }]) => [
      ...(type === undefined ? [] : [asked.type(name, type)]),
      ...values.map((value) => asked.value(name, value)),
      ...Object.entries(operators).flatMap(([arity, all]) =>
        all.map((operator) => asked.filter(name, operator, arity as Arity)),
      ),
    ]),
    ...Object.entries(fields).flatMap(([type, set]) =>
      (fieldsets[set] ?? "").split(" ").map((name) => asked.field(type, name)),
    ),
    ...Object.entries(additional).flatMap(([type, names]) =>
      names.map((name) => asked.additional(type, name)),
    ),
    ...(line.size ? [`size ${line.size.join(" ")}`] : []),
    ...(line.cursor ? [asked.cursor(line.cursor === true ? "page[cursor]" : line.cursor)] : []),
  ]);
}

/** The same of a row. */
export function rowAsks(operation: Operation): Asks {
  const { method, path, scopes, limits, success, abilities, answers, family } = operation;
  const fields = api.resources.get(answers)?.fields ?? {};
  const [page] = living(abilities.paging);
  return new Set([
    `place ${method} ${path}`,
    `scopes ${scopes.map((all) => all.toSorted().join(" + ")).join(" or ")}`,
    `limits ${windowsText(limits)}`,
    ...living(success).map(({ status }) => `status ${status}`),
    ...parameterLimitsOf(operation),
    ...(family === "client" && !operation.open ? ["required company_id"] : []),
    ...abilities.required.map((name) => `required ${name}`),
    ...living(abilities.sort).flatMap(({ name }) => [`sort ${name}`, `sort -${name}`]),
    ...living(abilities.include).map(({ name }) => `include ${name}`),
    ...living(abilities.filter).flatMap((ability) => [
      ...valuesOf(ability.name, fields[ability.name]),
      ...ability.operators.flatMap((operator) =>
        aritiesOf(ability, operator, newestRevision).map((arity) =>
          asked.filter(ability.name, operator, arity),
        ),
      ),
    ]),
    ...fieldTypes(operation, api.resources, newestRevision).flatMap((type) => {
      const resource = fieldsOf(operation, type, api.resources);
      const names = resource ? fieldNames(operation, resource, newestRevision, api.resources) : [];
      return names.map((name) => asked.field(type, name));
    }),
    ...additionalOf(operation),
    ...(page?.sized ? [`size ${page.default} 1 ${page.max}`] : []),
    ...(page ? [asked.cursor(cursorParameter(page))] : []),
  ]);
}

const living = <L extends Life>(all: readonly L[]): L[] =>
  all.filter((each) => livesIn(each, newestRevision));

const windowsText = ({ burst, steady, day }: Windows): string =>
  `${burst}/s ${steady}/m${day === undefined ? "" : ` ${day}/d`}`;

const additionalOf = ({ abilities: { additionalFields } }: Operation): string[] =>
  Object.entries(additionalFields).flatMap(([type, names]) =>
    living(names).map(({ name }) => asked.additional(type, name)),
  );

function parameterLimitsOf(operation: Operation): string[] {
  const includes = living(operation.abilities.include).map(({ name }) => `include=${name}`);
  return [...includes, ...additionalOf(operation)].flatMap((value) => {
    const windows = parameterLimits[value];
    return windows === undefined ? [] : [`limit ${value} ${windowsText(windows)}`];
  });
}

/** How the types of fields are published. */
const published = { email: "string", phone: "string", unix: "number", datetime: "date-time" };

function valuesOf(name: string, field: Field | undefined): string[] {
  if (field === undefined || field.type === "relationship") return [];
  const { type } = field;
  return [
    asked.type(name, published[type as keyof typeof published] ?? type),
    ...(wordsOf(field) ?? []).map((value) => asked.value(name, value)),
  ];
}
