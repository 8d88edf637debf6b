import type { App } from "../../world/grants.ts";
import type { Incoming } from "../incoming.ts";
import { unnamed } from "../named-url.ts";

/** A loopback address and its port, which the app may choose anew each time (RFC 8252, 7.3). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Whether an app may be answered at this URI: but for a name in it, character by character one that it registered. */
export function isRegistered({ redirectUris }: App, uri: string, incoming: Incoming): boolean {
  const portless = (text: string) => unnamed(text, incoming).replace(loopback, "$1");
  // There are more numbers of five digits than ports.
  const isLoopback = loopback.test(uri) && URL.canParse(uri);
  return redirectUris.some(
    (registered) =>
      unnamed(registered, incoming) === unnamed(uri, incoming) ||
      (isLoopback && portless(registered) === portless(uri)),
  );
}

/** A redirect URI with an answer in its query; what it had there already stays. */
export function withQuery(uri: string, answer: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(answer).toString();
  if (!uri.includes("?")) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? `${uri}${query}` : `${uri}&${query}`;
}
