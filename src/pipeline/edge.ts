import { STATUS_CODES } from "node:http";
import type { Promised } from "../world/limits/retry-after.ts";
import type { Reply } from "./incoming.ts";

/** What proxies say of the statuses that no standard names. */
const ofProxies: Readonly<Record<number, string>> = {
  520: "Web Server Returned an Unknown Error",
  521: "Web Server Is Down",
  522: "Connection Timed Out",
  523: "Origin Is Unreachable",
  524: "A Timeout Occurred",
  525: "TLS Handshake Failed",
  526: "Invalid TLS Certificate",
  527: "Tunnel Error",
};

/** The answer of a proxy that the request did not get past: a page for people, with no header of the service. */
export function edgeReply(status: number, { text }: Promised): Reply {
  const title = `${status} ${ofProxies[status] ?? STATUS_CODES[status]}`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...(text !== undefined && { "retry-after": text }),
    },
    body: `<!doctype html>
<html lang="en">
<head><title>${title}</title></head>
<body><h1>${title}</h1></body>
</html>
`,
  };
}
