import type { Entry } from "../../world/journal/entry.ts";

/** What fails one condition and no other, and which: `email was p2@example.com`. */
export interface NearMiss<T> {
  readonly entry: T;
  readonly but: string;
}

/** What came is not what was expected; the message shows what came nearest. */
export class ExpectationError<T = Entry> extends Error {
  static {
    this.prototype.name = "ExpectationError";
  }
  /** Those that are all that was meant. */
  readonly found: readonly T[];
  readonly misses: readonly NearMiss<T>[];

  constructor(message: string, found: readonly T[], misses: readonly NearMiss<T>[]) {
    super(message);
    this.found = found;
    this.misses = misses;
  }
}

/** How many of a kind an error shows, the last ones. */
const shownMax = 10;

/** What is found, or came near, below its head; nothing where there is none. */
export const evidence = (head: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [
        lines.length > shownMax ? `${head} (the last ${shownMax} of ${lines.length})` : head,
        ...lines.slice(-shownMax),
      ];

/** One request, what became of it, and what would have worked: as tests show it. */
export function entryLine(
  { method, status, target, operation, injected, faults, hint }: Entry,
  but = "",
): string {
  const row = operation === null ? "" : `  ${operation}`;
  const fault = faults.length === 0 ? "" : `  ${faults.join(", ")}: ${injected.join(", ")}`;
  const why = but === "" ? "" : `  but ${but}`;
  const advice = hint === null ? "" : `\n         ${hint}`;
  return `  ${method.padEnd(6)} ${status ?? "---"} ${target}${row}${fault}${why}${advice}`;
}
