import { STATUS_CODES } from "node:http";
import { version } from "../../version.ts";
import type { EntryDetail, Message } from "../../world/journal/entry.ts";
import type { Pieces } from "../pieces.ts";
import { closeSync, fstatSync, openSync, writeSync } from "node:fs";

type Pair = { readonly name: string; readonly value: string };

/** What HAR says of a request and of a response alike. What was not kept is said in the comment. */
interface HarMessage {
  readonly httpVersion: "HTTP/1.1";
  readonly headers: readonly Pair[];
  readonly cookies: readonly [];
  /** In bytes; -1: not known. */
  readonly headersSize: -1;
  readonly bodySize: number;
  readonly comment?: string;
}

/** One exchange of an HTTP archive (HAR 1.2, by its published specification). */
export interface HarExchange {
  readonly startedDateTime: string;
  /** In the client's milliseconds. */
  readonly time: number;
  readonly request: HarMessage & {
    readonly method: string;
    readonly url: string;
    readonly queryString: readonly Pair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: HarMessage & {
    /** 0: the connection broke without a status. */
    readonly status: number;
    readonly statusText: string;
    readonly redirectURL: string;
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
  };
  readonly cache: Record<string, never>;
  readonly timings: { readonly send: 0; readonly wait: number; readonly receive: 0 };
}

/** One of the emulator's. Members with `_` are its own. */
export interface HarEntry extends HarExchange {
  /** The number of its connection. */
  readonly connection?: string;
  readonly _id: string;
  readonly _operation: string | null;
  readonly _account: string | null;
  readonly _testId: string | null;
  readonly _faults: readonly string[];
  readonly _hint: string | null;
}

export interface Har<E extends HarExchange = HarEntry> {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly E[];
  };
}

const creator = { name: "service-emulator", version };

export const harOf = <E extends HarExchange>(entries: readonly E[]): Har<E> => ({
  log: { version: "1.2", creator, entries },
});

/** The archive of these exchanges as JSON, made while it is sent. */
export function* harText(details: Iterable<EntryDetail>, origin: string): Pieces {
  let text = JSON.stringify(harOf([])).slice(0, -3);
  let separator = "";
  for (const each of details) {
    yield text;
    text = separator + JSON.stringify(harEntry(each, origin));
    separator = ",";
  }
  return `${text}]}}`;
}

/** @param origin by which the emulator is asked, such as `http://127.0.0.1:4010` */
export function harEntry(entry: EntryDetail, origin: string): HarEntry {
  const { method, target, status, request, response, durationMs, bodyBytes } = entry;
  // A client may ask for anything: what is no URL is written down as it came.
  const path = target.startsWith("/") ? target : `/${target}`;
  const query = new URLSearchParams(target.split(/\?(.*)/s)[1]);
  const sent = textOf(request);
  const said = textOf(response);
  const type = response.headers["content-type"] ?? "";
  const time = durationMs ?? 0;
  return {
    startedDateTime: new Date(entry.arrivedReal).toISOString(),
    time,
    request: {
      method,
      url: originOf(request.headers["host"], origin) + path,
      ...messageOf(request),
      queryString: [...query].map(([name, value]) => ({ name, value })),
      ...(sent !== undefined && {
        postData: { mimeType: request.headers["content-type"] ?? "", text: sent },
      }),
      bodySize: sent === undefined ? 0 : Buffer.byteLength(sent),
    },
    response: {
      status: status ?? 0,
      statusText: STATUS_CODES[status ?? 0] ?? "",
      ...messageOf(response),
      content: { size: bodyBytes, mimeType: type, ...(said !== undefined && { text: said }) },
      redirectURL: response.headers["location"] ?? "",
      bodySize: bodyBytes,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(entry.connection !== null && { connection: String(entry.connection) }),
    _id: entry.id,
    _operation: entry.operation,
    _account: entry.account,
    _testId: entry.testId,
    _faults: entry.faults,
    _hint: entry.hint,
  };
}

const messageOf = ({ headers, truncated }: Message) => ({
  httpVersion: "HTTP/1.1" as const,
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  cookies: [] as const,
  headersSize: -1 as const,
  ...(truncated && { comment: "the body is not kept, or only its beginning" }),
});

const textOf = ({ body }: Message): string | undefined =>
  body === undefined || typeof body === "string" ? body : JSON.stringify(body);

/** Another host than the emulator's own was meant by a program whose traffic is intercepted: it spoke TLS. */
function originOf(host: string | undefined, origin: string): string {
  const own = new URL(origin);
  if (host === undefined || host === own.host) return origin;
  const isLoopback = /^(?:(?:.*\.)?localhost|127\.|\[::1\])/.test(host);
  const other = `${isLoopback ? own.protocol : "https:"}//${host}`;
  return URL.canParse(other) ? other : origin;
}

/** An HTTP archive that grows: whenever its process is killed, the file is a whole archive. A pipe gets it at the end. */
export class HarFile {
  readonly #file: number;
  readonly #grows: boolean;
  readonly #tail: string;
  readonly #written: string[] = [];
  #at = 0;
  #separator = "\n";
  #problem: Error | undefined;

  /** @param flags `wx`: nothing is written over @throws what the system says */
  constructor(path: string, flags: "w" | "wx", mode?: number) {
    this.#file = openSync(path, flags, mode);
    this.#grows = fstatSync(this.#file).isFile();
    const [head = "", tail = ""] = JSON.stringify(harOf([])).split(/(?=\]\}\}$)/);
    this.#tail = tail;
    this.#write(head);
  }

  add(exchange: HarExchange): void {
    this.#write(this.#separator + JSON.stringify(exchange));
    this.#separator = ",\n";
  }

  /** @returns why something could not be written */
  close(): Error | undefined {
    try {
      if (!this.#grows) writeSync(this.#file, this.#written.join("") + this.#tail);
    } catch (error) {
      this.#problem ??= error as Error;
    }
    closeSync(this.#file);
    return this.#problem;
  }

  #write(text: string): void {
    if (!this.#grows) return void this.#written.push(text);
    try {
      this.#at += writeSync(this.#file, text + this.#tail, this.#at) - this.#tail.length;
    } catch (error) {
      this.#problem ??= error as Error;
    }
  }
}
