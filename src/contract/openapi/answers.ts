import type { Operation } from "../compile.ts";
import { livesIn } from "../revisions.ts";
import type { JsonSchema } from "../schema.ts";
import { type Components, type Ref, exactly, listOf, url } from "./components.ts";
import type { Making } from "./resources.ts";
import { successSchemaOf } from "./success-schema.ts";

/** Both are understood, and both are given: the second to who names it in Accept. */
const mediaTypes = ["application/json", "application/vnd.api+json"] as const;

export const inMediaTypes = (schema: Ref): JsonSchema =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));

export function answersOf(making: Making, operation: Operation): JsonSchema {
  const { components } = making;
  const found: Record<string, Ref> = {};
  for (const { status, empty, ...life } of operation.success) {
    if (!livesIn(life, making.revision)) continue;
    found[status] = empty ? nothing(components) : shown(making, operation);
  }
  for (const status of refusalsOf(operation)) {
    const { name, description, headers } = refusals[status];
    found[status] = components.ref("responses", name, () => ({
      description,
      headers: headersOf(components, [...headers, ...always, ...hints]),
      content: inMediaTypes(status === 410 ? gone(components) : errors(components)),
    }));
  }
  return found;
}

const nothing = (components: Components): Ref =>
  components.ref("responses", "Nothing", () => ({
    description: "It is done, or accepted: there is no body.",
    headers: headersOf(components, [...rates, ...always, ...ofRevision]),
  }));

function shown(making: Making, operation: Operation): Ref {
  const { components } = making;
  const { name, what, schema } = successSchemaOf(making, operation);
  return components.ref("responses", name, () => ({
    description: what,
    headers: headersOf(components, [...rates, ...always, ...ofRevision]),
    content: inMediaTypes(schema()),
  }));
}

type Status = keyof typeof refusals;

/** What may be refused of an operation (behaviour.md, 2). A wrong method is another operation's. */
function refusalsOf({ family, method, body }: Operation): Status[] {
  const writes = method === "POST" || method === "PATCH";
  const onApi = family === "api";
  return [
    400,
    ...(onApi ? ([401, 403] as const) : []),
    404,
    ...(onApi && writes ? ([409] as const) : []),
    410,
    ...(writes || body !== undefined ? ([413, 415] as const) : []),
    429,
    500,
  ];
}

type Header = keyof typeof headers;

const rates = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;
const always = ["X-Service-Req-Id", "Vary"] as const;
const ofRevision = [
  "X-Service-Api-Revision",
  "X-Service-Api-Retirement-Date",
  "Deprecation",
  "Sunset",
] as const;
const hints = ["X-Emulator-Hint", "X-Emulator-Fault"] as const;

interface Described {
  readonly name: string;
  readonly description: string;
  readonly headers: readonly Header[];
}

const refusals = {
  400: {
    name: "Invalid",
    description: "Something of the request is wrong: source says where.",
    headers: rates,
  },
  401: {
    name: "NotAuthenticated",
    description: "No key or token, or one that nobody has.",
    headers: [...rates, "WWW-Authenticate"],
  },
  403: { name: "PermissionDenied", description: "A scope is missing.", headers: rates },
  404: {
    name: "NotFound",
    description: "There is no such record, or the revision does not have the operation.",
    headers: rates,
  },
  409: { name: "Conflict", description: "Another record is in the way.", headers: rates },
  410: { name: "Gone", description: "The revision is retired.", headers: rates },
  413: { name: "PayloadTooLarge", description: "The body is too large.", headers: rates },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is no JSON, or in an encoding that is not known.",
    headers: rates,
  },
  429: {
    name: "Throttled",
    description: "A rate window is full. The answer does not name its media type.",
    headers: ["Retry-After"],
  },
  500: { name: "ServerError", description: "The service made a mistake.", headers: rates },
} as const satisfies Record<number, Described>;

const text = (description: string, more: JsonSchema = {}, required = false): JsonSchema => ({
  description,
  ...(required && { required }),
  schema: { type: "string", ...more },
});

const count = (description: string): JsonSchema => ({
  description,
  required: true,
  schema: { type: "integer", minimum: 0 },
});

/** The headers of answers (behaviour.md, 3). */
const headers = {
  "RateLimit-Limit": text("The steady limit, then every window.", {}, true),
  "RateLimit-Remaining": count("How many the steady window still lets pass."),
  "RateLimit-Reset": count("After how many seconds the steady window opens."),
  "Retry-After": {
    ...count("After how many seconds a retry is let through; a fault may leave it away."),
    required: false,
  },
  "WWW-Authenticate": text("How to authenticate."),
  "X-Service-Req-Id": text("The request's own id.", { format: "uuid" }, true),
  Vary: text("On what the answer's media type depends.", {}, true),
  "X-Service-Api-Revision": text("The revision that was applied.", { format: "date" }, true),
  "X-Service-Api-Retirement-Date": text("When the revision retires.", { format: "date" }),
  Deprecation: text("Since when the revision is deprecated (RFC 9745)."),
  Sunset: text("When the revision ends (RFC 8594)."),
  "X-Emulator-Hint": text("Why it was refused, and what to do: for people."),
  "X-Emulator-Fault": text("The planned faults that acted."),
} as const;

const headersOf = (components: Components, names: readonly Header[]): JsonSchema =>
  Object.fromEntries(
    names.map((name) => [name, components.ref("headers", name, () => headers[name])]),
  );

const errors = (components: Components): Ref =>
  components.ref("schemas", "Errors", () => exactly({ errors: errorList(components) }));

/** What old clients of the retired routes read too (behaviour.md, 2). */
const gone = (components: Components): Ref =>
  components.ref("schemas", "GoneErrors", () =>
    exactly({ message: { type: "string" }, errors: errorList(components) }),
  );

function errorList(components: Components): JsonSchema {
  const one = components.ref("schemas", "Error", () =>
    exactly(
      {
        id: { type: "string", format: "uuid", description: "The request's own id." },
        status: { type: "integer", minimum: 400, maximum: 599 },
        code: { type: "string" },
        title: { type: "string" },
        detail: { type: "string" },
        source: exactly(
          {
            pointer: { type: "string", description: "The place in the body." },
            parameter: { type: "string", description: "The query parameter." },
          },
          ["pointer", "parameter"],
        ),
        links: exactly({ type: { ...url, description: "Of a 429." } }, ["type"]),
        meta: {
          type: "object",
          additionalProperties: true,
          properties: {
            duplicate_profile_id: { type: "string", description: "Whose the identifiers are." },
          },
        },
      },
      ["links"],
    ),
  );
  return { ...listOf({ ...one }), minItems: 1 };
}
