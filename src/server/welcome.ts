import type { Incoming, Reply } from "../pipeline/incoming.ts";
import { inspectorPage } from "./inspector.ts";

const text = `This is service-emulator: a stateful emulator of the Customer Data Service API.
The service:      /api, /client and /oauth
The control API:  /_emulator/health, /_emulator/operations, /_emulator/requests, …
The inspector:    this URL in a browser
`;

/** `GET /`: the inspector for a browser, to curl what this is. */
export function welcome(incoming: Incoming): Reply | Promise<Reply> {
  const accepted = String(incoming.headers["accept"] ?? "");
  if (accepted.includes("text/html")) return inspectorPage(incoming);
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    vary: "accept",
  };
  return { status: 200, headers, body: text };
}
