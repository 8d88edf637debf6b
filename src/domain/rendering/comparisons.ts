import type { Comparison } from "./expression.ts";
import { areEqual, isIn, isSame, ordered, plain, type Value } from "./values.ts";

/** What the signs of a condition ask. */
export const comparisons: Readonly<Record<Comparison, (a: Value, b: Value) => boolean>> = {
  "==": (a, b) => areEqual(a, b),
  "!=": (a, b) => !areEqual(a, b),
  "<": (a, b) => (ordered(a, b) ?? 0) < 0,
  "<=": (a, b) => (ordered(a, b) ?? 1) <= 0,
  ">": (a, b) => (ordered(a, b) ?? 0) > 0,
  ">=": (a, b) => (ordered(a, b) ?? -1) >= 0,
  in: isIn,
  "not in": (a, b) => canHold(b, a) && !isIn(a, b),
  is: isSame,
  "is not": (a, b) => !isSame(a, b),
};

/** Whether it makes sense to ask: in a text there are only texts, and in a number nothing. */
function canHold(group: Value, item: Value): boolean {
  const holder = plain(group);
  if (typeof holder === "string") return typeof plain(item) === "string";
  return typeof holder === "object" && holder !== null;
}
