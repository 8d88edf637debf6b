import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createSecureContext, type SecureContext } from "node:tls";
import type { Intercepted } from "../../pipeline/incoming.ts";
import type { Answer } from "../app.ts";
import { configure, release } from "../listen.ts";
import { portOf } from "../guard.ts";
import type { Credentials } from "../certificate.ts";
import { bracketed, type HostPort, hostPortOf, plainHost } from "./hosts.ts";
import { forward, headOf, join, NotReached, type Passage, reached, refuse } from "./passage.ts";
import { bodyBefore, upgrade, withoutHop } from "./passage.ts";
import { firstByteOf, secured } from "./hello.ts";
import { portOpened } from "../sockets.ts";
import { Seen, unnamed } from "./seen.ts";

/** How many connections a proxy has at once, at most: those beyond are closed. */
const connectionsMax = 2000;

/** How long a tunnel may be silent at first, and how long its certificate may be looked at, in milliseconds. */
const helloMsMax = 30_000;

export interface ProxySettings {
  readonly hosts: ReadonlySet<string>;
  readonly isOffline: boolean;
  readonly credentials: Credentials;
  readonly passage: Passage;
  readonly answer: Answer;
  readonly unref: boolean;
  /** Told of each host, once. */
  readonly refused: (host: string) => void;
  readonly helloMs?: number;
}

type Tunnel = { readonly host: string; readonly origin: string; isAsked: boolean };

/** The first byte of a client that begins TLS. */
const handshake = 0x16;

const established = "HTTP/1.1 200 Connection established\r\n\r\n";

const wholeUrlOf = ({ url = "" }: IncomingMessage): URL | undefined =>
  /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;

const agentOf = ({ headers }: IncomingMessage): string =>
  (headers["user-agent"] ?? unnamed).slice(0, 60);

function failed(error: unknown): [status: number, why: string] {
  if (!(error instanceof NotReached)) throw error;
  return [error.status, error.message.replaceAll(/[^\x20-\x7e]/g, "?")];
}

/** A proxy on loopback, for clients of HTTP/1.1: it answers for some hosts, and lets others through. */
export class Proxy {
  readonly seen = new Seen();
  readonly #settings: ProxySettings;
  readonly #intercepted: Intercepted;
  readonly #server: Server;
  readonly #context: SecureContext;
  readonly #sockets = new Set<Duplex>();
  readonly #tunnels = new WeakMap<Duplex, Tunnel>();

  constructor(settings: ProxySettings, intercepted: Intercepted) {
    this.#settings = settings;
    this.#intercepted = intercepted;
    this.#context = createSecureContext(settings.credentials);
    this.#server = createServer((req, res) => this.#asked(req, res));
    this.#server.maxConnections = connectionsMax;
    configure(this.#server);
    if (settings.unref) release(this.#server);
    this.#server.on("connection", (socket: Duplex) => this.#hold(socket));
    this.#server.on("connect", (req, near: Socket, head) =>
      this.#tried(near, () => this.#tunnel(req, near, head)),
    );
    this.#server.on("upgrade", (req, near: Socket, head) =>
      this.#tried(near, () => this.#upgraded(req, near, head)),
    );
  }

  async listen(): Promise<string> {
    return `http://127.0.0.1:${await portOpened(this.#server)}`;
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #hold(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // Where it matters, whoever uses it hears of it, too.
    socket.on("error", () => {});
  }

