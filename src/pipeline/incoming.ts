import { ControlError } from "../emulation/problem.ts";
import type { Document } from "../jsonapi/document.ts";
import type { Ending } from "../world/faults/kind.ts";
import type { Pace } from "../world/faults/kinds/waits.ts";
import type { Clock } from "../world/time/clock.ts";

/** A request as a face hands it over: a socket's or `emulator.fetch`'s. */
export interface Incoming {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `http://` or `https://`, the request's own host and the name of its URL, for links. */
  readonly origin: string;
  /** The name in its URL (`/~checkout-7/api/…`), which is in the origin and no longer in the target. */
  readonly named?: string;
  /** Undefined: more than is ever read. */
  readonly body: Uint8Array | undefined;
  /** Who sent it, if there is somebody who may go away. */
  readonly peer?: Peer;
  /** The number of its connection, from 1 on; undefined: it came without a socket. */
  readonly connection?: number;
  /** Whether another request came on its connection before. */
  readonly isReused?: boolean;
  /** It came through the proxy, by a host that stands for the service; undefined: it was sent to the emulator itself. */
  readonly intercepted?: Intercepted;
}

/** Whom a request is taken for that came through the proxy and has a key that nobody knows. */
export interface Intercepted {
  /** A company id; undefined: the first account's. */
  readonly account?: string | undefined;
  /** Whether it is refused all the same. */
  readonly isStrict: boolean;
}

/** Tells, once, that the client has gone away: a socket is one. */
interface Peer {
  readonly remotePort?: number | undefined;
  once(event: "close", run: () => void): unknown;
  off(event: "close", run: () => void): unknown;
}

/** A finished answer. Header names are lower-case. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, its bytes, or its parts; empty: there is no body. */
  readonly body: string | Buffer | Document;
  /** How a fault wants it to be delivered; undefined: as a whole, at once. */
  readonly delivery?: Delivery;
  /** In place of a body: writes texts until it is told to stop, and ends when its reader goes. */
  readonly stream?: (sink: Sink) => Streaming;
}

/** Where an answer that goes on is written. */
export interface Sink {
  write(text: string | Buffer): void;
  /** How many bytes of what was written nobody has taken yet. */
  waiting(): number;
  /** It is whole. What waits is sent still. */
  end(): void;
  /** Ends it at once. What waits is lost. @param why for a reader within this process */
  cut(why: string): void;
}

/** An answer that goes on, as its face handles it. */
export interface Streaming {
  /** To be called when its reader has taken what waited. */
  drained(): void;
  stop(): void;
}

/** What a fault does to an answer on its way. */
export interface Delivery {
  /** Undefined: the connection stays as it is. */
  readonly ending?: Ending;
  /** How long a connection is idle before it ends, in milliseconds. */
  readonly idleMs?: number;
  readonly pace?: Pace;
  clock: Clock;
  /** To be called once nothing more of it will come. @param left whether the client went away before */
  readonly ended: (left: boolean) => void;
  /** To be told, for people, why nothing came of it. */
  readonly unmet: (why: string) => void;
}

/** A body in one piece, for what changes it or sends it otherwise than at once. */
export const wholeBody = ({ body }: Reply): string | Buffer =>
  typeof body === "string" || Buffer.isBuffer(body) ? body : body.bytes();

export const bytesIn = (body: Reply["body"]): number =>
  typeof body === "string" ? Buffer.byteLength(body) : body.length;

/** A reply with another body. */
export const withBody = <R extends Pick<Reply, "headers">>(reply: R, body: string | Buffer) => ({
  ...reply,
  headers: { ...reply.headers, "content-length": String(bytesIn(body)) },
  body,
});

/** A header's one value; of a repeated one, the first. */
export function header({ headers }: Incoming, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value[0] : value;
}

/** What a name may be, in words. */
export const nameRule = "1 to 100 characters of A-Z a-z 0-9 . _ -";

export const isName = (text: string): boolean => /^[\w.-]{1,100}$/.test(text);

/** The `~` may be encoded, which means the same (RFC 3986, 6.2.2.2). */
const named = /^\/(?:~|%7e)([^/?]*)(.*)$/is;

/** A document about a server whose URL has a path stands before it (RFC 8414, 3.1). */
const namedMetadata =
  /^(\/\.well-known\/oauth-authorization-server)\/(?:~|%7e)([^/?]*)\/?(\?.*)?$/is;

/** Takes the name, as it was written, off a path and query, which `rest` is; undefined: they have none. */
export function nameTakenOff(target: string): { name: string; rest: string } | undefined {
  const [, name, rest = ""] = named.exec(target) ?? [];
  if (name !== undefined) return { name, rest };
  const [, path, before, query = ""] = namedMetadata.exec(target) ?? [];
  return before === undefined ? undefined : { name: before, rest: `${path}${query}` };
}

/** What stands between a host and the paths of its named URLs. */
export const prefixOf = (name: string | undefined): string =>
  name === undefined ? "" : `/~${name}`;

/** The base URL whose requests all belong to the call of this name. @throws ControlError for what is no name */
export function urlFor(url: string, name: string): string {
  if (isName(name)) return url + prefixOf(name);
  throw new ControlError(`'${name}' is not allowed. Use ${nameRule}.`, "name");
}

/** A URI without its name, if it is a named one of the emulator that was asked. */
export function unnamed(uri: string, { origin, named: name }: Incoming): string {
  const host = origin.slice(0, origin.length - prefixOf(name).length);
  if (!uri.startsWith(`${host}/`)) return uri;
  const found = nameTakenOff(uri.slice(host.length));
  return found !== undefined && isName(found.name) ? host + found.rest : uri;
}
