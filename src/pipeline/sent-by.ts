import type { SentBy } from "../world/journal/sent-by.ts";
import type { Exchange } from "./exchange.ts";
import { header, type Incoming } from "./incoming.ts";

/** By this header the inspector says what it sends itself. */
const pageHeader = "x-emulator-page";

/**
 * What sent a request, by what browsers say of theirs. Whatever is in doubt is a client's: what a script sends has none
 * of this, and what a page of the client's own sends by `fetch` is neither shown nor of our origin.
 */
export function sentBy({ incoming, path, stage }: Exchange): SentBy {
  if (stage === "preflight") return "browser";
  const site = header(incoming, "sec-fetch-site");
  // A page of another site may not send the header. Plain HTTP beyond loopback has no `sec-fetch-site`.
  const isOurs = site === undefined || site === "same-origin";
  if (isOurs && header(incoming, pageHeader) === "inspector") return "inspector";
  if (!isShown(incoming)) return "client";
  if (path === "/oauth/authorize" && incoming.method === "POST")
    return isOurs ? "consent page" : "client";
  // What an app has a browser show is the app's. No browser sends a key for what it shows.
  const isOfApp = path.startsWith("/oauth/") || path.startsWith("/client/");
  return isOfApp || incoming.headers["authorization"] !== undefined ? "client" : "browser";
}

/** What browsers accept where they are to show a page, or a picture. */
const shownTypes = /^(text\/html,application\/xhtml\+xml|image\/)/;

/** Whether a browser shows the response, as of a URL that was typed, a link, a form or a picture. */
function isShown(incoming: Incoming): boolean {
  const dest = header(incoming, "sec-fetch-dest");
  return dest === undefined ? shownTypes.test(header(incoming, "accept") ?? "") : dest !== "empty";
}
