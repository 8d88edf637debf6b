import type { Pieces } from "./pieces.ts";

/** About how many characters are one piece: less than a millisecond's work. */
const pieceMax = 8192;

/** How deep a value is taken apart. What lies deeper is a piece of its own, and small in whatever is shown. */
const depthMax = 6;

/** The JSON of a value, the same as that of `JSON.stringify`. The value stays as it is until the last piece. */
export function* jsonOf(value: unknown): Pieces {
  const said = { text: "" };
  yield* written(value, depthMax, said);
  return said.text;
}

function* written(
  value: unknown,
  depth: number,
  said: { text: string },
): Generator<string, undefined> {
  if (depth === 0 || typeof value !== "object" || value === null || isLeaf(value)) {
    said.text += JSON.stringify(value) ?? "null";
    return;
  }
  const isList = Array.isArray(value);
  const members = isList ? value.entries() : Object.entries(value).filter(isSaid);
  let before = isList ? "[" : "{";
  for (const [name, member] of members) {
    said.text += isList ? before : `${before}${JSON.stringify(name)}:`;
    before = ",";
    yield* written(member, depth - 1, said);
    if (said.text.length < pieceMax) continue;
    yield said.text;
    said.text = "";
  }
  const isEmpty = before !== ",";
  said.text += `${isEmpty ? before : ""}${isList ? "]" : "}"}`;
}

/** What is not taken apart; short lists of names neither, of which a key has a hundred. */
const isLeaf = (value: object): boolean =>
  "toJSON" in value || (Array.isArray(value) && value.length <= namesMax && value.every(isName));

const namesMax = 100;
const isName = (value: unknown): boolean => typeof value === "string" && value.length <= namesMax;

/** A member without a value is left out. */
const isSaid = ([, value]: readonly [string, unknown]): boolean =>
  value !== undefined && typeof value !== "function" && typeof value !== "symbol";
