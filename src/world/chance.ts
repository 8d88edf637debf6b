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
export const secretsFrom = (
  dice: Dice,
  key: Uint8Array | undefined,
  stream: string = randomBytes(16).toString("hex"),
): Chance => (key === undefined ? dice : keyedChance(key, stream));
