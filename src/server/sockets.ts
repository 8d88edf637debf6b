import { once } from "node:events";
import type { ServerResponse, Server } from "node:http";
import type { AddressInfo, Server as NetServer, Socket } from "node:net";
import type { Clock } from "../world/time/clock.ts";
import type { Duplex } from "node:stream";

type Patience = { readonly ms: number; readonly clock: Clock };

/** Connections that a fault ends once no request has come on them for a while, as servers and proxies do. */
export class IdleSockets {
  readonly #watched = new Map<Socket, Patience & { stop?: () => void }>();

  watch(res: ServerResponse, patience: Patience): void {
    const { socket } = res;
    if (socket === null) return;
    const watched = this.#watched.get(socket);
    if (watched !== undefined) Object.assign(watched, patience);
    else {
      this.#watched.set(socket, { ...patience });
      socket.once("close", () => {
        this.#watched.get(socket)?.stop?.();
        this.#watched.delete(socket);
      });
    }
    this.busy(res);
  }

  /** A request has come, which this response answers. Every request says so. */
  busy(res: ServerResponse): void {
    if (this.#watched.size === 0) return;
    const { socket } = res;
    const watched = socket && this.#watched.get(socket);
    if (!watched) return;
    watched.stop?.();
    res.once("finish", () => {
      watched.stop?.();
      watched.stop = watched.clock.after(watched.ms, () => closeSocket(socket));
    });
  }
}

/** Ends a connection with FIN. What still comes on it is refused. */
export const closeSocket = (socket: Socket | null): void =>
  void socket?.end(() => socket.destroy());

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

/** Opens a port of loopback. @param port 0: any free one @returns its number @throws what the system says */
export async function portOpened(server: NetServer, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
