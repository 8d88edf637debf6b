import { Socket } from "node:net";
import type { Timer, Timers } from "./timers.ts";

/** Has the time-outs of sockets, which Node sets by timers of its own, go by the client's time. */
export function replaceSocketTimeouts(timers: Timers): void {
  const symbols = Object.getOwnPropertySymbols(new Socket());
  const key = symbols.find(({ description }) => description === "timeout");
  if (key === undefined) return;
  const real = Socket.prototype.setTimeout;
  Socket.prototype.setTimeout = function setTimeout(this: Socket, ...args) {
    real.apply(this, args);
    const timer = (this as unknown as Record<symbol, Timer | null>)[key];
    if (timer) timers.watch(timer);
    return this;
  };
}
