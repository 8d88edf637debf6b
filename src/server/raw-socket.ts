import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

const rawSockets = new WeakMap<Duplex, Socket>();

/** Node tells of the socket below a TLS one only while the connection is made: its two ends are the same. */
export function rememberRaw(server: Server): void {
  const connecting = new Map<string, Socket>();
  server.on("connection", (raw: Socket) => {
    const peer = peerOf(raw);
    connecting.set(peer, raw);
    raw.once("close", () => connecting.delete(peer));
  });
  server.on("secureConnection", (secure: Socket) => {
    const raw = connecting.get(peerOf(secure));
    if (raw !== undefined) rawSockets.set(secure, raw);
    connecting.delete(peerOf(secure));
  });
}

/** The same of one that is known. */
export const rememberRawOf = (secure: Duplex, raw: Socket): void =>
  void rawSockets.set(secure, raw);

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Breaks a connection with RST, which a TLS socket cannot do itself. */
export const resetSocket = (socket: Socket | null): void =>
  void (socket && (rawSockets.get(socket) ?? socket).resetAndDestroy());
