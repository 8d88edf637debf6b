import type { Incoming, Reply } from "../pipeline/exchange.ts";

/** `fetch` without a socket: the same stages, the same answers. */
export function createFetch(
  face: (incoming: Incoming) => Reply | Promise<Reply>,
  base: () => string,
): typeof fetch {
  return async (input, init) => {
    const request =
      input instanceof Request && init === undefined
        ? input
        : new Request(input instanceof Request ? input : new URL(String(input), base()), init);
    request.signal.throwIfAborted();
    const incoming = await incomingOf(request);
    request.signal.throwIfAborted();
    const reply = await Promise.race([face(incoming), aborted(request.signal)]);
    const { status, headers, body } = reply;
    const hasBody = body !== "" && request.method !== "HEAD";
    return new Response(hasBody ? body : null, { status, headers });
  };
}

async function incomingOf(request: Request): Promise<Incoming> {
  const url = new URL(request.url);
  const headers: Record<string, string> = { host: url.host };
  for (const [name, value] of request.headers) headers[name] = value;
  return {
    method: request.method,
    target: url.pathname + url.search,
    headers,
    origin: url.origin,
    body: new Uint8Array(await request.arrayBuffer()),
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
