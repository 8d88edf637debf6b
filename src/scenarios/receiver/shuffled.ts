import type { Dice } from "../../world/dice.ts";

/** The same things in an order of chance. */
export function shuffled<T>(things: readonly T[], dice: Dice): T[] {
  const left = [...things];
  return things.map(() => left.splice(dice.integer(0, left.length - 1), 1)[0] as T);
}
