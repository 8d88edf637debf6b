import type { ServerResponse } from "node:http";
import { Document } from "../jsonapi/document.ts";
import type { Reply } from "../pipeline/incoming.ts";

/** The most bytes of an answer that are put together here. */
const bytesMax = 262_144;

/** Where answers are put together, one after the other; made with the first one. */
let room: Buffer | undefined;

/** What Node keeps of a response: no name of its own leads to the text of its head. */
interface Internals {
  readonly _header: string;
  _headerSent: boolean;
}

/**
 * Sends an answer as one piece of memory that is used again for the next: Node would send head and body as two, and
 * a page would need memory of its own. Only where the system takes it at once, which it does unless the client reads
 * slowly.
 *
 * @param res its head is written, and nothing is sent
 * @returns whether it did
 */
export function sentAtOnce(res: ServerResponse, body: Reply["body"]): boolean {
  const { socket } = res;
  // Of several requests on a connection, it is the turn of another one; or what was sent before still waits.
  if (socket === null || socket.writableLength > 0 || !socket.writable) return false;
  // What is encrypted is copied anyway. What has no body, or comes in chunks, is for Node to write.
  if ("encrypted" in socket || res.chunkedEncoding || isBodiless(res)) return false;
  const internals = res as unknown as Internals;
  const { _header: head } = internals;
  if (head.length + body.length * 3 > bytesMax) return false;
  room ??= Buffer.allocUnsafeSlow(bytesMax);
  const at = room.write(head, "latin1");
  socket.write(room.subarray(0, at + copied(body, room, at)));
  // It goes out of this memory still.
  if (socket.writableLength > 0) room = undefined;
  internals._headerSent = true;
  res.end();
  return true;
}

const isBodiless = ({ req, statusCode }: ServerResponse): boolean =>
  req.method === "HEAD" || statusCode === 204 || statusCode === 304;

function copied(body: Reply["body"], into: Buffer, at: number): number {
  if (typeof body === "string") return into.write(body, at);
  if (body instanceof Document) return body.copy(into, at);
  into.set(body, at);
  return body.length;
}
