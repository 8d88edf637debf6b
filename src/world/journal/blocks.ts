import type { Raw } from "./entry.ts";

/** How large a block is, unless more has to lie in it, in bytes. */
const blockBytes = 65_536;

/** How large the first is: all that a test writes has room there. */
const firstBytes = 8_192;

/** A piece of memory outside of the heap, and its number among all that there ever were. */
export interface Block {
  readonly bytes: Buffer;
  readonly number: number;
  /** Whether somebody may look at it for as long as they like. */
  isLent: boolean;
}

/** Memory outside of the heap for what goes in the order in which it came: blocks that are used again. */
export class Blocks {
  /** Those in use, the oldest first. */
  readonly #used: Block[] = [];
  readonly #spare: Buffer[] = [];
  #made = 0;
  /** Where there is room in the newest. */
  at = 0;

  /** The block in which so many bytes have room, from `at` on: who writes there moves that. */
  withRoom(bytes: number): Block {
    const newest = this.#used.at(-1);
    if (newest !== undefined && newest.bytes.length - this.at >= bytes) return newest;
    const size = Math.max(bytes, this.#made === 0 ? firstBytes : blockBytes);
    const spare = size === blockBytes ? this.#spare.pop() : undefined;
    const fresh = spare ?? Buffer.allocUnsafeSlow(size);
    this.#made += 1;
    const block = { bytes: fresh, number: this.#made, isLent: false };
    this.#used.push(block);
    this.at = 0;
    return block;
  }

  /** Nobody needs what lies in the blocks before that one. */
  forgetBefore(number: number): void {
    while (this.#used[0] !== undefined && this.#used[0].number < number) {
      const { bytes, isLent } = this.#used.shift() as Block;
      if (!isLent && bytes.length === blockBytes) this.#spare.push(bytes);
    }
  }

  /** What lies there now stays as it is, also once it is forgotten. */
  lend(): void {
    for (const block of this.#used) block.isLent = true;
  }

  /** What comes next lies in a block that has nothing else. */
  beginNew(): void {
    this.at = Number.POSITIVE_INFINITY;
  }
}

type Headers = Raw["headers"];

/** What differs from shared headers: the place of a header, its value, the next place, and so on. */
export type Differences = readonly (number | string)[];

/** Headers that others have, too, and what differs in those that are meant. */
export type Shared = { readonly headers: Headers; readonly differences: Differences };

type Known = { readonly headers: Headers; readonly names: readonly string[] };

/** How many are remembered: those of a few clients, or of a few kinds of request of one. */
const rememberedMax = 4;

const none: Differences = [];

/** Headers with the same names share one copy, and keep what differs: a client sends nearly the same each time. */
export class SharedHeaders {
  readonly #remembered: Known[] = [];
  #oldest = 0;

  /** Those with the same names in the same order, which were there before if such were. */
  of(headers: Headers): Shared {
    const names = Object.keys(headers);
    for (const known of this.#remembered) {
      const differences = differencesOf(known, headers, names);
      if (differences !== undefined) return { headers: known.headers, differences };
    }
    this.#remembered[this.#oldest] = { headers, names };
    this.#oldest = (this.#oldest + 1) % rememberedMax;
    return { headers, differences: none };
  }
}

/** The headers of which that is left. */
export function withDifferences({ headers: shared, differences }: Shared): Headers {
  if (differences.length === 0) return shared;
  const names = Object.keys(shared);
  const headers = { ...shared };
  for (let at = 0; at < differences.length; at += 2) {
    headers[names[Number(differences[at])] as string] = String(differences[at + 1]);
  }
  return headers;
}

/** Undefined: their names differ, or what differs is no text. */
function differencesOf(known: Known, headers: Headers, names: readonly string[]) {
  const { headers: before, names: others } = known;
  if (names.length !== others.length) return undefined;
  let differences: (number | string)[] | undefined;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    const value = headers[name];
    if (name !== others[at]) return undefined;
    if (before[name] === value) continue;
    if (typeof value !== "string") return undefined;
    (differences ??= []).push(at, value);
  }
  return differences ?? none;
}
