import { channel } from "node:diagnostics_channel";
import { type RequestListener, type Server, STATUS_CODES } from "node:http";
import { createServer as createSocket } from "node:net";
import { networkInterfaces } from "node:os";
import type { Duplex } from "node:stream";
import { isUnsafePort } from "get-port-please";
import { listen as listhen } from "listhen";
import { documentOfRefusal, noId } from "../jsonapi/document.ts";
import { invalid, Refusal } from "../jsonapi/refusal.ts";
import { isLoopback } from "./guard.ts";
import { ListenError } from "./listen-error.ts";
import { rememberRaw } from "./sockets.ts";
import type { Credentials } from "./certificate.ts";

/** Hears when a port cannot be opened. listhen does not: it comes uncaught where another took the port meanwhile. */
async function hearingFailure<Opened>(handler: RequestListener, open: () => Promise<Opened>) {
  const begun = channel("tracing:net.server.listen:asyncStart");
  let forget = () => {};
  const failed = new Promise<never>((_, reject) => {
    const hear = (message: unknown) => {
      const { server } = message as { server: Server };
      if (!server.listeners("request").includes(handler)) return;
      server.once("error", reject);
      server.once("listening", () => server.off("error", reject));
    };
    begun.subscribe(hear);
    forget = () => void begun.unsubscribe(hear);
  });
  try {
    return await Promise.race([open(), failed]);
  } finally {
    forget();
  }
}

interface Where {
  readonly port: number;
  readonly host: string | undefined;
  readonly tls?: Credentials | undefined;
  /** Whether the process may end although it listens, and although connections are open. */
  readonly unref?: boolean | undefined;
}

/** Longer than any client keeps a connection: every reset that a client sees is a planned one. */
const keepAliveMs = 76_000;

/** How many ports are tried when any will do and IPv4 and IPv6 must agree on one. */
const attemptsMax = 5;

/** Opens the port on `host`, or on both loopback addresses: `localhost` may be either. @throws ListenError */
export async function listen(handler: RequestListener, { port, host, ...how }: Where) {
  const [first = "127.0.0.1", ...others] = host === undefined ? loopbackAddresses() : [host];
  // listhen would take another one in silence.
  if (port !== 0 && isUnsafePort(port)) throw new ListenError("ERR_UNSAFE_PORT", first, port);
  for (let attempt = 1; ; attempt += 1) {
    const opened: Opened[] = [];
    try {
      opened.push(await open(handler, { host: first, port, ...how }));
      const found = opened[0]?.port ?? port;
      for (const other of others)
        opened.push(await open(handler, { host: other, port: found, ...how }));
      return { port: found, host: first, close: () => closeAll(opened) };
    } catch (error) {
      await closeAll(opened);
      if (port !== 0 || attempt === attemptsMax) throw error;
    }
  }
}

interface Opened {
  readonly port: number;
  close(): Promise<void>;
}

const closeAll = async (opened: readonly Opened[]) => {
  await Promise.all(opened.map((each) => each.close()));
};

function loopbackAddresses(): string[] {
  const known = Object.values(networkInterfaces()).flat();
  return known.some((each) => each?.address === "::1") ? ["127.0.0.1", "::1"] : ["127.0.0.1"];
}

async function open(
  handler: RequestListener,
  { host, port, tls, unref }: Where & { readonly host: string },
): Promise<Opened> {
  try {
    // listhen reads the environment and argv for whatever it is not told, and moves to another
    // port in silence unless both of its spellings of "this port" are used.
    const told = {
      hostname: host,
      port:
        port === 0 ? { port: 0, random: true } : { port, random: false, alternativePortRange: [] },
      isProd: true,
      isTest: true,
      public: !isLoopback(host),
      showURL: false,
      autoClose: false,
      clipboard: false,
      open: false,
      baseURL: "/",
      name: "",
      https: tls === undefined ? false : { cert: tls.cert, key: tls.key },
      ws: false,
      tunnel: false,
    };
    // Bun does not say which server is about to listen: what it then fails with would come uncaught.
    if (process.versions["bun"] !== undefined) await requireFree(host, port);
    const listener = await hearingFailure(handler, () => listhen(handler, told as never));
    configure(listener.server as Server);
    if (unref) release(listener.server as Server);
    if (tls !== undefined) rememberRaw(listener.server as Server);
    return { port: listener.address.port, close: () => listener.close() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ListenError(code ?? (await reasonOf(host, port)), host, port);
  }
}

/** listhen tells of a port that is taken already without a code: asking Node gives it. */
const reasonOf = (host: string, port: number): Promise<string> =>
  requireFree(host, port).then(
    () => "EADDRINUSE",
    ({ code = "EADDRINUSE" }: NodeJS.ErrnoException) => code,
  );

function requireFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket();
    socket.once("error", reject);
    socket.listen(port, host, () => socket.close(() => resolve()));
  });
}

/** Sets how long a connection is kept, and what is answered where nothing can be read. */
export function configure(server: Server): void {
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = keepAliveMs + 4_000;
  server.on("clientError", refuseUnreadable);
}

export function release(server: Server): void {
  server.unref();
  server.on("connection", (socket) => socket.unref());
}

/** Status and hint, by what Node says. */
const unreadable: Readonly<Record<string, readonly [status: number, hint: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large: send fewer of them, or shorter ones"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive: send all of it at once"],
};
const otherwise = [400, "not readable as HTTP/1.1: check scheme, method and headers"] as const;

/** What Node's own parser refuses is answered in the service's error format too. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, hint] = unreadable[error.code ?? ""] ?? otherwise;
  const { problems } = invalid("/data/", "The request could not be read as HTTP.");
  const body = documentOfRefusal(new Refusal(status, problems), noId);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Emulator-Hint: ${hint}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
