import { markdownTable } from "../../src/contract/markdown-table.ts";
import * as refusals from "../../src/jsonapi/refusal.ts";

/** One of each kind of refusal in the catalogue. */
const refused = [
  refusals.malformedJson("Expecting value: line 1 column 1 (char 0)"),
  refusals.invalid("/data/attributes/email", "Invalid email address"),
  refusals.invalidParameter("filter", "Invalid filter provided"),
  refusals.notAuthenticated("Service-API-Key", ""),
  refusals.authenticationFailed("Service-API-Key", 401, ""),
  refusals.tokenRefused("The access token has expired.", ""),
  refusals.permissionDenied("key", "events:write", ""),
  refusals.noSuchRecord("profile", "01J"),
  refusals.methodNotAllowed("PUT", "GET, POST"),
  refusals.duplicateProfile("01J"),
  refusals.conflict("/data/attributes/external_id", "There is another of this id."),
  refusals.tagServiceError(409, "There is another of this name."),
  refusals.gone("This revision was retired.", ""),
  refusals.payloadTooLarge(5_000_000),
  refusals.unsupportedMediaType("Unsupported media type in request.", ""),
  refusals.throttled(2),
  refusals.serverError(),
  refusals.notBuilt("get_flows", "flows"),
  refusals.standardRefusal(503, undefined),
];

/** The catalogue of errors, as the documents show it. */
export function errorsTable(): string {
  const rows = refused
    .toSorted((a, b) => a.status - b.status)
    .flatMap(({ status, problems }) =>
      problems.map(({ code, title }) => [String(status), `\`${code}\``, title].join("\t")),
    );
  return markdownTable([
    ["status", "code", "title"],
    ...[...new Set(rows)].map((row) => row.split("\t")),
  ]);
}
