import type { JsonSchema } from "../schema.ts";
import { isObject, optionsOf, resolved } from "./alternatives.ts";

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What may be asked, by parameter: what is said of each, by what it is about. */
  readonly parameters: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The scopes that are enough; empty: nothing is said. */
  readonly scopes: string;
  readonly isDeprecated: true | undefined;
  readonly body: JsonSchema | undefined;
  /** Of success by status; without a schema: without a body. */
  readonly answers: ReadonlyMap<string, { readonly schema: JsonSchema | undefined }>;
}

const methods = ["get", "post", "put", "patch", "delete"];

/** The operations of an OpenAPI document 3.x by method and path, in which the names of parameters do not count. */
export function operationsIn(document: JsonSchema): Map<string, DescribedOperation> {
  const found = new Map<string, DescribedOperation>();
  for (const [path, item] of entriesOf(document["paths"])) {
    const shared = isObject(item) ? item["parameters"] : undefined;
    for (const [verb, said] of entriesOf(resolved(item, document))) {
      if (!methods.includes(verb) || !isObject(said)) continue;
      const method = verb.toUpperCase();
      const parameters = [shared ?? [], said["parameters"] ?? []].flat();
      found.set(`${method} ${path.replaceAll(/\{[^{}]*\}/g, "{}")}`, {
        id: typeof said["operationId"] === "string" ? said["operationId"] : `${method} ${path}`,
        method,
        path,
        parameters: parametersOf(document, parameters, said["security"]),
        scopes: scopesOf(said["security"]),
        isDeprecated: said["deprecated"] === true || undefined,
        body: schemaIn(resolved(said["requestBody"], document)),
        answers: answersOf(document, said["responses"]),
      });
    }
  }
  return found;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : [];

/** Who asks says so in a header, and of which revision in another: both are the same in all of them. */
const ofAll = /^(authorization|accept|content-type|revision)$/i;

function parametersOf(document: JsonSchema, parameters: readonly unknown[], security: unknown) {
  const found = new Map<string, ReadonlyMap<string, string>>();
  const isNeeded = Array.isArray(security) && !security.some((one) => entriesOf(one).length === 0);
  const key = { "": isNeeded ? "required" : "optional", " type": "string" };
  for (const name of keysInQuery(document, security)) found.set(name, new Map(Object.entries(key)));
  for (const each of parameters.map((one) => resolved(one, document))) {
    const { name, in: place } = each;
    if (typeof name !== "string" || (place !== "query" && place !== "header")) continue;
    if (place === "header" && ofAll.test(name)) continue;
    // A header bears the service's own name, which a user may choose here.
    const called = place === "query" ? name : name.toLowerCase().replace(/^x-[^-]+-/, "x-service-");
    found.set(called, new Map(saidOf(document, each)));
  }
  return found;
}

/** What is said of a parameter: whether it is needed, its type, its values, its bounds, and how it filters. */
function* saidOf(document: JsonSchema, parameter: JsonSchema): Generator<[string, string]> {
  yield ["", parameter["required"] === true ? "required" : "optional"];
  const schema = resolved(parameter["schema"], document);
  const options = optionsOf(schema, document);
  const [list] = options.lists;
  const items = list ? optionsOf({ anyOf: [list["items"]] }, document).kinds : options.kinds;
  const values = items.filter((kind) => kind.startsWith('"'));
  for (const value of values) yield [`=${String(JSON.parse(value))}`, ""];
  if (values.length === 0) yield [" type", items.join(" | ")];
  for (const bound of ["default", "maximum"])
    if (typeof schema[bound] === "number") yield [` ${bound}`, String(schema[bound])];
  for (const each of filtersOf(parameter)) yield [` ${each}`, ""];
}

/** The conditions of a filter, such as `equals(email)`: said for machines, or in the description. */
function filtersOf({ "x-filter": told, description }: JsonSchema): string[] {
  const of = (name: string, operators: readonly unknown[]) =>
    [...new Set(operators)].map((operator) => `${String(operator)}(${name})`);
  if (isObject(told)) {
    return entriesOf(told).flatMap(([name, each]) =>
      of(name, isObject(each) ? entriesOf(each["operators"]).flatMap(([, all]) => all) : []),
    );
  }
  if (typeof description !== "string") return [];
  const fields = description.matchAll(/`([\w.$-]{1,200})`:((?:[\s,]{0,3}`[a-z-]{1,40}`){1,30})/g);
  return [...fields].flatMap(([, name = "", operators = ""]) =>
    of(name, operators.match(/[a-z-]+/g) ?? []),
  );
}

function keysInQuery(document: JsonSchema, security: unknown): string[] {
  const schemes = (document["components"] as JsonSchema | undefined)?.["securitySchemes"];
  return requirementsOf(security).flatMap(([name]) => {
    const scheme = isObject(schemes) ? resolved(schemes[name], document) : {};
    return scheme["in"] === "query" && typeof scheme["name"] === "string" ? [scheme["name"]] : [];
  });
}

const requirementsOf = (security: unknown): [string, unknown][] =>
  Array.isArray(security) ? security.flatMap(entriesOf) : [];

const scopesOf = (security: unknown): string => {
  const all = requirementsOf(security).flatMap(([, scopes]) =>
    Array.isArray(scopes) && scopes.length > 0 ? [scopes.map(String).toSorted().join(" + ")] : [],
  );
  return [...new Set(all)].toSorted().join(" or ");
};

const answersOf = (document: JsonSchema, responses: unknown): DescribedOperation["answers"] =>
  new Map(
    entriesOf(responses)
      .filter(([status]) => /^2\d\d$/.test(status))
      .map(([status, said]) => [status, { schema: schemaIn(resolved(said, document)) }]),
  );

function schemaIn({ content }: JsonSchema): JsonSchema | undefined {
  const [first] = entriesOf(content);
  const schema = isObject(first?.[1]) ? first[1]["schema"] : undefined;
  return isObject(schema) ? schema : undefined;
}