  #tried(near: Duplex, act: () => Promise<void>): void {
    act().catch((error: unknown) => {
      const [status, why] = failed(error);
      const head = `HTTP/1.1 ${status} service-emulator\r\nContent-Length: 0`;
      near.end(`${head}\r\nX-Emulator-Hint: ${why}\r\n\r\n`);
    });
  }

  async #tunnel(req: IncomingMessage, near: Socket, head: Buffer): Promise<void> {
    const to = hostPortOf(req.url ?? "");
    if (to === undefined || this.#tunnels.has(near)) throw new NotReached(502, "CONNECT HOST:PORT");
    if (head.length > 0) near.unshift(head);
    if (this.#settings.hosts.has(to.host)) return this.#terminated(near, to, agentOf(req));
    const far = await this.#passed(to, () => reached(this.#settings.passage, to));
    near.write(established);
    join(near, far);
  }

  /** Lets a client through to another host, unless it is refused. @throws NotReached */
  async #passed<T>({ host, port }: HostPort, act: () => Promise<T>): Promise<T> {
    const { isOffline, refused } = this.#settings;
    const name = port === 443 || port === 80 ? host : `${bracketed(host)}:${port}`;
    if (isOffline) {
      if (this.seen.note("refused", name)) refused(name);
      throw new NotReached(502, `offline: ${name} is refused`);
    }
    try {
      const found = await act();
      this.seen.note("passed", name);
      return found;
    } catch (error) {
      this.seen.note("failed", name);
      throw error;
    }
  }

  async #terminated(near: Socket, { host, port }: HostPort, agent: string): Promise<void> {
    const ms = this.#settings.helloMs ?? helloMsMax;
    near.write(established);
    const first = await firstByteOf(near, ms);
    if (first === undefined) return void near.destroy();
    const isSecure = first === handshake;
    const shown = port === (isSecure ? 443 : 80) ? bracketed(host) : `${bracketed(host)}:${port}`;
    const tunnel = { host, origin: `${isSecure ? "https" : "http"}://${shown}`, isAsked: false };
    if (!isSecure) return this.#speak(near, tunnel);
    const socket = await secured(near, this.#context, ms);
    if (typeof socket === "string") {
      return void this.seen.note(/protocol/i.test(socket) ? "http2" : "untrusted", agent);
    }
    // Some look at the certificate when all is made, and go without a word.
    socket.once("close", () => void (tunnel.isAsked || this.seen.note("untrusted", agent)));
    this.#speak(socket, tunnel);
  }

  #speak(socket: Duplex, tunnel: Tunnel): void {
    this.#tunnels.set(socket, tunnel);
    this.#server.emit("connection", socket);
  }

  #asked(req: IncomingMessage, res: ServerResponse): void {
    const tunnel = this.#tunnels.get(req.socket);
    if (tunnel !== undefined) return this.#askedWithin(tunnel, req, res);
    const url = wholeUrlOf(req);
    if (url === undefined) {
      const what = "this is a proxy: set HTTPS_PROXY to its URL";
      return refuse(res, 400, `${what}, and ask the service by its own`);
    }
    if (this.#isOurs(url)) return this.#answer(req, res, url.origin);
    const to = hostPortOf(url.host, portOf(url)) as HostPort;
    const passed = this.#passed(to, () => forward(this.#settings.passage, req, res, url));
    passed.catch((error: unknown) => refuse(res, ...failed(error)));
  }

  #askedWithin(tunnel: Tunnel, req: IncomingMessage, res: ServerResponse): void {
    tunnel.isAsked = true;
    const host = hostPortOf(req.headers.host ?? "", 443)?.host;
    if (host === tunnel.host) return this.#answer(req, res, tunnel.origin);
    refuse(res, 421, `the Host header is not ${tunnel.host}, to which the tunnel leads`);
  }

  #answer(req: IncomingMessage, res: ServerResponse, origin: string): void {
    this.seen.requests += 1;
    this.#settings.answer(req, res, { origin, intercepted: this.#intercepted });
  }

  #isOurs({ hostname }: URL): boolean {
    return this.#settings.hosts.has(plainHost(hostname));
  }

  async #upgraded(req: IncomingMessage, near: Socket, head: Buffer): Promise<void> {
    const url = this.#tunnels.has(near) ? undefined : wholeUrlOf(req);
    if (url !== undefined && !this.#isOurs(url)) {
      const to = hostPortOf(url.host, 80) as HostPort;
      return this.#passed(to, () => upgrade(this.#settings.passage, req, near, head, url));
    }
    // The service knows no other protocol: it is asked once more, without that wish.
    const headers = withoutHop(req.rawHeaders, /^(?:upgrade|http2-settings)$/i);
    const asked = headOf(`${req.method} ${req.url}`, headers);
    near.unshift(Buffer.concat([asked, await bodyBefore(req), head]));
    this.#server.emit("connection", near);
  }
}
