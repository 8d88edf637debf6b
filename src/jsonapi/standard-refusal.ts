import { type Refusal, type RefusalCode, single, throttled } from "./refusal.ts";

/** The answer of a standard status, for faults that ask for one by number. @param retryAfterSeconds what a 429 says */
export const standardRefusal = (status: number, retryAfterSeconds: number | undefined): Refusal => {
  if (status === 429) return throttled(retryAfterSeconds);
  const text = `Answered with status ${status}.`;
  const [code, detail, title] = standard[status] ?? (["error", text, text] as const);
  return single(code, detail, { status, ...(title !== undefined && { title }) });
};

const standard: Readonly<
  Record<number, readonly [code: RefusalCode, detail: string, title?: string]>
> = {
  400: ["invalid", "The request is invalid."],
  401: ["authentication_failed", "No account has this key."],
  403: ["permission_denied", "The API key lacks a required scope."],
  404: ["not_found", "The resource does not exist."],
  405: [
    "method_not_allowed",
    "The method is not supported by the resource.",
    "Method not allowed.",
  ],
  409: ["conflict", "Conflicts with the current state."],
  410: ["gone", "This endpoint no longer exists."],
  413: ["payload_too_large", "The body is too large."],
  415: [
    "unsupported_media_type",
    "The media type is not supported.",
    "Unsupported media type in request.",
  ],
  500: ["error", "A server error occurred. Please try again later."],
  503: ["service_unavailable", "The service is unavailable. Please try again later."],
};

/** The statuses that the service itself answers with (specification, "Errors"). */
export const serviceStatuses = [...Object.keys(standard).map(Number), 429].sort();
