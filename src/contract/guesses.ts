import type { Contract } from "./compile.ts";
import { markdownTable } from "./markdown-table.ts";

/** What neither the specification, the published contract nor a recorded answer decides. */
export interface Guess {
  readonly says: string;
  /** The ids of the operations that rest on it; `*`: all of them. */
  readonly operations: readonly string[];
}

/** All guesses: printed from the marks in the sources (`test/guesses.test.ts`), and loaded where they are asked for. */
export const loadGuesses = async (): Promise<readonly Guess[]> =>
  (await import("./printed-guesses.ts")).guesses;

export const guessesOf = (guesses: readonly Guess[], id: string): Guess[] =>
  guesses.filter(({ operations }) => operations.includes(id));

export const restsOn = (what: string, count: number): string =>
  count === 0
    ? `All of ${what} is specified, published or recorded.`
    : `${what} rests on ${count} ${count === 1 ? "guess" : "guesses"}. The rest is specified, published or recorded.`;

export function truthText({ operations }: Contract, guesses: readonly Guess[]): string {
  const general = guessesOf(guesses, "*").map(({ says }) => `- ${says}`);
  const areas = [...new Set([...operations.values()].map(({ area }) => area)), "oauth"];
  const parts = areas.flatMap((area) => {
    const isIts = (id: string) => (operations.get(id)?.area ?? id.replace(/_.*/, "")) === area;
    const rows = guesses
      .map(({ says, operations: of }) => [says, of.filter(isIts).map((id) => `\`${id}\``)] as const)
      .flatMap(([says, ids]) => (ids.length === 0 ? [] : [[says, ids.join(", ")]]));
    const text =
      rows.length === 0 ? restsOn(area, 0) : markdownTable([["guess", "operations"], ...rows]);
    return [`## ${area}`, text];
  });
  return ["## all operations", general.join("\n"), ...parts].join("\n\n");
}
