import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

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
  /** Content type and encoding, as they were sent. */
  readonly type: string;
  /** The number of the client's connection. */
  readonly connection: number;
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
  const ways = new Map<Socket, Way>();
  const server = createServer((incoming, answer) => {
    const way = ways.get(incoming.socket) as Way;
    const [, call = "", target = ""] = /^\/~([\w.-]+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const noted = beginningOf(incoming, call, target, body.toString(), way);
      log.push(noted);
      pass(upstream, { incoming, body, answer, way }, noted);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.on("connection", (socket: Socket) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    ways.set(socket, { agent, number: ways.size });
    socket.once("close", () => agent.destroy());
  });
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

/** A client's connection has one of its own to the emulator, which ends when it ends, and the other way round. */
interface Way {
  readonly agent: Agent;
  readonly number: number;
}

const beginningOf = (
  { method = "", headers }: IncomingMessage,
  call: string,
  target: string,
  body: string,
  { number }: Way,
): Noted => ({
  call,
  method,
  target,
  body,
  revision: String(headers["revision"] ?? ""),
  credential: String(headers["authorization"] ?? ""),
  type: `${headers["content-type"] ?? ""} ${headers["content-encoding"] ?? ""}`.trim(),
  connection: number,
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
  readonly way: Way;
}

function pass(upstream: string, { incoming, body, answer, way }: Exchange, noted: Noted): void {
  const { method = "GET", rawHeaders } = incoming;
  const to = request(`${upstream}${noted.target}`, {
    method,
    headers: withoutHops(rawHeaders),
    setHost: false,
    agent: way.agent,
  });
  to.on("socket", (socket) => {
    // One that was taken from the agent has a listener already.
    if (!to.reusedSocket) socket.once("close", () => incoming.socket.destroySoon());
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
