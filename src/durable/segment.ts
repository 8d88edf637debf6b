import { type FileHandle, open } from "node:fs/promises";
import Datastore from "nedb-promises";
import { type Ended, LineChain, type Opening } from "./log-line.ts";

/** NeDB holds what it was given in memory until the segment is let go. */
const linesMax = 10_000;
const charactersMax = 16_000_000;

const storeOf = (filename: string) =>
  Datastore.create({ filename, modes: { fileMode: 0o600 } } as never);

/**
 * A log that is being written: lines are added to it, and never changed. NeDB is given new files only, since its
 * loading writes a file anew.
 */
export class Segment {
  readonly #opening: Opening;
  readonly #store: ReturnType<typeof storeOf>;
  readonly #synced: FileHandle | undefined;
  readonly #chain: LineChain;
  #lines = 0;
  #characters = 0;
  #checksum = "";

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

  /**
   * Begins a log, in a file that is not there yet.
   *
   * @param opening what its first line says
   * @param fsync whether each line is to outlast a loss of power, too
   */
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

  /** Resolves once the text is in the file. */
  async append(text: string): Promise<void> {
    this.#lines += 1;
    this.#characters += text.length;
    await this.#insert(text);
  }

  /** Writes the last line. @returns what the next log says of this one */
  async close(): Promise<Ended> {
    const { log } = this.#opening;
    const ended = { log, lines: this.#lines, checksum: this.#checksum, closed: true };
    try {
      await this.#insert("{}", "close");
    } finally {
      await this.release();
    }
    return ended;
  }

  /** Leaves the file as it is. */
  async release(): Promise<void> {
    await this.#synced?.close();
  }

  async #insert(text: string, kind?: "open" | "close"): Promise<void> {
    const line = this.#chain.next(text, kind);
    this.#checksum = this.#chain.checksum;
    await this.#store.insert(line as never);
    await this.#synced?.datasync();
  }
}
