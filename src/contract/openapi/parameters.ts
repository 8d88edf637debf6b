import type { Operation } from "../compile.ts";
import type { FilterAbility, Paging } from "../operation.ts";
import type { Attribute } from "../resource.ts";
import { type Life, livesIn } from "../revisions.ts";
import type { JsonSchema } from "../schema.ts";
import { parameterLimits } from "../tiers.ts";
import { type Ref, typeName } from "./components.ts";
import { idSchema, type Making } from "./resources.ts";
import { listOf } from "./schemas.ts";

/** Every parameter of an operation in the revision, but for who asks: that is its security. */
export function parametersOf(
  making: Making & { readonly called: string },
  operation: Operation,
): readonly (JsonSchema | Ref)[] {
  const { revision } = making;
  const { filter, sort, include, fields, additionalFields, paging } = operation.abilities;
  const living = <L extends Life>(all: readonly L[]): L[] =>
    all.filter((each) => livesIn(each, revision));
  const [page] = living(paging);
  return [
    ...pathParameters(making, operation),
    revisionParameter(making, operation),
    ...given(living(filter), filterParameter),
    ...given(living(sort), (sorts) => sortParameter(sorts.map(({ name }) => name))),
    ...given(living(include), (includes) =>
      includeParameter(
        making,
        operation,
        includes.map(({ name }) => name),
      ),
    ),
    ...fields.map((type) => fieldsParameter(making, type)),
    ...Object.entries(additionalFields).flatMap(([type, names]) =>
      additional(
        making,
        type,
        living(names).map(({ name }) => name),
      ),
    ),
    ...(page === undefined ? [] : pageParameters(making, page)),
  ];
}

const given = <T>(all: readonly T[], make: (all: readonly T[]) => JsonSchema): JsonSchema[] =>
  all.length === 0 ? [] : [make(all)];

const query = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: "query",
  description,
  schema,
});

/** Several in one parameter, with commas between. */
const several = (name: string, description: string, items: JsonSchema): JsonSchema => ({
  ...query(name, description, listOf(items)),
  style: "form",
  explode: false,
});

function pathParameters(making: Making, { path, resource }: Operation): (JsonSchema | Ref)[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.map((name) => {
    const { idPattern, type = "" } = making.contract.resources.get(resource) ?? {};
    const part = { name, in: "path", required: true, schema: idSchema(idPattern) };
    const title = typeName(idPattern === undefined ? name : `${type}-${name}`);
    return making.components.variant("parameters", title, part);
  });
}

/** Clients need not say it: they get the newest. */
function revisionParameter(
  { called, components }: Making & { readonly called: string },
  { family }: Operation,
): Ref {
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

function filterParameter(fields: readonly FilterAbility[]): JsonSchema {
  const lines = fields.map(({ name, operators, needs, without, planned }) => {
    const notes = [
      ...(needs === undefined ? [] : [`only beside ${needs}`]),
      ...(without === undefined ? [] : [`not beside ${without.join(", ")}`]),
      ...(planned ? ["answers 501"] : []),
    ];
    const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
    return `- \`${name}\`: ${operators.join(", ")}${note}`;
  });
  const how = 'Conditions such as `equals(field,"value")`, with commas between or in `and(…)`:';
  return {
    ...query("filter", [how, "", ...lines].join("\n"), { type: "string" }),
    "x-filter": Object.fromEntries(fields.map(({ name, operators }) => [name, operators])),
  };
}

const sortParameter = (names: readonly string[]): JsonSchema =>
  query("sort", "The order; `-` before a field turns it round.", {
    type: "string",
    enum: names.flatMap((name) => [name, `-${name}`]),
  });

function includeParameter(
  { contract }: Making,
  { answers }: Operation,
  names: readonly string[],
): JsonSchema {
  const relationships = contract.resources.get(answers)?.relationships ?? {};
  const unbuilt = names.filter(
    (name) => contract.resources.get(relationships[name]?.to ?? "")?.collection === undefined,
  );
  const note = unbuilt.length === 0 ? "" : ` Of these, ${unbuilt.join(", ")} answer 501.`;
  const limited = names.flatMap((name) => limitOf("include", name));
  return {
    ...several("include", `Related records that come along.${note}`, {
      type: "string",
      enum: names,
    }),
    ...(limited.length > 0 && { "x-limits": Object.fromEntries(limited) }),
  };
}

/** What a value is limited by, beside the operation's own windows. */
function limitOf(parameter: string, value: string): [string, JsonSchema][] {
  const windows = parameterLimits[`${parameter}=${value}`];
  return windows === undefined ? [] : [[value, { ...windows }]];
}

function fieldsParameter({ contract, components, revision }: Making, type: string): Ref {
  return components.ref("parameters", `Fields${typeName(type)}`, () => {
    const attributes = Object.entries(contract.resources.get(type)?.attributes ?? {});
    const living = attributes.filter(([, each]) => livesIn(each, revision) && !each.unpublished);
    const description = `The only attributes that a ${type} is shown with: the others, which the schema asks for, are then left away.`;
    return several(`fields[${type}]`, description, fieldNames(living));
  });
}

/** Names, also of what is within objects: `location.city`, `properties.…`. */
function fieldNames(attributes: readonly (readonly [string, Attribute])[]): JsonSchema {
  if (attributes.length === 0) return { type: "string" };
  const names = attributes.flatMap(([name, { members = [] }]) => [
    name,
    ...members.map((member) => `${name}.${member}`),
  ]);
  const known = { type: "string", enum: names };
  const open = attributes
    .filter(([, each]) => each.type === "object" && each.members === undefined)
    .map(([name]) => name);
  if (open.length === 0) return known;
  return { anyOf: [known, { type: "string", pattern: `^(${open.join("|")})\\..+$` }] };
}

function additional(making: Making, type: string, names: readonly string[]): Ref[] {
  if (names.length === 0) return [];
  const parameter = `additional-fields[${type}]`;
  const limited = names.flatMap((name) => limitOf(parameter, name));
  const part = making.components.variant("parameters", `AdditionalFields${typeName(type)}`, {
    ...several(parameter, `Attributes that a ${type} has only when they are asked for.`, {
      type: "string",
      enum: names,
    }),
    ...(limited.length > 0 && { "x-limits": Object.fromEntries(limited) }),
  });
  return [part];
}

function pageParameters(making: Making, page: Paging): Ref[] {
  const { components } = making;
  const { default: standard, max: maximum, sized } = page;
  const cursor = components.ref("parameters", "PageCursor", () =>
    query("page[cursor]", "From links.next or links.prev, for the same filter and sort.", {
      type: "string",
    }),
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
