import { type JsonSchema, jsonSchemaOf } from "../contract/schema.ts";
import { object, phrase, string } from "../contract/shape.ts";
import { version } from "../version.ts";
import type { ControlOperation } from "./operation.ts";
import { parametersOf } from "./read.ts";

/** The control API as an OpenAPI 3.1 document: what its lines say, and nothing else. */
export function* controlDocument(operations: readonly ControlOperation[], url: string) {
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
  const { method, path, does, body } = operation;
  const words = `${method.toLowerCase()}${path.slice("/_emulator".length)}`;
  return {
    // `POST /_emulator/clock/advance` is `post_clock_advance`.
    operationId: words.replace(/[^A-Za-z0-9]+/g, "_").replace(/_$/, ""),
    summary: does,
    tags: [path.split("/")[2]],
    parameters: drawnParameters(operation),
    ...(body && {
      requestBody: {
        required:
          body.kind === "object" && [...body.members.values()].some((each) => each.required),
        content: { "application/json": { schema: jsonSchemaOf(body) } },
      },
    }),
    responses: {
      [operation.status ?? 200]: answerOf(operation),
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

function drawnParameters(operation: ControlOperation): readonly JsonSchema[] {
  const within = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  const asked = [...parametersOf(operation)].map(([name, shape]) => {
    const { description, ...schema } = jsonSchemaOf(shape);
    return { name, in: "query", description, schema };
  });
  return [...within, ...asked];
}

function answerOf({ status, streams, answer, media }: ControlOperation): JsonSchema {
  const described = (description: string, type: string, schema: object) => {
    return { description, content: { [type]: { schema } } };
  };
  if (status === 204) return { description: "It is done." };
  if (streams) {
    const schema = { type: "string", description: "Each event's data is JSON." };
    return described("Events, as they come.", "text/event-stream", schema);
  }
  if (media !== undefined) return described("It is done.", media, { type: "string" });
  const schema = answer === undefined ? {} : jsonSchemaOf(answer);
  if (answer?.kind === "file") return described("Its bytes.", "image/*", schema);
  return described("It is done.", "application/json", schema);
}

const error = jsonSchemaOf(
  object({
    error: object({
      message: string(),
      path: phrase("The member at fault; empty: the whole."),
      "nearest?": phrase("What was most likely meant."),
    }),
  }),
);

const refused: JsonSchema = {
  description: "Refused: nothing was changed.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};
