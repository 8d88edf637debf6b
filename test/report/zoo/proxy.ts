import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * One attempt, as it was seen from outside of the emulator. Times are in milliseconds, of a clock that only
 * goes forward.
 */
export interface Noted {
  /** Which call of the client's it belongs to: the name in its path. */
  readonly call: string;
  readonly method: string;
  /** Path and query, without the name. */
  readonly target: string;
  readonly body: string;
  readonly revision: string;
  readonly credential: string;
  readonly at: number;
  /** When its answer was sent, or its connection died; undefined: neither has happened. */
  end?: number;
  /** undefined: no answer came. */
  status?: number;
  headers: Readonly<Record<string, string>>;
  /** Whether the connection ended before the answer did. */
  died: boolean;
  /** Whether it was the client that ended it. */
  left: boolean;
  /** What came of the answer's body. */
  text: string;
  /** Whether the answer's body is what it says that it is. */
  readable: boolean;
}

/** A proxy before an emulator. */
export interface Proxy extends AsyncDisposable {
  /** In the order in which the attempts came. */
  readonly log: readonly Noted[];
  /** The base URL of one call. */
  urlFor(call: string): string;
}

const now = (): number => performance.now();

/** Notes every request by the name in its path, cuts the name out, and passes it on. */
export async function proxyBefore(upstream: string): Promise<Proxy> {
  const log: Noted[] = [];
  const server = createServer((incoming, answer) => {
    const [, call = "", target = ""] = /^\/~([\w.-]+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const noted = beginningOf(incoming, call, target, body.toString());
      log.push(noted);
      pass(upstream, { incoming, body, answer }, noted);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    log,
    urlFor: (call) => `http://127.0.0.1:${port}/~${call}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const beginningOf = (
  { method = "", headers }: IncomingMessage,
  call: string,
  target: string,
  body: string,
): Noted => ({
  call,
  method,
  target,
  body,
  revision: String(headers["revision"] ?? ""),
  credential: String(headers["authorization"] ?? ""),
  at: now(),
  headers: {},
  died: false,
  left: false,
  text: "",
  readable: true,
});

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly answer: ServerResponse;
}

function pass(upstream: string, { incoming, body, answer }: Exchange, noted: Noted): void {
  const { method = "GET", rawHeaders } = incoming;
  const to = request(`${upstream}${noted.target}`, {
    method,
    headers: withoutHops(rawHeaders),
    setHost: false,
    agent: false,
  });
  const dead = (byClient: boolean) => {
    if (noted.end !== undefined) return;
    Object.assign(noted, { end: now(), died: true, left: byClient });
    to.destroy();
    answer.socket?.resetAndDestroy();
  };
  answer.on("close", () => dead(true));
  to.on("error", () => dead(false));
  to.on("response", (from) => {
    const chunks: Buffer[] = [];
    noted.status = from.statusCode ?? 0;
    noted.headers = Object.fromEntries(
      Object.entries(from.headers).map(([name, value]) => [name, String(value)]),
    );
    answer.writeHead(noted.status, withoutHops(from.rawHeaders));
    from.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      answer.write(chunk);
    });
    from.on("aborted", () => dead(false));
    from.on("error", () => dead(false));
    from.on("end", () => {
      if (!from.complete || noted.end !== undefined) return dead(false);
      noted.text = Buffer.concat(chunks).toString();
      noted.readable = isReadable(noted);
      noted.end = now();
      answer.end();
    });
  });
  to.end(body);
}

/** As the list of names and values that Node takes, without what is of one connection alone. */
function withoutHops(raw: readonly string[]): string[] {
  const hops = new Set(["connection", "keep-alive", "transfer-encoding"]);
  return raw.filter((_, index) => !hops.has((raw[index - (index % 2)] ?? "").toLowerCase()));
}

/** An answer without a body is read, too; one that is no JSON:API document is not, but for a refusal. */
function isReadable({ status = 0, headers, text }: Noted): boolean {
  if (status >= 400 || status === 202 || status === 204) return true;
  if (!headers["content-type"]?.includes("json")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
