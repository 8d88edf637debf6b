import { type Infer, integer, list, nullable, object, string } from "../contract/shape.ts";
import { shapeProblem, textOfPath } from "../world/read-shape.ts";
import type { Coverage } from "./card-shape.ts";
import { comparePairs, type PairName } from "./coverage.ts";

/** What a ratchet file holds: the pairs that were survived once and are to be survived from then on. */
const ratchetShape = object({
  survived: list(
    object({
      operation: string({ minLength: 1 }),
      fault: string({ minLength: 1 }),
      status: nullable(integer({ min: 100, max: 599 })),
    }),
  ),
});

export type Ratchet = Infer<typeof ratchetShape>;

export class RatchetError extends Error {}

/** @throws RatchetError in one line: where, and what was expected */
export function readRatchet(text: string): Ratchet {
  const value = parsed(text);
  const problem = shapeProblem(ratchetShape, value);
  if (problem === undefined) return sorted((value as Ratchet).survived);
  const { path, message, nearest } = problem;
  const meant = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  throw new RatchetError(`${path.length === 0 ? "" : `${textOfPath(path)}: `}${message}${meant}`);
}

function parsed(text: string): unknown {
  const lines = text.split("\n");
  const conflict = lines.findIndex((line) => /^(<{7}|={7}|>{7})( |\r?$)/.test(line));
  if (conflict !== -1) {
    throw new RatchetError(`line ${conflict + 1}: merge conflict. Keep the lines of both sides`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RatchetError(`invalid JSON: ${error instanceof Error ? error.message : "no text"}`);
  }
}

/** The text of a ratchet file: sorted, one pair a line, the same for the same pairs. */
export function writeRatchet({ survived }: Ratchet): string {
  const lines = sorted(survived).survived.map((pair) => `    ${nameOf(pair)}`);
  const inside = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "survived": ${inside}\n}\n`;
}

export interface Grown {
  /** Pairs that were survived before and are not now: they failed, or were not met. */
  readonly lost: readonly PairName[];
  readonly gained: readonly PairName[];
  readonly next: Ratchet;
}

/** Whether there is anything to compare: pairs that were survived, or faults that this run met. */
export const holdsAny = (ratchet: Ratchet | undefined, { pairs }: Pick<Coverage, "pairs">) =>
  (ratchet?.survived.length ?? 0) > 0 || pairs.some(({ fault }) => fault !== limit);

const limit = "limit";

/** It may only grow. What limits refused depends on how fast the machine is: it must not fail by chance. */
export function grown(ratchet: Ratchet, { pairs }: Pick<Coverage, "pairs">): Grown {
  const survived = pairs.filter((pair) => pair.survived > 0 && pair.fault !== limit);
  const now = new Set(survived.map(nameOf));
  const before = new Set(ratchet.survived.map(nameOf));
  return {
    lost: ratchet.survived.filter((pair) => !now.has(nameOf(pair))),
    gained: survived.filter((pair) => !before.has(nameOf(pair))).map(pairOf),
    next: sorted([...ratchet.survived, ...survived]),
  };
}

const pairOf = ({ operation, fault, status }: PairName): PairName => ({ operation, fault, status });
const nameOf = (pair: PairName): string => JSON.stringify(pairOf(pair));

/** Each pair once: a merge may have brought it twice. */
function sorted(pairs: readonly PairName[]): Ratchet {
  const byName = new Map(pairs.map((pair) => [nameOf(pair), pairOf(pair)]));
  return { survived: [...byName.values()].toSorted(comparePairs) };
}
