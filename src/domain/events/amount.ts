import type { Event } from "../resources/event.ts";

/** What an event was worth: its `$value`, if that is a number. */
export function amountOf({ properties }: Pick<Event, "properties">): number {
  const value = properties["$value"];
  return typeof value === "number" ? value : 0;
}

/** A sum of prices without what binary fractions add to it, such as 0.30000000000000004. JSON has no infinity. */
export const exactSum = (sum: number): number =>
  Number.isFinite(sum) ? Number(sum.toPrecision(15)) : Math.sign(sum) * Number.MAX_VALUE;
