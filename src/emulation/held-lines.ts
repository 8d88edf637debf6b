import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";
import { checksumText } from "./seal.ts";

/** How much is read, and let go, at once. */
const chunkBytes = 131_072;

interface Chunk {
  /** Undefined: nothing in it will be asked for any more. */
  bytes: Buffer | undefined;
  /** The number of its first line. */
  readonly first: number;
  /** How many of its lines are still to be taken. */
  left: number;
}

/** The lines of a file in memory, as bytes, each of which is taken once: what is asked for last need not be read first. */
export class HeldLines {
  readonly #chunks: Chunk[] = [];
  /** Where each line begins in its chunk. */
  readonly #starts: Uint32Array;
  #lines = 0;

  private constructor(lines: number) {
    this.#starts = new Uint32Array(lines);
  }

  /** Reads a file. @returns undefined for one that is not as it is told */
  static async read(path: string, lines: number, checksum: string): Promise<HeldLines | undefined> {
    const held = new HeldLines(lines);
    let sum = 0;
    let rest: Buffer = Buffer.alloc(0);
    const stream = createReadStream(path, { highWaterMark: chunkBytes });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      const end = chunk.lastIndexOf(newline) + 1;
      if (end > 0) held.#hold(Buffer.concat([rest, chunk.subarray(0, end)]));
      rest = end > 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk]);
    }
    const isWhole = rest.length === 0 && held.#lines === lines && checksumText(sum) === checksum;
    return isWhole ? held : undefined;
  }

  #hold(bytes: Buffer): void {
    const first = this.#lines;
    for (let start = 0; start < bytes.length; start = bytes.indexOf(newline, start) + 1) {
      this.#starts[this.#lines] = start;
      this.#lines += 1;
    }
    this.#chunks.push({ bytes, first, left: this.#lines - first });
  }

  /**
   * Takes a line, from 0 on.
   *
   * @param skipped so many bytes are left out at its beginning and at its end
   */
  take(line: number, skipped: readonly [before: number, behind: number]): string {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#chunks[middle] as Chunk).first <= line) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low] as Chunk;
    const { bytes = Buffer.alloc(0) } = chunk;
    const next = this.#chunks[low + 1]?.first ?? this.#lines;
    const end = line + 1 < next ? (this.#starts[line + 1] as number) : bytes.length;
    chunk.left -= 1;
    if (chunk.left === 0) chunk.bytes = undefined;
    const [before, behind] = skipped;
    return bytes.toString("utf8", (this.#starts[line] as number) + before, end - 1 - behind);
  }
}

const newline = 0x0a;
