import { type Delivery, type Reply, wholeBody } from "../pipeline/incoming.ts";
import type { ServerResponse } from "node:http";
import { closeSocket, type IdleSockets, resetSocket } from "./sockets.ts";
import { wireHeaders } from "./wire.ts";

/** How many parts a body is cut into at most, and how far apart they come at least. */
const [portionsMax, gapMs] = [1000, 50];

/** Sends a body as the clock goes: all of it or, where it is to be cut, its first half. @returns stops it */
function sendPortions(
  body: string | Buffer,
  delivery: Delivery,
  { send, done }: { send: (bytes: Buffer) => void; done: () => void },
): () => void {
  const cancels: (() => void)[] = [];
  const portions = portionsOf(body, delivery);
  for (const { bytes, atMs } of portions) {
    if (atMs === 0) send(bytes);
    else cancels.push(delivery.clock.after(atMs, () => send(bytes)));
  }
  const end = portions.at(-1)?.atMs ?? 0;
  if (end === 0) done();
  else cancels.push(delivery.clock.after(end, done));
  return () => {
    for (const cancel of cancels) cancel();
  };
}

function portionsOf(body: string | Buffer, { ending, pace }: Delivery) {
  const whole = Buffer.from(body);
  if (ending?.sends === "head" || whole.length === 0) return [];
  const bytes = ending?.sends === "half" ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
  if (pace === undefined) return [{ bytes, atMs: 0 }];
  // The pace is the whole body's, also if only half of it is sent.
  const overMs =
    "overMs" in pace
      ? (pace.overMs * bytes.length) / whole.length
      : (bytes.length / pace.bytesPerSecond) * 1000;
  const count = Math.max(1, Math.min(portionsMax, bytes.length, Math.ceil(overMs / gapMs)));
  const edge = (index: number) => Math.floor((bytes.length * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    bytes: bytes.subarray(edge(index), edge(index + 1)),
    atMs: (overMs * (index + 1)) / count,
  }));
}

/** Delivers an answer as a fault wants it: cut short, slowly, not at all, or as the last one on its connection. */
export function deliver(res: ServerResponse, reply: Reply, delivery: Delivery, idle: IdleSockets) {
  const { ending, idleMs, clock, ended } = delivery;
  const { socket } = res;
  const letGo = clock.time.holdBack(socket?.remotePort);
  res.once("close", () => {
    letGo();
    ended(ending?.ends === "silence" || (isWhole(delivery) && !res.writableFinished));
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
      if (isWhole(delivery)) res.end();
      else closeSocket(socket);
    },
  });
  res.once("close", stop);
}

/** The answer that a fault breaks, for `fetch`: with Node's errors. @param gone settles when the client gives up */
export async function deliverToFetch(reply: Reply, delivery: Delivery, gone: Promise<never>) {
  const { ending, ended, unmet } = delivery;
  if (ending?.ends === "silence") {
    let forget = () => {};
    const closed = new Promise<never>((_, reject) => {
      forget = delivery.clock.stops.listen(() => reject(otherSideClosed()));
    });
    return Promise.race([gone, closed]).finally(() => {
      forget();
      ended(true);
    });
  }
  if (ending?.sends === "nothing") {
    ended(false);
    throw ending.ends === "reset" ? failed("ECONNRESET", "read ECONNRESET") : otherSideClosed();
  }
  gone.catch(() => {});
  if (ending?.ends === "close when idle")
    unmet("idle-close needs a socket: emulator.fetch has none");
  const { status, headers } = reply;
  if (isWhole(delivery) && wholeBody(reply).length === 0) {
    ended(false);
    return new Response(null, { status, headers });
  }
  return new Response(streamOf(reply, delivery), { status, headers });
}

const isWhole = ({ ending }: Delivery): boolean => ending === undefined || ending.sends === "whole";

/** The body in its portions. A cut stream fails only once all that came is read: an error throws away what waits. */
function streamOf(reply: Reply, delivery: Delivery): ReadableStream<Uint8Array> {
  const { ended } = delivery;
  let stop = () => {};
  let [cut, awaited] = [false, false];
  return new ReadableStream(
    {
      start(controller) {
        stop = sendPortions(wholeBody(reply), delivery, {
          send(bytes) {
            awaited = false;
            controller.enqueue(bytes);
          },
          done() {
            ended(false);
            if (isWhole(delivery)) controller.close();
            else if (awaited) controller.error(otherSideClosed("terminated"));
            else cut = true;
          },
        });
      },
      pull(controller) {
        awaited = true;
        if (cut) controller.error(otherSideClosed("terminated"));
      },
      cancel() {
        stop();
        ended(true);
      },
    },
    { highWaterMark: 0 },
  );
}

const failed = (code: string, message: string, what = "fetch failed"): TypeError =>
  new TypeError(what, { cause: Object.assign(new Error(message), { code }) });

const otherSideClosed = (what?: string): TypeError =>
  failed("UND_ERR_SOCKET", "other side closed", what);
