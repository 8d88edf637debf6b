import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../world/time/clock.ts";

/** How long a connection may be idle, on whose clock. */
interface Patience {
  readonly ms: number;
  readonly clock: Clock;
}

/** Connections that a fault ends once no request has come on them for a while, as servers and proxies do. */
export class IdleSockets {
  readonly #watched = new Map<Socket, Patience>();
  readonly #closing = new Map<Socket, () => void>();

  /** Watches the connection of a response, from its end on. */
  watch(res: ServerResponse, patience: Patience): void {
    const { socket } = res;
    if (socket === null) return;
    if (!this.#watched.has(socket)) socket.once("close", () => this.#forget(socket));
    this.#watched.set(socket, patience);
    this.busy(res);
  }

  /** A request has come, which this response answers. Every request says so. */
  busy(res: ServerResponse): void {
    if (this.#watched.size === 0) return;
    const { socket } = res;
    const patience = socket && this.#watched.get(socket);
    if (!patience) return;
    this.#closing.get(socket)?.();
    res.once("finish", () => {
      this.#closing.get(socket)?.();
      this.#closing.set(
        socket,
        patience.clock.after(patience.ms, () => closeSocket(socket)),
      );
    });
  }

  #forget(socket: Socket): void {
    this.#closing.get(socket)?.();
    this.#closing.delete(socket);
    this.#watched.delete(socket);
  }
}

/** Ends a connection with FIN. What still comes on it is refused. */
export const closeSocket = (socket: Socket | null): void =>
  void socket?.end(() => socket.destroy());
