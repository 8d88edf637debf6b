import type { IncomingMessage } from "node:http";
import { controlBytesMax } from "../control/operation.ts";
import { isControl } from "../control/respond.ts";
import { type Incoming, type Intercepted, nameTakenOff } from "../pipeline/incoming.ts";

/** The most bytes of a body that are kept of a request to the service: the stages refuse more. */
export type BytesMaxOf = (method: string, target: string) => number;

const nothing = new Uint8Array();

/** By which name a request came that was sent through the proxy, and whom it is taken for. */
export type Through = { readonly origin: string; readonly intercepted: Intercepted };

/** The numbers of the connections on which a request came. Not all runtimes count what they have sent on one. */
export class Connections {
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  use(socket: object): Pick<Incoming, "connection" | "isReused"> {
    const known = this.#numbers.get(socket);
    if (known !== undefined) return { connection: known, isReused: true };
    this.#last += 1;
    this.#numbers.set(socket, this.#last);
    return { connection: this.#last, isReused: false };
  }
}

/** A request off a socket, with its body; no wait where there is none. */
export function incomingOf(
  request: IncomingMessage,
  ofService: BytesMaxOf,
  connections: Connections,
  through?: Through,
): Incoming | Promise<Incoming> {
  const { headers, method = "GET", socket } = request;
  const target = targetOf(request.url ?? "/");
  const used = connections.use(socket);
  const finish = (body: Uint8Array | undefined): Incoming => ({
    method,
    target,
    headers,
    origin: `${"encrypted" in socket ? "https" : "http"}://${headers.host ?? "localhost"}`,
    body,
    peer: socket,
    ...used,
    ...through,
  });
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
    return finish(nothing);
  const bytesMax = isControl(target.split("?", 1)[0] ?? target)
    ? controlBytesMax
    : ofService(method, nameTakenOff(target)?.rest ?? target);
  return readBytes(request, bytesMax).then(finish);
}

/** A proxy's client sends the whole URL. */
function targetOf(url: string): string {
  if (url.startsWith("/")) return url;
  return /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] || "/";
}

/** Undefined if there are more than are kept; the rest is let go. */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) reject(new Error("the client went away before its body was read"));
    });
  });
}
