import type { IncomingMessage, RequestListener } from "node:http";
import { H3, toNodeHandler } from "h3";
import { FastResponse } from "srvx";
import { notFound, Refusal } from "../jsonapi/refusal.ts";
import { documentOfRefusal } from "../jsonapi/document.ts";
import type { Incoming, Reply } from "../pipeline/exchange.ts";
import { type Guard, hostAllowed, mutationRefused } from "./guard.ts";
import { incomingOf } from "./request.ts";
import { welcome } from "./welcome.ts";

/** The two faces behind a socket. */
export interface Faces {
  readonly service: (incoming: Incoming) => Reply | Promise<Reply>;
  readonly control: (incoming: Incoming) => Reply;
}

/** The emulator as a listener of Node's http server, by way of h3. */
export function createListener(faces: Faces, guard: Guard): RequestListener {
  // What is malformed is for the service's own stages to refuse, in its own words.
  const app = new H3({ allowMalformedURL: true, silent: true });
  app.all("/", (event) => answer(event.runtime?.node?.req, guard, welcome));
  app.all("/_emulator", (event) => answer(event.runtime?.node?.req, guard, faces.control));
  app.all("/_emulator/**", (event) =>
    answer(event.runtime?.node?.req, guard, guarded(faces.control, guard)),
  );
  app.all("/**", (event) => answer(event.runtime?.node?.req, guard, faces.service));
  return toNodeHandler(app) as RequestListener;
}

type Face = (incoming: Incoming) => Reply | Promise<Reply>;

function answer(request: unknown, guard: Guard, face: Face): Response | Promise<Response> {
  const message = request as IncomingMessage;
  if (!hostAllowed(guard, message.headers.host)) return toResponse(foreignHost(message), false);
  const head = message.method === "HEAD";
  const incoming = incomingOf(message);
  if (incoming instanceof Promise) {
    return incoming.then(face).then(
      (reply) => toResponse(reply, head),
      // Its connection is gone: nobody reads this.
      () => new FastResponse(null, { status: 400 }),
    );
  }
  const reply = face(incoming);
  if (reply instanceof Promise) return reply.then((late) => toResponse(late, head));
  return toResponse(reply, head);
}

function toResponse({ status, headers, body }: Reply, head: boolean): Response {
  if (!head || body === "") return new FastResponse(body === "" ? null : body, { status, headers });
  const length = String(Buffer.byteLength(body));
  return new FastResponse(null, { status, headers: { ...headers, "content-length": length } });
}

const guarded =
  (control: Faces["control"], guard: Guard): Face =>
  (incoming) => {
    const reads = incoming.method === "GET" || incoming.method === "HEAD";
    const message = reads ? undefined : mutationRefused(guard, incoming.headers);
    if (message === undefined) return control(incoming);
    return json(403, JSON.stringify({ error: { message, path: "" } }));
  };

/** A name that is not ours: most likely a page of a foreign site. */
function foreignHost({ headers }: IncomingMessage): Reply {
  const refusal = notFound("The Host header names no host of this emulator.");
  const hint = `add --allowed-hosts ${(headers.host ?? "").replace(/:\d+$/, "")}`;
  const body = documentOfRefusal(new Refusal(403, refusal.problems), noId);
  return { ...json(403, body), headers: { "x-emulator-hint": hint.replace(/[^\x20-\x7e]/g, "?") } };
}

/** Requests that come no further than the door have no id of their own. */
export const noId = "00000000-0000-0000-0000-000000000000";

const json = (status: number, body: string): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body,
});
