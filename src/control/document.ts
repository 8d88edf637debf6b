import { type JsonSchema, jsonSchemaOf } from "../contract/schema.ts";
import type { OpenApi } from "../contract/openapi/document.ts";
import type { Shape } from "../contract/shape.ts";
import { version } from "../version.ts";
import type { Slices } from "../world/time/slices.ts";
import type { ControlOperation } from "./operation.ts";
import { parametersOf } from "./read.ts";

/** The control API as an OpenAPI 3.1 document: what its lines say, and nothing else. */
export function* controlDocument(
  operations: readonly ControlOperation[],
  url: string,
): Slices<OpenApi> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = drawn(operation);
    yield;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "The control API of service-emulator",
      version,
      description: "Never limited, never faulted, never journaled.",
    },
    servers: [{ url }],
    // On loopback nothing needs a token, unless its user has given one for changes.
    security: [{}, { Token: [] }],
    paths,
    components: {
      responses: { Refused: refused },
      schemas: { Error: error },
      securitySchemes: {
        Token: {
          type: "apiKey",
          in: "header",
          name: "x-emulator-token",
          description: "Where the emulator listens beyond loopback, or was given a control token.",
        },
      },
    },
  };
}

function drawn(operation: ControlOperation): JsonSchema {
  const { path, does, body } = operation;
  return {
    operationId: idOf(operation),
    summary: does,
    tags: [path.split("/")[2]],
    parameters: drawnParameters(operation),
    ...(body && { requestBody: bodyOf(body) }),
    responses: {
      [operation.status ?? 200]: answerOf(operation),
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

/** `POST /_emulator/clock/advance` is `post_clock_advance`. */
const idOf = ({ method, path }: ControlOperation): string =>
  `${method.toLowerCase()}${path.slice("/_emulator".length).replace(/[^A-Za-z0-9]+/g, "_")}`.replace(
    /_$/,
    "",
  );

function drawnParameters(operation: ControlOperation): readonly JsonSchema[] {
  const within = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const asked = [...parametersOf(operation)].map(([name, shape]) => {
    const { description, ...schema } = jsonSchemaOf(shape);
    return { name, in: "query", description, schema };
  });
  return [...within, ...asked];
}

const bodyOf = (shape: Shape): JsonSchema => ({
  required: shape.kind === "object" && [...shape.members.values()].some((each) => each.required),
  content: { "application/json": { schema: jsonSchemaOf(shape) } },
});

function answerOf({ status, streams, answer, media }: ControlOperation): JsonSchema {
  if (status === 204) return { description: "It is done." };
  if (streams) {
    const schema = { type: "string", description: "Each event's data is JSON." };
    return { description: "Events, as they come.", content: { "text/event-stream": { schema } } };
  }
  if (media !== undefined)
    return { description: "It is done.", content: { [media]: { schema: { type: "string" } } } };
  const schema = answer === undefined ? {} : jsonSchemaOf(answer);
  if (answer?.kind === "file")
    return { description: "Its bytes.", content: { "image/*": { schema } } };
  return { description: "It is done.", content: { "application/json": { schema } } };
}

const error: JsonSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        message: { type: "string" },
        path: { type: "string", description: "The member at fault; empty: the whole." },
        nearest: { type: "string", description: "What was most likely meant." },
      },
      required: ["message", "path"],
      additionalProperties: false,
    },
  },
  required: ["error"],
  additionalProperties: false,
};

const refused: JsonSchema = {
  description: "Refused: nothing was changed.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};
