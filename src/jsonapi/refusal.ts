import type { Choice, ForPeople, Missing } from "./for-people.ts";

/**
 * The one catalogue of what the service refuses, and how it says so (behaviour.md, 2). Titles and
 * codes are protocol constants that clients compare. What is for people (`hint`, `choice`, `missing`)
 * never goes into the body: `pipeline/explain.ts` makes the header `x-emulator-hint` of it.
 */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The place in the body. */
  readonly pointer: string;
  /** The query parameter at fault, which is said instead of a place. */
  readonly parameter?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** For people: the record that the place names, and that is not there. */
  readonly missing?: Missing;
}

export class Refusal implements ForPeople {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly hint?: string;
  readonly choice?: Choice;
  readonly missing?: Missing;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    problems: readonly Problem[],
    extra: ForPeople & { headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.status = status;
    this.problems = problems;
    if (extra.hint !== undefined) this.hint = extra.hint;
    if (extra.choice !== undefined) this.choice = extra.choice;
    if (extra.missing !== undefined) this.missing = extra.missing;
    this.headers = extra.headers ?? {};
  }
}

/** Whether a step refused instead of giving its value. */
export const refused = (value: unknown): value is Refusal => value instanceof Refusal;

const atData = { pointer: "/data/" };

/** A refusal with one problem; where there is no other place, it is the data. */
export const single = (
  status: number,
  problem: Omit<Problem, "pointer"> & { pointer?: string },
  extra: ConstructorParameters<typeof Refusal>[2] = {},
) => new Refusal(status, [{ ...atData, ...problem }], extra);

export const invalidProblem = (pointer: string, detail: string): Problem => ({
  code: "invalid",
  title: "Invalid input.",
  detail,
  pointer,
});

/** A place in the body that names a record, and there is none. */
export const missingProblem = (pointer: string, type: string, id: string): Problem => ({
  ...invalidProblem(pointer, `A ${type} with id ${id} does not exist.`),
  missing: { type, id },
});

/**
 * By code, the `links` of an error object. The others have none, as recorded of those of 401, 404, 500
 * and of a missing scope (recorded.md, 1). @guess: where a 429 leads to
 */
export const errorLinks: Readonly<Record<string, object>> = {
  invalid: {},
  duplicate_profile: {},
  conflict: {},
  throttled: { type: "https://www.rfc-editor.org/rfc/rfc6585#section-4" },
};

/** 400: a field of the body, one problem for each. */
export const invalidBody = (problems: readonly Problem[], hint?: string) =>
  new Refusal(400, problems, { hint });

/** 400: one thing wrong at one place. */
export const invalid = (pointer: string, detail: string, hint?: string) =>
  invalidBody([invalidProblem(pointer, detail)], hint);

/** 400: the body names a record that is not there. */
export const invalidEnd = (pointer: string, type: string, id: string) =>
  invalidBody([missingProblem(pointer, type, id)]);

/** 400: a query parameter (specification, "Errors"; recorded.md, 1). */
export const invalidParameter = (parameter: string, detail: string, advice?: string | Choice) =>
  new Refusal(
    400,
    [{ ...invalidProblem("/data/", detail), parameter }],
    typeof advice === "object" ? { choice: advice } : { hint: advice },
  );

/** 400: the cursor is none of ours, or belongs to another query. */
export const invalidCursor = (hint: string) => invalid("/data/", "Invalid cursor provided.", hint);

/** 400: not JSON. */
export const malformedJson = (detail: string, hint?: string) =>
  single(400, { code: "parse_error", title: "Malformed request.", detail }, { hint });

/** 401: no credentials, or a header that is not understood. */
export const notAuthenticated = (scheme: string, hint: string) =>
  single(
    401,
    {
      code: "not_authenticated",
      title: "Authentication credentials were not provided.",
      detail: `Missing or invalid authorization scheme. Use ${scheme}.`,
    },
    { hint, headers: { "www-authenticate": `Bearer, ${scheme}` } },
  );

