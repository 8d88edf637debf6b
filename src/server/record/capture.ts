import type { IncomingMessage } from "node:http";
import * as zlib from "node:zlib";

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

/** What passes of a message's body, up to a bound. */
export class Capture {
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #headers: IncomingMessage["headers"] = {};
  #isWhole = false;

  /** Listens, from now on, without taking anything away. */
  hear(message: IncomingMessage): void {
    this.#headers = message.headers;
    message.on("data", (part: Buffer) => {
      this.#bytes += part.length;
      if (this.#bytes <= bodyBytesMax) this.#parts.push(part);
    });
    message.once("end", () => (this.#isWhole = true));
  }

  /** How many bytes passed. */
  get bytes(): number {
    return this.#bytes;
  }

  get type(): string {
    return this.#headers["content-type"] ?? "";
  }

  /** The body as text; or why it is none that is recorded. */
  read(): { readonly text: string } | { readonly why: string } {
    if (this.#bytes > bodyBytesMax) return { why: `the body has more than ${bodyBytesMax} bytes` };
    if (this.#bytes === 0) return { text: "" };
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
