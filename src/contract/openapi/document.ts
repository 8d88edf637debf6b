import type { Operation, Contract } from "../compile.ts";
import { scopes } from "../scopes.ts";
import { type JsonSchema, jsonSchemaOf } from "../schema.ts";
import { livesIn, type Revision } from "../revisions.ts";
import type { Shape } from "../shape.ts";
import { answersOf, inMediaTypes } from "./answers.ts";
import { Components, type Ref, referring, typeName } from "./components.ts";
import { parametersOf } from "./parameters.ts";
import type { Making } from "./resources.ts";

const securitySchemes = (url: string, authScheme: string): Record<string, JsonSchema> => ({
  PrivateKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: `\`${authScheme}\` and a private key, with a space between.`,
  },
  OAuth: {
    type: "oauth2",
    description: "With PKCE (S256).",
    flows: {
      authorizationCode: {
        authorizationUrl: `${url}/oauth/authorize`,
        tokenUrl: `${url}/oauth/token`,
        refreshUrl: `${url}/oauth/token`,
        scopes: Object.fromEntries(scopes.map((scope) => [scope, described(scope)])),
      },
    },
  },
  Company: {
    type: "apiKey",
    in: "query",
    name: "company_id",
    description: "The public id of the company: six letters and digits.",
  },
});

function described(scope: string): string {
  const [what = "", access = ""] = scope.split(":");
  return `${access === "read" ? "Read" : "Change"} ${what.replaceAll("-", " ")}.`;
}

/** Any of them will do; of each, all scopes are needed. An empty one: none need be there. */
function securityOf({ family, open, scopes: anyOf }: Operation): readonly JsonSchema[] {
  if (family === "client") return [{ Company: [] }, ...(open ? [{}] : [])];
  return anyOf.flatMap((all) => [{ PrivateKey: all }, { OAuth: all }]);
}

export interface OpenApi extends JsonSchema {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

export interface DocumentOptions {
  readonly revision: Revision;
  /** What clients call it, of one that was added to a running emulator. */
  readonly called?: string;
  /** Where the service is, without a slash at its end. */
  readonly url: string;
  /** The word before a private key. Default: `Service-API-Key`. */
  readonly authScheme?: string;
}

interface Drawing extends Making {
  readonly called: string;
  readonly bodies: Map<Shape, Ref>;
}

/** The service in a revision as an OpenAPI 3.1 document. It may be set down behind each row. */
export function* openApiOf(contract: Contract, options: DocumentOptions) {
  const { revision, called = revision, url, authScheme = "Service-API-Key" } = options;
  const components = new Components();
  const making: Drawing = { contract, revision, components, called, bodies: new Map() };
  const living = [...contract.operations.values()].filter((each) => livesIn(each, revision));
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of living) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = drawn(making, operation);
    yield;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Customer Data Service API",
      version: called,
      description: `Revision ${called}, as service-emulator has it.`,
    },
    servers: [{ url }],
    tags: [...new Set(living.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: { ...components.all(), securitySchemes: securitySchemes(url, authScheme) },
  };
}

function drawn(making: Drawing, operation: Operation): JsonSchema {
  const { id, area, tier, limits } = operation;
  const body = bodyOf(making, operation);
  return {
    operationId: id,
    summary: summaryOf(id),
    tags: [area],
    security: securityOf(operation),
    parameters: parametersOf(making, operation),
    ...(body && { requestBody: body }),
    responses: answersOf(making, operation),
    ...(tier && { "x-tier": tier }),
    "x-limits": limits,
  };
}

const summaryOf = (id: string): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll("_", " ")}`;

/** A shape that several rows have is written once, under the name of the first. */
function bodyOf(drawing: Drawing, { id, body, formBytesMax }: Operation): Ref | undefined {
  const { components, bodies, revision } = drawing;

  if (body === undefined) return undefined;
  const known = bodies.get(body);
  if (known !== undefined) return known;
  const name = `${typeName(id)}Body`;
  const schema = components.ref("schemas", name, () =>
    jsonSchemaOf(body, revision, referring(components)),
  );
  const made = components.ref("requestBodies", name, () => ({
    required: true,
    content:
      formBytesMax === undefined ? inMediaTypes(schema) : { "multipart/form-data": { schema } },
  }));
  bodies.set(body, made);
  return made;
}
