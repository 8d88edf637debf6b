import type { ServerResponse } from "node:http";
import { type Delivery, type Reply, wholeBody } from "../pipeline/incoming.ts";
import { sendPortions } from "./portions.ts";
import { resetSocket } from "./raw-socket.ts";
import { wireHeaders } from "./wire-headers.ts";

/** Delivers an answer as a fault wants it: cut short, slowly, or not at all. */
export function deliver(res: ServerResponse, reply: Reply, delivery: Delivery): void {
  const { connection, ended } = delivery;
  const { socket } = res;
  const letGo = delivery.clock.time.holdBack(socket?.remotePort);
  res.once("close", () => {
    letGo();
    ended(connection === "hang" || (connection === undefined && !res.writableFinished));
  });
  if (connection === "hang") return;
  if (connection === "reset") return resetSocket(socket);
  if (connection === "close") return void socket?.end(() => socket.destroy());
  res.writeHead(reply.status, wireHeaders(reply.headers));
  // Now, not with the first bytes of a body that may never come.
  res.flushHeaders();
  const stop = sendPortions(wholeBody(reply), delivery, {
    send: (bytes) => void res.write(bytes),
    done: () => {
      letGo();
      if (connection === undefined) res.end();
      else socket?.end(() => socket.destroy());
    },
  });
  res.once("close", stop);
}
