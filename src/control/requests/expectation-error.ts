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

/** Lines below their head; nothing where there is none. */
function below(head: string, lines: readonly (() => string)[]): string[] {
  const { length } = lines;
  if (length === 0) return [];
  const bound = length > shownMax ? ` (the last ${shownMax} of ${length})` : "";
  return [head + bound, ...lines.slice(-shownMax).map((line) => line())];
}

/** What was looked at: all, what is meant of it, and what fails one condition and no other. */
export interface Seen<Row> {
  readonly all: readonly Row[];
  readonly found: readonly Row[];
  readonly misses: readonly { readonly row: Row; readonly but: string }[];
}

/** What was found, and what came near. @param of what it is, such as `request` */
export function evidence<Row>(
  of: string,
  { all, found, misses }: Seen<Row>,
  lineOf: (row: Row, but?: string) => string,
): string[] {
  const last = found.length + misses.length === 0 ? all : [];
  const linesOf = (rows: readonly Row[]) => rows.map((row) => () => lineOf(row));
  return [
    ...below("those that are meant:", linesOf(found)),
    ...below(
      "all but one condition:",
      misses.map(
        ({ row, but }) =>
          () =>
            lineOf(row, but),
      ),
    ),
    ...below(`nothing came near; the last ${of}s:`, linesOf(last)),
    ...(all.length + found.length === 0 ? [`there was no ${of}`] : []),
  ];
}

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
