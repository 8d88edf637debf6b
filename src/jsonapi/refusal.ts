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

export const refused = (value: unknown): value is Refusal => value instanceof Refusal;

/** The status and the title of each code. Where a title is not said, it is the detail. */
export const refusals = {
  invalid: [400, "Invalid input."],
  parse_error: [400, "Malformed request."],
  not_authenticated: [401, "Authentication credentials were not provided."],
  authentication_failed: [401, "Incorrect authentication credentials."],
  forbidden: [403, "Forbidden."],
  permission_denied: [403, "You do not have permission to perform this action."],
  not_found: [404, "Not found."],
  tag_service_error: [404, "Tag Service Error"],
  method_not_allowed: [405],
  conflict: [409, "Conflict."],
  duplicate_profile: [409, "Conflict."],
  gone: [410, "Gone."],
  payload_too_large: [413, "Payload too large."],
  unsupported_media_type: [415],
  throttled: [429, "Request was throttled."],
  error: [500, "A server error occurred."],
  service_unavailable: [503, "Service unavailable."],
} as const;

export type RefusalCode = keyof typeof refusals;

/** What a refusal has beside its detail; its place is the data where nothing else is said. */
export interface Beside extends ForPeople, Partial<Pick<Problem, "title" | "pointer" | "meta">> {
  /** Where it is not that of the code. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function single(code: RefusalCode, detail: string, beside: Beside = {}): Refusal {
  const [usual, said = detail]: readonly [status: number, title?: string] = refusals[code];
  const { status = usual, title = said, pointer = "/data/", meta, ...extra } = beside;
  return new Refusal(status, [{ code, title, detail, pointer, ...(meta && { meta }) }], extra);
}

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
 * By code, the `links` of an error object. The others have none, as recorded of those of 401, 404, 500 and of a missing
 * scope (recorded.md, 1). @guess *: The `links.type` of a 429 leads to RFC 6585: it is recorded that there is a URL,
 * but not which.
 */
export const errorLinks: Readonly<Record<string, object>> = {
  invalid: {},
  forbidden: {},
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
export const invalidParameter = (parameter: string, detail: string, advice?: string | Choice) => {
  const problem = { ...invalidProblem("/data/", detail), parameter };
  const extra = typeof advice === "object" ? { choice: advice } : { hint: advice };
  return new Refusal(400, [problem], extra);
};

/** 400: the cursor is none of ours, or belongs to another query. */
export const invalidCursor = (hint: string) => invalid("/data/", "Invalid cursor provided.", hint);

export const malformedJson = (detail: string, hint?: string) =>
  single("parse_error", detail, { hint });

/** 401: no credentials, or a header that is not understood. */
export const notAuthenticated = (scheme: string, hint: string) =>
  single("not_authenticated", `Missing or invalid authorization scheme. Use ${scheme}.`, {
    hint,
    headers: asking(`Bearer, ${scheme}`),
  });

const asking = (challenge: string) => ({ "www-authenticate": challenge });

/** 401 (or the status the user chose): a key or token that nobody has. */
export const authenticationFailed = (scheme: string, status: number, hint: string) =>
  single("authentication_failed", "No account has this key.", {
    status,
    hint,
    headers: status === 401 ? asking(`Bearer, ${scheme}`) : {},
  });

/** 401: an access token that has ended, or that nobody has. @guess *: A rejected access token gets the `WWW-Authenticate` header of RFC 6750. */
export const tokenRefused = (detail: string, hint: string) =>
  single("authentication_failed", detail, {
    hint,
    headers: asking(`Bearer error="invalid_token", error_description="${detail}"`),
  });

/** 403: it may not be done by whoever asks, or not now; or the key or the token lacks a scope. */
export const notPermitted = (detail: string, hint: string, headers: Beside["headers"] = {}) =>
  single("permission_denied", detail, { hint, headers });

/** What the service that keeps tags refuses: a name that is taken, a group that is not there. */
export const tagServiceError = (status: 404 | 409, detail: string) =>
  single("tag_service_error", detail, { status });

export const notFound = (detail: string, hint?: string) => single("not_found", detail, { hint });

export const noSuchRecord = (type: string, id: string) =>
  single("not_found", `A ${type} with id ${id} does not exist.`, { missing: { type, id } });

export const methodNotAllowed = (method: string, allow: string, hint: string) =>
  single("method_not_allowed", `Method "${method}" not allowed.`, { hint, headers: { allow } });

/** 409: the identifiers belong to another profile; clients read its id from `meta`. */
export const duplicateProfile = (id: string) =>
  single("duplicate_profile", "A profile already exists with one of these identifiers.", {
    pointer: "/data/attributes",
    meta: { duplicate_profile_id: id },
    hint: `profile ${id} has one of these identifiers: update it with PATCH /api/profiles/${id}, or use POST /api/profile-import`,
  });

export const conflict = (pointer: string, detail: string, hint?: string) =>
  single("conflict", detail, { pointer, hint });

export const gone = (detail: string, hint: string) => single("gone", detail, { hint });

export const payloadTooLarge = (bytesMax: number) =>
  single("payload_too_large", `The request's body is larger than ${bytesMax} bytes.`, {
    hint: `the body is larger than ${bytesMax} bytes: split it into several requests`,
  });

export const unsupportedMediaType = (detail: string, hint: string) =>
  single("unsupported_media_type", detail, { hint });

/** 429, with the whole seconds after which a retry is let through; perhaps it does not say. */
export const throttled = (retryAfterSeconds: number | undefined, hint?: string) => {
  const seconds = `${retryAfterSeconds} second${retryAfterSeconds === 1 ? "" : "s"}`;
  const wait = retryAfterSeconds === undefined ? "" : ` Expected available in ${seconds}.`;
  return single("throttled", `Request was throttled.${wait}`, {
    pointer: "/data",
    hint,
    headers: retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) },
  });
};

export const serverError = (hint?: string) =>
  single("error", "A server error occurred. Please try again later.", { hint });

/** A name that was sent where only some are accepted: the nearest of them is suggested. */
export interface Choice {
  /** What it is not, such as `filterable here`. */
  readonly what: string;
  readonly written: string;
  readonly known: readonly string[];
}

/** A record that was asked for, and is not there. */
export type Missing = { readonly type: string; readonly id: string };

/** What a refusal knows for people: any one of these. With none, its problems are all there is to say. */
export interface ForPeople {
  /** The whole text: what is wrong, then what to do. */
  readonly hint?: string | undefined;
  readonly choice?: Choice | undefined;
  readonly missing?: Missing | undefined;
}
