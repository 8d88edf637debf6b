import { type Delivery, type Reply, wholeBody } from "../pipeline/incoming.ts";
import { sendPortions } from "./portions.ts";

/**
 * What `fetch` makes of an answer that a fault breaks on its way: the errors are those of Node's own
 * fetch, on a socket.
 *
 * @param gone settles when the client gives up
 */
export async function deliverToFetch(
  reply: Reply,
  delivery: Delivery,
  gone: Promise<never>,
): Promise<Response> {
  const { ending, ended, unmet } = delivery;
  if (ending?.ends === "silence") {
    let forget = () => {};
    const closed = new Promise<never>((_, reject) => {
      forget = delivery.clock.onStop(() => reject(failed("UND_ERR_SOCKET", "other side closed")));
    });
    return Promise.race([gone, closed]).finally(() => {
      forget();
      ended(true);
    });
  }
  if (ending?.sends === "nothing") {
    ended(false);
    throw ending.ends === "reset"
      ? failed("ECONNRESET", "read ECONNRESET")
      : failed("UND_ERR_SOCKET", "other side closed");
  }
  gone.catch(() => {});
  if (ending?.ends === "close when idle") unmet(needsSocket);
  const { status, headers } = reply;
  if (isWhole(delivery) && wholeBody(reply).length === 0) {
    ended(false);
    return new Response(null, { status, headers });
  }
  return new Response(streamOf(reply, delivery), { status, headers });
}

const needsSocket = "idle-close needs a socket: emulator.fetch has none";

const isWhole = ({ ending }: Delivery): boolean => ending === undefined || ending.sends === "whole";

/**
 * The body in its portions; where the connection is cut the stream fails in place of its end, but not
 * before all that came is read, since an error throws away what waits.
 */
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
            else if (awaited) controller.error(terminated());
            else cut = true;
          },
        });
      },
      pull(controller) {
        awaited = true;
        if (cut) controller.error(terminated());
      },
      cancel() {
        stop();
        ended(true);
      },
    },
    { highWaterMark: 0 },
  );
}

const failed = (code: string, message: string): TypeError =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });

const terminated = (): TypeError =>
  new TypeError("terminated", {
    cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
  });
