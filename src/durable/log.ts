import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import Datastore from "nedb-promises";
import { checksumText, sealOf } from "../emulation/line-file.ts";
import { jsonIn } from "../jsonapi/json.ts";

/** A line of a log as NeDB writes it. It says a text, since NeDB refuses keys that begin with $ or hold a dot. */
export interface LogLine {
  /** Nine digits, so that as text they are in the order in which they were given out. */
  readonly _id: string;
  /** The first line of a log, or the last of one that was closed in good order; else what happened. */
  readonly k?: "open" | "close";
  readonly j: string;
  /**
   * Of this line with all before it, then of this line alone, by which it is known behind a damaged one. Version 2 has the
   * first only, of number, kind and text; logs of before have none.
   */
  readonly c?: string;
}

/** How much was written to a log: its lines of what happened, and the checksum of the last. */
export type Total = { readonly log: number; readonly lines: number; readonly checksum: string };

export interface Ended extends Total {
  /** Whether it has a last line that says so: it has none after a crash. */
  readonly closed: boolean;
}

/** A base as whatever was written later names it. */
export type BaseMark = { readonly number: number; readonly checksum: string };

/** The folder of a log, which has no name at first, and the log's own number. */
export type LogPlace = { readonly folder?: string; readonly log: number };

export interface Opening extends LogPlace {
  /** The log before it; null for the first of a folder. */
  readonly before: Ended | null;
  /** Tells it from the log of the same number in a copy of the folder. */
  readonly mark?: string;
  /** The mark of the base from which sandboxes are written as differences from here on. */
  readonly origin?: string;
  /** The newest base when it began: the one that is being written meanwhile may be newer. */
  readonly base?: BaseMark;
}

const placeOf = ({ folder = "", log }: LogPlace): number => sealOf(`${folder} log ${log}`);

/** Gives numbers and checksums to the lines of one log, in the order in which they are written or read. */
export class LineChain {
  #number: number;
  #sum = 0;
  readonly #place: number | undefined;

  /** @param first 0 of a log with an opening, else 1 @param of `alone`: whether each line has its own checksum */
  constructor(first: 0 | 1, { alone, ...of }: LogPlace & { readonly alone: boolean }) {
    this.#number = first;
    this.#place = alone ? placeOf(of) : undefined;
  }

  next(text: string, kind?: "open" | "close"): LogLine {
    const id = String(this.#number).padStart(9, "0");
    const said = saidBy(id, text, kind);
    this.#number += 1;
    const alone = this.#place === undefined ? "" : checksumText(crc32(said, this.#place));
    this.#sum = crc32(alone || said, this.#sum);
    return { _id: id, ...(kind && { k: kind }), j: text, c: this.checksum + alone };
  }

  get checksum(): string {
    return checksumText(this.#sum);
  }
}

const saidBy = (id: string, text: string, kind: LogLine["k"] | "" = ""): string =>
  `${id} ${kind} ${text}`;

export const numberOf = ({ _id: id }: LogLine): number => Number(id);

/** Whether a line has a checksum of its own, behind the other. */
export const isAlone = ({ c }: LogLine): boolean => c?.length === 16;

/** Whether a line is as it was written. @param before the checksum before it, which one without its own needs */
export function isSound(line: LogLine, of: LogPlace, before: string | undefined): boolean {
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
  const line = jsonIn(text ?? "") as Partial<LogLine> | null | undefined;
  const { _id: id } = line ?? {};
  const isLine =
    typeof id === "string" &&
    /^\d{9,}$/.test(id) &&
    typeof line?.j === "string" &&
    ["string", "undefined"].includes(typeof line.c) &&
    [undefined, "open", "close"].includes(line.k);
  return isLine ? (line as LogLine) : undefined;
}

/** NeDB holds what it was given in memory until the segment is let go. */
const [linesMax, charactersMax] = [10_000, 16_000_000];

const storeOf = (filename: string) =>
  Datastore.create({ filename, modes: { fileMode: 0o600 } } as never);

/** A log that is being written. NeDB is given new files only, since its loading writes a file anew. */
export class Segment {
  readonly #opening: Opening;
  readonly #store: ReturnType<typeof storeOf>;
  readonly #synced: FileHandle | undefined;
  readonly #chain: LineChain;
  #lines = 0;
  #characters = 0;

  private constructor(
    opening: Opening,
    store: ReturnType<typeof storeOf>,
    synced: FileHandle | undefined,
  ) {
    this.#opening = opening;
    this.#store = store;
    this.#synced = synced;
    this.#chain = new LineChain(0, { ...opening, alone: true });
  }

  /** Begins a log in a new file. @param fsync whether each line is to outlast a loss of power, too */
  static async create(path: string, opening: Opening, fsync: boolean): Promise<Segment> {
    const store = storeOf(path);
    await store.load();
    const segment = new Segment(opening, store, fsync ? await open(path, "r+") : undefined);
    await segment.#insert(JSON.stringify(opening), "open");
    return segment;
  }

  get isFull(): boolean {
    return this.#lines >= linesMax || this.#characters >= charactersMax;
  }

  async append(text: string): Promise<void> {
    this.#lines += 1;
    this.#characters += text.length;
    await this.#insert(text);
  }

  /** Writes the last line. @returns what the next log says of this one */
  async close(): Promise<Ended> {
    const { log } = this.#opening;
    const ended = { log, lines: this.#lines, checksum: this.#chain.checksum, closed: true };
    try {
      await this.#insert("{}", "close");
    } finally {
      await this.release();
    }
    return ended;
  }

  async release(): Promise<void> {
    await this.#synced?.close();
  }

  async #insert(text: string, kind?: "open" | "close"): Promise<void> {
    await this.#store.insert(this.#chain.next(text, kind) as never);
    await this.#synced?.datasync();
  }
}
