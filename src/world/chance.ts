import { createHmac, randomBytes } from "node:crypto";
import type { Dice } from "./dice.ts";

/** What secrets are drawn from. */
export interface Chance {
  /** At least 0, below 1. */
  fraction(): number;
}

/** A key that no other process has. */
export const newSecretKey = (): Uint8Array => randomBytes(32);

/** What nobody can foresee who lacks the key: HMAC-SHA256 of a name and a count. */
class KeyedChance implements Chance {
  readonly #key: Uint8Array;
  readonly #stream: string;
  #blocks = 0;
  #words: number[] = [];

  constructor(key: Uint8Array, stream: string) {
    this.#key = key;
    this.#stream = stream;
  }

  fraction(): number {
    const word = this.#words.pop();
    if (word !== undefined) return word / 2 ** 32;
    this.#blocks += 1;
    const block = createHmac("sha256", this.#key)
      .update(`${this.#blocks} ${this.#stream}`)
      .digest();
    for (let at = 0; at < block.length; at += 4) this.#words.push(block.readUInt32BE(at));
    return this.fraction();
  }
}

/**
 * What the secrets are drawn from for which `dice` stand: the dice, or what only this process knows.
 *
 * @param key of this process, if strangers may reach it; undefined: the seed gives the secrets
 * @param stream gives the same secrets each time. Default: those that nobody was given before
 */
export const secretsFrom = (
  dice: Dice,
  key: Uint8Array | undefined,
  stream: string = randomBytes(16).toString("hex"),
): Chance => (key === undefined ? dice : new KeyedChance(key, stream));
