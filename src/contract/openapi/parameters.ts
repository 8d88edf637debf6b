import { fieldNames, fieldsOf, fieldTypes, operatorsByArity, operatorsText } from "../abilities.ts";
import type { Operation } from "../compile.ts";
import { type Field, wordsOf } from "../field.ts";
import { cursorParameter, type Ability, type OwnParameter, type Paging } from "../operation.ts";
import type { Abilities, FilterAbility } from "../operation.ts";
import { type Life, livesIn } from "../revisions.ts";
import type { JsonSchema } from "../schema.ts";
import { parameterLimits } from "../tiers.ts";
import { vendorNames } from "../vendor-names.ts";
import { type Ref, typeName, listOf, query } from "./components.ts";
import { idSchema, type Making } from "./resources.ts";

/** Every parameter of an operation in the revision, but for who asks: that is its security. */
export function parametersOf(making: Called, operation: Operation): readonly (JsonSchema | Ref)[] {
  const { revision } = making;
  const { filter, sort, include, additionalFields, paging } = operation.abilities;
  const living = <L extends Life>(all: readonly L[]): L[] =>
    all.filter((each) => livesIn(each, revision));
  const namesOf = (all: readonly Ability[]) => living(all).map(({ name }) => name);
  const [page] = living(paging);
  return [
    ...pathParameters(making, operation),
    revisionParameter(making, operation),
    ...(operation.header === undefined ? [] : [headerParameter(vendorNames()[operation.header])]),
    ...given(living(filter), (filters) => filterParameter(making, operation, filters)),
    ...given(namesOf(sort), sortParameter),
    ...given(namesOf(include), (names) =>
      limited("include", "Related records that come along.", names),
    ),
    ...fieldTypes(operation, making.contract.resources, revision).map((type) =>
      fieldsParameter(making, operation, type),
    ),
    ...Object.entries(additionalFields).flatMap(([type, all]) =>
      given(namesOf(all), (names) => additionalParameter(making, type, names)),
    ),
    ...Object.entries(operation.abilities.parameters).map(([name, own]) =>
      ownParameter(name, own, operation.abilities.required),
    ),
    ...(page === undefined ? [] : pageParameters(making, page)),
  ];
}

function ownParameter(name: string, own: OwnParameter, required: Abilities["required"]) {
  const { values, several: isList, what } = own;
  const schema = { type: "string", enum: values };
  return {
    ...(isList ? several(name, what, schema) : query(name, what, schema)),
    ...(required.includes(name) && { required: true }),
  };
}

const given = <T>(all: readonly T[], make: (all: readonly T[]) => JsonSchema): JsonSchema[] =>
  all.length === 0 ? [] : [make(all)];

const several = (name: string, description: string, items: JsonSchema): JsonSchema => ({
  ...query(name, description, listOf(items)),
  style: "form",
  explode: false,
});

function pathParameters(making: Making, { path, resource }: Operation): (JsonSchema | Ref)[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.map((name) => {
    const of = making.contract.resources.get(resource);
    const part = { name, in: "path", required: true, schema: idSchema(of) };
    const title = typeName((of?.ids ?? of?.idPattern) ? `${of?.type}-${name}` : name);
    return making.components.variant("parameters", title, part);
  });
}

type Called = Making & { readonly called: string };

/** Clients need not say it: they get the newest. */
function revisionParameter({ called, components }: Called, { family }: Operation): Ref {
  const required = family === "api";
  return components.ref("parameters", required ? "Revision" : "ClientRevision", () => ({
    name: "revision",
    in: "header",
    required,
    description: required
      ? "The revision of the API. A date between two of them is the earlier one."
      : "The revision of the API: the newest if it is not said.",
    schema: { type: "string", format: "date", enum: [called] },
  }));
}

const headerParameter = (name: string): JsonSchema => ({
  name,
  in: "header",
  required: false,
  description: "A filter, written as in the parameter `filter`.",
  schema: { type: "string" },
});

