/** A JSON Schema, as far as forms are made from it. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly default?: unknown;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}

type Reference = { readonly $ref: string };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** The service as an OpenAPI document, as far as requests are made from it. */
export interface ServiceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly requestBodies: Readonly<
      Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
    >;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Reference | Parameter)[];
  readonly requestBody?: Reference;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
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
export function meant({ components }: ServiceDocument, schema: Schema): Schema {
  let of = schema;
  for (;;) {
    const next =
      of.$ref === undefined ? of.anyOf?.[0] : components.schemas[nameIn({ $ref: of.$ref })];
    if (next === undefined) return of;
    of = next;
  }
}
