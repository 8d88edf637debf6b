import type { Match } from "../../contract/route.ts";
import type { RecordedExchange } from "../../seeding/recording/exchange.ts";

/** What recorders and people put in the place of secrets. */
const masked =
  /"(?:\*{3,}|[<[{]{1,2}(?:REDACTED|FILTERED|MASKED|HIDDEN|REMOVED)[\w -]*[>\]}]{1,2})"/i;

/** Why an exchange is not replayed; undefined: it is. @param kind what its method and path lead to */
export function passedOver(
  { method, url, request, status, response }: RecordedExchange,
  kind: Match<unknown>["kind"],
): string | undefined {
  const isOfService = kind === "row" || /\/(?:api|client)\//.test(url.pathname);
  if (url.pathname.startsWith("/oauth/")) return "for a token";
  if (!isOfService) return "not for the service";
  if (method === "OPTIONS") return "a browser's preflight";
  if (status === 0) return "without a response";
  if (status === 429) return "429: the rate limits of that day";
  if (status >= 500) return `${status}: the service's own failure`;
  if (status === 403 && /"permission_denied"/.test(response.body))
    return "403: the key lacks a scope";
  const sends = request.headers["content-type"] ?? "";
  if (request.isCut || sends.startsWith("multipart/"))
    return "with a request body that is not kept whole";
  if (masked.test(request.body)) return "with a request body that is masked";
  return undefined;
}
