import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Control, isControl } from "../control/respond.ts";
import { notFound, Refusal } from "../jsonapi/refusal.ts";
import { type Incoming, type Reply, wholeBody } from "../pipeline/incoming.ts";
import type { OnError } from "../pipeline/stages.ts";
import { deliver } from "./deliver.ts";
import { refusedAtTheDoor, byName, type Face } from "./door.ts";
import { type Guard, hostAllowed, mutationRefused, readRefused } from "./guard.ts";
import { IdleSockets } from "./sockets.ts";
import { OneWrite, wireHeaders } from "./wire.ts";
import { type BytesMaxOf, Connections, incomingOf, type Through } from "./request.ts";
import { inspectorFile, isOfInspector, welcome } from "./inspector.ts";

export interface Faces {
  readonly service: Face;
  readonly control: Control;
  readonly bytesMaxOf: BytesMaxOf;
  readonly onError: OnError;
}

/** The emulator behind a socket. h3, by which the control API goes, is slow to load: its first request does it. */
export function createListener(faces: Faces, guard: Guard) {
  const going = new Set<ServerResponse>();
  const answering: Answering = {
    allowed: hostCheck(guard),
    face: byName(byPath(faces.service, guarded(faces.control, guard))),
    bytesMaxOf: faces.bytesMaxOf,
    going,
    wire: new OneWrite(),
    idle: new IdleSockets(),
    connections: new Connections(),
  };
  const answeredBy =
    (by: Answering): Answer =>
    (req, res, through) => {
      const failed = (error: unknown) => {
        faces.onError(error, "an answer that could not be sent");
        if (!res.headersSent) res.writeHead(500);
        res.end();
      };
      try {
        answer(req, res, by, through)?.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
  const answered = answeredBy(answering);
  let framed: Promise<RequestListener> | undefined;
  const handler: RequestListener = (req, res) => {
    if (!isFramed(req.url ?? "/")) return answered(req, res);
    framed ??= import("./frame.ts").then(({ frame }) => frame(answered));
    void framed.then((listener) => listener(req, res));
  };
  const face = byName(withoutControl(faces.service));
  const endAnswers = () => {
    for (const res of going) res.destroy();
  };
  // What came through the proxy is answered by the service alone.
  const intercepted = answeredBy({ ...answering, allowed: () => true, face });
  return { handler, intercepted, endAnswers };
}

export type Answer = (req: IncomingMessage, res: ServerResponse, through?: Through) => void;

/** Whoever waits for an emulator to be up asks for its health: what has to be loaded first comes later. */
const isFramed = (target: string): boolean =>
  isControl(target.split("?", 1)[0] ?? target) && target !== "/_emulator/health";

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

interface Answering extends Pick<Faces, "bytesMaxOf"> {
  readonly allowed: (host: string | undefined) => boolean;
  readonly face: Face;
  readonly going: Set<ServerResponse>;
  readonly wire: OneWrite;
  readonly idle: IdleSockets;
  readonly connections: Connections;
}

function answer(req: IncomingMessage, res: ServerResponse, by: Answering, through?: Through) {
  by.idle.busy(res);
  const told = (reply: Reply) => send(res, reply, by);
  if (!by.allowed(req.headers.host)) {
    told(foreignHost(req));
    return undefined;
  }
  const incoming = incomingOf(req, by.bytesMaxOf, by.connections, through);
  const reply = (read: Incoming): Promise<void> | undefined => {
    const given = by.face(read);
    if (given instanceof Promise) return given.then(told);
    told(given);
    return undefined;
  };
  // Where a body could not be read its connection is gone: nobody waits for an answer.
  return incoming instanceof Promise ? incoming.then(reply, () => {}) : reply(incoming);
}

const byPath =
  (service: Face, control: Face): Face =>
  (incoming) => {
    const { target } = incoming;
    if (target === "/" || target.startsWith("/?")) return welcome(incoming);
    const path = target.split("?", 1)[0] ?? target;
    if (!isControl(path)) return service(incoming);
    return isOfInspector(path) ? inspectorFile(path, incoming) : control(incoming);
  };

function send(res: ServerResponse, reply: Reply, { going, wire, idle }: Answering): void {
  const { status, headers, body, delivery, stream } = reply;
  if (delivery !== undefined || stream !== undefined) {
    going.add(res);
    res.once("close", () => going.delete(res));
  }
  if (delivery !== undefined) return deliver(res, reply, delivery, idle);
  res.writeHead(status, wireHeaders(headers));
  if (stream !== undefined) {
    const { drained, stop } = stream({
      write: (text) => void res.write(text),
      waiting: () => res.writableLength,
      end: () => void res.end(),
      cut: () => void res.destroy(),
    });
    res.on("drain", drained);
    res.once("close", stop);
    return;
  }
  if (!wire.send(res, body)) res.end(wholeBody(reply));
}

const guarded =
  (control: Faces["control"], guard: Guard): Face =>
  (incoming) => {
    const { method, headers } = incoming;
    const refused = method === "GET" || method === "HEAD" ? readRefused : mutationRefused;
    return control(incoming, refused(guard, headers));
  };

const withoutControl =
  (service: Face): Face =>
  (incoming) => {
    if (!isControl(incoming.target.split("?", 1)[0] ?? "")) return service(incoming);
    const { problems } = notFound("The control API is not reached through the proxy.");
    const hint = "ask the emulator itself: its URL is SERVICE_EMULATOR_URL";
    return refusedAtTheDoor(new Refusal(403, problems, { hint }));
  };

/** A name that is not ours: most likely a page of a foreign site. */
function foreignHost({ headers }: IncomingMessage): Reply {
  const { problems } = notFound("The Host header names no host of this emulator.");
  const hint = `add --allowed-hosts ${(headers.host ?? "").replace(/:\d+$/, "")}`;
  return refusedAtTheDoor(new Refusal(403, problems, { hint }));
}
