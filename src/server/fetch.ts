import { type Incoming, type Reply, type Streaming, wholeBody } from "../pipeline/incoming.ts";
import { deliverToFetch } from "./deliver.ts";
import { byName, type Face } from "./door.ts";

/** `fetch` without a socket: the same stages, the same answers. */
export function createFetch(face: Face, base: () => string): typeof fetch {
  const answer = byName(face);
  return async (input, init) => {
    const request =
      input instanceof Request && init === undefined
        ? input
        : new Request(input instanceof Request ? input : new URL(String(input), base()), init);
    pending.add(request);
    try {
      request.signal.throwIfAborted();
      const incoming = await incomingOf(request);
      request.signal.throwIfAborted();
      const gone = aborted(request.signal);
      const reply = await Promise.race([answer(incoming), gone]);
      if (reply.delivery !== undefined) return await deliverToFetch(reply, reply.delivery, gone);
      const { status, headers } = reply;
      return new Response(bodyOf(reply, request), { status, headers });
    } finally {
      pending.delete(request);
    }
  };
}

/** A request that nobody holds is collected as garbage, and nothing is heard of its signal then. */
const pending = new Set<Request>();

function bodyOf(reply: Reply, { method }: Request) {
  if (reply.stream !== undefined) return streamed(reply.stream);
  const body = wholeBody(reply);
  if (body === "" || method === "HEAD") return null;
  // Of a text, Response would say that it is one.
  return typeof body === "string" ? Buffer.from(body) : body;
}

/** How much may wait before a reader of a stream is thought to be busy with it. */
const roomBytes = 65_536;

function streamed(stream: NonNullable<Reply["stream"]>): ReadableStream<Uint8Array> {
  let streaming: Streaming | undefined;
  return new ReadableStream(
    {
      start(controller) {
        streaming = stream({
          write: (text) => controller.enqueue(Buffer.from(text)),
          waiting: () => roomBytes - (controller.desiredSize ?? roomBytes),
          end: () => controller.close(),
          cut: (why) => controller.error(new TypeError(why)),
        });
      },
      pull: () => streaming?.drained(),
      cancel: () => streaming?.stop(),
    },
    { highWaterMark: roomBytes, size: ({ length }) => length },
  );
}

async function incomingOf(request: Request): Promise<Incoming> {
  const { signal } = request;
  const url = new URL(request.url);
  const headers: Record<string, string> = { host: url.host };
  for (const [name, value] of request.headers) headers[name] = value;
  return {
    method: request.method,
    target: url.pathname + url.search,
    headers,
    origin: url.origin,
    body: new Uint8Array(await request.arrayBuffer()),
    peer: {
      once: (_, run) => signal.addEventListener("abort", run, { once: true }),
      off: (_, run) => signal.removeEventListener("abort", run),
    },
  };
}

export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
