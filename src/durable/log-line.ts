import { crc32 } from "node:zlib";
import { checksumText, sealOf } from "../emulation/line-file.ts";

/**
 * A line of a log, as NeDB writes it: a number, a text of JSON, and its checksums. A text, since NeDB refuses keys that
 * begin with $ or hold a dot, which customers' properties do.
 */
export interface LogLine {
  /** Nine digits, so that as text they are in the order in which they were given out. */
  readonly _id: string;
  /** The first line of a log, or the last of one that was closed in good order; else what happened. */
  readonly k?: "open" | "close";
  readonly j: string;
  /**
   * Two checksums: of this line with all before it, and of this line alone, by which it is known behind a damaged one.
   * Logs of version 2 have the first only, of number, kind and text; those of before have none.
   */
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

/** A base as whatever was written later names it. */
export interface BaseMark {
  readonly number: number;
  readonly checksum: string;
}

/** What the first line of a log says. */
export interface Opening {
  /** Its own number. */
  readonly log: number;
  /** The log before it; null for the first of a folder. */
  readonly before: Ended | null;
  /** The folder's; not given: the folder had none yet. */
  readonly folder?: string;
  /** Tells it from the log of the same number in a copy of the folder. */
  readonly mark?: string;
  /** Sandboxes are written from here on as differences from what the accounts have here: the mark of the base that is. */
  readonly origin?: string;
  /** The newest base when it began: the one that is being written meanwhile may be newer. */
  readonly base?: BaseMark;
}

const placeOf = ({ folder = "", log }: Pick<Opening, "folder" | "log">): number =>
  sealOf(`${folder} log ${log}`);

/** How the checksums of a log's lines are made. */
export interface ChainOf extends Pick<Opening, "folder" | "log"> {
  /** Whether its lines have a checksum each. */
  readonly alone: boolean;
}

/** Gives numbers and checksums to the lines of one log, in the order in which they are written or read. */
export class LineChain {
  #number: number;
  #sum = 0;
  readonly #place: number | undefined;

  /** @param first the number of the first line: 0 of a log that begins with an opening, else 1 */
  constructor(first: 0 | 1, { alone, ...of }: ChainOf) {
    this.#number = first;
    this.#place = alone ? placeOf(of) : undefined;
  }

  /** The next line. */
  next(text: string, kind?: "open" | "close"): LogLine {
    const id = String(this.#number).padStart(9, "0");
    const said = saidBy(id, text, kind);
    this.#number += 1;
    let alone = "";
    if (this.#place === undefined) this.#sum = crc32(said, this.#sum);
    else {
      alone = checksumText(crc32(said, this.#place));
      this.#sum = crc32(alone, this.#sum);
    }
    return { _id: id, ...(kind && { k: kind }), j: text, c: this.checksum + alone };
  }

  get checksum(): string {
    return checksumText(this.#sum);
  }
}

const saidBy = (id: string, text: string, kind: LogLine["k"]): string =>
  `${id} ${kind ?? ""} ${text}`;

export const numberOf = ({ _id: id }: Pick<LogLine, "_id">): number => Number(id);

/** How long both checksums are. */
const bothLength = 16;

/** Whether a line has a checksum of its own. */
export const isAlone = ({ c }: LogLine): boolean => c?.length === bothLength;

/**
 * Whether a line is as it was written, whatever the others are.
 *
 * @param before the checksum of the line before it, by which one that has none of its own is known
 */
export function isSound(
  line: LogLine,
  of: Pick<Opening, "folder" | "log">,
  before: string | undefined,
): boolean {
  const { _id: id, j: text, k: kind, c: checksum } = line;
  if (checksum === undefined) return true;
  const said = saidBy(id, text, kind);
  if (isAlone(line)) return checksum.slice(8) === checksumText(crc32(said, placeOf(of)));
  return (
    before !== undefined && checksum === checksumText(crc32(said, Number.parseInt(before, 16)))
  );
}

/** What a line of a file says; undefined: it is none. */
export function lineIn(text: string | undefined): LogLine | undefined {
  try {
    const line = JSON.parse(text ?? "") as Partial<LogLine> | null;
    const { _id: id } = line ?? {};
    const isLine =
      typeof id === "string" &&
      /^\d{9,}$/.test(id) &&
      typeof line?.j === "string" &&
      (line.c === undefined || typeof line.c === "string") &&
      (line.k === undefined || line.k === "open" || line.k === "close");
    return isLine ? (line as LogLine) : undefined;
  } catch {
    return undefined;
  }
}
