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

/** One operation of the service with all that its requests hold. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly security: string | undefined;
}

/** @returns undefined: the document has no such operation */
export function operationIn(
  { paths, components }: ServiceDocument,
  operation: string,
): Sent | undefined {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, of] of Object.entries(methods)) {
      if (of.operationId !== operation) continue;
      const { content = {} } =
        (of.requestBody && components.requestBodies[nameIn(of.requestBody)]) ?? {};
      const all = of.parameters?.map((each) =>
        "$ref" in each ? components.parameters[nameIn(each)] : each,
      );
      return {
        method: method.toUpperCase(),
        path,
        query: (all?.filter((each) => each?.in === "query") as Parameter[]) ?? [],
        body: content["application/json"]?.schema,
        security: Object.keys(of.security?.[0] ?? {})[0],
      };
    }
  return undefined;
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
