import type { Method, Row } from "./operation.ts";

/** A row of OAuth (behaviour.md, 12): it asks for no key and no revision, and is never limited. */
export interface OAuthRow extends Pick<Row, "method" | "path" | "success"> {
  readonly id: "oauth_authorize" | "oauth_token" | "oauth_revoke" | "oauth_metadata";
  readonly area: "oauth";
  readonly unlimited: true;
}

/** Where an app finds the rest. @guess oauth_metadata: The service has a metadata document as in RFC 8414. */
const metadataPath = "/.well-known/oauth-authorization-server";

const row = (id: OAuthRow["id"], method: Method, path: string, empty = false): OAuthRow => ({
  id,
  area: "oauth",
  method,
  path,
  success: [{ status: 200, empty }],
  unlimited: true,
});

export const oauthRows: readonly OAuthRow[] = [
  row("oauth_authorize", "GET", "/oauth/authorize"),
  row("oauth_authorize", "POST", "/oauth/authorize"),
  row("oauth_token", "POST", "/oauth/token"),
  row("oauth_revoke", "POST", "/oauth/revoke", true),
  row("oauth_metadata", "GET", metadataPath),
];

export const isOAuthOperation = (id: string): boolean => oauthRows.some((each) => each.id === id);

export const isOAuth = (path: string): boolean =>
  path.startsWith("/oauth/") || path === metadataPath;
