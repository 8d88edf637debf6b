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
  const { components, revision } = making;
  const found: Record<string, Ref> = {};
  for (const { status, empty, ...life } of operation.success) {
    const { name, what, schema } = empty ? nothing : successSchemaOf(making, operation);
    if (livesIn(life, revision)) found[status] = response(making, name, what, ofSuccess, schema);
  }
  for (const status of refusalsOf(operation)) {
    const [name, description] = refusals[status];
    const own = status === 429 ? (["Retry-After"] as const) : rates;
    const asking = status === 401 ? (["WWW-Authenticate"] as const) : [];
    const all = [...own, ...asking, ...always, ...hints];
    const schema = () => (status === 410 ? gone(components) : errors(components));
    found[status] = response(making, name, description, all, schema);
  }
  return found;
}

const response = (
  { components }: Making,
  name: string,
  description: string,
  names: readonly Header[],
  schema?: () => Ref,
): Ref => {
  const header = (each: Header) => components.ref("headers", each, () => headers[each]);
  return components.ref("responses", name, () => ({
    description,
    headers: Object.fromEntries(names.map((each) => [each, header(each)])),
    ...(schema && { content: inMediaTypes(schema()) }),
  }));
};

const done = "It is done, or accepted: there is no body.";
const nothing = { name: "Nothing", what: done, schema: undefined };

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
const ofRevision = ["X-Service-Api-Revision", "X-Service-Api-Retirement-Date"] as const;
const ofSuccess = [...rates, ...always, ...ofRevision, "Deprecation", "Sunset"] as const;
const hints = ["X-Emulator-Hint", "X-Emulator-Fault"] as const;

const refusals = {
  400: ["Invalid", "Something of the request is wrong: source says where."],
  401: ["NotAuthenticated", "No key or token, or one that nobody has."],
  403: ["PermissionDenied", "A scope is missing."],
  404: ["NotFound", "There is no such record, or the revision does not have the operation."],
  409: ["Conflict", "Another record is in the way."],
  410: ["Gone", "The revision is retired."],
  413: ["PayloadTooLarge", "The body is too large."],
  415: ["UnsupportedMediaType", "The body is no JSON, or in an encoding that is not known."],
  429: ["Throttled", "A rate window is full. The answer does not name its media type."],
  500: ["ServerError", "The service made a mistake."],
} as const;

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

const errors = (components: Components): Ref =>
  components.ref("schemas", "Errors", () => exactly({ errors: errorList(components) }));

/** What old clients of the retired routes read too (behaviour.md, 2). */
const gone = (components: Components): Ref =>
  components.ref("schemas", "GoneErrors", () =>
    exactly({ message: { type: "string" }, errors: errorList(components) }),
  );

const duplicate = { type: "string", description: "Whose the identifiers are." };
const ofMeta = { duplicate_profile_id: duplicate };

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
        meta: { type: "object", additionalProperties: true, properties: ofMeta },
      },
      ["links"],
    ),
  );
  return { ...listOf(one), minItems: 1 };
}