/** 401 (or the status the user chose): a key or token that nobody has. */
export const authenticationFailed = (scheme: string, status: number, hint: string) =>
  single(
    status,
    {
      code: "authentication_failed",
      title: "Incorrect authentication credentials.",
      detail: "No account has this key.",
    },
    { hint, headers: status === 401 ? { "www-authenticate": `Bearer, ${scheme}` } : {} },
  );

/** 401: an access token that has ended, or that nobody has. The header is RFC 6750's. @guess */
export const tokenRefused = (detail: string, hint: string) =>
  single(
    401,
    { code: "authentication_failed", title: "Incorrect authentication credentials.", detail },
    {
      hint,
      headers: {
        "www-authenticate": `Bearer error="invalid_token", error_description="${detail}"`,
      },
    },
  );

/** 403: it may not be done by whoever asks, or not now. */
export const notPermitted = (
  detail: string,
  hint: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  single(
    403,
    {
      code: "permission_denied",
      title: "You do not have permission to perform this action.",
      detail,
    },
    { hint, headers },
  );

/** 403: the key or the token lacks a scope. */
export const permissionDenied = (
  what: string,
  missing: string,
  hint: string,
  headers: Readonly<Record<string, string>> = {},
) => notPermitted(`The ${what} lacks the required scope: ${missing}.`, hint, headers);

/** What the service that keeps tags refuses: a name that is taken, a group that is not there. */
export const tagServiceError = (status: 404 | 409, detail: string) =>
  single(status, { code: "tag_service_error", title: "Tag Service Error", detail });

export const notFound = (detail: string, hint?: string) => notThere(detail, { hint });

export const noSuchRecord = (type: string, id: string) =>
  notThere(`A ${type} with id ${id} does not exist.`, { missing: { type, id } });

const notThere = (detail: string, extra: ForPeople) =>
  single(404, { code: "not_found", title: "Not found.", detail }, extra);

export const methodNotAllowed = (method: string, allow: string, hint: string) =>
  single(
    405,
    {
      code: "method_not_allowed",
      title: `Method "${method}" not allowed.`,
      detail: `Method "${method}" not allowed.`,
    },
    { hint, headers: { allow } },
  );

/** 409: the identifiers belong to another profile; clients read its id from `meta`. */
export const duplicateProfile = (id: string) =>
  single(
    409,
    {
      code: "duplicate_profile",
      title: "Conflict.",
      detail: "A profile already exists with one of these identifiers.",
      pointer: "/data/attributes",
      meta: { duplicate_profile_id: id },
    },
    {
      hint: `profile ${id} has one of these identifiers: update it with PATCH /api/profiles/${id}, or use POST /api/profile-import`,
    },
  );

/** 409: there is another of this id. */
export const conflict = (pointer: string, detail: string, hint?: string) =>
  single(409, { code: "conflict", title: "Conflict.", detail, pointer }, { hint });

export const gone = (detail: string, hint: string) =>
  single(410, { code: "gone", title: "Gone.", detail }, { hint });

export const payloadTooLarge = (bytesMax: number) =>
  single(
    413,
    {
      code: "payload_too_large",
      title: "Payload too large.",
      detail: `The request's body is larger than ${bytesMax} bytes.`,
    },
    { hint: `the body is larger than ${bytesMax} bytes: split it into several requests` },
  );

export const unsupportedMediaType = (detail: string, hint: string) =>
  single(415, { code: "unsupported_media_type", title: detail, detail }, { hint });

/** 429, with the whole seconds after which a retry is let through; perhaps it does not say. */
export const throttled = (retryAfterSeconds: number | undefined, hint?: string) => {
  const seconds = `${retryAfterSeconds} second${retryAfterSeconds === 1 ? "" : "s"}`;
  const wait = retryAfterSeconds === undefined ? "" : ` Expected available in ${seconds}.`;
  return single(
    429,
    {
      code: "throttled",
      title: "Request was throttled.",
      detail: `Request was throttled.${wait}`,
      pointer: "/data",
    },
    {
      hint,
      headers: retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) },
    },
  );
};

export const serverError = (hint?: string) =>
  single(
    500,
    {
      code: "error",
      title: "A server error occurred.",
      detail: "A server error occurred. Please try again later.",
    },
    { hint },
  );
