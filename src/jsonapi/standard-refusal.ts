import { type Problem, type Refusal, single, throttled } from "./refusal.ts";

/**
 * The answers of the service's own standard statuses, for faults that ask for one by number.
 *
 * @param retryAfterSeconds how long a 429 says to wait, if it does
 */
export const standardRefusal = (status: number, retryAfterSeconds: number | undefined): Refusal => {
  if (status === 429) return throttled(retryAfterSeconds);
  const known = standard[status];
  if (known === undefined) return single(status, generic(status));
  return single(status, known);
};

const generic = (status: number) => ({
  code: "error",
  title: `Answered with status ${status}.`,
  detail: `Answered with status ${status}.`,
});

const standard: Readonly<Record<number, Omit<Problem, "pointer">>> = {
  400: { code: "invalid", title: "Invalid input.", detail: "The request is invalid." },
  401: {
    code: "authentication_failed",
    title: "Incorrect authentication credentials.",
    detail: "No account has this key.",
  },
  403: {
    code: "permission_denied",
    title: "You do not have permission to perform this action.",
    detail: "The API key lacks a required scope.",
  },
  404: { code: "not_found", title: "Not found.", detail: "The resource does not exist." },
  405: {
    code: "method_not_allowed",
    title: "Method not allowed.",
    detail: "The method is not supported by the resource.",
  },
  409: { code: "conflict", title: "Conflict.", detail: "Conflicts with the current state." },
  410: { code: "gone", title: "Gone.", detail: "This endpoint no longer exists." },
  413: { code: "payload_too_large", title: "Payload too large.", detail: "The body is too large." },
  415: {
    code: "unsupported_media_type",
    title: "Unsupported media type in request.",
    detail: "The media type is not supported.",
  },
  500: {
    code: "error",
    title: "A server error occurred.",
    detail: "A server error occurred. Please try again later.",
  },
  503: {
    code: "service_unavailable",
    title: "Service unavailable.",
    detail: "The service is unavailable. Please try again later.",
  },
};

/** The statuses that the service itself answers with (specification, "Errors"). */
export const serviceStatuses: readonly number[] = [
  ...Object.keys(standard).map(Number),
  429,
].sort();
