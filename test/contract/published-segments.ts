import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The published schemas of what segments and custom metrics are defined by, without prose, and what
 * follows from them: one value for each choice that they leave, and those values spoilt.
 */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly nullable?: boolean;
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export type Json = Record<string, unknown>;

const schemas = JSON.parse(
  readFileSync(join(import.meta.dirname, "published-segments.json"), "utf8"),
) as Readonly<Record<string, Schema>>;

/** Values that schemas leave open, by where they stand: what the account of the tests has. */
const samples: Readonly<Record<string, unknown>> = {
  "ProfilePropertyCondition.property": "properties['p']",
  "ProfileMetricPropertyFilter.property": "p",
  "StringPhoneOperatorStringArrayFilter.value": ["US"],
  "ListSetFilter.value": ["Ada", "Bob"],
  "CalendarDateFilter.value": 7,
  "RelativeDateRangeFilter.start": 1,
  "StaticDateRangeFilter.end": "2026-07-10T00:00:00Z",
  "NumericRangeFilter.end": 48,
  group_ids: ["NewsLs"],
  metric_id: "Order1",
  country_code: "US",
  postal_code: "10001",
};

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref] as Schema);

/** A value for each choice: every option and every listed value of every member, the others as they come first. */
export function variantsOf(schema: Schema | string, place = ""): unknown[] {
  if (typeof schema === "string") return variantsOf({ $ref: schema });
  if (schema.$ref !== undefined) {
    const found = variantsOf(resolved(schema), schema.$ref);
    return schema.nullable ? [...found, null] : found;
  }
  const sample = samples[place] ?? samples[place.split(".").at(-1) ?? ""];
  if (sample !== undefined) return [sample];
  const bare = bareVariants(schema, place);
  return schema.nullable ? [...bare, null] : bare;
}

function bareVariants(schema: Schema, place: string): unknown[] {
  if (schema.oneOf !== undefined) return schema.oneOf.flatMap((option) => variantsOf(option));
  if (schema.enum !== undefined) return [...schema.enum];
  switch (schema.type) {
    case "object": {
      const properties = Object.entries(schema.properties ?? {});
      const name = place.split(".")[0];
      const all = new Map(
        properties.map(([member, each]) => [member, variantsOf(each, `${name}.${member}`)]),
      );
      const first = Object.fromEntries(
        (schema.required ?? []).map((member) => [member, all.get(member)?.[0]]),
      );
      const others = [...all].flatMap(([member, values]) =>
        values.slice(member in first ? 1 : 0).map((value) => ({ ...first, [member]: value })),
      );
      return [first, ...others];
    }
    case "array":
      return variantsOf(schema.items ?? {}, place).map((each) => [each]);
    case "string":
      return [schema.format === "date-time" ? "2026-07-01T00:00:00Z" : "Ada"];
    case "boolean":
      return [true, false];
    case "integer":
      return [24];
    case "number":
      return [24.5];
    default:
      return [];
  }
}

/** Whether a value is one of a schema: of several that it may be, the one that it is. */
function isOf(schema: Schema, value: unknown): boolean {
  const { enum: values, oneOf, type, properties = {}, required = [], items } = resolved(schema);
  if (value === null) return schema.nullable === true;
  if (oneOf !== undefined) return oneOf.some((option) => isOf(option, value));
  if (values !== undefined) return values.includes(value);
  if (type === "array")
    return Array.isArray(value) && value.every((each) => isOf(items ?? {}, each));
  if (type === "object") {
    const object = value as Json;
    return (
      typeof value === "object" &&
      required.every((name) => name in object) &&
      Object.entries(object).every(([name, each]) => {
        const member = properties[name];
        return member !== undefined && isOf(member, each);
      })
    );
  }
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Whether a definition is as it is published. */
export const isPublished = (schema: string, definition: unknown): boolean =>
  isOf({ $ref: schema }, definition);

/** A value with one thing wrong: where, and what. */
export interface Spoilt {
  readonly what: string;
  readonly pointer: string;
  readonly value: unknown;
}

/** All that can be wrong with a value: a member missing, too many, of another type, or not published. */
export function* spoilt(schema: Schema | string, value: unknown, at = ""): Generator<Spoilt> {
  if (typeof schema === "string") return yield* spoilt({ $ref: schema }, value, at);
  const { oneOf, ...own } = resolved(schema);
  if (oneOf !== undefined) {
    const option = oneOf.find((each) => isOf(each, value));
    if (option !== undefined) yield* spoilt(option, value, at);
    return;
  }
  if (value === null) return;
  if (own.enum !== undefined) {
    yield { what: "not published", pointer: at, value: "unpublished" };
  } else if (own.type === "array") {
    yield { what: "another type", pointer: at, value: "none" };
    for (const [index, item] of (value as unknown[]).entries()) {
      for (const each of spoilt(own.items ?? {}, item, `${at}/${index}`)) {
        const items = (value as unknown[]).with(index, each.value);
        yield { ...each, value: items };
      }
    }
  } else if (own.type === "object") {
    const object = value as Json;
    const name = schema.$ref ?? "";
    yield { what: `${name}: another type`, pointer: at, value: 7 };
    yield { what: `${name}: colour`, pointer: `${at}/colour`, value: { ...object, colour: 1 } };
    for (const [member, each] of Object.entries(object)) {
      if (own.required?.includes(member)) {
        const { [member]: _, ...rest } = object;
        yield { what: `${name}.${member}: missing`, pointer: `${at}/${member}`, value: rest };
      }
      for (const found of spoilt(own.properties?.[member] ?? {}, each, `${at}/${member}`)) {
        const what = found.what.includes(":") ? found.what : `${name}.${member}: ${found.what}`;
        yield { ...found, what, value: { ...object, [member]: found.value } };
      }
    }
  } else if (own.type !== undefined) yield { what: "another type", pointer: at, value: {} };
}
