/** One line of a bulk file: what it says, and where it stands. */
export interface BulkLine {
  readonly line: number;
  readonly value: unknown;
}
