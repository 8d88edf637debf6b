import { createHmac, randomBytes } from "node:crypto";

/** The position of a stream: four 32-bit words. */
export type DicePosition = readonly [number, number, number, number];

/** A stream of chance (sfc32) of a seed and a name: drawing from one never shifts another. */
export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(position: DicePosition) {
    [this.#a, this.#b, this.#c, this.#counter] = position;
  }

  static from(seed: number | string, stream: string): Dice {
    const dice = new Dice([...hash(`${seed}\n${stream}`), 1]);
    for (let round = 0; round < 15; round += 1) dice.word();
    return dice;
  }

  get position(): DicePosition {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  clone(): Dice {
    return new Dice(this.position);
  }

  /** 32 random bits. */
  word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** At least 0, below 1. */
  fraction(): number {
    return this.word() / 2 ** 32;
  }

  /** From the standard normal distribution (Box and Muller's transform of two fractions). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()));
    return radius * Math.cos(2 * Math.PI * this.fraction());
  }

  /** A whole number at least `min` and at most `max`. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.fraction() * from.length)] as T;
  }
}

/** Three words from a text (FNV-1a with three offsets, finished as murmur3 does). */
function hash(text: string): [number, number, number] {
  const word = (offset: number) => {
    let h = offset;
    for (let index = 0; index < text.length; index += 1) {
      h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
    }
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return (h ^ (h >>> 16)) | 0;
  };
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x5bd1e995)];
}

/** What secrets are drawn from. */
export type Chance = Pick<Dice, "fraction">;

export const newSecretKey = (): Uint8Array => randomBytes(32);

/** What nobody can foresee who lacks the key: HMAC-SHA256 of a name and a count. */
function keyedChance(key: Uint8Array, stream: string): Chance {
  const words: number[] = [];
  let blocks = 0;
  const fraction = (): number => {
    const word = words.pop();
    if (word !== undefined) return word / 2 ** 32;
    blocks += 1;
    const block = createHmac("sha256", key).update(`${blocks} ${stream}`).digest();
    for (let at = 0; at < block.length; at += 4) words.push(block.readUInt32BE(at));
    return fraction();
  };
  return { fraction };
}

/**
 * What secrets are drawn from: the dice, or where strangers may reach the process, a key that only it has.
 * @param stream gives the same secrets each time. Default: those that nobody was given before
 */
export const secretsFrom = (dice: Dice, key: Uint8Array | undefined, stream?: string): Chance =>
  key === undefined ? dice : keyedChance(key, stream ?? randomBytes(16).toString("hex"));
