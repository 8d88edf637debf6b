import type { Incoming, Reply } from "../pipeline/incoming.ts";
import type { DataFolder } from "./open.ts";

type Face<More extends unknown[]> = (incoming: Incoming, ...more: More) => Reply | Promise<Reply>;

/** The 503 of a face in its own form, with why in one line. */
type Unavailable = (incoming: Incoming, why: string, done: Reply) => Reply;

/** A face that answers once all that had happened by then is in the file: what was read may not be there yet, too. */
export function afterAppend<More extends unknown[]>(
  data: DataFolder | undefined,
  face: Face<More>,
  unavailable: Unavailable,
): Face<More> {
  if (data === undefined) return face;
  const { log } = data;
  const afterwards = (incoming: Incoming, reply: Reply): Reply | Promise<Reply> =>
    log.saved()?.then(
      () => reply,
      (error: Error) => lost(reply, unavailable(incoming, error.message, reply)),
    ) ?? reply;
  return (incoming, ...more) => {
    const reply = face(incoming, ...more);
    return reply instanceof Promise
      ? reply.then((late) => afterwards(incoming, late))
      : afterwards(incoming, reply);
  };
}

/** Headers that are about what is not answered any more. */
const spent = new Set(["location", "set-cookie", "x-emulator-fault"]);

/** It was done, and may be gone after a start: the client is not told that it is done. */
function lost({ headers, delivery }: Reply, instead: Reply): Reply {
  delivery?.ended(false);
  const kept = Object.entries(headers).filter(([name]) => !spent.has(name));
  return { ...instead, headers: { ...Object.fromEntries(kept), ...instead.headers } };
}
