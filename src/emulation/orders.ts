import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";
import { checksumText, isSealed, sealed, sealLength } from "./line-file.ts";
import { lstat, readFile, writeFile } from "node:fs/promises";
import type { State } from "../world/store/state.ts";
import type { Stored } from "../world/store/record.ts";
import type { Listed } from "../world/store/listed.ts";
import type { Collection } from "../world/store/store.ts";
import { machine } from "../world/time/machine-time.ts";
import { inTurns } from "../world/time/slices.ts";
import { version } from "../version.ts";
import type { Manifest } from "./manifest.ts";

const chunkBytes = 131_072;

interface Chunk {
  /** Undefined: nothing in it will be asked for any more. */
  bytes: Buffer | undefined;
  readonly first: number;
  left: number;
}

/** The lines of a file in memory, as bytes, each of which is taken once: what is asked for last need not be read first. */
class HeldLines {
  readonly #chunks: Chunk[] = [];
  readonly #starts: Uint32Array;
  #lines = 0;

  private constructor(lines: number) {
    this.#starts = new Uint32Array(lines);
  }

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

  /** Takes a line, from 0 on. @param skipped so many bytes are left out at its beginning and at its end */
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

/** What an account's file in a base has, in its order, and in which orders its indexes have that. */
interface Orders {
  /** Another version may order otherwise. */
  readonly version: string;
  readonly checksum: string;
  readonly tables: readonly {
    readonly name: string;
    readonly size: number;
    readonly indexes: Collection["indexes"];
    /** How many places each order has; none: its indexes are made when they are asked for. */
    readonly orders: readonly number[];
  }[];
  /** Of the places, which follow the line that says all of this. */
  readonly places: string;
  readonly sum?: string;
}

const pathOf = (accountPath: string): string => accountPath.replace(/\.jsonl$/, ".orders");

/** All that an account's file is to have, by the names of its collections. */
export type ListedTables = ReadonlyMap<string, Listed & { readonly of: Collection }>;

export async function listedTables(tables: ReturnType<State["tables"]>): Promise<ListedTables> {
  const found = new Map<string, Listed & { readonly of: Collection }>();
  for (const [name, table] of tables)
    found.set(name, { ...(await inTurns(table.listed(), machine.now)), of: table.collection });
  return found;
}

/** Writes in which orders the indexes have the lines of an account's file, so that nothing is compared when it is read. */
export async function writeOrders(
  accountPath: string,
  tables: ListedTables,
  of: Pick<Orders, "version" | "checksum">,
): Promise<void> {
  const described: Orders["tables"][number][] = [];
  const places: Buffer[] = [];
  for (const [name, { records, orders, of: collection }] of tables) {
    if (orders === undefined) return;
    const lengths = orders.map(({ length }) => length);
    described.push({ name, size: records.length, indexes: collection.indexes, orders: lengths });
    for (const each of orders)
      places.push(Buffer.from(each.buffer, each.byteOffset, each.byteLength));
  }
  const sum = places.reduce((before, each) => crc32(each, before), 0);
  const head = sealed({ ...of, tables: described, places: checksumText(sum) });
  const all = [Buffer.from(`${JSON.stringify(head)}\n`), ...places];
  await writeFile(pathOf(accountPath), all, { mode: 0o600 });
}

export interface OrderedFile {
  readonly head: string;
  readonly records: number;
  /** Puts the records into a state that has none yet; each is made when it is asked for. */
  readonly fill: (state: State) => void;
}

/** Reads an account's file of a base by the orders that were written with it; undefined: it is to be read line by line. */
export async function readOrdered(
  accountPath: string,
  { lines, checksum = "" }: Manifest["accounts"][number],
  collections: ReadonlyMap<string, Collection>,
): Promise<OrderedFile | undefined> {
  try {
    if (!(await lstat(accountPath)).isFile() || !(await lstat(pathOf(accountPath))).isFile())
      return;
    const bytes = await readFile(pathOf(accountPath));
    const end = bytes.indexOf("\n") + 1;
    const about = JSON.parse(bytes.toString("utf8", 0, end)) as Orders;
    const isOf = about.version === version && about.checksum === checksum && isSealed(about);
    if (!isOf || about.places !== checksumText(crc32(bytes.subarray(end)))) return;
    const held = await HeldLines.read(accountPath, lines, checksum);
    return held && filled(about, bytes.subarray(end), held, collections);
  } catch {
    // Whatever is wrong with the account's file itself, that is said by whoever reads it line by line.
    return undefined;
  }
}

function filled(
  { tables }: Orders,
  places: Buffer,
  held: HeldLines,
  collections: ReadonlyMap<string, Collection>,
): OrderedFile | undefined {
  const fills: ((state: State) => void)[] = [];
  let [line, at] = [1, 0];
  for (const { name, size, indexes, orders } of tables) {
    const collection = collections.get(name);
    if (JSON.stringify(collection?.indexes) !== JSON.stringify(indexes)) return undefined;
    const found = orders.map((length) => {
      const order = new Uint32Array(length);
      new Uint8Array(order.buffer).set(places.subarray(at, at + order.byteLength));
      at += order.byteLength;
      return order;
    });
    if (found.some((order) => order.some((place) => place >= size))) return undefined;
    const recordAt = recordsOf(held, line, size, name);
    fills.push((state) => state.table(collection as Collection).take(size, recordAt, found));
    line += size;
  }
  if (at !== places.length) return undefined;
  const fill = (state: State) => fills.forEach((each) => each(state));
  return { head: held.take(0, [0, 0]), records: line - 1, fill };
}

function recordsOf(held: HeldLines, first: number, size: number, name: string) {
  const records = Array.from<Stored | undefined>({ length: size });
  const skipped = [JSON.stringify([name]).length, sealLength] as const;
  return (place: number): Stored =>
    (records[place] ??= JSON.parse(held.take(first + place, skipped)) as Stored);
}
