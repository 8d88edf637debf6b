import * as zlib from "node:zlib";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { HarExchange } from "../../control/requests/har.ts";
import type { Scrubber } from "./scrub/scrubber.ts";

/** The largest body that is recorded, as it is read, in bytes. */
const bodyBytesMax = 2_000_000;

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

const { gunzipSync, inflateSync, brotliDecompressSync } = zlib;
const decoders: Readonly<Record<string, Decode | undefined>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  // Node 20 has none.
  zstd: (zlib as { readonly zstdDecompressSync?: Decode }).zstdDecompressSync,
};

export class Capture {
  readonly #parts: Buffer[] = [];
  /** How many have passed. */
  bytes = 0;
  #headers: IncomingMessage["headers"] = {};
  #isWhole = false;

  hear(message: IncomingMessage): void {
    this.#headers = message.headers;
    message.on("data", (part: Buffer) => {
      this.bytes += part.length;
      if (this.bytes <= bodyBytesMax) this.#parts.push(part);
    });
    message.once("end", () => (this.#isWhole = true));
  }

  get type(): string {
    return this.#headers["content-type"] ?? "";
  }

  /** The body as text; or why it is none that is recorded. */
  read(): { readonly text: string } | { readonly why: string } {
    if (this.bytes > bodyBytesMax) return { why: `the body has more than ${bodyBytesMax} bytes` };
    if (this.bytes === 0) return { text: "" };
    if (!this.#isWhole) return { why: "the body broke off" };
    try {
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(this.#decoded()) };
    } catch {
      return { why: "the body is no text, or too large" };
    }
  }

  #decoded(): Buffer {
    const encodings = (this.#headers["content-encoding"] ?? "")
      .split(",")
      .map((each) => each.trim().toLowerCase());
    return encodings
      .filter((each) => each !== "" && each !== "identity")
      .reduceRight<Buffer>((bytes, each) => {
        const decode = decoders[each];
        if (decode === undefined) throw new Error(`no decoder for ${each}`);
        return decode(bytes, { maxOutputLength: bodyBytesMax });
      }, Buffer.concat(this.#parts));
  }
}

export interface Passed {
  readonly url: URL;
  readonly req: IncomingMessage;
  readonly sent: Capture;
  readonly answer: IncomingMessage | undefined;
  readonly answered: Capture;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** An exchange as it is written down: with stand-ins, and without what cannot be looked through. */
export function recorded(scrubber: Scrubber, passed: Passed): HarExchange {
  const { url, req, sent, answer, answered, at, tookMs } = passed;
  // What was asked first: the answer may have it in other words.
  const address = scrubber.url(url);
  const asked = messageOf(scrubber, req.rawHeaders, sent);
  const got = messageOf(scrubber, answer?.rawHeaders ?? [], answered);
  const status = answer?.statusCode ?? 0;
  const queryString = scrubber.queryOf(url);
  const location = got.headers.find(({ name }) => name.toLowerCase() === "location");
  return {
    startedDateTime: new Date(at).toISOString(),
    time: tookMs,
    request: {
      method: req.method ?? "",
      url: address,
      ...asked.message,
      queryString,
      ...(asked.text !== undefined &&
        sent.bytes > 0 && {
          postData: { mimeType: sent.type.split(";")[0] ?? "", text: asked.text },
        }),
      bodySize: sent.bytes,
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? "",
      ...got.message,
      content: {
        size: answered.bytes,
        mimeType: answered.type.split(";")[0] ?? "",
        ...(got.text !== undefined && { text: got.text }),
      },
      redirectURL: location?.value ?? "",
      bodySize: answered.bytes,
    },
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
  };
}

function messageOf(scrubber: Scrubber, raw: readonly string[], body: Capture) {
  const headers = scrubber.headers(raw);
  const read = body.read();
  const text = "text" in read ? scrubber.body(read.text, body.type) : undefined;
  const why = "why" in read ? read.why : "the body is no JSON and no form";
  const message = {
    httpVersion: "HTTP/1.1" as const,
    headers,
    cookies: [] as const,
    headersSize: -1 as const,
    ...(text === undefined && { comment: `left out: ${why}` }),
  };
  return { headers, message, text };
}
