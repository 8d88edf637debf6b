import type { Incoming, Reply } from "../pipeline/incoming.ts";

/** What browsers, and what looks at pages as they do, ask of every server by themselves. */
const asked: ReadonlySet<string> = new Set([
  "/favicon.ico",
  "/robots.txt",
  "/apple-touch-icon.png",
  "/apple-touch-icon-precomposed.png",
  "/.well-known/appspecific/com.chrome.devtools.json",
]);

/** What such a request is answered with. It is no client's, so that the journal knows nothing of it. */
export function askedByBrowsers({ method, target }: Incoming): Reply | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (!asked.has(target.split("?", 1)[0] ?? target)) return undefined;
  return { status: 204, headers: {}, body: "" };
}
