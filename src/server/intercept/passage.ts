import { type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { portOf } from "../guard.ts";
import { bracketed, type HostPort } from "./hosts.ts";

/** How long nothing may go through a tunnel, in milliseconds. */
export const idleMsMax = 300_000;

/** Why a host is not reached, and what its client is answered. */
export class NotReached extends Error {
  readonly status: 403 | 502;

  constructor(status: 403 | 502, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Passage {
  /** The user's own proxy for a host. */
  readonly upstream: (scheme: "http" | "https", to: HostPort) => URL | undefined;
  /** Whether an address is the emulator's own: nobody asks it by a detour. */
  readonly isOwn: (address: string, port: number) => boolean;
  readonly idleMs: number;
}

export async function reached(passage: Passage, to: HostPort, scheme: "http" | "https" = "https") {
  try {
    const via = passage.upstream(scheme, to);
    return await (via === undefined ? direct(passage, to) : through(via, to, passage.idleMs));
  } catch (error) {
    if (error instanceof NotReached) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const where = `${bracketed(to.host)}:${to.port}`;
    throw new NotReached(502, `${where} is not reached: ${code ?? message}`);
  }
}

function direct({ isOwn, idleMs }: Passage, { host, port }: HostPort): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: idleMs });
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("connect", () => {
      // What a name leads to is known only now, and nothing was sent yet.
      if (!isOwn(socket.remoteAddress ?? "", port)) return resolve(socket);
      socket.destroy();
      reject(new NotReached(403, "the emulator itself is not reached through its proxy"));
    });
  });
}

/** By a tunnel of the user's own proxy. */
function through(via: URL, to: HostPort, timeout: number): Promise<Socket> {
  const path = `${bracketed(to.host)}:${to.port}`;
  const headers = { host: path, ...credentialsOf(via) };
  const ask = via.protocol === "https:" ? requestHttps : requestHttp;
  const how = { method: "CONNECT", path, headers, agent: false, timeout } as const;
  return new Promise((resolve, reject) => {
    const asking = ask({ ...addressOf(via), ...how });
    asking.once("error", reject);
    asking.once("timeout", () => asking.destroy(new Error("your proxy does not answer")));
    asking.once("response", ({ statusCode }) => {
      asking.destroy();
      reject(new Error(`your proxy answers ${statusCode}`));
    });
    asking.once("connect", ({ statusCode }, socket: Socket, head: Buffer) => {
      if (statusCode !== 200) {
        socket.destroy();
        return reject(new Error(`your proxy answers ${statusCode}`));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asking.end();
  });
}

const addressOf = (url: URL): HostPort => ({
  host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
  port: portOf(url),
});

function credentialsOf({ username, password }: URL): { "proxy-authorization"?: string } {
  if (username === "") return {};
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(plain).toString("base64")}` };
}

export function join(near: Socket, far: Socket): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.pipe(other);
    one.once("error", () => other.destroy());
    one.once("timeout", () => one.destroy());
    one.once("close", () => other.destroySoon());
  }
}

/** Headers that are between a client and its proxy, and no others. */
const ofHop = /^(?:proxy-connection|proxy-authorization|connection|keep-alive)$/i;

export const withoutHop = (raw: readonly string[], more?: RegExp): string[] =>
  raw.filter((_, at) => {
    const name = raw[at - (at % 2)] ?? "";
    return !ofHop.test(name) && !more?.test(name);
  });

export interface Listening {
  /** The path and the query, byte for byte. */
  readonly path: string;
  readonly asked: (req: IncomingMessage) => void;
  readonly answered: (answer: IncomingMessage) => void;
}

/** Sends a request on that came for a URL, once, and its answer back as it comes. @throws NotReached */
export async function forward(
  passage: Passage,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  listening?: Listening,
): Promise<void> {
  const to = addressOf(url);
  const scheme = url.protocol === "https:" ? "https" : "http";
  const path = listening?.path ?? url.pathname + url.search;
  const via = scheme === "http" ? passage.upstream(scheme, to) : undefined;
  const socket = via === undefined ? await reached(passage, to, scheme) : undefined;
  const { host } = to;
  // Of an address, there is no name to ask for: its certificate is held against it all the same.
  const names = isIP(host) === 0 ? { servername: host } : { host };
  const connected = () =>
    socket && scheme === "https" ? connectSecurely({ socket, ...names }) : (socket as Socket);
  const headers = withoutHop(req.rawHeaders);
  const where =
    via === undefined
      ? { createConnection: connected, path }
      : { ...addressOf(via), path: url.href, headers: credentialsOf(via), agent: false as const };
  const asking = requestHttp({ method: req.method, ...where, setHost: false });
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    asking.appendHeader(name, /^host$/i.test(name) ? url.host : (headers[at + 1] ?? ""));
  }
  const failed = ({ code }: NodeJS.ErrnoException) => {
    if (res.headersSent) res.destroy();
    else refuse(res, 502, `${host} broke off${code ? ` (${code})` : ""}`);
  };
  asking.once("error", failed);
  asking.once("response", (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHop(answer.rawHeaders));
    answer.once("error", failed);
    listening?.answered(answer);
    answer.pipe(res);
  });
  res.once("close", () => asking.destroy());
  listening?.asked(req);
  req.pipe(asking);
}

/** Sends a request on that asks for another protocol. @throws NotReached */
export async function upgrade(
  passage: Passage,
  req: IncomingMessage,
  near: Socket,
  head: Buffer,
  url: URL,
): Promise<void> {
  const { method, rawHeaders } = req;
  const far = await reached(passage, addressOf(url), "http");
  const asked = `${method} ${url.pathname}${url.search}`;
  far.write(headOf(asked, withoutHop(rawHeaders).concat("Connection", "Upgrade")));
  far.write(await bodyBefore(req));
  far.write(head);
  join(near, far);
}

/** The body of such a request. Node up to 24 leaves it in what follows the head. */
export async function bodyBefore(req: IncomingMessage): Promise<Buffer> {
  const isChunked = req.headers["transfer-encoding"] !== undefined;
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) {
    if (isChunked) parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, crlf);
    else parts.push(part);
  }
  if (isChunked && parts.length > 0) parts.push(Buffer.from("0"), crlf, crlf);
  return Buffer.concat(parts);
}

const crlf = Buffer.from("\r\n");

export function headOf(asked: string, raw: readonly string[]): Buffer {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${raw[at + 1]}\r\n` : []));
  return Buffer.from(`${asked} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
}

export function refuse(res: ServerResponse, status: number, why: string): void {
  const text = `service-emulator: ${why}\n`;
  const type = "text/plain; charset=utf-8";
  res.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
  res.end(text);
}
