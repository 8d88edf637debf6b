import type { Stored } from "./record.ts";

/** Who is told what became of each record between two states of a table. */
export interface Differences<R extends Stored> {
  readonly added: (record: R) => void;
  readonly removed: (record: R) => void;
  /** Another record in the place of one with the same id, which may say the same. */
  readonly changed: (before: R, record: R) => void;
}

/** What is worked out of the records of a table, and follows each write. */
export interface Derived<R extends Stored> {
  replace(old: R | undefined, record: R | undefined): void;
}
