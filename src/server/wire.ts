import type { ServerResponse, OutgoingHttpHeader } from "node:http";
import { Document } from "../jsonapi/document.ts";
import type { Reply } from "../pipeline/incoming.ts";
import { usualName } from "../contract/vendor-names.ts";

/** The most bytes of an answer that are put together here. */
const bytesMax = 262_144;

/** What Node's responses have of their head: its text once it is written, and whether it was sent. */
const [head, isHeadSent] = ["_header", "_headerSent"] as const;

type Internals = Record<typeof head, string> & Record<typeof isHeadSent, boolean>;

/** Sends answers, each in the same piece of memory: Node would send head and body as two, and a page needs its own. */
export class OneWrite {
  #room: Buffer | undefined;

  /** Sends an answer whose head is written. @returns whether the system could take it at once */
  send(res: ServerResponse, body: Reply["body"]): boolean {
    const { socket } = res;
    // Of several requests on a connection, it is the turn of another one; or what was sent before still waits.
    if (socket === null || socket.writableLength > 0 || !socket.writable) return false;
    // What is encrypted is copied anyway. What has no body, or comes in chunks, is for Node to write.
    if ("encrypted" in socket || res.chunkedEncoding || isBodiless(res)) return false;
    const internals = res as unknown as Internals;
    // Another release of Node may keep them by other names.
    if (typeof internals[head] !== "string" || internals[isHeadSent] !== false) return false;
    if (internals[head].length + body.length * 3 > bytesMax) return false;
    const room = (this.#room ??= Buffer.allocUnsafeSlow(bytesMax));
    const at = room.write(internals[head], "latin1");
    socket.write(room.subarray(0, at + copied(body, room, at)));
    // It goes out of this memory still.
    if (socket.writableLength > 0) this.#room = undefined;
    internals[isHeadSent] = true;
    res.end();
    return true;
  }
}

const isBodiless = ({ req, statusCode }: ServerResponse): boolean =>
  req.method === "HEAD" || statusCode === 204 || statusCode === 304;

function copied(body: Reply["body"], into: Buffer, at: number): number {
  if (typeof body === "string") return into.write(body, at);
  if (body instanceof Document) return body.copy(into, at);
  into.set(body, at);
  return body.length;
}

/** Those that answers have had so far: the users' own faults may bring any. */
const known = new Map<string, string>();
const knownMax = 200;

function learnt(name: string): string {
  const usual = usualName(name);
  if (known.size < knownMax) known.set(name, usual);
  return usual;
}

/** Headers as names and values in turn, which Node takes as they are. */
export function wireHeaders(headers: Reply["headers"]): OutgoingHttpHeader[] {
  const list: OutgoingHttpHeader[] = [];
  for (const name in headers) list.push(known.get(name) ?? learnt(name), headers[name] as string);
  return list;
}
