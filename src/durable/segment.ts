import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import Datastore from "nedb-promises";
import { DataFolderError } from "./data-folder-error.ts";
import { heal } from "./heal.ts";

/**
 * A line of the log: all that was written in one go, as one text, since NeDB refuses keys that
 * begin with $ or hold a dot, which customers' properties do.
 */
interface Line {
  readonly _id: string;
  readonly j: string;
}

/** NeDB holds what it was given in memory until the segment is let go. */
const linesMax = 10_000;
const charactersMax = 16_000_000;

const storeOf = (filename: string) =>
  Datastore.create({ filename, corruptAlertThreshold: 0, modes: { fileMode: 0o600 } } as never);

/** A part of the log that is being written: lines are added to it, and never changed. */
export class Segment {
  readonly #store: ReturnType<typeof storeOf>;
  readonly #synced: FileHandle | undefined;
  #lines = 0;
  #characters = 0;

  private constructor(store: ReturnType<typeof storeOf>, synced: FileHandle | undefined) {
    this.#store = store;
    this.#synced = synced;
  }

  /** @param fsync whether each line is to outlast a loss of power, too */
  static async create(path: string, fsync: boolean): Promise<Segment> {
    const store = storeOf(path);
    await store.load();
    return new Segment(store, fsync ? await open(path, "r+") : undefined);
  }

  get isFull(): boolean {
    return this.#lines >= linesMax || this.#characters >= charactersMax;
  }

  /** Resolves once the text is in the file. */
  async append(text: string): Promise<void> {
    this.#lines += 1;
    this.#characters += text.length;
    await this.#store.insert({ _id: idOf(this.#lines), j: text });
    await this.#synced?.datasync();
  }

  async close(): Promise<void> {
    await this.#synced?.close();
  }
}

/** As text they are in the order in which they were given out. */
const idOf = (line: number): string => String(line).padStart(9, "0");

/** What stands in a segment, and what had to be cut off its end. */
export interface ReadSegment {
  readonly texts: readonly string[];
  /** Bytes of a last line that was broken off. */
  readonly cut: number;
}

/** @throws DataFolderError for a line that cannot be read, with its place */
export async function readSegment(path: string): Promise<ReadSegment> {
  const cut = await heal(path);
  // Nothing in it: NeDB would only write it anew.
  if ((await stat(path)).size === 0) return { texts: [], cut };
  const store = storeOf(path);
  try {
    await store.load();
  } catch (error) {
    throw new DataFolderError(await placeOf(path, error));
  }
  const lines = await store.find<Line>({}).sort({ _id: 1 });
  return { texts: lines.map(({ j }) => j), cut };
}

/** NeDB knows that something is wrong with a file, and not where. */
async function placeOf(path: string, error: unknown): Promise<string> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    number += 1;
    try {
      JSON.parse(line);
    } catch {
      return `${path}:${number} is damaged; nothing was changed: put a copy in its place, or give another folder`;
    }
  }
  return `${path} cannot be read: ${(error as Error).message}`;
}
