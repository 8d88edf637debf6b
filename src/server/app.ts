import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { H3, type H3Event } from "h3";
import { FastResponse } from "srvx";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { type Control, isControl } from "../control/respond.ts";
import { notFound, Refusal } from "../jsonapi/refusal.ts";
import type { Incoming, Reply } from "../pipeline/incoming.ts";
import { deliver } from "./deliver.ts";
import { refusedAtTheDoor } from "./door.ts";
import { type Guard, hostAllowed, mutationRefused, readRefused } from "./guard.ts";
import { byName, type Face } from "./named.ts";
import { type BytesMaxOf, incomingOf } from "./request.ts";
import { welcome } from "./welcome.ts";

/** The two faces behind a socket. */
export interface Faces {
  readonly service: Face;
  readonly control: Control;
  readonly bytesMaxOf: BytesMaxOf;
}

/** The emulator as a listener of Node's http server, and what ends the answers that go on. */
interface Listener {
  readonly handler: RequestListener;
  readonly endAnswers: () => void;
}

/** The emulator behind a socket, by way of h3. */
export function createListener(faces: Faces, guard: Guard): Listener {
  // What is malformed is for the service's own stages to refuse, in its own words.
  const app = new H3({ allowMalformedURL: true, silent: true });
  const face = byName(byPath(faces.service, guarded(faces.control, guard)));
  const allowed = hostCheck(guard);
  // Middleware rather than routes: which face is asked is one look at the path.
  const going = new Set<ServerResponse>();
  const { bytesMaxOf } = faces;
  app.use((event) => answer(event, { allowed, face, bytesMaxOf, going }));
  // h3's own adapter would write head and body apart, and end every response that was ended here.
  const handler: RequestListener = (req, res) => {
    const response = app.fetch(new NodeRequest({ req, res }));
    const isSent = () => res.headersSent || res.destroyed || going.has(res);
    if (isSent()) return;
    void Promise.resolve(response).then((late) => {
      if (!isSent()) return sendNodeResponse(res, late);
    });
  };
  const endAnswers = () => {
    for (const res of going) res.destroy();
  };
  return { handler, endAnswers };
}

/** Tells h3 that the answer is on its way already. */
const sent = () => new FastResponse(null);

/** The Host header of almost every request is that of the one before. */
function hostCheck(guard: Guard): (host: string | undefined) => boolean {
  let last: string | undefined;
  return (host) => {
    if (host !== undefined && host === last) return true;
    const allowed = hostAllowed(guard, host);
    if (allowed) last = host;
    return allowed;
  };
}

/** What every request is answered with. */
interface Answering extends Pick<Faces, "bytesMaxOf"> {
  readonly allowed: (host: string | undefined) => boolean;
  readonly face: Face;
  readonly going: Set<ServerResponse>;
}

function answer(
  event: H3Event,
  { allowed, face, bytesMaxOf, going }: Answering,
): Response | Promise<Response> {
  const { node } = event.runtime as { node: { req: IncomingMessage; res: ServerResponse } };
  const { req, res } = node;
  if (!allowed(req.headers.host)) return send(res, foreignHost(req), going);
  const incoming = incomingOf(req, bytesMaxOf);
  const reply = (read: Incoming) => {
    const given = face(read);
    return given instanceof Promise
      ? given.then((late) => send(res, late, going))
      : send(res, given, going);
  };
  // Where a body could not be read its connection is gone: nobody waits for an answer.
  return incoming instanceof Promise ? incoming.then(reply, sent) : reply(incoming);
}

const byPath =
  (service: Face, control: Face): Face =>
  (incoming) => {
    const { target } = incoming;
    if (target === "/" || target.startsWith("/?")) return welcome(incoming);
    return isControl(target.split("?", 1)[0] ?? target) ? control(incoming) : service(incoming);
  };

/** Writes head and body in one go, unless it is a matter of how they arrive. */
function send(res: ServerResponse, reply: Reply, going: Set<ServerResponse>): Response {
  const { status, headers, body, delivery, stream } = reply;
  if (delivery !== undefined || stream !== undefined) {
    going.add(res);
    res.once("close", () => going.delete(res));
  }
  if (delivery !== undefined) {
    deliver(res, reply, delivery);
    return sent();
  }
  res.writeHead(status, headers);
  if (stream !== undefined) {
    const { drained, stop } = stream({
      write: (text) => void res.write(text),
      waiting: () => res.writableLength,
      cut: () => void res.destroy(),
    });
    res.on("drain", drained);
    res.once("close", stop);
    return sent();
  }
  // As many bytes as characters: it is all ASCII, which costs Node much less to write as Latin-1.
  if (typeof body !== "string") res.end(body);
  else res.end(body, headers["content-length"] === String(body.length) ? "latin1" : "utf8");
  return sent();
}

const guarded =
  (control: Faces["control"], guard: Guard): Face =>
  (incoming) => {
    const { method, headers } = incoming;
    const refused = method === "GET" || method === "HEAD" ? readRefused : mutationRefused;
    return control(incoming, refused(guard, headers));
  };

/** A name that is not ours: most likely a page of a foreign site. */
function foreignHost({ headers }: IncomingMessage): Reply {
  const { problems } = notFound("The Host header names no host of this emulator.");
  const hint = `add --allowed-hosts ${(headers.host ?? "").replace(/:\d+$/, "")}`;
  return refusedAtTheDoor(new Refusal(403, problems, { hint }));
}
