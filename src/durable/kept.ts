import { documentOfRefusal, noId } from "../jsonapi/document.ts";
import { standardRefusal } from "../jsonapi/refusal.ts";
import type { Incoming, Reply } from "../pipeline/incoming.ts";
import type { DataFolder } from "./open.ts";

type Face<More extends unknown[]> = (incoming: Incoming, ...more: More) => Reply | Promise<Reply>;

/**
 * A face that answers once all that had happened by then is in the file; also what was only read,
 * since it may show what is not there yet. Without a data folder: the face itself.
 */
export function kept<More extends unknown[]>(
  data: DataFolder | undefined,
  face: Face<More>,
): Face<More> {
  if (data === undefined) return face;
  const { log } = data;
  const afterwards = (reply: Reply): Reply | Promise<Reply> =>
    log.saved()?.then(
      () => reply,
      (error: Error) => lost(error.message),
    ) ?? reply;
  return (incoming, ...more) => {
    const reply = face(incoming, ...more);
    return reply instanceof Promise ? reply.then(afterwards) : afterwards(reply);
  };
}

/** It was done, and may be gone after a start: the client is not told that it is done. */
function lost(why: string): Reply {
  const body = documentOfRefusal(standardRefusal(503, undefined), noId);
  const headers = {
    "content-type": "application/vnd.api+json",
    "content-length": String(Buffer.byteLength(body)),
    "x-emulator-hint": why.replace(/[^\x20-\x7e]/g, "?"),
  };
  return { status: 503, headers, body };
}
