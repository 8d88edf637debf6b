/** What an answer gave of a list. It holds records that are there anyway, and copies none. */
export interface GivenPage {
  readonly records: readonly { readonly id: string }[];
  /** How many were asked for. */
  readonly size: number;
  /** The cursor of the page after it, as a client is given it; null: it is the last one. */
  readonly next: () => string | null;
  /** The ids of all records that a walk from here on should give, as it is while page faults are planned. */
  readonly whole: (() => readonly string[]) | undefined;
}