const sortParameter = (names: readonly string[]): JsonSchema =>
  query("sort", "The order; `-` before a field turns it round.", {
    type: "string",
    enum: names.flatMap((name) => [name, `-${name}`]),
  });

function limited(parameter: string, description: string, names: readonly string[]): JsonSchema {
  const limits = names.flatMap((name) => {
    const windows = parameterLimits[`${parameter}=${name}`];
    return windows === undefined ? [] : [[name, { ...windows }]];
  });
  return {
    ...several(parameter, description, { type: "string", enum: names }),
    ...(limits.length > 0 && { "x-limits": Object.fromEntries(limits) }),
  };
}

function fieldsParameter(making: Making, operation: Operation, type: string): Ref {
  const { contract, components, revision } = making;
  const { resources } = contract;
  const resource = fieldsOf(operation, type, resources);
  const names = resource === undefined ? [] : fieldNames(operation, resource, revision, resources);
  const description = `The only attributes that a ${type} is shown with: the others, which the schema asks for, are then left away.`;
  const schema = { type: "string", ...(names.length > 0 && { enum: names }) };
  const part = several(`fields[${type}]`, description, schema);
  return components.variant("parameters", `Fields${typeName(type)}`, part);
}

function additionalParameter(making: Making, type: string, names: readonly string[]): Ref {
  const description = `Attributes that a ${type} has only when they are asked for.`;
  const part = limited(`additional-fields[${type}]`, description, names);
  return making.components.variant("parameters", `AdditionalFields${typeName(type)}`, part);
}

function pageParameters(making: Making, page: Paging): Ref[] {
  const { components } = making;
  const { default: standard, max: maximum, sized } = page;
  const name = cursorParameter(page);
  const called = name === "page_cursor" ? "PageCursorOfBody" : "PageCursor";
  const same = name === "page_cursor" ? "body" : "filter and sort";
  const cursor = components.ref("parameters", called, () =>
    query(name, `From links.next or links.prev, for the same ${same}.`, { type: "string" }),
  );
  if (!sized) return [cursor];
  const size = query("page[size]", "How many a page has at most.", {
    type: "integer",
    minimum: 1,
    maximum,
    default: standard,
  });
  return [cursor, components.variant("parameters", `PageSizeTo${maximum}`, size)];
}

function filterParameter(making: Making, operation: Operation, filters: readonly FilterAbility[]) {
  const { contract, revision } = making;
  const fields = contract.resources.get(operation.answers)?.fields ?? {};
  const lines = filters.map((ability) => {
    const { name, needs, without } = ability;
    const notes = [
      ...(needs === undefined ? [] : [`only beside ${needs}`]),
      ...(without === undefined ? [] : [`not beside ${without.join(", ")}`]),
    ];
    const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
    return `- \`${name}\`: ${operatorsText(ability, revision)}${note}`;
  });
  const how = 'Conditions such as `equals(field,"value")`, with commas between or in `and(…)`:';
  const told = filters.map((ability) => {
    const operators = operatorsByArity(ability, revision);
    const value = valueOf(fields[ability.name]);
    return [ability.name, { operators, ...(value && { value }) }];
  });
  return {
    ...query("filter", [how, "", ...lines].join("\n"), { type: "string" }),
    ...(operation.abilities.required.includes("filter") && { required: true }),
    "x-filter": Object.fromEntries(told),
  };
}

/** What a filter compares with; nothing is known of it where nothing is built. */
function valueOf(field: Field | undefined): JsonSchema | undefined {
  if (field === undefined || field.type === "relationship") return undefined;
  const { type } = field;
  if (type === "datetime") return { type: "string", format: "date-time" };
  if (type === "unix") return { type: "number" };
  if (type === "integer" || type === "boolean") return { type };
  const words = wordsOf(field);
  return { type: "string", ...(words && { enum: words }) };
}
