/** How large a block is, unless more has to lie in it, in bytes. */
const blockBytes = 65_536;

/** A piece of memory outside of the heap, and its number among all that there ever were. */
export interface Block {
  readonly bytes: Buffer;
  readonly number: number;
  /** Whether somebody may look at it for as long as they like. */
  isLent: boolean;
}

/**
 * Memory outside of the heap for what is dropped in the order in which it came: blocks are filled one after the other,
 * and used again once nobody needs what lies in them.
 */
export class Blocks {
  /** Those in use, the oldest first. */
  readonly #used: Block[] = [];
  readonly #spare: Buffer[] = [];
  #made = 0;
  #at = 0;

  /** Where there is room in the newest. */
  get at(): number {
    return this.#at;
  }

  /** The block in which so many bytes have room, from `at` on: who writes there says how many it `took`. */
  withRoom(bytes: number): Block {
    const newest = this.#used.at(-1);
    if (newest !== undefined && newest.bytes.length - this.#at >= bytes) return newest;
    const fresh =
      bytes > blockBytes
        ? Buffer.allocUnsafeSlow(bytes)
        : (this.#spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes));
    this.#made += 1;
    const block = { bytes: fresh, number: this.#made, isLent: false };
    this.#used.push(block);
    this.#at = 0;
    return block;
  }

  took(bytes: number): void {
    this.#at += bytes;
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
    this.#at = Number.POSITIVE_INFINITY;
  }
}
