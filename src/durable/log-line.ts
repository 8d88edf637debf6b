import { crc32 } from "node:zlib";
import { checksumText } from "../emulation/manifest.ts";

/**
 * A line of a log, as NeDB writes it: a number, a text of JSON, and the checksum of both and of all lines before
 * it. A text, since NeDB refuses keys that begin with $ or hold a dot, which customers' properties do.
 */
export interface LogLine {
  /** Nine digits, so that as text they are in the order in which they were given out. */
  readonly _id: string;
  /** The first line of a log, or the last of one that was closed in good order; else what happened. */
  readonly k?: "open" | "close";
  readonly j: string;
  /** Missing in logs of before there were checksums. */
  readonly c?: string;
}

/** How much was written to a log: its lines of what happened, and the checksum of the last. */
export interface Total {
  readonly log: number;
  readonly lines: number;
  readonly checksum: string;
}

/** A log that is over. */
export interface Ended extends Total {
  /** Whether it has a last line that says so: it has none after a crash. */
  readonly closed: boolean;
}

/** What the first line of a log says. */
export interface Opening {
  /** Its own number. */
  readonly log: number;
  /** The log before it; null for the first of a folder. */
  readonly before: Ended | null;
}

/** Gives numbers and checksums to the lines of one log, in the order in which they are written or read. */
export class LineChain {
  #number: number;
  #sum = 0;

  /** @param first the number of the first line: 0 of a log that begins with an opening, else 1 */
  constructor(first: 0 | 1) {
    this.#number = first;
  }

  /** The next line. */
  next(text: string, kind?: "open" | "close"): LogLine {
    const id = String(this.#number).padStart(9, "0");
    this.#sum = crc32(`${id} ${kind ?? ""} ${text}`, this.#sum);
    this.#number += 1;
    return { _id: id, ...(kind && { k: kind }), j: text, c: this.checksum };
  }

  get checksum(): string {
    return checksumText(this.#sum);
  }
}
