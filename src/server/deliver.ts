import type { ServerResponse } from "node:http";
import { type Delivery, type Reply, wholeBody } from "../pipeline/incoming.ts";
import { sendPortions } from "./portions.ts";
import { closeSocket, type IdleSockets } from "./idle-sockets.ts";
import { resetSocket } from "./raw-socket.ts";
import { wireHeaders } from "./wire-headers.ts";

/** Delivers an answer as a fault wants it: cut short, slowly, not at all, or as the last one on its connection. */
export function deliver(
  res: ServerResponse,
  reply: Reply,
  delivery: Delivery,
  idle: IdleSockets,
): void {
  const { ending, idleMs, clock, ended } = delivery;
  const { socket } = res;
  const isWhole = ending === undefined || ending.sends === "whole";
  const letGo = clock.time.holdBack(socket?.remotePort);
  res.once("close", () => {
    letGo();
    ended(ending?.ends === "silence" || (isWhole && !res.writableFinished));
  });
  if (ending?.ends === "silence") return;
  if (ending?.ends === "reset") return resetSocket(socket);
  if (ending?.sends === "nothing") return closeSocket(socket);
  if (idleMs !== undefined) idle.watch(res, { ms: idleMs, clock });
  res.writeHead(reply.status, wireHeaders(reply.headers));
  // Now, not with the first bytes of a body that may never come.
  res.flushHeaders();
  const stop = sendPortions(wholeBody(reply), delivery, {
    send: (bytes) => void res.write(bytes),
    done: () => {
      letGo();
      if (isWhole) res.end();
      else closeSocket(socket);
    },
  });
  res.once("close", stop);
}
