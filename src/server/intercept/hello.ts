import type { Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import { within } from "../../world/time/deadline.ts";
import { rememberRawOf } from "../sockets.ts";

/** What a client begins with, which is left to be read. @returns undefined: it says nothing */
export async function firstByteOf(socket: Socket, ms: number): Promise<number | undefined> {
  let first: number | undefined;
  const said = new Promise<void>((resolve) => {
    socket.once("close", resolve);
    socket.once("readable", () => {
      const bytes = socket.read() as Buffer | null;
      first = bytes?.[0];
      if (bytes !== null) socket.unshift(bytes);
      resolve();
    });
  });
  await within(ms, said);
  return first;
}

/** Shows a client a certificate. @returns the secured connection, or why there is none */
export async function secured(raw: Socket, secureContext: SecureContext, ms: number) {
  const socket = new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: ["http/1.1"] });
  rememberRawOf(socket, raw);
  let why: string | undefined = "nothing was said";
  const done = new Promise<void>((resolve) => {
    // What Node's own servers hear of.
    socket.once("_tlsError", (error: Error) => (why = error.message));
    socket.on("error", () => resolve());
    // A connection of an HTTP server stays half open.
    for (const event of ["end", "close"]) socket.once(event, () => resolve());
    socket.once("secure", () => {
      why = undefined;
      resolve();
    });
  });
  await within(ms, done);
  if (why === undefined) return socket;
  socket.destroy();
  return why;
}
