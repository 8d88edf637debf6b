/** A JSON Schema, as far as forms are made from it. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly default?: unknown;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Named<Schema>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}

type Named<Each> = Readonly<Record<string, Each>>;

type Reference = { readonly $ref: string };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** The service as an OpenAPI document, as far as requests are made from it. */
export interface ServiceDocument {
  readonly paths: Named<Named<DescribedOperation>>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly parameters: Named<Parameter>;
    readonly requestBodies: Named<{ readonly content: Named<{ readonly schema: Schema }> }>;
    readonly securitySchemes: Named<{ readonly description?: string }>;
  };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Reference | Parameter)[];
  readonly requestBody?: Reference;
  readonly security?: readonly Named<unknown>[];
}

const nameIn = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf("/") + 1);

/** One operation with all that its requests hold. @returns undefined: the document has no such operation */
export function operationIn({ paths, components }: ServiceDocument, operation: string) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => ({ path, method: method.toUpperCase(), of })),
  );
  const found = all.find(({ of }) => of.operationId === operation);
  if (found === undefined) return undefined;
  const { parameters = [], requestBody, security } = found.of;
  const { content = {} } = (requestBody && components.requestBodies[nameIn(requestBody)]) ?? {};
  const asked = parameters.flatMap((each) =>
    "$ref" in each ? (components.parameters[nameIn(each)] ?? []) : each,
  );
  return {
    ...found,
    query: asked.filter((each) => each.in === "query"),
    body: content["application/json"]?.schema,
    security: Object.keys(security?.[0] ?? {})[0],
  };
}

/** What a schema comes to where it refers to another, or leaves a choice. */
export function meant(document: ServiceDocument, schema: Schema): Schema {
  const { $ref, anyOf } = schema;
  const next = $ref === undefined ? anyOf?.[0] : document.components.schemas[nameIn({ $ref })];
  return next === undefined ? schema : meant(document, next);
}

export const jsonOr = (text: string): unknown => orItself(JSON.parse, text);

/** What a text comes to; one that cannot be read stands for itself. */
export function orItself<T>(read: (text: string) => T, text: string): T | string {
  try {
    return read(text);
  } catch {
    return text;
  }
}

/** A body as a person reads it: JSON laid out, a text as it is. */
export const laidOut = (body: unknown): string =>
  typeof body === "string" ? body : JSON.stringify(body, null, 2);
